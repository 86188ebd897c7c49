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
const FIRST_SECONDS = 5
const LONGEST_SECONDS = 6 * 3600
const FAILING_DAYS = 5
const GONE = 410

/** Five seconds, then four times as long each time, to six hours: a day and a half in all. */
export function backoff(attempts: number, random = Math.random()): number {
  const seconds = Math.min(FIRST_SECONDS * 4 ** (attempts - 1), LONGEST_SECONDS)
  // Endpoints that failed together, since one host serves them all, must not come back together.
  return seconds * (0.8 + 0.4 * random)
}

const isSuccess = ({ status }: DeliveryAttempt) => status !== null && status >= 200 && status < 300

/** Judges the last of a delivery's attempts. `failingSince` is when the endpoint's failures began. */
export function judge(attempts: readonly DeliveryAttempt[], failingSince: Date | null, now = new Date()): Verdict {
  const last = attempts.at(-1)
  if (last && isSuccess(last)) return { status: DeliveryStatus.DELIVERED, retryIn: null, disabledReason: null }
  const days = failingSince ? (now.getTime() - failingSince.getTime()) / 86_400_000 : 0
  const isGone = last?.status === GONE
  const isDead = isGone || attempts.length >= MOST_ATTEMPTS
  return {
    status: isDead ? DeliveryStatus.DEAD : DeliveryStatus.PENDING,
    retryIn: isDead ? null : backoff(attempts.length),
    disabledReason: isGone
      ? 'The endpoint answered 410 Gone'
      : days >= FAILING_DAYS
        ? `Every delivery failed for ${FAILING_DAYS} days`
        : null,
  }
}
