import { pruning } from './batches.ts'
import { KEPT_DAYS } from './events.ts'

/** Forgets events that are a week old. Whoever resumes behind the last event of an organization needs none of them. */
export const pruneEvents = pruning('pruneEvents', {
  table: 'event',
  since: 'occurred_at',
  hours: KEPT_DAYS * 24,
  everySeconds: 600,
})
