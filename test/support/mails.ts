import { type RawBuilder, sql } from 'kysely'
import { inOrganization, passTime } from './organization.ts'
import type { Actor, TestServer } from './server.ts'
import type { SmtpServer } from './smtp.ts'
import { until } from './until.ts'

/** A queued mail, as stored in the database. */
export interface QueuedMail {
  id: string
  organizationId: string
  invitationId: string | null
  requestId: string | null
  memberId: string | null
  attempts: number
  lease: string | null
}

/** The queued mails of an organization. */
export const queuedMails = (server: TestServer, actor: Actor): Promise<QueuedMail[]> =>
  inOrganization(
    server,
    actor,
    sql<QueuedMail>`select id, organization_id, invitation_id, request_id, member_id, attempts, lease from mail order by id`,
  )

/** The mails that the server received for an address, once the organization has no queued ones. */
export async function mailsSentTo(server: TestServer, smtp: SmtpServer, actor: Actor, address: string) {
  await until('the end of the queue', async () => (await queuedMails(server, actor)).length === 0)
  return smtp.mails.filter(({ to }) => to.includes(address))
}

/** Changes queued mails of an organization directly in the database, for example their times. */
export const changeMails = (server: TestServer, actor: Actor, changes: RawBuilder<unknown>) =>
  passTime(server, actor, 'mail', sql`update mail set ${changes}`)

/** Makes retries due now. */
export const hurryMails = (server: TestServer, actor: Actor) => changeMails(server, actor, sql`next_attempt_at = now()`)
