import { publicHolidays } from '../../privacy/holidays.ts'
import { dayInJohannesburg } from '../senders/sender.warm-up.ts'

/*
 * The times at which direct marketing may be sent (Consumer Protection Act, regulations on times to contact consumers):
 * on Saturdays from 09:00 to 13:00, on other working days from 08:00 to 20:00, and never on Sundays and public
 * holidays. The time in Johannesburg is UTC+2 all year.
 */

const OFFSET_MS = 2 * 3_600_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const [SUNDAY, SATURDAY] = [0, 6]
/** Upper bound of the number of consecutive days without open hours. */
const MOST_DAYS = 14

/** The public holidays of the year of `at` and of the following year. */
export async function holidaysAround(at: Date, declared: readonly string[] = []): Promise<ReadonlySet<string>> {
  const year = Number(dayInJohannesburg(at).slice(0, 4))
  const [own, next] = await Promise.all([publicHolidays(year, declared), publicHolidays(year + 1, declared)])
  return new Set([...own, ...next])
}

/** The open hours of a day; undefined for a day without open hours. */
function hoursOf(day: string, holidays: ReadonlySet<string>): readonly [from: number, to: number] | undefined {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === SUNDAY || holidays.has(day)) return undefined
  return weekday === SATURDAY ? [9, 13] : [8, 20]
}

/** The time from which messages may be sent again; null if they may be sent now. */
export function quietUntil(at: Date, holidays: ReadonlySet<string>): Date | null {
  const midnight = Math.floor((at.getTime() + OFFSET_MS) / DAY_MS) * DAY_MS - OFFSET_MS
  for (let days = 0; days < MOST_DAYS; days++) {
    const start = midnight + days * DAY_MS
    const hours = hoursOf(dayInJohannesburg(new Date(start)), holidays)
    if (!hours) continue
    const [from, to] = hours.map((hour) => start + hour * HOUR_MS) as [number, number]
    if (at.getTime() < from) return new Date(from)
    if (at.getTime() < to) return null
  }
  throw new Error(`There are no open hours within ${MOST_DAYS} days after ${at.toISOString()}`)
}
