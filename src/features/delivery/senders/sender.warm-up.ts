import { isPublicHost } from '../../../common/ip-addresses.ts'
import type { Sender } from './sender.entity.ts'

/*
 * A new sender has no reputation, so providers refuse large amounts of its mail. The daily limit doubles each day until
 * the end of the warm-up. A mail server on a private network needs no warm-up.
 */

const FIRST_DAY = 500
const DAYS = 14
const DAY_MS = 86_400_000

/** The time in Johannesburg is UTC+2 all year. */
export const dayInJohannesburg = (at: Date): string => new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, 10)

/** The number of messages that a sender may still send today; null means no limit. */
export function allowedOn(
  { verifiedAt, sentOn, sentToday }: Pick<Sender, 'verifiedAt' | 'sentOn' | 'sentToday'>,
  host: string,
  now: Date,
): number | null {
  if (!isPublicHost(host)) return null
  if (!verifiedAt) return 0
  const day = dayInJohannesburg(now)
  const age = Math.round((Date.parse(day) - Date.parse(dayInJohannesburg(verifiedAt))) / DAY_MS)
  if (age >= DAYS) return null
  return Math.max(0, FIRST_DAY * 2 ** age - (sentOn === day ? sentToday : 0))
}
