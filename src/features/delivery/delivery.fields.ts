import { declareFields } from '../../graphql/row-fields.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Message } from './message.entity.ts'
import { messages } from './message.queries.ts'
import { Sender } from './sender.entity.ts'

/** Fields of a campaign that show its delivery, in addition to `delivery`. */
declareFields(Campaign, ({ many, one }) => ({
  messages: many(messages, 'campaignId', {
    description: 'Messages of the campaign, newest first unless ordered otherwise.',
  }),
  sender: one(() => Sender, 'senderId', {
    graphqlOnly: true,
    description: 'Sender of the campaign’s e-mails; null: the service sends none.',
  }),
}))

declareFields(Message, ({ one }) => ({
  campaign: one(() => Campaign, 'campaignId', { description: 'Campaign of the message.' }),
}))
