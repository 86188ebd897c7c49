import { backoff } from '../../common/backoff.ts'
import type { Cause } from '../../common/texts.ts'
import { type DeliveryAttempt, DeliveryStatus } from './webhook.entity.ts'

/** The result of an attempt. */
export interface Verdict {
  status: DeliveryStatus
  /** Seconds until the next attempt. Null if there is none. */
  retryIn: number | null
  /** Cause to disable the endpoint. Null if it stays active. */
  disabledCause: Cause | null
}

const MOST_ATTEMPTS = 12
/** Delays grow from five seconds to six hours, so twelve attempts take about 32 hours. */
const LONGEST_SECONDS = 6 * 3600
const FAILING_DAYS = 5
const GONE = 410

const LONGEST_REST_SECONDS = 15 * 60

/** Seconds to pause an endpoint after consecutive attempts without an answer. Null after an answer. */
export const restAfter = (unanswered: number): number | null =>
  unanswered === 0 ? null : backoff(unanswered, LONGEST_REST_SECONDS)

const isSuccess = ({ status }: DeliveryAttempt) => status !== null && status >= 200 && status < 300

/**
 * Judges the last attempt of a delivery. `failingDays`: the number of days for which every delivery to the endpoint has
 * failed.
 */
export function judge(attempts: readonly DeliveryAttempt[], failingDays: number): Verdict {
  const last = attempts.at(-1)
  if (last && isSuccess(last)) return { status: DeliveryStatus.DELIVERED, retryIn: null, disabledCause: null }
  const isGone = last?.status === GONE
  const isDead = isGone || attempts.length >= MOST_ATTEMPTS
  return {
    status: isDead ? DeliveryStatus.DEAD : DeliveryStatus.PENDING,
    retryIn: isDead ? null : backoff(attempts.length, LONGEST_SECONDS),
    disabledCause: isGone
      ? { code: 'ENDPOINT_GONE' }
      : failingDays >= FAILING_DAYS
        ? { code: 'ENDPOINT_FAILING', days: FAILING_DAYS }
        : null,
  }
}
