import { describeNames } from '../../common/enums.ts'
import { invalidFields } from '../../common/errors.ts'

/*
 * A day is text, `YYYY-MM-DD`, without a time zone: the order of the texts is the order of the days. Only "today"
 * depends on a time zone.
 */

export const Interval = describeNames('AnalyticsInterval', 'Width of a bucket.', {
  DAY: 'One day.',
  WEEK: 'Monday to Sunday (ISO 8601).',
  MONTH: 'One calendar month.',
})
export type Interval = keyof typeof Interval

/** The default time zone. */
export const HOME = 'Africa/Johannesburg'
/** The earliest day that a record can have. */
export const FIRST_DAY = '2000-01-01'
/** Longest range of a request, in days: three years. */
export const MOST_DAYS = 1096

const MS_PER_DAY = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The day that is `days` after `day`. */
export const addDays = (day: string, days: number): string => dayOf(at(day) + days * MS_PER_DAY)

/** The number of days from `from` to `to`, both included. */
export const daysIn = (from: string, to: string): number => (at(to) - at(from)) / MS_PER_DAY + 1

/** Today's date in a time zone. The Swedish locale formats dates as ISO 8601 does. */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)

/** Today in the time zone that is furthest ahead (UTC+14). No later day can have results yet. */
export const latestDay = (now = Date.now()): string => dayOf(now + 14 * 3_600_000)

/** The first day of the bucket that contains a day. */
export function bucketOf(interval: Interval, day: string): string {
  if (interval === Interval.MONTH) return `${day.slice(0, 7)}-01`
  if (interval === Interval.WEEK) return addDays(day, -((new Date(at(day)).getUTCDay() + 6) % 7))
  return day
}

/** The first day of the bucket that is `count` buckets after the one that starts on `start`. */
export function addBuckets(interval: Interval, start: string, count: number): string {
  if (interval !== Interval.MONTH) return addDays(start, interval === Interval.WEEK ? 7 * count : count)
  const date = new Date(at(start))
  date.setUTCMonth(date.getUTCMonth() + count)
  return dayOf(date.getTime())
}

/** The first days of all buckets from the one that contains `from` to the one that contains `to`. */
export function bucketsBetween(interval: Interval, from: string, to: string): string[] {
  const starts: string[] = []
  for (let start = bucketOf(interval, from); start <= to; start = addBuckets(interval, start, 1)) starts.push(start)
  return starts
}

/** A range of days, both ends included. */
export interface Range {
  from: string
  to: string
}

/** The range that a caller requests. */
export interface AskedRange {
  from?: string | null
  to?: string | null
  timeZone: string
}

function demandBounds(bound: 'from' | 'to', day: string): void {
  if (day < FIRST_DAY) throw invalidFields({ [bound]: { code: 'DAY_TOO_EARLY', day: FIRST_DAY } })
  if (day > latestDay()) throw invalidFields({ [bound]: 'IN_FUTURE' })
}

/**
 * The requested range. Default: the last `days` days up to `to`, or up to today.
 * @throws VALIDATION_ERROR if the range ends before it starts, is too long, or is out of bounds
 */
export function rangeOf({ from, to, timeZone }: AskedRange, days: number): Range {
  if (from != null) demandBounds('from', from)
  if (to != null) demandBounds('to', to)
  const end = to ?? todayIn(timeZone)
  const start = from ?? addDays(end, 1 - days)
  if (start > end) throw invalidFields({ from: { code: 'FROM_AFTER_END', day: end } })
  if (daysIn(start, end) > MOST_DAYS)
    throw invalidFields({ from: { code: 'PERIOD_TOO_LONG', most: MOST_DAYS, day: end } })
  return { from: start, to: end }
}

/** Like `rangeOf`, but undefined (all time) if the caller requests no range. */
export const rangeOrAll = (asked: AskedRange): Range | undefined =>
  asked.from == null && asked.to == null ? undefined : rangeOf(asked, 30)
