import type { Context } from '../../../engine/execute/context.ts'
import { declaredHolidays, publicHolidays } from '../holidays.ts'
import type { DataSubjectRequest, RequestStatus } from './request.entity.ts'
import { isOpen } from './request.rules.ts'

const PERIOD_DAYS = 30
const DAY_MS = 24 * 3600 * 1000
/** The time zone of South Africa, unchanged since 1944. */
const OFFSET = '+02:00'
const OFFSET_MS = 2 * 3600 * 1000

/** The calendar day of a time, in South Africa. */
export const dayOf = (moment: Date): string => new Date(moment.getTime() + OFFSET_MS).toISOString().slice(0, 10)

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const endOf = (day: string) => new Date(`${day}T23:59:59.999${OFFSET}`)
const isSunday = (day: string) => new Date(day).getUTCDay() === 0

/**
 * The last day of a period. The day of receipt does not count. If the last day is a Sunday or a public holiday, the
 * period ends on the next day that is neither (Interpretation Act 33 of 1957, section 4).
 */
export async function lastDay(
  receivedAt: Date,
  days: number,
  isHoliday: (day: string) => Promise<boolean>,
): Promise<string> {
  let day = addDays(dayOf(receivedAt), days)
  while (isSunday(day) || (await isHoliday(day))) day = addDays(day, 1)
  return day
}

const dueDay = (ctx: Context, receivedAt: Date, days: number) =>
  lastDay(receivedAt, days, async (day) =>
    (await publicHolidays(Number(day.slice(0, 4)), declaredHolidays(ctx))).has(day),
  )

/** The deadline of a request, computed on each read. */
export interface Clock {
  dueAt: Date
  /** Calendar days in South Africa until the last day. Negative after it. Null for a closed request. */
  daysLeft: number | null
  overdue: boolean
}

/** The state of a deadline at the time `now`. `day` is the last day. */
export function clockAt(day: string, status: RequestStatus, now: Date): Clock {
  const daysLeft = Math.round((Date.parse(day) - Date.parse(dayOf(now))) / DAY_MS)
  const isRunning = isOpen(status)
  return { dueAt: endOf(day), daysLeft: isRunning ? daysLeft : null, overdue: isRunning && daysLeft < 0 }
}

/** The deadline of a request. */
export async function clockOf(
  ctx: Context,
  { receivedAt, extensionDays, status }: Pick<DataSubjectRequest, 'receivedAt' | 'extensionDays' | 'status'>,
): Promise<Clock> {
  return clockAt(await dueDay(ctx, receivedAt, PERIOD_DAYS + (extensionDays ?? 0)), status, ctx.now)
}

/** The time until which a request may be extended: the end of its first period. */
export const extensibleUntil = async (
  ctx: Context,
  { receivedAt }: Pick<DataSubjectRequest, 'receivedAt'>,
): Promise<Date> => endOf(await dueDay(ctx, receivedAt, PERIOD_DAYS))
