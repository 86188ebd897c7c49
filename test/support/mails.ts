import { type RawBuilder, sql } from 'kysely'
import { inOrganization, passTime } from './organization.ts'
import type { Actor, TestServer } from './server.ts'

/** A mail that waits, as the database has it. */
export interface QueuedMail {
  id: string
  organizationId: string
  invitationId: string | null
  requestId: string | null
  attempts: number
  lease: string | null
}

/** The mails of an organization that wait. */
export const queuedMails = (server: TestServer, actor: Actor): Promise<QueuedMail[]> =>
  inOrganization(
    server,
    actor,
    sql<QueuedMail>`select id, organization_id, invitation_id, request_id, attempts, lease from mail order by id`,
  )

/** Changes the queue of an organization as nobody may, such as the clock of its rows. */
export const changeMails = (server: TestServer, actor: Actor, changes: RawBuilder<unknown>) =>
  passTime(server, actor, 'mail', sql`update mail set ${changes}`)

/** Lets retries come due now. */
export const hurryMails = (server: TestServer, actor: Actor) => changeMails(server, actor, sql`next_attempt_at = now()`)
