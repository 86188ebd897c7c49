import { sql } from 'kysely'
import { invalidFields, refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { findRow } from '../../engine/execute/find-row.ts'
import { addRow, lockRow } from '../../engine/write/rows.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { addressToSend, contactAt } from '../privacy/contacts/contact.ts'
import { marksOf, suppressionsFor } from '../privacy/contacts/suppression.ts'
import { hostOf } from './delivery.settings.ts'
import { emailContent } from './preview.ts'
import { Sender, SenderStatus } from './sender.entity.ts'
import { TestMessage, TestMessageStatus } from './test-message.entity.ts'

/** Maximum number of test messages of an organization in 24 hours: tests pass no gate. */
const MOST_PER_DAY = 50

async function demandSender(ctx: Context, { senderId }: Campaign): Promise<void> {
  const sender = senderId ? await findRow(ctx, Sender, senderId, 'Sender') : undefined
  if (sender?.status === SenderStatus.VERIFIED && hostOf(sender, ctx.service('delivery'))) return
  throw refusal('INVALID_STATE_TRANSITION', 'NO_SENDER_FOR_TEST', {})
}

/** @throws CONFLICT for a person who must not be contacted by e-mail */
async function demandUnsuppressedAddress(ctx: Context, address: string): Promise<void> {
  const contact = contactAt(address)
  if (!contact.email) throw invalidFields({ to: 'NOT_EMAIL' })
  const inForce = await suppressionsFor(ctx, marksOf(ctx, contact))
  const found = inForce.find(({ channel }) => channel === null || channel === 'EMAIL')
  if (!found) return
  throw refusal('CONFLICT', 'PERSON_SUPPRESSED', { suppressionId: found.id, cause: found.cause })
}

async function demandAllowance({ db }: Context): Promise<void> {
  const { count } = await db
    .selectFrom('testMessage')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (Number(count) < MOST_PER_DAY) return
  throw refusal('RATE_LIMIT_EXCEEDED', 'TOO_MANY_TESTS', { most: MOST_PER_DAY })
}

/** The content to test: approved content first, then English, then the oldest. */
async function usualContent({ db }: Context, campaignId: string): Promise<string> {
  const content = await db
    .selectFrom('contentItem')
    .select('id')
    .where('campaignId', '=', campaignId)
    .where(sql<boolean>`type = 'EMAIL' and not is_template and status <> 'ARCHIVED'`)
    .orderBy(sql`status in ('APPROVED', 'PUBLISHED')`, 'desc')
    .orderBy(sql`language = 'en'`, 'desc')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (content) return content.id
  throw refusal('INVALID_STATE_TRANSITION', 'NO_EMAIL_CONTENT', {})
}

/** Queues a test message. `test-message.work.ts` sends it after the commit. */
export async function sendTestMessage(
  ctx: Context,
  campaignId: string,
  to: string,
  contentId?: string | null,
): Promise<TestMessage> {
  // The lock makes concurrent tests of a campaign wait, so that each test counts the earlier tests.
  const campaign = await lockRow(ctx, Campaign, campaignId, 'Campaign')
  const content = await emailContent(ctx, campaign.id, contentId ?? (await usualContent(ctx, campaign.id)))
  await demandSender(ctx, campaign)
  await demandUnsuppressedAddress(ctx, to)
  await demandAllowance(ctx)
  ctx.makeDue('test_messages')
  return addRow(ctx, TestMessage, {
    campaignId: campaign.id,
    contentId: content.id,
    contentVersion: content.version,
    contact: addressToSend(to),
    status: TestMessageStatus.QUEUED,
    reason: null,
    sentAt: null,
    createdBy: ctx.caller.userId,
  })
}
