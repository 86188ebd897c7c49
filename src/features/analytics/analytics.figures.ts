import { sql } from 'kysely'
import { Field, Float } from 'type-graphql'
import { Output, SafeInt } from '../../graphql/columns.ts'
import { CentsScalar } from '../../graphql/scalars.ts'

/** The summed figures, as the columns of the roll-ups name them. */
export const MEASURES = ['records', 'impressions', 'clicks', 'conversions', 'spendCents', 'revenueCents'] as const
export type Measure = (typeof MEASURES)[number]

export type Sums = Record<Measure, number>

@Output('Sums over analytics records, and the rates computed from them. A rate is null if its divisor is zero.')
export class Figures implements Sums {
  @Field(() => SafeInt, { description: 'Number of analytics records.' })
  records!: number

  @Field(() => SafeInt, { description: 'Number of impressions.' })
  impressions!: number

  @Field(() => SafeInt, { description: 'Number of clicks.' })
  clicks!: number

  @Field(() => SafeInt, { description: 'Number of conversions.' })
  conversions!: number

  @Field(() => CentsScalar, { description: 'Spend, in cents of the South African rand.' })
  spendCents!: number

  @Field(() => CentsScalar, { description: 'Revenue, in cents of the South African rand.' })
  revenueCents!: number

  @Field(() => Float, { nullable: true, description: 'Click-through rate: clicks per impression. 0.02 means 2 %.' })
  ctr!: number | null

  @Field(() => Float, { nullable: true, description: 'Conversions per click. 0.02 means 2 %.' })
  conversionRate!: number | null

  @Field(() => Float, { nullable: true, description: 'Cost per click: spend per click, in cents.' })
  cpcCents!: number | null

  @Field(() => Float, { nullable: true, description: 'Cost per acquisition: spend per conversion, in cents.' })
  cpaCents!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Return on investment: (revenue − spend) / spend. 0.5 means 50 %. Negative for a loss.',
  })
  roi!: number | null
}

const ratio = (dividend: number, divisor: number) => (divisor === 0 ? null : dividend / divisor)

/** Sums of a campaign without records. */
export const NO_SUMS: Sums = {
  records: 0,
  impressions: 0,
  clicks: 0,
  conversions: 0,
  spendCents: 0,
  revenueCents: 0,
}

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

/** A value for each measure. */
export const mapMeasures = <T>(of: (measure: Measure) => T): Record<Measure, T> =>
  Object.fromEntries(MEASURES.map((measure) => [measure, of(measure)])) as Record<Measure, T>

/** The sums as select expressions over a roll-up. */
export const sumColumns = () =>
  MEASURES.map((measure) => sql<number>`coalesce(sum(${sql.ref(measure)}), 0)::bigint`.as(measure))
