import { describe, expect, test } from '@jest/globals'
import { fitHoltWinters, forecast } from '../../src/analytics/holt-winters.ts'
import { AIR_PASSENGERS, AUSTRALIAN_RESIDENTS } from './series.ts'

/** What R prints for `HoltWinters(AirPassengers)` (package stats); SSE is its component of that name. */
const R_AIR_PASSENGERS = {
  alpha: 0.2479595,
  beta: 0.03453373,
  gamma: 1,
  sse: 21860.18,
  a: 477.827781,
  b: 3.127627,
  season: [
    -27.457685, -54.692464, -20.174608, 12.91912, 18.873607, 75.294426, 152.888368, 134.613464, 33.778349, -18.37906,
    -87.772408, -45.827781,
  ],
}

/**
 * statsmodels 0.15.0, `ETSModel` (error, trend and seasonal additive; R's start values given as known) at the optimum
 * that its `ExponentialSmoothing` finds for them: 0.2479618, 0.0345185, and 1 - alpha, which is R's gamma of 1.
 * The half widths are those of `get_prediction(...).summary_frame(alpha=0.05)`, rescaled from its variance estimate
 * (mean square of the 132 errors) to R's (about their mean, divided by 131).
 */
const STATSMODELS = {
  mean: [
    453.497, 429.39, 467.035, 503.256, 512.338, 571.886, 652.608, 637.46, 539.753, 490.723, 424.457, 469.529, 491.026,
    466.919, 504.564, 540.785, 549.867, 609.415, 690.137, 674.989, 577.282, 528.252, 461.986, 507.058,
  ],
  halfWidth: [
    25.082, 25.894, 26.734, 27.601, 28.494, 29.413, 30.356, 31.323, 32.313, 33.325, 34.359, 35.415, 44.935, 45.83,
    46.749, 47.693, 48.66, 49.651, 50.664, 51.7, 52.759, 53.838, 54.939, 56.06,
  ],
}

describe('additive Holt-Winters on AirPassengers', () => {
  const model = fitHoltWinters(AIR_PASSENGERS, 12)

  test('finds the parameters that R finds, to 0.0001, and an error sum that is not larger', () => {
    expect(Math.abs(model.alpha - R_AIR_PASSENGERS.alpha)).toBeLessThan(1e-4)
    expect(Math.abs(model.beta - R_AIR_PASSENGERS.beta)).toBeLessThan(1e-4)
    expect(Math.abs(model.gamma - R_AIR_PASSENGERS.gamma)).toBeLessThan(1e-4)
    expect(model.sse).toBeLessThan(R_AIR_PASSENGERS.sse + 0.01)
    expect(model.sse).toBeGreaterThan(R_AIR_PASSENGERS.sse - 1)
  })

  test('ends in the level, trend and season that R prints, to 0.01', () => {
    expect(Math.abs(model.level - R_AIR_PASSENGERS.a)).toBeLessThan(0.01)
    expect(Math.abs(model.trend - R_AIR_PASSENGERS.b)).toBeLessThan(0.01)
    expect(model.season).toHaveLength(12)
    for (const [index, expected] of R_AIR_PASSENGERS.season.entries()) {
      expect(Math.abs((model.season[index] ?? Number.NaN) - expected)).toBeLessThan(0.01)
    }
  })

  test('predicts two years as statsmodels does, with its 95 % intervals, to 0.01', () => {
    const predicted = forecast(model, 24, 95)
    for (const [index, { value, lower, upper }] of predicted.entries()) {
      const mean = STATSMODELS.mean[index] ?? Number.NaN
      const half = STATSMODELS.halfWidth[index] ?? Number.NaN
      expect(Math.abs(value - mean)).toBeLessThan(0.01)
      expect(Math.abs(upper - value - half)).toBeLessThan(0.01)
      expect(Math.abs(value - lower - half)).toBeLessThan(0.01)
    }
  })

  test('a higher level makes wider intervals around the same values', () => {
    const widths = [80, 90, 95, 99].map((level) => forecast(model, 6, level))
    for (const [index, wider] of widths.slice(1).entries()) {
      for (const [step, { value, lower, upper }] of wider.entries()) {
        const narrower = widths[index]?.[step]
        expect(value).toBe(narrower?.value)
        expect(upper - lower).toBeGreaterThan((narrower?.upper ?? 0) - (narrower?.lower ?? 0))
      }
    }
  })
})

describe('Holt’s linear trend', () => {
  test('on austres, ends where R ends: HoltWinters(austres, gamma = FALSE)', () => {
    const model = fitHoltWinters(AUSTRALIAN_RESIDENTS)
    expect(Math.abs(model.alpha - 1)).toBeLessThan(1e-3)
    expect(Math.abs(model.beta - 0.4062519)).toBeLessThan(1e-3)
    expect(Math.abs(model.level - 17661.5)).toBeLessThan(0.1)
    expect(Math.abs(model.trend - 43.2471)).toBeLessThan(0.1)
    expect(model.season).toEqual([])
  })

  test('a straight line goes on, without doubt', () => {
    const line = Array.from({ length: 20 }, (_, index) => 10 + 3 * index)
    for (const [index, { value, lower, upper }] of forecast(fitHoltWinters(line), 5, 95).entries()) {
      expect(value).toBeCloseTo(10 + 3 * (20 + index), 6)
      expect(upper - lower).toBeCloseTo(0, 4)
    }
  })

  test('nothing but zeros stays nothing', () => {
    expect(forecast(fitHoltWinters(Array(14).fill(0), 7), 3, 80)).toEqual(
      Array(3).fill({ value: 0, lower: 0, upper: 0 }),
    )
  })
})
