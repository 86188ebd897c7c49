import { sql } from 'kysely'
import { z } from 'zod'
import { appendChanges, auditFacts } from '../../kernel/audit/writer.ts'
import type { Job, JobTools } from '../../kernel/jobs.ts'
import { type Mailer, MailFailure } from '../../kernel/mailer.ts'
import { NoticeDelivery } from './request.entity.ts'
import { aboutMail } from './request.mail.ts'

const { QUEUED, SENT, FAILED } = NoticeDelivery
/** After 1, 4, 16, 64 and 256 minutes, then every six hours: most of a day. */
const MOST_ATTEMPTS = 8
const LONGEST_MINUTES = 360

const Mail = z.object({ to: z.string(), subject: z.string(), text: z.string() })

interface Due {
  id: string
  organizationId: string
  requestId: string
  sealedMail: string
  attempts: number
}

/**
 * Takes a notice that is due. Its next attempt is put off first: that is the lease, much longer than a mail may take,
 * so no transaction is open meanwhile; after a crash the notice is mailed again rather than lost.
 */
const takeDue = ({ database }: JobTools): Promise<Due | undefined> =>
  database.transaction({ role: 'gateway_system' }, async ({ db }) => {
    const { rows } = await sql<Due>`
      update notice_mail set attempts = attempts + 1,
        next_attempt_at = now() + interval '1 minute' * least(4 ^ attempts, ${LONGEST_MINUTES}::int)
      where id = (
        select id from notice_mail where next_attempt_at <= now() order by next_attempt_at limit 1
        for update skip locked
      )
      returning id, organization_id, request_id, sealed_mail, attempts`.execute(db)
    return rows[0]
  })

/** Mails a notice. The mailer logs what goes wrong, without saying to whom. */
async function attempt(
  { services: { secrets }, log }: JobTools,
  mailer: Mailer,
  { id, sealedMail, attempts }: Due,
): Promise<NoticeDelivery> {
  const orLater = attempts < MOST_ATTEMPTS ? QUEUED : FAILED
  const text = secrets?.open(sealedMail, aboutMail(id))
  if (text === undefined) {
    log.error({ notice: id }, 'a notice was sealed by a key that SECRETS_KEY does not hold: add that key to it')
    return orLater
  }
  return mailer(Mail.parse(JSON.parse(text))).then(
    () => SENT,
    (error: unknown) => (error instanceof MailFailure && error.isFinal ? FAILED : orLater),
  )
}

/** Writes down what became of a notice, and forgets it with the address. A later notice of the request has the say. */
const settle = ({ database }: JobTools, { id, organizationId, requestId }: Due, delivery: NoticeDelivery) =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    await sql`delete from notice_mail where id = ${id}`.execute(unit.db)
    await sql`update data_subject_request set updated_at = now(),
      notified_at = case when ${delivery} = ${SENT} then now() else notified_at end,
      notice_delivery = case
        when exists (select 1 from notice_mail where request_id = ${requestId}) then notice_delivery else ${delivery} end
      where id = ${requestId}`.execute(unit.db)
    const resourceType = 'DATA_SUBJECT_REQUEST'
    const action = `${resourceType}_${delivery === SENT ? 'NOTIFIED' : 'NOTICE_FAILED'}`
    const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'mailer' }
    await appendChanges(unit, [auditFacts({ action, resourceType, resourceId: requestId }, source)])
  })

/** Mails the notices that wait. Every replica does; each notice is one's at a time. */
export const mailNotices: Job = {
  name: 'mailNotices',
  everySeconds: 2,
  async run(tools) {
    // What was queued while there was a mail server stays until there is one again.
    const { mailer } = tools.services
    if (!mailer) return
    for (let due = await takeDue(tools); due; due = await takeDue(tools)) {
      const delivery = await attempt(tools, mailer, due)
      if (delivery !== QUEUED) await settle(tools, due, delivery)
    }
  },
}
