import { describe, expect, test } from '@jest/globals'
import { forecast } from '../../src/features/analytics/forecast.ts'
import { fitTsb, isIntermittent, runTsb } from '../../src/features/analytics/intermittent.ts'
import { LEVELS, quantile, reachedLevel } from '../../src/features/analytics/quantiles.ts'
import { fitSeasonalNaive } from '../../src/features/analytics/seasonal-naive.ts'
import { AIR_PASSENGERS, noise, OKLAHOMA_STRIKES } from './series.ts'

const NORMAL_95 = 1.959963984540054

describe('reference figures', () => {
  test('seasonal naive: R 4.2.2, forecast 8.20, snaive(AirPassengers, h = 26, level = 95)', () => {
    const { variance, expect: ahead } = fitSeasonalNaive(AIR_PASSENGERS, 12)
    const expected = ahead(26, variance)
    expect(expected.slice(0, 12).map(({ value }) => value)).toEqual(AIR_PASSENGERS.slice(-12))
    for (const [index, half] of [71.1775522293, 100.6602596992, 123.2831368196].entries()) {
      expect(NORMAL_95 * (expected[12 * index]?.deviation ?? 0)).toBeCloseTo(half, 8)
      expect(expected[12 * index]?.value).toBe(417)
    }
  })

  test.each([
    [0.1, 0.1, 1.04688109],
    [0.3, 0.05, 0.7701555],
    [0.9, 0.5, 0.99906634],
  ])(
    'TSB: statsforecast 2.1.1, TSB(alpha_d=%s, alpha_p=%s), which starts from the first month',
    (alpha, beta, mean) => {
      const start = { probability: 0, amount: 1 }
      const { probability, amount } = runTsb(OKLAHOMA_STRIKES, start, { alpha, beta })
      expect(probability * amount).toBeCloseTo(mean, 7)
    },
  )

  test.each([
    [3, [1.6377443537, 2.3533634348, 3.18244630528]],
    [7, [1.41492392765, 1.89457860509, 2.36462425159, 3.49948329735]],
    [30, [1.31041502539, 1.69726088659, 2.0422724563, 2.74999565357]],
    [134, [1.28790126379, 1.6563045419, 1.97782575809, 2.61301706498]],
  ])('quantiles of Student’s t with %i degrees of freedom: R’s qt, to 1 %%', (freedom, expected) => {
    for (const [index, level] of LEVELS.slice(0, expected.length).entries())
      expect(Math.abs(quantile(level, freedom) / (expected[index] ?? 0) - 1)).toBeLessThan(0.01)
  })

  test('what R 4.2.2, forecast 8.20, chooses by itself, ETS(M,Ad,M), lies within our intervals, and close', () => {
    const { points } = forecast({ series: AIR_PASSENGERS, season: 12, horizon: 12, level: 95 })
    const reference = [441.8, 434.1, 496.6, 483.2, 484.0, 551.0, 613.2, 609.4, 530.5, 463.0, 402.7, 452.0]
    for (const [index, { value, lower, upper }] of points.entries()) {
      const mean = reference[index] ?? Number.NaN
      expect(lower < mean && mean < upper).toBe(true)
      expect(Math.abs(value / mean - 1)).toBeLessThan(0.06)
    }
  })
})

