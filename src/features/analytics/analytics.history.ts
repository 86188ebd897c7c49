import { addBuckets, addDays, bucketOf, bucketsBetween, daysIn, type Interval } from './analytics.days.ts'
import { NO_SUMS, type Sums } from './analytics.figures.ts'
import type { DaySums } from './analytics.queries.ts'
import { fillBuckets } from './analytics.trends.ts'

/** What a series tells of the past. */
export interface History {
  /** Its whole buckets, each with its first day, in order. */
  buckets: (Sums & { from: string })[]
  /** The first day behind the last of them. */
  next: string
  /** The last day with records, of a series that has ended. */
  endedOn: string | null
}

/** So many days may pass until results are reported. */
const PATIENCE = 14
/** The usual distance from one record to the next is that which so large a share of them keep. */
const USUAL = 0.9

/** In days: the usual distance of records, and the longest silence between two. */
function rhythmOf(days: readonly DaySums[]): { usual: number; longest: number } {
  const distances = days.slice(1).map(({ day }, index) => daysIn(days[index]?.day ?? day, day) - 1)
  distances.sort((a, b) => a - b)
  return { usual: distances[Math.floor(USUAL * distances.length)] ?? 1, longest: (distances.at(-1) ?? 1) - 1 }
}

/** The first bucket that has records from its beginning; a campaign that starts on the 20th says nothing of a month. */
function firstWhole(interval: Interval, first: string, usual: number): string {
  const start = bucketOf(interval, first)
  return addDays(start, usual) > first ? start : addBuckets(interval, start, 1)
}

/** The bucket behind the last that is over and reported. */
function behindLastWhole(interval: Interval, last: string, usual: number, today: string): string {
  const start = bucketOf(interval, last)
  const next = addBuckets(interval, start, 1)
  return next <= today && addDays(last, usual) >= next ? next : start
}

/**
 * What the days with records, up to today, tell of a series. Behind the last of them, results may not have been
 * reported yet; after two weeks the silence counts as nothing, and when it is twice as long as ever before, the series
 * has ended. `isOver` says that it has anyway.
 */
export function historyOf(interval: Interval, days: readonly DaySums[], today: string, isOver: boolean): History {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (!first || !last) return { buckets: [], next: bucketOf(interval, today), endedOn: null }
  const { usual, longest } = rhythmOf(days)
  const silent = daysIn(last, today) - 2
  const hasEnded = isOver || silent > Math.max(PATIENCE, 2 * longest)
  const isSilent = !hasEnded && silent > PATIENCE
  const from = firstWhole(interval, first, usual)
  const next = isSilent ? bucketOf(interval, today) : behindLastWhole(interval, last, usual, today)
  const sums = fillBuckets(interval, days, from, addDays(next, -1))
  const buckets = bucketsBetween(interval, from, addDays(next, -1)).map((start, index) => ({
    ...(sums[index] ?? NO_SUMS),
    from: start,
  }))
  return { buckets, next, endedOn: hasEnded ? last : null }
}
