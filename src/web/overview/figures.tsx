import { useEffect } from 'preact/hooks'
import { DashboardDocument, type DashboardFiguresFragment, type DashboardQuery } from '../api/generated.ts'
import { session } from '../api/session.ts'
import { keyOf, type Query, useQuery } from '../api/use-query.ts'
import { Empty, QueryPanel } from '../components/panel.tsx'
import { Bar, CountTile, RandTile, Tile } from '../components/tile.tsx'
import { count, percent } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import { mayOpen, type Screen } from '../screens.ts'

const KEY = keyOf(DashboardDocument, {})

/** The figures of the dashboard: read once per connection, then replaced by each `dashboard` event. */
export function useDashboard(): Query<DashboardFiguresFragment> {
  const { live, queries } = session
  const query = useQuery(DashboardDocument, {})
  useEffect(() => {
    // A running read started before the event, so its older figures must not replace these.
    const replace = async (figures: DashboardFiguresFragment) => {
      await queries.cancelQueries({ queryKey: KEY })
      queries.setQueryData<DashboardQuery>(KEY, { analyticsDashboard: figures })
    }
    return live.on('dashboard', ({ data }) => void (data && replace(data)))
  }, [live, queries])
  return { ...query, data: query.data?.analyticsDashboard }
}

interface Props {
  dashboard: Query<DashboardFiguresFragment>
}

export const Figures = ({ dashboard }: Props) => (
  <QueryPanel
    title={t('overview:period')}
    class="wide"
    aside={<span class="quiet">{t('overview:against')}</span>}
    query={dashboard}
  >
    {(figures) => <Tiles {...figures} />}
  </QueryPanel>
)

export const Statuses = ({ dashboard }: Props) => (
  <QueryPanel title={t('overview:statuses')} aside={<span class="quiet">{t('overview:now')}</span>} query={dashboard}>
    {(figures) => <Bars {...figures} />}
  </QueryPanel>
)

function Tiles({ clients, campaigns, last30Days, change: changes }: DashboardFiguresFragment) {
  const { impressions, clicks, conversions, spendCents, revenueCents, roi } = last30Days
  const listOf = (screen: Screen) =>
    mayOpen(screen, (permission) => session.may(permission)) ? hrefOf(screen) : undefined
  const period = hrefOf('analytics', [], { period: 'days30' })
  return (
    <dl class="tiles">
      <Tile name={t('overview:clientsNow')} value={count(clients)} href={listOf('clients')} />
      <Tile name={t('overview:campaignsNow')} value={count(campaigns)} href={listOf('campaigns')} />
      <CountTile name={t('overview:impressions')} value={impressions} change={changes.impressions} href={period} />
      <CountTile name={t('overview:clicks')} value={clicks} change={changes.clicks} href={period} />
      <CountTile name={t('overview:conversions')} value={conversions} change={changes.conversions} href={period} />
      <RandTile name={t('overview:spend')} value={spendCents} change={changes.spendCents} href={period} />
      <RandTile name={t('overview:revenue')} value={revenueCents} change={changes.revenueCents} href={period} />
      <Tile name={t('overview:roi')} value={roi === null ? t('overview:none') : percent(roi)} href={period} />
    </dl>
  )
}

function Bars({ campaigns, byStatus }: DashboardFiguresFragment) {
  const mayList = session.may('org:campaigns:read')
  if (campaigns === 0) return <Empty>{t('overview:noCampaigns')}</Empty>
  const most = Math.max(...byStatus.map((each) => each.campaigns))
  return (
    <ul class="bars">
      {byStatus.map(({ status, campaigns: number }) => (
        <li key={status} class={number === 0 ? 'none' : ''}>
          {mayList ? <a href={hrefOf('campaigns', [], { status })}>{label(status)}</a> : <span>{label(status)}</span>}
          <Bar share={number / most} />
          <span class="number">{count(number)}</span>
        </li>
      ))}
    </ul>
  )
}
