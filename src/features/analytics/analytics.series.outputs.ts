import { Field, Float, Int, registerEnumType } from 'type-graphql'
import { Day, Output } from '../../graphql/columns.ts'
import { Interval } from './analytics.days.ts'
import { PredictedMeasure } from './analytics.inputs.ts'
import { PeriodFigures } from './analytics.outputs.ts'
import type { Method } from './methods.ts'
import type { Level } from './quantiles.ts'

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
registerEnumType(METHODS, {
  name: 'PredictionMethod',
  description:
    'Exponential smoothing in the form that the corrected criterion of Akaike prefers. Where the past was forecast ' +
    'better without it, seasonal naive; or TSB, for what comes now and then.',
  valuesConfig: {
    SIMPLE_SMOOTHING: { description: 'A level without trend and season.' },
    HOLT: { description: 'Level and linear trend.' },
    DAMPED_TREND: { description: 'Level and a trend that fades out.' },
    HOLT_WINTERS: { description: 'Level and season, with or without a trend: from three seasons on.' },
    SEASONAL_NAIVE: { description: 'What was a season ago: from two seasons on.' },
    TSB: {
      description:
        'Teunter, Syntetos and Babai’s method for intermittent amounts: how probable one is, times how much it is.',
    },
    NONE: { description: 'The series has ended: there are no points.' },
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

@Output('What is expected of the buckets behind the last one that is over and reported.')
export class Prediction {
  @Field(() => METHODS)
  method: PredictionMethod

  @Field(() => String, {
    nullable: true,
    description: 'The form of exponential smoothing as error, trend and season, for example ETS(M,Ad,M).',
  })
  model: string | null

  @Field(() => PredictedMeasure)
  measure: PredictedMeasure

  @Field(() => Interval)
  interval: Interval

  @Field(() => Int, {
    description:
      'Level of the intervals in percent: about so often the outcome lies within. They are widened where those of the ' +
      'model were too narrow for the past.',
  })
  level: Level

  @Field(() => Int, {
    description: 'How many buckets of history there are, at most the last 365. Incomplete ones do not count.',
  })
  observations: number

  @Field(() => Day, {
    nullable: true,
    description:
      'The last day with records of a series that has ended: its campaign is over, or it has been silent for more than ' +
      '14 days and twice as long as ever before. Null while it goes on.',
  })
  endedOn: string | null

  @Field(() => Int, { nullable: true, description: 'Buckets per season; null without one.' })
  seasonLength: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Weight of the newest error in the level, 0 to 1; of TSB, that of the newest amount.',
  })
  alpha: number | null

  @Field(() => Float, {
    nullable: true,
    description: 'Weight of the newest error in the trend; of TSB, that of whether there was an amount.',
  })
  beta: number | null

  @Field(() => Float, { nullable: true, description: 'Weight of the newest error in the season; null without one.' })
  gamma: number | null

  @Field(() => Float, { nullable: true, description: 'What is left of a damped trend after each bucket.' })
  phi: number | null

  @Field(() => [PredictionPoint], { description: 'None for a series that has ended.' })
  points: PredictionPoint[]
}
