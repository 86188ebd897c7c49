import { sql } from 'kysely'
import { invalidFields, refusal } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { atMost } from '../../../engine/write/row-limits.ts'
import { addRow } from '../../../engine/write/rows.ts'
import { Campaign } from '../../campaigns/campaign.entity.ts'
import { addressToSend, contactAt } from '../../privacy/contacts/contact.ts'
import { marksOf, suppressionsFor } from '../../privacy/contacts/suppression.ts'
import { Sender, SenderStatus } from '../senders/sender.entity.ts'
import { hostOf } from '../senders/sender.settings.ts'
import { emailContent } from './preview.ts'
import { TestMessage, TestMessageStatus } from './test-message.entity.ts'

/** Tests pass no gate, so their number in 24 hours is limited. */
const demandRoom = atMost(50, TestMessage, 'TOO_MANY_TESTS', {
  error: 'RATE_LIMIT_EXCEEDED',
  counts: () => sql<boolean>`created_at > now() - interval '1 day'`,
})

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
  const campaign = await findRow(ctx, Campaign, campaignId, 'Campaign')
  const content = await emailContent(ctx, campaign.id, contentId ?? (await usualContent(ctx, campaign.id)))
  await demandSender(ctx, campaign)
  await demandUnsuppressedAddress(ctx, to)
  await demandRoom(ctx)
  ctx.makeDue('test_messages')
  return addRow(ctx, TestMessage, {
    campaignId: campaign.id,
    contentId: content.id,
    contentVersion: content.version,
    contact: addressToSend(to),
    status: TestMessageStatus.QUEUED,
    createdBy: ctx.caller.userId,
  })
}
