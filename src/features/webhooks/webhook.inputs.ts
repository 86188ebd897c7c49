import { ArrayMinSize, ArrayUnique, Matches } from 'class-validator'
import { ID } from 'type-graphql'
import { fields } from '../../graphql/fields.ts'
import { Input, kept, maxItems, optional, required, says, text, url } from '../../graphql/inputs.ts'
import { WebhookStatus } from './webhook.entity.ts'

const EVENT_TYPE = /^(\*|[A-Z][A-Z_]{1,63})$/

const events = optional(
  [String],
  'Types of events to send, for example CLIENT_CREATED; `*` for all. At most 100. VALIDATION_ERROR for an unknown type, ' +
    'with a list of the known types.',
  {
    rules: [
      ArrayMinSize(1),
      maxItems(100, 'TOO_MANY_TYPES'),
      ArrayUnique(says('TYPES_TWICE')),
      Matches(EVENT_TYPE, { each: true, ...says('NOT_TYPES') }),
    ],
  },
)

@Input('Webhook to create.')
export class WebhookInput extends fields({
  url: required(
    url(
      'URL that messages are sent to: https, on the public internet, not on a port of another protocol ' +
        '(such as 22 or 25).',
    ),
  ),
  events: required(events),
  description: text('Description of the webhook, at most 500 characters.', { max: 500 }),
}) {}

@Input('Changes to a webhook. Absent fields stay unchanged.')
export class WebhookPatch extends fields({
  url: kept(url('URL that messages are sent to: https, on the public internet.')),
  events: kept(events),
  description: text('Description of the webhook, at most 500 characters.', { max: 500 }),
  status: kept(
    optional(
      WebhookStatus,
      'New status. DISABLED: events are neither sent nor stored. ACTIVE also re-enables a webhook that the service disabled.',
    ),
  ),
  rotateSecret: optional(Boolean, 'true creates a new secret, as `rotateWebhookSecret` does.'),
  resend: optional(ID, 'Id of a delivery to send again, as `resendWebhookDelivery` does.'),
}) {}
