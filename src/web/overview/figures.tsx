import { useEffect, useState } from 'preact/hooks'
import { DashboardDocument, type DashboardFiguresFragment } from '../api/generated.ts'
import { useSession } from '../api/session.ts'
import { type Query, useQuery } from '../api/use-query.ts'
import { Bar } from '../components/bar.tsx'
import { Empty, Loaded, Panel } from '../components/panel.tsx'
import { Tile } from '../components/tile.tsx'
import { compact, compactRand, count, percent, rand } from '../format.ts'
import { label, t } from '../i18n/language.ts'

/** The figures of the dashboard: read once per connection, and then as they are told. */
export function useDashboard(): Query<DashboardFiguresFragment> {
  const { live } = useSession()
  const query = useQuery(DashboardDocument, {})
  const [newest, setNewest] = useState<DashboardFiguresFragment>()
  const read = query.data?.analyticsDashboard
  useEffect(() => setNewest(read), [read])
  useEffect(() => live.on('dashboard', ({ data }) => data && setNewest(data)), [live])
  return { ...query, data: newest }
}

interface Props {
  dashboard: Query<DashboardFiguresFragment>
}

export const Figures = ({ dashboard }: Props) => (
  <Panel title={t('overview:period')} class="wide" aside={<span class="quiet">{t('overview:against')}</span>}>
    <Loaded query={dashboard}>{Tiles}</Loaded>
  </Panel>
)

export const Statuses = ({ dashboard }: Props) => (
  <Panel title={t('overview:statuses')} aside={<span class="quiet">{t('overview:now')}</span>}>
    <Loaded query={dashboard}>{Bars}</Loaded>
  </Panel>
)

function Tiles({ clients, campaigns, last30Days, change: changes }: DashboardFiguresFragment) {
  const { impressions, clicks, conversions, spendCents, revenueCents, roi } = last30Days
  return (
    <dl class="tiles">
      <Tile name={t('overview:clientsNow')} value={count(clients)} />
      <Tile name={t('overview:campaignsNow')} value={count(campaigns)} />
      <Tile
        name={t('overview:impressions')}
        value={compact(impressions)}
        exact={count(impressions)}
        change={changes.impressions}
      />
      <Tile name={t('overview:clicks')} value={compact(clicks)} exact={count(clicks)} change={changes.clicks} />
      <Tile
        name={t('overview:conversions')}
        value={compact(conversions)}
        exact={count(conversions)}
        change={changes.conversions}
      />
      <Tile
        name={t('overview:spend')}
        value={compactRand(spendCents)}
        exact={rand(spendCents)}
        change={changes.spendCents}
      />
      <Tile
        name={t('overview:revenue')}
        value={compactRand(revenueCents)}
        exact={rand(revenueCents)}
        change={changes.revenueCents}
      />
      <Tile name={t('overview:roi')} value={roi === null ? t('overview:none') : percent(roi)} />
    </dl>
  )
}

function Bars({ campaigns, byStatus }: DashboardFiguresFragment) {
  if (campaigns === 0) return <Empty>{t('overview:noCampaigns')}</Empty>
  const most = Math.max(...byStatus.map((each) => each.campaigns))
  return (
    <ul class="bars">
      {byStatus.map(({ status, campaigns: number }) => (
        <li key={status} class={number === 0 ? 'none' : ''}>
          <span>{label(status)}</span>
          <Bar share={number / most} />
          <span class="number">{count(number)}</span>
        </li>
      ))}
    </ul>
  )
}
