import { Field, Float, Int } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { Day, Output } from '../../graphql/columns.ts'
import { Interval } from './analytics.days.ts'
import { PredictedMeasure } from './analytics.inputs.ts'
import { PeriodFigures } from './analytics.outputs.ts'
import type { Method } from './methods.ts'
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
    description: 'Number of buckets that the moving average covers, those before the first point included.',
  })
  window!: number

  @Field(() => [TrendPoint], { description: 'The buckets, oldest first.' })
  points!: TrendPoint[]
}

/** How a prediction came about; NONE where there is none to make. */
export type PredictionMethod = Method | 'NONE'

const METHODS: { [method in PredictionMethod]: method } = {
  SIMPLE_SMOOTHING: 'SIMPLE_SMOOTHING',
  HOLT: 'HOLT',
  DAMPED_TREND: 'DAMPED_TREND',
  HOLT_WINTERS: 'HOLT_WINTERS',
  SEASONAL_NAIVE: 'SEASONAL_NAIVE',
  TSB: 'TSB',
  NONE: 'NONE',
}
describeEnum(
  'PredictionMethod',
  METHODS,
  'Forecasting method. Exponential smoothing in the form with the best corrected Akaike criterion; where ' +
    'the past was forecast better without it, seasonal naive, or TSB for intermittent amounts.',
  {
    SIMPLE_SMOOTHING: 'Level without trend or season.',
    HOLT: 'Level and linear trend.',
    DAMPED_TREND: 'Level and damped trend.',
    HOLT_WINTERS: 'Level and season, with or without a trend; needs three seasons.',
    SEASONAL_NAIVE: 'Value of one season ago; needs two seasons.',
    TSB: 'Method of Teunter, Syntetos and Babai for intermittent amounts: probability times size.',
    NONE: 'The series has ended: there is no forecast.',
  },
)

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
  @Field(() => METHODS, { description: 'Method that made the forecast.' })
  method!: PredictionMethod

  @Field(() => String, {
    nullable: true,
    description: 'Form of exponential smoothing as error, trend and season, for example ETS(M,Ad,M).',
  })
  model!: string | null

  @Field(() => PredictedMeasure, { description: 'Figure that is predicted.' })
  measure!: PredictedMeasure

  @Field(() => Interval, { description: 'Width of a bucket.' })
  interval!: Interval

  @Field(() => Int, {
    description:
      'Level of the intervals in percent: about so often the outcome lies within. They are widened where those of the ' +
      'model were too narrow for the past.',
  })
  level!: Level

  @Field(() => Int, {
    description: 'Number of complete buckets of history, at most the last 365.',
  })
  observations!: number

  @Field(() => Day, {
    nullable: true,
    description:
      'Last day with records of a series that has ended: its campaign is over, or it had no records for more ' +
      'than 14 days and twice as long as ever before. Null while it goes on.',
  })
  endedOn!: string | null

  @Field(() => Int, { nullable: true, description: 'Buckets per season; null without one.' })
  seasonLength!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Weight of the newest error in the level, 0 to 1; of TSB, that of the newest amount.',
  })
  alpha!: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Weight of the newest error in the trend; of TSB, that of whether there was an amount.',
  })
  beta!: number | null

  @Field(() => Float, { nullable: true, description: 'Weight of the newest error in the season; null without one.' })
  gamma!: number | null

  @Field(() => Float, { nullable: true, description: 'Damping factor of the trend per bucket; null without one.' })
  phi!: number | null

  @Field(() => [PredictionPoint], { description: 'Forecast by bucket; empty for a series that has ended.' })
  points!: PredictionPoint[]
}
