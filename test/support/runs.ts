/** CI runs all cases (`ALL_RUNS`). Elsewhere a third is enough. */
const PART = process.env.ALL_RUNS ? 1 : 3

/** The number of runs of a property that has `all` runs in CI. */
export const runs = (all: number): number => Math.ceil(all / PART)

/** Whether one of many similar cases runs, by its number. For several dimensions, pass the sum of the numbers. */
export const isTried = (number: number): boolean => number % PART === 0
