import { Field, Float, Int } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { Day, Output } from '../../graphql/columns.ts'
import { Interval } from './analytics.days.ts'
import { PredictedMeasure } from './analytics.inputs.ts'
import { PeriodFigures } from './analytics.outputs.ts'
import type { Level } from './quantiles.ts'

@Output('Moving average of the buckets that end with this one.')
export class MovingAverage {
  @Field(() => Float, { description: 'Mean number of impressions.' })
  impressions!: number

  @Field(() => Float, { description: 'Mean number of clicks.' })
  clicks!: number

  @Field(() => Float, { description: 'Mean number of conversions.' })
  conversions!: number

  @Field(() => Float, { description: 'Mean spend, in cents of the South African rand.' })
  spendCents!: number

  @Field(() => Float, { description: 'Mean revenue, in cents of the South African rand.' })
  revenueCents!: number
}

@Output('Figures of one bucket. Buckets without records have zeros.')
export class TrendPoint extends PeriodFigures {
  @Field(() => MovingAverage, { description: 'Moving average up to and including this bucket.' })
  movingAverage!: MovingAverage
}

@Output('Figures over time, by bucket.')
export class Trends {
  @Field(() => String, { description: 'IANA time zone that decides which day is today.' })
  timeZone!: string

  @Field(() => Interval, { description: 'Width of a bucket.' })
  interval!: Interval

  @Field(() => Day, { description: 'First day of the first bucket.' })
  from!: string

  @Field(() => Day, { description: 'Last day of the last bucket.' })
  to!: string

  @Field(() => Int, {
    description: 'Number of buckets of the moving average, including those before the first point.',
  })
  window!: number

  @Field(() => [TrendPoint], { description: 'The buckets, oldest first.' })
  points!: TrendPoint[]
}

const PredictionMethod = describeNames(
  'PredictionMethod',
  'Forecasting method. By default the form of exponential smoothing with the best corrected Akaike ' +
    'information criterion. Seasonal naive, or TSB for intermittent amounts, if it forecast the past ' +
    'better.',
  {
    SIMPLE_SMOOTHING: 'Level without trend or season.',
    HOLT: 'Level and linear trend.',
    DAMPED_TREND: 'Level and damped trend.',
    HOLT_WINTERS: 'Level and season, with or without a trend. Needs three seasons of history.',
    SEASONAL_NAIVE: 'Value of one season ago. Needs two seasons of history.',
    TSB: 'Method of Teunter, Syntetos and Babai for intermittent amounts: the probability of an amount times its expected size.',
    NONE: 'The series has ended, so there is no forecast.',
  },
)
type PredictionMethod = keyof typeof PredictionMethod

@Output('Forecast of one bucket.')
export class PredictionPoint {
  @Field(() => Day, { description: 'First day of the bucket.' })
  from!: string

  @Field(() => Day, { description: 'Last day of the bucket.' })
  to!: string

  @Field(() => Float, { description: 'Expected value, never below 0.' })
  value!: number

  @Field(() => Float, { description: 'Lower bound of the interval.' })
  lower!: number

  @Field(() => Float, { description: 'Upper bound of the interval.' })
  upper!: number
}

@Output('Forecast of the buckets after the last complete one.')
export class Prediction {
  @Field(() => PredictionMethod, { description: 'Method of the forecast.' })
  method!: PredictionMethod

  @Field(() => String, {
    nullable: true,
    description: 'Form of exponential smoothing as error, trend and season, for example ETS(M,Ad,M).',
  })
  model!: string | null

  @Field(() => PredictedMeasure, { description: 'The predicted figure.' })
  measure!: PredictedMeasure

  @Field(() => Interval, { description: 'Width of a bucket.' })
  interval!: Interval

  @Field(() => Int, {
    description:
      'Level of the intervals in percent: the probability that an actual value is inside. Intervals are ' +
      'wider than those of the model if the model was too narrow for the past.',
  })
  level!: Level

  @Field(() => Int, {
    description: 'Number of complete buckets of history that were used, at most the last 365.',
  })
  observations!: number

  @Field(() => Day, {
    nullable: true,
    description:
      'Last day with records of a series that has ended. A series has ended if its campaign is over, or if ' +
      'it has had no records for more than 14 days and for twice as long as ever before. Null for a series ' +
      'that continues.',
  })
  endedOn!: string | null

  @Field(() => Int, { nullable: true, description: 'Buckets per season. Null if the method has no season.' })
  seasonLength!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Weight of the newest error in the level, 0 to 1. For TSB: weight of the newest amount.',
  })
  alpha!: number | null

  @Field(() => Float, {
    nullable: true,
    description:
      'Weight of the newest error in the trend, 0 to 1. For TSB: weight of the newest observation in the probability of an amount.',
  })
  beta!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Weight of the newest error in the season, 0 to 1. Null if the method has no season.',
  })
  gamma!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Damping factor of the trend per bucket. Null if the method has no trend.',
  })
  phi!: number | null

  @Field(() => [PredictionPoint], { description: 'Forecast by bucket. Empty for a series that has ended.' })
  points!: PredictionPoint[]
}
