/** CI runs all of it (`ALL_RUNS`), elsewhere a third is enough for the day. */
const PART = process.env.ALL_RUNS ? 1 : 3

/** How often a property is tried that has `all` runs. */
export const runs = (all: number): number => Math.ceil(all / PART)

/** Whether one of many like cases is tried, by its number: over several dimensions, the sum of its numbers. */
export const isTried = (number: number): boolean => number % PART === 0
