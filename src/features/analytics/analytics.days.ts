import { describeEnum } from '../../common/enums.ts'
import { invalid } from '../../common/errors.ts'

/*
 * Days are text, `YYYY-MM-DD`, and have no time zone: they compare as they sort. Only which day it is today depends on
 * a time zone.
 */

export enum Interval {
  DAY = 'DAY',
  WEEK = 'WEEK',
  MONTH = 'MONTH',
}
describeEnum('AnalyticsInterval', Interval, 'Width of a bucket.', {
  DAY: 'One day.',
  WEEK: 'Monday to Sunday (ISO 8601).',
  MONTH: 'One calendar month.',
})

/** Where days are counted unless the caller says otherwise. */
export const HOME = 'Africa/Johannesburg'
/** No record lies before this day. */
export const FIRST_DAY = '2000-01-01'
/** At most this many days may be asked for: three years. */
export const MOST_DAYS = 1096

const MS_PER_DAY = 86_400_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The day so many days later. */
export const addDays = (day: string, days: number): string => dayOf(at(day) + days * MS_PER_DAY)

/** How many days `from` to `to` are, both included. */
export const daysIn = (from: string, to: string): number => (at(to) - at(from)) / MS_PER_DAY + 1

/** Which day it is in a time zone. Swedish writes days as ISO 8601 does. */
export const todayIn = (timeZone: string, now = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)

/** The day that has begun where days begin first, 14 hours ahead of UTC: none behind it can have results. */
export const latestDay = (now = Date.now()): string => dayOf(now + 14 * 3_600_000)

/** The first day of the bucket that a day lies in. */
export function bucketOf(interval: Interval, day: string): string {
  if (interval === Interval.MONTH) return `${day.slice(0, 7)}-01`
  if (interval === Interval.WEEK) return addDays(day, -((new Date(at(day)).getUTCDay() + 6) % 7))
  return day
}

/** The first day of the bucket so many buckets later; `start` is the first day of one. */
export function addBuckets(interval: Interval, start: string, count: number): string {
  if (interval !== Interval.MONTH) return addDays(start, interval === Interval.WEEK ? 7 * count : count)
  const date = new Date(at(start))
  date.setUTCMonth(date.getUTCMonth() + count)
  return dayOf(date.getTime())
}

/** The first days of all buckets from the one of `from` to the one of `to`. */
export function bucketsBetween(interval: Interval, from: string, to: string): string[] {
  const starts: string[] = []
  for (let start = bucketOf(interval, from); start <= to; start = addBuckets(interval, start, 1)) starts.push(start)
  return starts
}

/** Days from one to another, both included. */
export interface Range {
  from: string
  to: string
}

/** What a caller says of the days that he wants. */
export interface AskedRange {
  from?: string
  to?: string
  timeZone: string
}

function demandBounds(bound: 'from' | 'to', day: string): void {
  if (day < FIRST_DAY) throw invalid({ [bound]: `must not be before ${FIRST_DAY}` })
  if (day > latestDay()) throw invalid({ [bound]: 'must not be in the future' })
}

/**
 * The range that a caller asks for; the last `days` up to today, or up to `to`, where he does not.
 * @throws VALIDATION_ERROR when it is upside down, too long, or out of bounds
 */
export function rangeOf({ from, to, timeZone }: AskedRange, days: number): Range {
  if (from != null) demandBounds('from', from)
  if (to != null) demandBounds('to', to)
  const end = to ?? todayIn(timeZone)
  const start = from ?? addDays(end, 1 - days)
  if (start > end) throw invalid({ from: `must not be after ${end}` })
  if (daysIn(start, end) > MOST_DAYS) throw invalid({ from: `must be less than ${MOST_DAYS} days before ${end}` })
  return { from: start, to: end }
}

/** The same, but no range, which means all time, when none is asked for. */
export const rangeOrAll = (asked: AskedRange): Range | undefined =>
  asked.from == null && asked.to == null ? undefined : rangeOf(asked, 30)
