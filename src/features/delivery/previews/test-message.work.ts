import { sql } from 'kysely'
import { type OrganizationWork, serviceOf, type WorkTools } from '../../../background/work.ts'
import { causeText } from '../../../common/texts.ts'
import type { Perishable } from '../../../data/perishable.ts'
import { MessageStatus } from '../messages/message.entity.ts'
import { dkimOf, mailOf } from '../messages/message.mime.ts'
import type { MessageCause } from '../messages/message.reasons.ts'
import type { Sender } from '../senders/sender.entity.ts'
import { namesAsValues } from './preview.ts'
import { type TestMessage, TestMessageStatus } from './test-message.entity.ts'

export const oldTestMessages: Perishable = { table: 'test_message', hours: 30 * 24 }

const { FAILED, QUEUED, SENDING, SENT, UNKNOWN } = TestMessageStatus

/**
 * Marks the oldest unfinished test message as SENDING. Only one process at a time has the organization's turn. So a
 * message that is already SENDING belongs to a process that has ended, and becomes UNKNOWN.
 */
const claim = ({ database }: WorkTools, organizationId: string): Promise<TestMessage | undefined> =>
  database.change(organizationId, async ({ db }) => {
    const { rows } = await sql<TestMessage>`update test_message set updated_at = now(),
        status = case when status = ${QUEUED} then ${SENDING} else ${UNKNOWN} end,
        reason = case when status = ${SENDING} then 'The process ended before the mail server answered' end
      where organization_id = ${organizationId} and id = (
        select id from test_message where organization_id = ${organizationId} and status in ('QUEUED', 'SENDING')
        order by created_at, id limit 1 for update
      ) returning *`.execute(db)
    return rows[0]
  })

/** The verified sender of a test message; undefined if the campaign has none now. */
const senderOf = ({ database }: WorkTools, { organizationId, campaignId }: TestMessage) =>
  database.read(organizationId, async ({ db }) => {
    const { rows } = await sql<Sender>`select sender.* from campaign
      join sender on sender.organization_id = ${organizationId} and sender.id = campaign.sender_id
      where campaign.organization_id = ${organizationId} and campaign.id = ${campaignId}
        and sender.status = 'VERIFIED'`.execute(db)
    return rows[0]
  })

const failed = (cause: MessageCause) => ({ status: FAILED, reason: causeText(cause) })

/** Sends a test message. Variables show their names, because a test must not show a recipient's data to others. */
async function send(tools: WorkTools, test: TestMessage): Promise<Pick<TestMessage, 'status' | 'reason'>> {
  const sender = await senderOf(tools, test)
  const template = await serviceOf(tools, 'templates').of(test)
  if (!sender || !template) return failed({ code: 'MAIL_NO_SENDER' })
  const { id, organizationId, campaignId, contact } = test
  const attributes = namesAsValues(template.variables)
  const message = { id, organizationId, campaignId, contact, language: template.language, attributes, isTracked: false }
  const means = { secrets: serviceOf(tools, 'secrets'), baseUrl: serviceOf(tools, 'delivery').baseUrl }
  const mail = mailOf(means, sender, template, message)
  const outcome = await serviceOf(tools, 'campaignSender').sendOnce(sender, {
    ...mail,
    dkim: dkimOf(means, sender),
    subject: `[Test] ${mail.subject}`,
  })
  if (outcome.status === MessageStatus.SENT) return { status: SENT, reason: null }
  const status = outcome.status === MessageStatus.UNKNOWN ? UNKNOWN : FAILED
  return { status, reason: outcome.reason }
}

const settle = (
  { database }: WorkTools,
  { organizationId, id }: TestMessage,
  { status, reason }: Partial<TestMessage>,
) =>
  database.change(organizationId, ({ db }) =>
    sql`update test_message set status = ${status}, reason = ${reason}, updated_at = now(),
        sent_at = ${status === SENT ? sql`now()` : null}
      where organization_id = ${organizationId} and id = ${id}`.execute(db),
  )

/** Works on the oldest test message. Returns whether there may be more. */
async function sendNext(tools: WorkTools, organizationId: string): Promise<boolean> {
  const test = await claim(tools, organizationId)
  if (!test) return false
  if (test.status === SENDING) {
    const result = await send(tools, test).catch((error: unknown) => {
      tools.log.error({ err: error, testMessage: test.id }, 'a test message could not be composed')
      return failed({ code: 'MAIL_NOT_COMPOSED' })
    })
    await settle(tools, test, result)
  }
  return true
}

/** Sends test messages, outside of any transaction. */
export const sendTestMessages: OrganizationWork = {
  kind: 'test_messages',
  needs: 'campaignSender',
  perform: sendNext,
  next: (organizationId) => sql`select now() as at from test_message
    where organization_id = ${organizationId} and status in ('QUEUED', 'SENDING') limit 1`,
}
