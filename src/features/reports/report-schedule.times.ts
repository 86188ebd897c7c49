import { addBuckets, addDays, bucketOf, Interval, type Range, todayIn } from '../analytics/analytics.days.ts'
import { ReportDay, type ReportSchedule } from './report-schedule.entity.ts'

/* The times and periods of scheduled reports, in the time zone of each schedule. */

type Timing = Pick<ReportSchedule, 'sentOn' | 'hour' | 'timeZone'>

/** By the number of JavaScript. */
const WEEKDAYS = [
  ReportDay.SUNDAY,
  ReportDay.MONDAY,
  ReportDay.TUESDAY,
  ReportDay.WEDNESDAY,
  ReportDay.THURSDAY,
  ReportDay.FRIDAY,
  ReportDay.SATURDAY,
]
const DAY_MS = 86_400_000

const isSentOn = (day: string, sentOn: ReportDay): boolean =>
  sentOn === ReportDay.FIRST_OF_MONTH ? day.endsWith('-01') : WEEKDAYS[new Date(day).getUTCDay()] === sentOn

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetAt(time: number, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(time)
  return Date.parse(`${clock.replace(' ', 'T')}Z`) - time
}

/**
 * The time at which the clocks of a time zone show this hour. An hour that clocks skip is the hour after it. An hour that
 * clocks show twice is the first one.
 */
function timeOf(day: string, { hour, timeZone }: Timing): Date {
  const clock = Date.parse(day) + hour * 3_600_000
  const [before = clock, after = clock] = [-DAY_MS, DAY_MS].map((ms) => clock - offsetAt(clock + ms, timeZone))
  const isShownAt = (time: number) => time + offsetAt(time, timeZone) === clock
  return new Date(isShownAt(after) && !isShownAt(before) ? after : before)
}

/** The first time of a schedule after a given time. */
export function nextTime(timing: Timing, after: Date): Date {
  for (let day = todayIn(timing.timeZone, after); ; day = addDays(day, 1)) {
    if (!isSentOn(day, timing.sentOn)) continue
    const time = timeOf(day, timing)
    if (time > after) return time
  }
}

/** The last due time of a schedule and the next one. Due times that passed while no process ran are skipped. */
export function timesAround(schedule: Timing & Pick<ReportSchedule, 'dueAt'>, now: Date): { last: Date; next: Date } {
  let last = schedule.dueAt
  let next = nextTime(schedule, last)
  while (next <= now) {
    last = next
    next = nextTime(schedule, last)
  }
  return { last, next }
}

/** The last complete week or month before a time. */
export function periodBefore({ sentOn, timeZone }: Timing, time: Date): Range {
  const interval = sentOn === ReportDay.FIRST_OF_MONTH ? Interval.MONTH : Interval.WEEK
  const start = bucketOf(interval, todayIn(timeZone, time))
  return { from: addBuckets(interval, start, -1), to: addDays(start, -1) }
}
