import { sql } from 'kysely'
import { KEPT_HOURS } from './idempotency.ts'
import type { Job } from './jobs.ts'

/** Forgets responses that are past their time, in bounded batches. */
export const forgetOldResponses: Job = {
  name: 'forgetOldResponses',
  everySeconds: 600,
  run: ({ database }) =>
    database.transaction({ role: 'gateway_system' }, async ({ db }) => {
      await sql`delete from idempotency_key where ctid = any(array(
        select ctid from idempotency_key where created_at < now() - make_interval(hours => ${KEPT_HOURS}) limit 5000
      ))`.execute(db)
    }),
}