describe('the method', () => {
  const random = noise(1)
  const make = (length: number, value: (index: number) => number) => Array.from({ length }, (_, index) => value(index))
  const chosen = (series: readonly number[], season = 7) => forecast({ series, season, horizon: 14, level: 95 })
  const WEEK = [1, 1.2, 1.3, 1, 0.9, 0.6, 0.5]
  const inWeek = (index: number) => WEEK[index % 7] ?? 1

  test('is simple smoothing where there is neither trend nor season', () => {
    expect(chosen(make(60, () => 100 + 10 * random()))).toMatchObject({
      method: 'SIMPLE_SMOOTHING',
      seasonLength: null,
      beta: null,
      gamma: null,
      phi: null,
    })
  })

  test('follows a line', () => {
    const { method, points } = chosen(make(60, (index) => 100 + 5 * index + 3 * random()))
    expect(method).toBe('HOLT')
    expect(points[13]?.value).toBeGreaterThan(450)
    expect(points[13]?.value).toBeLessThan(490)
  })

  test('lets a trend fade out that has been fading', () => {
    const series = make(90, (index) => 500 * (1 - Math.exp(-index / 15)) + 20 + 2 * random())
    const { method, phi, points } = chosen(series)
    expect(method).toBe('DAMPED_TREND')
    expect(phi).toBeGreaterThanOrEqual(0.8)
    expect(phi).toBeLessThanOrEqual(0.98)
    expect(points[13]?.value).toBeLessThan(560)
  })

  test('multiplies where the season grows with the level, and adds where it does not', () => {
    const growing = chosen(make(84, (index) => 100 * 1.02 ** index * inWeek(index) * (1 + 0.03 * random())))
    expect(growing).toMatchObject({
      method: 'HOLT_WINTERS',
      seasonLength: 7,
      model: expect.stringMatching(/^ETS\(M,.*,M\)$/),
    })
    const steady = chosen(make(84, (index) => 200 + 4 * index + 40 * inWeek(index) + 3 * random()))
    expect(steady).toMatchObject({ method: 'HOLT_WINTERS', model: expect.stringMatching(/^ETS\(A,A?d?,A\)$/) })
  })

  test('has a season from three of them on; of two, the last comes again', () => {
    const series = make(21, (index) => 100 * inWeek(index) * (1 + 0.02 * random()))
    expect(chosen(series).method).toBe('HOLT_WINTERS')
    expect(chosen(series.slice(0, 20))).toMatchObject({ method: 'SEASONAL_NAIVE', seasonLength: 7, alpha: null })
    expect(chosen(series.slice(0, 13)).seasonLength).toBeNull()
  })

  test('is TSB for what comes now and then, and so falls when it comes no more', () => {
    const series = make(120, (index) => (random() > 1 ? 20 + (index % 3) : 0))
    expect(isIntermittent(series)).toBe(true)
    const before = chosen([...series, 20])
    expect(before).toMatchObject({ method: 'TSB', seasonLength: null, model: null })
    const { probability } = fitTsb([...series, ...Array(30).fill(0)])
    expect(probability).toBeLessThan(fitTsb(series).probability)
    expect(isIntermittent(make(28, (index) => (index % 7 < 6 ? 5 : 0)))).toBe(false)
  })

  test('what is the same every time stays so, without doubt', () => {
    for (const value of [0, 100]) {
      const { points } = chosen(Array(30).fill(value))
      for (const point of points)
        for (const found of [point.value, point.lower, point.upper]) expect(found).toBeCloseTo(value, 6)
    }
  })

  test('says the same of the same series', () => {
    const series = make(100, (index) => 50 + index + 20 * random())
    expect(chosen(series)).toEqual(chosen([...series]))
  })

  test('answers with numbers, and bounds in order, whatever the series', () => {
    const odd: (readonly number[])[] = [
      [...Array(20).fill(0), 5],
      [5, ...Array(20).fill(0)],
      make(40, (index) => (index % 10 === 0 ? 1e11 : 0)),
      make(40, (index) => 1e11 - index * 1e9),
      make(40, (index) => 2 ** -index),
      make(25, (index) => 10 ** (index % 12)),
      make(160, (index) => 1 + (index % 2)),
    ]
    for (const series of odd)
      for (const season of [7, 52])
        for (const { value, lower, upper } of forecast({ series, season, horizon: 90, level: 99 }).points) {
          expect([value, lower, upper].every(Number.isFinite)).toBe(true)
          expect(lower <= value && value <= upper).toBe(true)
        }
  })
})

describe('intervals', () => {
  test('of a higher level are wider around the same values', () => {
    const widths = LEVELS.map((level) => forecast({ series: AIR_PASSENGERS, season: 12, horizon: 6, level }).points)
    for (const [index, wider] of widths.slice(1).entries())
      for (const [step, { value, lower, upper }] of wider.entries()) {
        const narrower = widths[index]?.[step]
        expect(value).toBe(narrower?.value)
        expect(upper - lower).toBeGreaterThan((narrower?.upper ?? 0) - (narrower?.lower ?? 0))
      }
  })

  test('need as many errors of the past as their level asks for; four tell of 80 %', () => {
    expect([3, 4, 9, 19, 98, 99].map((errors) => reachedLevel(errors, 99))).toEqual([undefined, 80, 90, 95, 95, 99])
    expect(reachedLevel(1000, 90)).toBe(90)
  })
})
