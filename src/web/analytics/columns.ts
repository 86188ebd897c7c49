import { type GroupRowFragment, PerformanceSort } from '../api/generated.ts'
import type { Column } from '../components/columns.tsx'
import { compact, compactRand, percent, rand } from '../format.ts'
import { label } from '../i18n/language.ts'

type Achieved = Omit<GroupRowFragment, 'key' | 'clientName' | 'campaigns'>

const shown = (value: number | null, format: (value: number) => string) => (value === null ? '' : format(value))

/** The columns of figures. The most important ones are also shown on a phone. */
export const figureColumns = (): Column<Achieved>[] => [
  figure(PerformanceSort.IMPRESSIONS, ({ impressions }) => compact(impressions), false),
  figure(PerformanceSort.CLICKS, ({ clicks }) => compact(clicks)),
  figure(PerformanceSort.CTR, ({ ctr }) => shown(ctr, percent)),
  figure(PerformanceSort.CONVERSIONS, ({ conversions }) => compact(conversions)),
  figure(PerformanceSort.CPA, ({ cpaCents }) => shown(cpaCents, rand)),
  figure(PerformanceSort.SPEND, ({ spendCents }) => compactRand(spendCents), false),
  figure(PerformanceSort.REVENUE, ({ revenueCents }) => compactRand(revenueCents)),
  figure(PerformanceSort.ROI, ({ roi }) => shown(roi, percent)),
]

const figure = (order: PerformanceSort, show: (row: Achieved) => string, isRoomy = true) => ({
  id: order.toLowerCase(),
  title: label(order),
  order,
  isNumber: true,
  isRoomy,
  show,
})
