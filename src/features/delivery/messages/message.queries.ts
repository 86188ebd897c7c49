import { ID } from 'type-graphql'
import { fields } from '../../../graphql/fields.ts'
import { choices, Input, optional, text } from '../../../graphql/inputs.ts'
import { contains, isAny, isId, listOf } from '../../../graphql/lists.ts'
import { byText } from '../../../graphql/sort-keys.ts'
import { Message, MessageStatus } from './message.entity.ts'

@Input('Filter for messages. All given conditions must hold.')
export class MessageFilter extends fields({
  campaignId: optional(ID, 'Only messages of this campaign.'),
  status: choices(MessageStatus, 'Only messages with one of these statuses.'),
  search: text('Case-insensitive substring of the address.'),
}) {}

export const messages = listOf('message', Message, {
  description: 'Page of messages.',
  filter: MessageFilter,
  where: { campaignId: isId('campaignId'), status: isAny('status'), search: contains('contact') },
  sortBy: [
    'createdAt',
    'updatedAt',
    'contact',
    'status',
    'sentAt',
    byText('ground', 'Kind of the ground.', (column) => `${column('ground')}->>'kind'`),
  ],
})
