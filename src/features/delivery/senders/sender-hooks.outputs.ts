import { Field, ID } from 'type-graphql'
import { Output } from '../../../graphql/columns.ts'

@Output('Addresses to which the mail service of a sender reports deliveries, bounces and complaints.')
export class SenderHooks {
  @Field(() => ID, { description: 'Id of the sender.' })
  readonly senderId!: string

  @Field(() => String, {
    description: 'Address for the JSON of docs/delivery.md, signed with `secret` as Standard Webhooks define it.',
  })
  readonly genericUrl!: string

  @Field(() => String, {
    nullable: true,
    description:
      'Address for a subscription (HTTPS) of an Amazon SNS topic with notifications of Amazon SES. It contains a key, so ' +
      'treat it as a secret. Null when the request is repeated with the same idempotency key.',
  })
  readonly sesUrl!: string | null

  @Field(() => String, {
    nullable: true,
    description:
      'Secret: `whsec_` and 32 bytes in base64. Null when the request is repeated with the same idempotency key.',
  })
  readonly secret!: string | null
}
