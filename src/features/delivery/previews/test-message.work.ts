import { sql } from 'kysely'
import { type OrganizationWork, serviceOf, type WorkTools } from '../../../background/work.ts'
import type { Perishable } from '../../../data/perishable.ts'
import { compiled } from '../messages/message.compile.ts'
import { MessageStatus } from '../messages/message.entity.ts'
import { dkimOf, mailOf } from '../messages/message.mime.ts'
import type { Sender } from '../senders/sender.entity.ts'
import { namesAsValues } from './preview.ts'
import { type TestMessage, TestMessageStatus } from './test-message.entity.ts'

export const oldTestMessages: Perishable = { table: 'test_message', hours: 30 * 24 }

const { FAILED, QUEUED, SENDING, SENT, UNKNOWN } = TestMessageStatus
const inOrganization = (organizationId: string) => ({ role: 'gateway_tenant', organizationId }) as const

/**
 * Marks the oldest unfinished test message as SENDING. Only one process at a time has the organization's turn. So a
 * message that is already SENDING belongs to a process that has ended, and becomes UNKNOWN.
 */
const claim = ({ database }: WorkTools, organizationId: string): Promise<TestMessage | undefined> =>
  database.transaction(inOrganization(organizationId), async ({ db }) => {
    const { rows } = await sql<TestMessage>`update test_message set updated_at = now(),
        status = case when status = ${QUEUED} then ${SENDING} else ${UNKNOWN} end,
        reason = case when status = ${SENDING} then 'The process ended before the mail server answered' end
      where organization_id = ${organizationId} and id = (
        select id from test_message where organization_id = ${organizationId} and status in ('QUEUED', 'SENDING')
        order by created_at, id limit 1 for update
      ) returning *`.execute(db)
    return rows[0]
  })

interface Content {
  title: string
  body: string
  language: string
}

/** The sender and the content of a test message, as they are now; undefined if one of them was removed. */
const partsOf = ({ database }: WorkTools, { organizationId, campaignId, contentId, contentVersion }: TestMessage) =>
  database.transaction({ ...inOrganization(organizationId), readOnly: true }, async ({ db }) => {
    const { rows: senders } = await sql<Sender>`select sender.* from campaign
      join sender on sender.organization_id = ${organizationId} and sender.id = campaign.sender_id
      where campaign.organization_id = ${organizationId} and campaign.id = ${campaignId}
        and sender.status = 'VERIFIED'`.execute(db)
    const { rows: contents } = await sql<Content>`select title, body, language from content_version
      where organization_id = ${organizationId} and content_id = ${contentId} and version = ${contentVersion}`.execute(
      db,
    )
    const [sender, content] = [senders[0], contents[0]]
    return sender && content && { sender, content }
  })

const failed = (reason: string) => ({ status: FAILED, reason })

/** Sends a test message. Variables show their names, because a test must not show a recipient's data to others. */
async function send(tools: WorkTools, test: TestMessage): Promise<Pick<TestMessage, 'status' | 'reason'>> {
  const parts = await partsOf(tools, test)
  if (!parts) return failed('The campaign has no verified sender, or the content was deleted')
  const { sender, content } = parts
  const template = await compiled(serviceOf(tools, 'threads'), content)
  const { id, organizationId, campaignId, contact } = test
  const attributes = namesAsValues(template.variables)
  const message = { id, organizationId, campaignId, contact, language: content.language, attributes, isTracked: false }
  const means = { secrets: serviceOf(tools, 'secrets'), baseUrl: serviceOf(tools, 'delivery').baseUrl }
  const mail = mailOf(means, sender, dkimOf(means, sender), template, message)
  const outcome = await serviceOf(tools, 'campaignSender').sendOnce(sender, {
    ...mail,
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
  database.transaction(inOrganization(organizationId), ({ db }) =>
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
      return failed('The service could not compose the message')
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
