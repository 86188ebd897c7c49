import { mean } from './ets.start.ts'
import { minimize } from './nelder-mead.ts'

/*
 * The method of Teunter, Syntetos and Babai (2011) for amounts that occur only sometimes. It smooths the probability of
 * an amount and the size of an amount separately. It differs from Croston's method: the probability falls with each
 * observation of zero.
 */

export interface TsbWeights {
  /** Weight of the newest amount. */
  alpha: number
  /** Weight of the newest observation in the probability of an amount. */
  beta: number
}

export interface TsbState {
  amount: number
  probability: number
}

export interface TsbFit extends TsbWeights, TsbState {
  parameters: number
  variance: number
}

/** Runs the method over a series. */
export function runTsb(
  series: readonly number[],
  start: TsbState,
  { alpha, beta }: TsbWeights,
): TsbState & { squares: number } {
  let { amount, probability } = start
  let squares = 0
  for (const observed of series) {
    squares += (observed - probability * amount) ** 2
    if (observed > 0) amount += alpha * (observed - amount)
    probability += beta * ((observed > 0 ? 1 : 0) - probability)
  }
  return { amount, probability, squares }
}

/** Two weights and two states. */
const PARAMETERS = 4

/** Fits the method by least squares. The start states are averages. */
export function fitTsb(series: readonly number[]): TsbFit {
  const amounts = series.filter((value) => value > 0)
  const start = { amount: amounts.length > 0 ? mean(amounts) : 0, probability: amounts.length / series.length }
  const weightsAt = ([alpha = 0, beta = 0]: readonly number[]): TsbWeights => ({ alpha, beta })
  const found = weightsAt(minimize((point) => runTsb(series, start, weightsAt(point)).squares, [0.1, 0.1]))
  const { amount, probability, squares } = runTsb(series, start, found)
  const variance = squares / Math.max(1, series.length - PARAMETERS)
  return { ...found, amount, probability, parameters: PARAMETERS, variance }
}

/** A series counts as intermittent above this number of observations per amount (Syntetos & Boylan 2005). */
const USUAL_GAP = 1.32

/** Whether amounts occur only sometimes. */
export function isIntermittent(series: readonly number[]): boolean {
  const amounts = series.filter((value) => value > 0).length
  return amounts > 0 && series.length > USUAL_GAP * amounts
}
