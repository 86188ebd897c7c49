import { Int } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'

export const MessageFlaw = describeNames('MessageFlaw', 'Flaw of a message.', {
  MISSING_VARIABLE: 'The recipient has no value for a variable. The campaign cannot start.',
  BROKEN_LINK: 'The form of a link is not valid. The link itself is not requested.',
  NO_UNSUBSCRIBE: 'The content has no `{{unsubscribeUrl}}`. The footer still has an unsubscribe link.',
  TOO_LARGE: 'The message is larger than 100 KB. Some mailboxes show only its beginning.',
  NO_SENDER: 'The campaign has no sender. The preview shows a placeholder.',
})
export type MessageFlaw = keyof typeof MessageFlaw

@Output('Warning about a message.')
export class MessageWarning extends fields({
  flaw: field(MessageFlaw, 'The flaw.'),
  detail: nullable(String, 'The variable or the link, as the content has it; null for flaws of the whole message.'),
}) {}

@Output('Header of a message.')
export class MessageHeader extends fields({
  name: field(String, 'Name of the header.'),
  value: field(String, 'Value of the header, encoded as it is sent.'),
}) {}

@Output('Message as one recipient would receive it. Its unsubscribe link has no effect.')
export class MessagePreview extends fields({
  subject: field(String, 'Subject.'),
  html: field(String, 'HTML part, sanitized, with the styles inline and the footer.'),
  text: field(String, 'Text part, with the footer.'),
  headers: field([MessageHeader], 'Headers in the order of the message, without the DKIM signature.'),
  size: field(Int, 'Size of the message in bytes, without the DKIM signature.'),
  contact: nullable(String, 'Address of the recipient whose values are filled in; null: the audience is empty.'),
  warnings: field([MessageWarning], 'Warnings; empty if there are none.'),
}) {}
