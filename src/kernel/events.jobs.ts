import { sql } from 'kysely'
import type { Job } from './jobs.ts'

const KEPT_DAYS = 7
const BATCH = 5000

/** Forgets events that are a week old, batch by batch, so that no lock is held for long. */
export const pruneOutbox: Job = {
  name: 'pruneOutbox',
  everySeconds: 600,
  async run({ database }) {
    for (let pruned = BATCH; pruned === BATCH; ) {
      pruned = await database.transaction({ role: 'gateway_system' }, async ({ db }) => {
        const { rows } = await sql`delete from outbox where (xid, id) in (
          select xid, id from outbox where occurred_at < now() - make_interval(days => ${KEPT_DAYS})
          limit ${BATCH}
        ) returning 1`.execute(db)
        return rows.length
      })
    }
  },
}
