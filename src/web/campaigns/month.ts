import { editableMoment } from '../format.ts'

/* Calendar days are texts such as `2026-11-30`, in South African time. Texts in this form compare as the days do. */

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return dayOf(date)
}

/** The month so many months after this one, such as `2026-12`. */
export const addMonths = (month: string, months: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return dayOf(date).slice(0, 7)
}

const MONTH = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/

/** The month of the address, or else the month of today. */
export const monthOf = (text: string | null, today: string): string =>
  text !== null && MONTH.test(text) ? text : today.slice(0, 7)

/** The weeks of a month, from Monday to Sunday. The first and the last have days of other months too. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const end = `${addMonths(month, 1)}-01`
  const sinceMonday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks: string[][] = []
  for (let monday = addDays(first, -sinceMonday); monday < end; monday = addDays(monday, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(monday, index)))
  return weeks
}

interface Period {
  startsAt: string | null
  endsAt: string | null
}

/** The first and the last day of a campaign. One with a start or an end only has that day. */
export function daysOf({ startsAt, endsAt }: Period): [first: string, last: string] | undefined {
  const start = startsAt ?? endsAt
  const end = endsAt ?? startsAt
  if (!start || !end) return undefined
  // A campaign that ends at midnight has no part of the day that begins then.
  const last = end > start ? new Date(new Date(end).getTime() - 1).toISOString() : end
  return [editableMoment(start).slice(0, 10), editableMoment(last).slice(0, 10)]
}

/** The part of a week, as the numbers of its first and last day (1 is Monday). Undefined if there is none. */
export function partOf(
  week: readonly string[],
  [first, last]: readonly [string, string],
): [number, number] | undefined {
  const days = week.flatMap((day, index) => (first <= day && day <= last ? [index + 1] : []))
  const [from = 0, to = from] = [days[0], days.at(-1)]
  return from === 0 ? undefined : [from, to]
}
