import { addBuckets, addDays, bucketOf, bucketsBetween, daysIn, type Interval } from './analytics.days.ts'
import { NO_SUMS, type Sums } from './analytics.figures.ts'
import type { DaySums } from './analytics.queries.ts'
import { fillBuckets } from './analytics.trends.ts'

/** The history of a series, as input of a forecast. */
export interface History {
  /** Its complete buckets, each with its first day, in order. */
  buckets: (Sums & { from: string })[]
  /** The first day after the last complete bucket. */
  next: string
  /** The last day with records, if the series has ended; otherwise null. */
  endedOn: string | null
}

/** Days that may pass until results are reported. */
const PATIENCE = 14
/** Share of the gaps between records that are no longer than the usual gap. */
const USUAL = 0.9

/** In days: the usual gap between records, and the longest gap. */
function rhythmOf(days: readonly DaySums[]): { usual: number; longest: number } {
  const distances = days.slice(1).map(({ day }, index) => daysIn(days[index]?.day ?? day, day) - 1)
  distances.sort((a, b) => a - b)
  return { usual: distances[Math.floor(USUAL * distances.length)] ?? 1, longest: (distances.at(-1) ?? 1) - 1 }
}

/**
 * The first complete bucket. A bucket in which the series started in the middle is left out: a campaign that starts on
 * the 20th has no complete first month.
 */
function firstWhole(interval: Interval, first: string, usual: number): string {
  const start = bucketOf(interval, first)
  return addDays(start, usual) > first ? start : addBuckets(interval, start, 1)
}

/** The bucket after the last bucket that is over and fully reported. */
function afterLastWhole(interval: Interval, last: string, usual: number, today: string): string {
  const start = bucketOf(interval, last)
  const next = addBuckets(interval, start, 1)
  return next <= today && addDays(last, usual) >= next ? next : start
}

/**
 * The history of a series, from its days with records up to today. Results of days after the last record may not be
 * reported yet. After two weeks without records, those days count as zero. If the gap is also twice as long as any
 * earlier gap, the series has ended. `isOver`: the campaign is over, so the series has ended anyway.
 */
export function historyOf(interval: Interval, days: readonly DaySums[], today: string, isOver: boolean): History {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (!first || !last) return { buckets: [], next: bucketOf(interval, today), endedOn: null }
  const { usual, longest } = rhythmOf(days)
  const silent = daysIn(last, today) - 2
  const hasEnded = isOver || silent > Math.max(PATIENCE, 2 * longest)
  const isSilent = !hasEnded && silent > PATIENCE
  const from = firstWhole(interval, first, usual)
  const next = isSilent ? bucketOf(interval, today) : afterLastWhole(interval, last, usual, today)
  const sums = fillBuckets(interval, days, from, addDays(next, -1))
  const buckets = bucketsBetween(interval, from, addDays(next, -1)).map((start, index) => ({
    ...(sums[index] ?? NO_SUMS),
    from: start,
  }))
  return { buckets, next, endedOn: hasEnded ? last : null }
}
