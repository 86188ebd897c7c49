import type { ClientRecord } from './record.ts'

/** Runs of a client's shipper: one for what the security alerts count, often, and one for the whole log. */
export type Run = 'security' | 'activity'

/** What passes beside the interval: rows settle for half a minute, then the run itself, then Loki. */
const SLACK_MINUTES = 2

/** After this many minutes every line of a moment that such a run ships has arrived, or the shipper is in trouble. */
export const latenessMinutes = (activity: NonNullable<ClientRecord['activity']>, run: Run): number =>
  (run === 'security' ? activity.securityIntervalMinutes : activity.shipIntervalMinutes) + SLACK_MINUTES
