import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsOptional, Matches } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { ChoiceField, FlagField, Kept, notBlank, says, TextField, UrlField } from '../../graphql/inputs.ts'
import { WebhookStatus } from './webhook.entity.ts'

const EVENT_TYPE = /^(\*|[A-Z][A-Z_]{1,63})$/

const Events = (isRequired: boolean): PropertyDecorator => {
  const description =
    'Types of events to send, for example CLIENT_CREATED; `*` for all. At most 100. VALIDATION_ERROR for ' +
    'an unknown type, with a list of the known types.'
  const rules = [
    Field(() => [String], { nullable: !isRequired, description }),
    isRequired ? notBlank : Kept(),
    ArrayMinSize(1),
    ArrayMaxSize(100, says('TOO_MANY_TYPES', { most: 100 })),
    ArrayUnique(says('TYPES_TWICE')),
    Matches(EVENT_TYPE, { each: true, ...says('NOT_TYPES') }),
  ]
  return (target, key) => {
    for (const rule of rules) rule(target, key as string)
  }
}

@InputType({ description: 'Webhook to create.' })
export class WebhookInput {
  @UrlField({
    required: true,
    description:
      'URL that messages are sent to: https, on the public internet, not on a port of another protocol ' +
      '(such as 22 or 25).',
  })
  url!: string

  @Events(true)
  events!: string[]

  @TextField({ max: 500, description: 'Description of the webhook, at most 500 characters.' })
  description?: string | null
}

@InputType({ description: 'Changes to a webhook. Absent fields stay unchanged.' })
export class WebhookPatch {
  @UrlField({ kept: true, description: 'URL that messages are sent to: https, on the public internet.' })
  url?: string

  @Events(false)
  events?: string[]

  @TextField({ max: 500, description: 'Description of the webhook, at most 500 characters.' })
  description?: string | null

  @ChoiceField(WebhookStatus, {
    kept: true,
    description:
      'New status. DISABLED: events are neither sent nor stored. ACTIVE also re-enables a webhook that the service disabled.',
  })
  status?: WebhookStatus

  @FlagField({ description: 'true creates a new secret, as `rotateWebhookSecret` does.' })
  rotateSecret?: boolean

  @Field(() => ID, { nullable: true, description: 'Id of a delivery to send again, as `resendWebhookDelivery` does.' })
  @IsOptional()
  resend?: string
}
