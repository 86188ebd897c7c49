import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import type { Form, State } from '../../src/features/analytics/ets.start.ts'
import {
  aiccOf,
  type Course,
  expectEts,
  fitEts,
  parametersOf,
  run,
  type Weights,
} from '../../src/features/analytics/ets.ts'
import { minimize } from '../../src/features/analytics/nelder-mead.ts'
import { AIR_PASSENGERS, AUSTRALIAN_RESIDENTS } from './series.ts'

/** What R says of one form, as ets.reference.R has it written down. */
interface Reference {
  form: Form
  weights: Weights
  start: State
  deviance: number
  aicc: number
  variance: number
  mean: number[]
  half: number[]
}
const REFERENCES: Reference[] = JSON.parse(readFileSync(new URL('ets.reference.json', import.meta.url), 'utf8'))
const NORMAL_95 = 1.959963984540054

const apart = (found: number, expected: number) => Math.abs(found / expected - 1)
const nameOf = ({ trend, period, isMultiplicative }: Form) =>
  `${isMultiplicative ? 'multiplicative' : 'additive'}, trend ${trend}, period ${period}`

describe.each(REFERENCES.map((reference) => [nameOf(reference.form), reference] as const))('%s', (_, reference) => {
  const { form, weights, start } = reference
  const parameters = parametersOf(form)
  const count = AIR_PASSENGERS.length
  const varianceOf = ({ squares }: Course) => squares / (count - parameters + 1)

  test('from R’s weights and start, has R’s likelihood, criterion and variance', () => {
    const course = run(AIR_PASSENGERS, start, weights, form)
    expect(apart(course.deviance, reference.deviance)).toBeLessThan(1e-9)
    expect(apart(aiccOf(course.deviance, parameters, count), reference.aicc)).toBeLessThan(1e-9)
    expect(apart(varianceOf(course), reference.variance)).toBeLessThan(1e-9)
  })

  test('from R’s weights and start, expects of two years what R does', () => {
    const course = run(AIR_PASSENGERS, start, weights, form)
    const model = { ...form, ...weights, state: course.state, variance: varianceOf(course) }
    // With a season, R also counts that level and season err together, which shows in the second year; and it adds the
    // first step of a damped trend undamped.
    const isExact = !(form.isMultiplicative && form.period > 1)
    for (const [index, { value, deviation }] of expectEts(model, 24).entries()) {
      const half = apart(NORMAL_95 * deviation, reference.half[index] ?? Number.NaN)
      expect(apart(value, reference.mean[index] ?? Number.NaN)).toBeLessThan(isExact ? 1e-9 : 2e-3)
      expect(half).toBeLessThan(isExact ? 1e-5 : index < 12 ? 6e-3 : 0.07)
    }
  })

  test('its own fit is as likely as R’s, which searches the states of the start too', () => {
    expect(fitEts(AIR_PASSENGERS, form).aicc).toBeLessThan(reference.aicc + 4)
  })
})

describe('a fit', () => {
  test('of a trend on austres ends where R’s HoltWinters(austres, gamma = FALSE) does', () => {
    const { state } = fitEts(AUSTRALIAN_RESIDENTS, { trend: 'LINEAR', period: 1, isMultiplicative: false })
    expect(Math.abs(state.level - 17661.5)).toBeLessThan(0.5)
    expect(Math.abs(state.trend - 43.2471)).toBeLessThan(1)
  })

  test('starts the season again wherever the series ends', () => {
    const season = [1, 4, 2, 8, 5, 7, 1]
    const form: Form = { trend: 'NONE', period: 7, isMultiplicative: false }
    for (const length of [21, 23, 27]) {
      const series = Array.from({ length }, (_, index) => 100 + (season[index % 7] ?? 0))
      const expected = expectEts(fitEts(series, form), 8)
      for (const [step, { value }] of expected.entries())
        expect(value).toBeCloseTo(100 + (season[(length + step) % 7] ?? 0), 6)
    }
  })

  test('of a series without errors has a likelihood too, and no doubt', () => {
    const line = Array.from({ length: 20 }, (_, index) => 10 + 3 * index)
    const fit = fitEts(line, { trend: 'LINEAR', period: 1, isMultiplicative: false })
    expect(Number.isFinite(fit.aicc)).toBe(true)
    for (const [index, { value, deviation }] of expectEts(fit, 5).entries()) {
      expect(value).toBeCloseTo(10 + 3 * (20 + index), 6)
      expect(deviation).toBeCloseTo(0, 6)
    }
  })

  test('of a multiplicative form is impossible where the level falls to nothing', () => {
    const start = { level: 1, trend: -1, season: [] }
    const weights = { alpha: 0.1, beta: 0.1, gamma: 0, phi: 1 }
    const course = run([5, 5, 5], start, weights, { trend: 'LINEAR', period: 1, isMultiplicative: true })
    expect(course.deviance).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('the search', () => {
  test.each<[name: string, cost: (x: number, y: number) => number, x: number, y: number]>([
    ['inside', (x, y) => (x - 0.3) ** 2 + (y - 0.6) ** 2, 0.3, 0.6],
    ['on an edge', (x, y) => (x + 1) ** 2 + (y - 2) ** 2, 0, 1],
    ['in a narrow valley', (x, y) => 100 * (y - x * x) ** 2 + (0.8 - x) ** 2, 0.8, 0.64],
  ])('finds what is least %s', (_, cost, x, y) => {
    for (const start of [
      [0.1, 0.9],
      [0.5, 0.5],
      [0.9, 0.1],
    ]) {
      const [foundX = Number.NaN, foundY = Number.NaN] = minimize(([a = 0, b = 0]) => cost(a, b), start)
      expect(Math.abs(foundX - x)).toBeLessThan(0.01)
      expect(Math.abs(foundY - y)).toBeLessThan(0.01)
    }
  })

  test('ends, also where nothing is least', () => {
    let tries = 0
    minimize(() => -tries++, [0.5, 0.5, 0.5, 0.5])
    expect(tries).toBeLessThan(420)
  })
})
