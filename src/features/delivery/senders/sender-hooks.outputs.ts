import { ID } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'

@Output('Addresses to which the mail service of a sender reports deliveries, bounces and complaints.')
export class SenderHooks extends fields({
  senderId: field(ID, 'Id of the sender.'),
  genericUrl: field(
    String,
    'Address for the JSON of docs/delivery.md, signed with `secret` as Standard Webhooks define it.',
  ),
  sesUrl: nullable(
    String,
    'Address for a subscription (HTTPS) of an Amazon SNS topic with notifications of Amazon SES. It contains a key, so ' +
      'treat it as a secret. Null when the request is repeated with the same idempotency key.',
  ),
  secret: nullable(
    String,
    'Secret: `whsec_` and 32 bytes in base64. Null when the request is repeated with the same idempotency key.',
  ),
}) {}
