import { Field, ID, InputType } from 'type-graphql'
import { ChoicesField, TextField } from '../../../graphql/inputs.ts'
import { contains, isAny, isId, listOf } from '../../../graphql/lists.ts'
import { Message, MessageStatus } from './message.entity.ts'

@InputType({ description: 'Filter for messages. All given conditions must hold.' })
export class MessageFilter {
  @Field(() => ID, { nullable: true, description: 'Only messages of this campaign.' })
  campaignId?: string

  @ChoicesField(MessageStatus, { description: 'Only messages with one of these statuses.' })
  status?: MessageStatus[] | undefined

  @TextField({ description: 'Case-insensitive substring of the address.' })
  search?: string | undefined
}

export const messages = listOf('message', Message, {
  description: 'Page of messages.',
  filter: MessageFilter,
  where: { campaignId: isId('campaignId'), status: isAny('status'), search: contains('contact') },
  sortBy: ['createdAt', 'updatedAt', 'contact'],
})
