import type { ClientRecord } from './record.ts'

/**
 * Runs of a client's log shipper: a frequent one for the lines that security alerts count, and one for the whole log.
 */
export type Run = 'security' | 'activity'

/** Delay in addition to the interval: half a minute until rows are complete, the run itself, and Loki's ingestion. */
const SLACK_MINUTES = 2

/**
 * The maximum age in minutes at which a line arrives. After this time, a missing line means that the shipper has a
 * problem.
 */
export const latenessMinutes = (activity: NonNullable<ClientRecord['activity']>, run: Run): number =>
  (run === 'security' ? activity.securityIntervalMinutes : activity.shipIntervalMinutes) + SLACK_MINUTES
