import { sql } from 'kysely'
import { Float } from 'type-graphql'
import { Output, SafeInt } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { CentsScalar } from '../../graphql/scalars.ts'

/** The summed figures, as the columns of the roll-ups name them. */
export const MEASURES = ['records', 'impressions', 'clicks', 'conversions', 'spendCents', 'revenueCents'] as const
export type Measure = (typeof MEASURES)[number]

export type Sums = Record<Measure, number>

/** A value for each measure. */
export const mapMeasures = <T>(of: (measure: Measure) => T): Record<Measure, T> =>
  Object.fromEntries(MEASURES.map((measure) => [measure, of(measure)])) as Record<Measure, T>

@Output('Sums over analytics records, and the rates computed from them. A rate is null if its divisor is zero.')
export class Figures extends fields({
  records: field(SafeInt, 'Number of analytics records.'),
  impressions: field(SafeInt, 'Number of impressions.'),
  clicks: field(SafeInt, 'Number of clicks.'),
  conversions: field(SafeInt, 'Number of conversions.'),
  spendCents: field(CentsScalar, 'Spend, in cents of the South African rand.'),
  revenueCents: field(CentsScalar, 'Revenue, in cents of the South African rand.'),
  ctr: nullable(Float, 'Click-through rate: clicks per impression. 0.02 means 2 %.'),
  conversionRate: nullable(Float, 'Conversions per click. 0.02 means 2 %.'),
  cpcCents: nullable(Float, 'Cost per click: spend per click, in cents.'),
  cpaCents: nullable(Float, 'Cost per acquisition: spend per conversion, in cents.'),
  roi: nullable(Float, 'Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss.'),
}) {}

const ratio = (dividend: number, divisor: number) => (divisor === 0 ? null : dividend / divisor)

/** Sums of a campaign without records. */
export const NO_SUMS = mapMeasures(() => 0)

/** Adds the rates to sums. Other fields of `sums` stay. */
export const withRates = <S extends Sums>(sums: S): S & Figures => ({
  ...sums,
  ctr: ratio(sums.clicks, sums.impressions),
  conversionRate: ratio(sums.conversions, sums.clicks),
  cpcCents: ratio(sums.spendCents, sums.clicks),
  cpaCents: ratio(sums.spendCents, sums.conversions),
  roi: ratio(sums.revenueCents - sums.spendCents, sums.spendCents),
})

/** Adds sums up. */
export const addSums = (all: readonly Sums[]): Sums =>
  all.reduce((total, sums) => mapMeasures((measure) => total[measure] + sums[measure]), NO_SUMS)

/** The sums as select expressions over a roll-up. */
export const sumColumns = () =>
  MEASURES.map((measure) => sql<number>`coalesce(sum(${sql.ref(measure)}), 0)::bigint`.as(measure))
