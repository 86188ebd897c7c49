import { Field, Int } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { Output } from '../../../graphql/columns.ts'

export const MessageFlaw = describeNames('MessageFlaw', 'Flaw of a message.', {
  MISSING_VARIABLE: 'The recipient has no value for a variable. The campaign cannot start.',
  BROKEN_LINK: 'The form of a link is not valid. The link itself is not requested.',
  NO_UNSUBSCRIBE: 'The content has no `{{unsubscribeUrl}}`. The footer still has an unsubscribe link.',
  TOO_LARGE: 'The message is larger than 100 KB. Some mailboxes show only its beginning.',
  NO_SENDER: 'The campaign has no sender. The preview shows a placeholder.',
})
export type MessageFlaw = keyof typeof MessageFlaw

@Output('Warning about a message.')
export class MessageWarning {
  @Field(() => MessageFlaw, { description: 'The flaw.' })
  flaw!: MessageFlaw

  @Field(() => String, {
    nullable: true,
    description: 'The variable or the link, as the content has it; null for flaws of the whole message.',
  })
  detail!: string | null
}

@Output('Header of a message.')
export class MessageHeader {
  @Field(() => String, { description: 'Name of the header.' })
  name!: string

  @Field(() => String, { description: 'Value of the header, encoded as it is sent.' })
  value!: string
}

@Output('Message as one recipient would receive it. Its unsubscribe link has no effect.')
export class MessagePreview {
  @Field(() => String, { description: 'Subject.' })
  subject!: string

  @Field(() => String, { description: 'HTML part, sanitized, with the styles inline and the footer.' })
  html!: string

  @Field(() => String, { description: 'Text part, with the footer.' })
  text!: string

  @Field(() => [MessageHeader], { description: 'Headers in the order of the message, without the DKIM signature.' })
  headers!: MessageHeader[]

  @Field(() => Int, { description: 'Size of the message in bytes, without the DKIM signature.' })
  size!: number

  @Field(() => String, {
    nullable: true,
    description: 'Address of the recipient whose values are filled in; null: the audience is empty.',
  })
  contact!: string | null

  @Field(() => [MessageWarning], { description: 'Warnings; empty if there are none.' })
  warnings!: MessageWarning[]
}
