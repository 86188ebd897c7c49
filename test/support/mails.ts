import { sql } from 'kysely'
import { asOwner } from './database.ts'
import type { TestServer } from './server.ts'

/** A mail that waits, as the database has it. */
export interface QueuedMail {
  id: string
  organizationId: string
  invitationId: string | null
  requestId: string | null
  attempts: number
  lease: string | null
}

/** The mails that wait, of all organizations. */
export const queuedMails = async ({ database }: TestServer): Promise<QueuedMail[]> =>
  database.transaction({ role: 'gateway_system' }, async ({ db }) => {
    const { rows } = await sql<QueuedMail>`select id, organization_id, invitation_id, request_id, attempts, lease
      from mail order by id`.execute(db)
    return rows
  })

/** Changes the queue as nobody but its owner may, such as the clock of its rows. */
export const changeMails = ({ connection }: TestServer, changes: string) =>
  asOwner(
    connection,
    `begin; alter table mail no force row level security; update mail set ${changes};
     alter table mail force row level security; commit`,
  )

/** Lets retries come due now; only the clock is moved, the way there is the real one. */
export const hurryMails = (server: TestServer) => changeMails(server, 'next_attempt_at = now()')
