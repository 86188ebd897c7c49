import { sql } from 'kysely'
import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { invalidFields, refusal } from '../../../common/errors.ts'
import { Audit, Cost, Fails, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { atMost } from '../../../engine/write/row-limits.ts'
import { addRow } from '../../../engine/write/rows.ts'
import { EmailAddress } from '../../../graphql/scalars.ts'
import { Campaign } from '../../campaigns/campaign.entity.ts'
import { addressToSend, contactAt } from '../../privacy/contacts/contact.ts'
import { marksOf, suppressionsFor } from '../../privacy/contacts/suppression.ts'
import { Sender, SenderStatus } from '../senders/sender.entity.ts'
import { hostOf } from '../senders/sender.settings.ts'
import { MessagePreview } from './preview.outputs.ts'
import { emailContent, previewMessage } from './preview.ts'
import { TestMessage, TestMessageStatus } from './test-message.entity.ts'

/** Compiling a template of 100 KB takes 100 ms of CPU time. */
const POINTS = 500

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

/** Previews and tests of the messages of a campaign. */
@Resolver()
export class PreviewResolver {
  @Mutation(() => MessagePreview, {
    description:
      'Composes the message of one recipient without sending or storing it. The content may have any status. NOT_FOUND for ' +
      'content of another campaign, and for a contact outside of the audience.',
  })
  @Permit('org:content:read')
  @Audit('MESSAGE', 'VIEWED')
  @Cost(POINTS)
  @Fails('NOT_FOUND')
  previewMessage(
    @Arg('campaignId', () => ID, { description: 'Id of the campaign.' }) campaignId: string,
    @Arg('contentId', () => ID, { description: 'Id of content of the campaign, of the type EMAIL.' }) contentId: string,
    @Arg('contact', () => String, {
      nullable: true,
      description: 'Address of a recipient of the campaign. Default: the first recipient.',
    })
    contact: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<MessagePreview> {
    return previewMessage(ctx, campaignId, contentId, contact)
  }

  @Mutation(() => TestMessage, {
    description:
      'Sends the e-mail of a campaign to one address, with `[Test]` in the subject and the names of the variables instead of ' +
      'values. Its unsubscribe link has no effect. INVALID_STATE_TRANSITION without a VERIFIED sender. CONFLICT for a person ' +
      'who must not be contacted. At most 50 in 24 hours: RATE_LIMIT_EXCEEDED.',
  })
  @Permit('org:campaigns:write')
  @Audit('TEST_MESSAGE', 'SENT')
  @Cost(POINTS)
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT', 'RATE_LIMIT_EXCEEDED')
  async sendTestMessage(
    @Arg('campaignId', () => ID, { description: 'Id of the campaign.' }) campaignId: string,
    @Arg('to', () => EmailAddress, { description: 'Address to send to.' }) to: string,
    @Arg('contentId', () => ID, {
      nullable: true,
      description: 'Id of content of the campaign. Default: its approved content, otherwise its oldest.',
    })
    contentId: string | null | undefined,
    @Ctx() ctx: Context,
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
}
