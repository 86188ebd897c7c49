import { AnalyticsPeriodDocument, type AnalyticsPeriodQuery, PerformanceSort } from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { Empty, QueryPanel } from '../components/panel.tsx'
import { CountTile, RandTile, Tile } from '../components/tile.tsx'
import { day, percent, rand } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf } from '../route.ts'
import type { Period } from './period-choice.tsx'
import { FOLLOWED, type Scope } from './scope.tsx'

type Compared = NonNullable<AnalyticsPeriodQuery['analyticsPeriod']>

const spanOf = ({ from, to }: Period) => t('analytics:span', { from: day(from), to: day(to) })
const shown = (value: number | null, format: (value: number) => string) =>
  value === null ? t('analytics:none') : format(value)

/** The figures of a period, and their change against the equally long period before. */
export function Figures({ period, scope }: { period: Period; scope: Scope }) {
  const query = useQuery(AnalyticsPeriodDocument, { ...period, ...scope }, FOLLOWED)
  const previous = query.data?.analyticsPeriod.previous
  const aside = previous && <span class="quiet">{t('analytics:against', { span: spanOf(previous) })}</span>
  return (
    <QueryPanel title={spanOf(period)} aside={aside} query={query}>
      {({ analyticsPeriod }) => <Tiles {...analyticsPeriod} />}
    </QueryPanel>
  )
}

function Tiles({ period, previous, change }: Compared) {
  if (period.records + previous.records === 0) return <Nothing />
  const { impressions, clicks, conversions, spendCents, revenueCents } = period
  return (
    <dl class="tiles">
      <CountTile name={label(PerformanceSort.IMPRESSIONS)} value={impressions} change={change.impressions} />
      <CountTile name={label(PerformanceSort.CLICKS)} value={clicks} change={change.clicks} />
      <CountTile name={label(PerformanceSort.CONVERSIONS)} value={conversions} change={change.conversions} />
      <RandTile name={label(PerformanceSort.SPEND)} value={spendCents} change={change.spendCents} />
      <RandTile name={label(PerformanceSort.REVENUE)} value={revenueCents} change={change.revenueCents} />
      <Tile name={label(PerformanceSort.CTR)} value={shown(period.ctr, percent)} />
      <Tile name={label(PerformanceSort.CONVERSION_RATE)} value={shown(period.conversionRate, percent)} />
      <Tile name={label(PerformanceSort.CPC)} value={shown(period.cpcCents, rand)} />
      <Tile name={label(PerformanceSort.CPA)} value={shown(period.cpaCents, rand)} />
      <Tile name={label(PerformanceSort.ROI)} value={shown(period.roi, percent)} />
    </dl>
  )
}

const Nothing = () => (
  <Empty>
    {t('analytics:nothing')} <a href={hrefOf('campaigns')}>{t('analytics:record')}</a>
  </Empty>
)
