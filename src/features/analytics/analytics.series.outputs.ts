import { Float, Int } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { Day, Output } from '../../graphql/columns.ts'
import { field, fields, fieldsAfter, nullable } from '../../graphql/fields.ts'
import { Interval } from './analytics.days.ts'
import { PredictedMeasure } from './analytics.inputs.ts'
import { PeriodFigures } from './analytics.outputs.ts'

@Output('Moving average of the buckets that end with this one.')
export class MovingAverage extends fields({
  impressions: field(Float, 'Mean number of impressions.'),
  clicks: field(Float, 'Mean number of clicks.'),
  conversions: field(Float, 'Mean number of conversions.'),
  spendCents: field(Float, 'Mean spend, in cents of the South African rand.'),
  revenueCents: field(Float, 'Mean revenue, in cents of the South African rand.'),
}) {}

@Output('Figures of one bucket. Buckets without records have zeros.')
export class TrendPoint extends fieldsAfter(PeriodFigures, {
  movingAverage: field(MovingAverage, 'Moving average up to and including this bucket.'),
}) {}

@Output('Figures over time, by bucket.')
export class Trends extends fields({
  timeZone: field(String, 'IANA time zone that decides which day is today.'),
  interval: field(Interval, 'Width of a bucket.'),
  from: field(Day, 'First day of the first bucket.'),
  to: field(Day, 'Last day of the last bucket.'),
  window: field(Int, 'Number of buckets of the moving average, including those before the first point.'),
  points: field([TrendPoint], 'The buckets, oldest first.'),
}) {}

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

@Output('Forecast of one bucket.')
export class PredictionPoint extends fields({
  from: field(Day, 'First day of the bucket.'),
  to: field(Day, 'Last day of the bucket.'),
  value: field(Float, 'Expected value, never below 0.'),
  lower: field(Float, 'Lower bound of the interval.'),
  upper: field(Float, 'Upper bound of the interval.'),
}) {}

@Output('Forecast of the buckets after the last complete one.')
export class Prediction extends fields({
  method: field(PredictionMethod, 'Method of the forecast.'),
  model: nullable(String, 'Form of exponential smoothing as error, trend and season, for example ETS(M,Ad,M).'),
  measure: field(PredictedMeasure, 'The predicted figure.'),
  interval: field(Interval, 'Width of a bucket.'),
  level: field(
    Int,
    'Level of the intervals in percent: the probability that an actual value is inside. Intervals are ' +
      'wider than those of the model if the model was too narrow for the past.',
  ),
  observations: field(Int, 'Number of complete buckets of history that were used, at most the last 365.'),
  endedOn: nullable(
    Day,
    'Last day with records of a series that has ended. A series has ended if its campaign is over, or if ' +
      'it has had no records for more than 14 days and for twice as long as ever before. Null for a series ' +
      'that continues.',
  ),
  seasonLength: nullable(Int, 'Buckets per season. Null if the method has no season.'),
  alpha: nullable(Float, 'Weight of the newest error in the level, 0 to 1. For TSB: weight of the newest amount.'),
  beta: nullable(
    Float,
    'Weight of the newest error in the trend, 0 to 1. For TSB: weight of the newest observation in the probability of an amount.',
  ),
  gamma: nullable(Float, 'Weight of the newest error in the season, 0 to 1. Null if the method has no season.'),
  phi: nullable(Float, 'Damping factor of the trend per bucket. Null if the method has no trend.'),
  points: field([PredictionPoint], 'Forecast by bucket. Empty for a series that has ended.'),
}) {}
