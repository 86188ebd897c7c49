import { Field, Float, Int, registerEnumType } from 'type-graphql'
import { Day, Output } from '../kernel/columns.ts'
import { Interval } from './analytics.days.ts'
import { PredictedMeasure } from './analytics.inputs.ts'
import { PeriodFigures } from './analytics.outputs.ts'

@Output('The mean of the buckets that end with this one.')
export class MovingAverage {
  @Field(() => Float)
  impressions: number

  @Field(() => Float)
  clicks: number

  @Field(() => Float)
  conversions: number

  @Field(() => Float)
  spendCents: number

  @Field(() => Float)
  revenueCents: number
}

@Output('What was achieved in one bucket. Buckets without records are there, with zeros.')
export class TrendPoint extends PeriodFigures {
  @Field(() => MovingAverage)
  movingAverage: MovingAverage
}

@Output('What was achieved over time, bucket by bucket.')
export class Trends {
  @Field(() => String)
  timeZone: string

  @Field(() => Interval)
  interval: Interval

  @Field(() => Day, { description: 'The first day of the first bucket.' })
  from: string

  @Field(() => Day, { description: 'The last day of the last bucket.' })
  to: string

  @Field(() => Int, {
    description: 'How many buckets the moving average covers, those before the first point included.',
  })
  window: number

  @Field(() => [TrendPoint])
  points: TrendPoint[]
}

export enum PredictionMethod {
  HOLT = 'HOLT',
  HOLT_WINTERS = 'HOLT_WINTERS',
}
registerEnumType(PredictionMethod, {
  name: 'PredictionMethod',
  description: 'Exponential smoothing, fitted as R’s stats::HoltWinters does.',
  valuesConfig: {
    HOLT: { description: 'Level and linear trend: for histories shorter than two seasons.' },
    HOLT_WINTERS: { description: 'Level, linear trend and additive season.' },
  },
})

@Output('What is expected of one bucket.')
export class PredictionPoint {
  @Field(() => Day, { description: 'Its first day.' })
  from: string

  @Field(() => Day, { description: 'Its last day.' })
  to: string

  @Field(() => Float, { description: 'Never below 0, as the bounds.' })
  value: number

  @Field(() => Float)
  lower: number

  @Field(() => Float)
  upper: number
}

@Output('What is expected of the buckets behind the last one that is over and has records.')
export class Prediction {
  @Field(() => PredictionMethod)
  method: PredictionMethod

  @Field(() => PredictedMeasure)
  measure: PredictedMeasure

  @Field(() => Interval)
  interval: Interval

  @Field(() => Int, { description: 'Level of the intervals in percent: so often the outcome lies within.' })
  level: number

  @Field(() => Int, { description: 'How many buckets of history the model was fitted to.' })
  observations: number

  @Field(() => Int, { nullable: true, description: 'Buckets per season; null without one.' })
  seasonLength: number | null

  @Field(() => Float, { description: 'Weight of the newest observation in the level, 0 to 1.' })
  alpha: number

  @Field(() => Float, { description: 'The same for the trend.' })
  beta: number

  @Field(() => Float, { nullable: true, description: 'The same for the season; null without one.' })
  gamma: number | null

  @Field(() => [PredictionPoint])
  points: PredictionPoint[]
}
