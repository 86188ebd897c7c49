import { Int } from 'type-graphql'
import { fields } from '../../../graphql/fields.ts'
import { Input, integer, nested, optional, required, text } from '../../../graphql/inputs.ts'
import { changesTo, newRowOf } from '../../../graphql/row-inputs.ts'
import { SenderDetails } from './sender.entity.ts'

@Input('SMTP server of a sender.')
export class SmtpTransportInput extends fields({
  host: required(text('Host name or address of the server.', { max: 253 })),
  port: required(integer('Port of the server.', { min: 1, max: 65_535, type: Int })),
  secure: optional(
    Boolean,
    'true: TLS from the start (port 465). false (default): STARTTLS. With a user, mail is sent only if the server ' +
      'offers it.',
  ),
  user: text('User name.', { max: 320 }),
  password: text('Password. Stored encrypted and never returned.', { max: 1000 }),
}) {}

@Input('Sender to create.')
export class SenderInput extends newRowOf(SenderDetails, {
  transport: nested(SmtpTransportInput, 'Own SMTP server. Default: the server of the service.'),
}) {}

@Input('Changes to a sender. Absent fields stay unchanged.')
export class SenderPatch extends changesTo(SenderDetails, {
  transport: nested(
    SmtpTransportInput,
    'Own SMTP server, with its password; null: the server of the service. The sender must be verified again.',
  ),
}) {}
