import { pruning } from './batches.ts'
import { KEPT_HOURS } from './idempotency.ts'

/** Forgets responses that are past their time. */
export const forgetOldResponses = pruning('forgetOldResponses', {
  table: 'idempotency_key',
  hours: KEPT_HOURS,
  everySeconds: 600,
})
