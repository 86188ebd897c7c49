import { backoff } from '../../common/backoff.ts'
import { type DeliveryAttempt, DeliveryStatus } from './webhook.entity.ts'

/** What an attempt leads to. */
export interface Verdict {
  status: DeliveryStatus
  /** Seconds until the next attempt; null when there is none. */
  retryIn: number | null
  /** Why the endpoint is disabled; null when it is not. */
  disabledReason: string | null
}

const MOST_ATTEMPTS = 12
/** From five seconds up to six hours: twelve attempts take a day and a half. */
const LONGEST_SECONDS = 6 * 3600
const FAILING_DAYS = 5
const GONE = 410

const LONGEST_REST_SECONDS = 15 * 60

/** Seconds that an endpoint rests after so many attempts in succession without an answer; null after an answer. */
export const restAfter = (unanswered: number): number | null =>
  unanswered === 0 ? null : backoff(unanswered, LONGEST_REST_SECONDS)

const isSuccess = ({ status }: DeliveryAttempt) => status !== null && status >= 200 && status < 300

/** Judges the last of a delivery's attempts. `failingDays` is how long every delivery to the endpoint has failed. */
export function judge(attempts: readonly DeliveryAttempt[], failingDays: number): Verdict {
  const last = attempts.at(-1)
  if (last && isSuccess(last)) return { status: DeliveryStatus.DELIVERED, retryIn: null, disabledReason: null }
  const isGone = last?.status === GONE
  const isDead = isGone || attempts.length >= MOST_ATTEMPTS
  return {
    status: isDead ? DeliveryStatus.DEAD : DeliveryStatus.PENDING,
    retryIn: isDead ? null : backoff(attempts.length, LONGEST_SECONDS),
    disabledReason: isGone
      ? 'The endpoint answered 410 Gone'
      : failingDays >= FAILING_DAYS
        ? `Every delivery failed for ${FAILING_DAYS} days`
        : null,
  }
}
