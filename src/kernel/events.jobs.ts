import { pruning } from './batches.ts'

/** Forgets events that are a week old. */
export const pruneOutbox = pruning('pruneOutbox', {
  table: 'outbox',
  since: 'occurred_at',
  hours: 7 * 24,
  everySeconds: 600,
})
