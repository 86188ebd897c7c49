import { InputType } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { ChoicesField, TextField } from '../../graphql/inputs.ts'
import { contains, isAny, listOf } from '../../graphql/lists.ts'
import { orderInput } from '../../graphql/relay.ts'
import { Message, MessageStatus } from './message.entity.ts'

@InputType({ description: 'Filter for messages. All given conditions must hold.' })
export class MessageFilter {
  @ChoicesField(MessageStatus, { description: 'Only messages with one of these statuses.' })
  status?: MessageStatus[] | undefined

  @TextField({ description: 'Case-insensitive substring of the address.' })
  search?: string | undefined
}

export enum MessageOrderField {
  CREATED_AT = 'createdAt',
  UPDATED_AT = 'updatedAt',
  CONTACT = 'contact',
}
describeEnum('MessageOrderField', MessageOrderField, 'Field to order messages by.', {
  CREATED_AT: 'Time at which the message was queued.',
  UPDATED_AT: 'Time of the last change.',
  CONTACT: 'Address.',
})

export const MessageOrder = orderInput('MessageOrder', MessageOrderField, 'messages')

export const messages = listOf('message', Message, {
  description: 'Page of messages.',
  filter: MessageFilter,
  where: { status: isAny('status'), search: contains('contact') },
  orderBy: MessageOrder,
})
