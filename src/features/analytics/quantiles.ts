/** Levels of prediction intervals in percent, with their quantiles of the normal distribution. */
const NORMAL = { 80: 1.2815515655446004, 90: 1.6448536269514722, 95: 1.959963984540054, 99: 2.5758293035489004 }

export type Level = keyof typeof NORMAL

/** The supported levels, ascending. */
export const LEVELS: readonly Level[] = [80, 90, 95, 99]

/** Half the width of an interval of Student's t distribution, by the expansion of Abramowitz & Stegun, 26.7.5. */
export function quantile(level: Level, freedom: number): number {
  const z = NORMAL[level]
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ]
  return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), z)
}

/** The highest level, up to `wanted`, that this number of errors can support. 80 % needs four errors. */
export const reachedLevel = (errors: number, wanted: Level): Level | undefined =>
  LEVELS.findLast((level) => level <= wanted && errors >= level / (100 - level))
