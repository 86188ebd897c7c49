import {
  AnalyticsGrouping,
  AnalyticsGroupsDocument,
  CampaignPerformanceDocument,
  type CampaignRankedFragment,
  type GroupRowFragment,
  PerformanceSort,
} from '../api/generated.ts'
import { useQuery } from '../api/use-query.ts'
import { type Column, column, countColumn, figureColumn, statusColumn, textColumn } from '../components/columns.tsx'
import { type Orders, orderOf, type Page, pageOf } from '../components/list.tsx'
import { Panel } from '../components/panel.tsx'
import { TablePage } from '../components/table.tsx'
import { compact, compactRand, percent, rand } from '../format.ts'
import { label, t } from '../i18n/language.ts'
import { hrefOf, route } from '../route.ts'
import type { Period } from './period-choice.tsx'
import { FOLLOWED, hrefWith, LEVELS, type Level, type Scope } from './scope.tsx'

type Achieved = Omit<GroupRowFragment, 'key' | 'clientName' | 'campaigns'>

const shown = (value: number | null, format: (value: number) => string) => (value === null ? '' : format(value))

/** The columns of figures. The most important ones are also shown on a phone. */
const figureColumns = (): Column<Achieved>[] => [
  figure(PerformanceSort.IMPRESSIONS, ({ impressions }) => compact(impressions), false),
  figure(PerformanceSort.CLICKS, ({ clicks }) => compact(clicks)),
  figure(PerformanceSort.CTR, ({ ctr }) => shown(ctr, percent)),
  figure(PerformanceSort.CONVERSIONS, ({ conversions }) => compact(conversions)),
  figure(PerformanceSort.CPA, ({ cpaCents }) => shown(cpaCents, rand)),
  figure(PerformanceSort.SPEND, ({ spendCents }) => compactRand(spendCents), false),
  figure(PerformanceSort.REVENUE, ({ revenueCents }) => compactRand(revenueCents)),
  figure(PerformanceSort.ROI, ({ roi }) => shown(roi, percent)),
]

const figure = (order: PerformanceSort, show: (row: Achieved) => string, isRoomy = true) =>
  figureColumn(order.toLowerCase(), show, { title: label(order), isRoomy })

const { CAMPAIGNS, STATUS, ...SHARED } = PerformanceSort
const GROUP_ORDERS = { ...SHARED, CAMPAIGNS }
const CAMPAIGN_ORDERS = { ...SHARED, STATUS }

const GROUPINGS = {
  sector: AnalyticsGrouping.SECTOR,
  type: AnalyticsGrouping.TYPE,
  client: AnalyticsGrouping.CLIENT,
} satisfies Partial<Record<Level, AnalyticsGrouping>>
type Grouped = keyof typeof GROUPINGS

interface Props {
  period: Period
  scope: Scope
}

/** The figures by sector, type, client or campaign. Each row links to the next level. */
export function Breakdown(props: Props) {
  const level = LEVELS.find((each) => each === route.value.parameters.get('by')) ?? 'sector'
  return (
    <Panel title={t('analytics:breakdown')}>
      <nav class="sections" aria-label={t('analytics:breakdown')}>
        {LEVELS.map((each) => (
          <a key={each} href={hrefWith({ by: each })} aria-current={each === level ? 'page' : undefined}>
            {label(each.toUpperCase())}
          </a>
        ))}
      </nav>
      {level === 'campaign' ? <Campaigns {...props} /> : <Groups key={level} level={level} {...props} />}
    </Panel>
  )
}

function argumentsOf({ period: { from, to }, scope }: Props, orders: Orders<PerformanceSort>) {
  const { field: sort, direction: order } = orderOf(Object.values(orders)) ?? {}
  return { from, to, ...scope, sort, order, ...pageOf() }
}

const identified = ({ nodes, ...page }: Page<GroupRowFragment>) => ({
  ...page,
  nodes: nodes.map((row) => ({ ...row, id: row.key ?? '' })),
})

function Groups({ level, ...props }: Props & { level: Grouped }) {
  const query = useQuery(
    AnalyticsGroupsDocument,
    { by: GROUPINGS[level], ...argumentsOf(props, GROUP_ORDERS) },
    FOLLOWED,
  )
  const nameOf = ({ key, clientName }: GroupRowFragment) => clientName ?? (key ? label(key) : t('noClient'))
  const columns: Column<GroupRowFragment>[] = [
    column('name', label(GROUPINGS[level]), nameOf),
    countColumn('campaigns', { title: t('analytics:campaigns'), isRoomy: true }),
    ...figureColumns(),
  ]
  const next = level === 'client' ? 'campaign' : 'client'
  return (
    <TablePage
      query={{ ...query, data: query.data && { list: identified(query.data.list) } }}
      columns={columns}
      orders={GROUP_ORDERS}
      hrefOf={({ key }) => (key === null ? undefined : hrefWith({ [level]: key, by: next }))}
      empty={t('analytics:noCampaigns')}
      sentence={(count) => t(`analytics:count.${level}`, { count })}
    />
  )
}

function Campaigns(props: Props) {
  const columns: Column<CampaignRankedFragment>[] = [
    textColumn('name'),
    statusColumn({ isRoomy: true }),
    ...figureColumns(),
  ]
  return (
    <TablePage
      query={useQuery(CampaignPerformanceDocument, argumentsOf(props, CAMPAIGN_ORDERS), FOLLOWED)}
      columns={columns}
      orders={CAMPAIGN_ORDERS}
      hrefOf={({ id }) => hrefOf('campaigns', [id])}
      empty={t('analytics:noCampaigns')}
      sentence={(count) => t('analytics:count.campaign', { count })}
    />
  )
}
