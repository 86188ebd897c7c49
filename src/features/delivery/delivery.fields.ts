import type { ClassType } from 'type-graphql'
import { listOf } from '../../graphql/lists.ts'
import { declareFields } from '../../graphql/row-fields.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Message } from './messages/message.entity.ts'
import { messages } from './messages/message.queries.ts'
import { messageCauseIn } from './messages/message.reasons.ts'
import { TestMessage } from './previews/test-message.entity.ts'
import { Sender } from './senders/sender.entity.ts'

const testMessages = listOf('testMessage', TestMessage, {
  description: 'Page of test messages.',
  where: {},
  sortBy: ['createdAt', 'contact', 'status'],
})

/** Fields of a campaign that show its delivery, in addition to `delivery`. */
declareFields(Campaign, ({ many, one }) => ({
  messages: many(messages, 'campaignId', {
    description: 'Messages of the campaign, newest first unless ordered otherwise.',
  }),
  testMessages: many(testMessages, 'campaignId', {
    description: 'Test messages of the campaign in the last 30 days, newest first.',
  }),
  sender: one(() => Sender, 'senderId', {
    graphqlOnly: true,
    description: 'Sender of the campaign’s e-mails. Null: the service sends no e-mails for the campaign.',
  }),
}))

const rowsWithReason: ClassType<Pick<Message, 'reason'>>[] = [Message, TestMessage]
for (const row of rowsWithReason)
  declareFields(row, ({ computed, own }) => ({
    reasonCause: computed(
      () => JSONObject,
      { reason: own('reason') },
      ({ reason }) => messageCauseIn(reason),
      {
        nullable: true,
        graphqlOnly: true,
        description:
          'Cause of `reason`: `code`, for example MAIL_REFUSED, and the values of the text by name. Null if `reason` is a code, or the words of a mail server.',
      },
    ),
  }))

declareFields(Message, ({ one }) => ({
  campaign: one(() => Campaign, 'campaignId', { description: 'Campaign of the message.' }),
}))
