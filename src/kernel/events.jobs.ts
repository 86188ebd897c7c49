import { sql } from 'kysely'
import { pruning } from './batches.ts'
import { KEPT_DAYS } from './events.ts'

/**
 * Forgets events that are a week old. The last of each organization stays, whatever its age: whoever begins to follow is
 * told its id, and can resume from there.
 */
export const pruneOutbox = pruning('pruneOutbox', {
  table: 'outbox',
  since: 'occurred_at',
  hours: KEPT_DAYS * 24,
  everySeconds: 600,
  condition: sql`exists (
    select from outbox as later where later.organization_id = outbox.organization_id
    and (later.xid, later.id) > (outbox.xid, outbox.id)
  )`,
})
