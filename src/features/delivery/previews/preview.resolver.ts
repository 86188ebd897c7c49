import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit } from '../../../engine/declare/declarations.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { EmailAddress } from '../../../graphql/scalars.ts'
import { MessagePreview } from './preview.outputs.ts'
import { previewMessage } from './preview.ts'
import { sendTestMessage } from './test-message.changes.ts'
import { TestMessage } from './test-message.entity.ts'

/** Compiling a template of 100 KB takes 100 ms of CPU time. */
const POINTS = 500

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
  sendTestMessage(
    @Arg('campaignId', () => ID, { description: 'Id of the campaign.' }) campaignId: string,
    @Arg('to', () => EmailAddress, { description: 'Address to send to.' }) to: string,
    @Arg('contentId', () => ID, {
      nullable: true,
      description: 'Id of content of the campaign. Default: its approved content, otherwise its oldest.',
    })
    contentId: string | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<TestMessage> {
    return sendTestMessage(ctx, campaignId, to, contentId)
  }
}
