import { Int } from 'type-graphql'
import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import type { Cause } from '../../common/texts.ts'
import { Column } from '../../data/columns.ts'
import {
  Choice,
  ExternalId,
  Json,
  JsonOf,
  Output,
  Ref,
  Text,
  Texts,
  Time,
  TimeText,
  WebAddress,
} from '../../graphql/columns.ts'
import { field, fields, mayLack, nullable } from '../../graphql/fields.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

export const WebhookStatus = describeNames('WebhookStatus', 'Whether messages are delivered to an endpoint.', {
  ACTIVE: 'Messages are delivered.',
  DISABLED: 'Messages are neither sent nor stored.',
})
export type WebhookStatus = keyof typeof WebhookStatus

export const DeliveryStatus = describeNames('WebhookDeliveryStatus', 'Status of a webhook delivery.', {
  PENDING: 'Waiting for the next attempt.',
  DELIVERED: 'Accepted by the endpoint.',
  DEAD: 'All attempts failed. A user can send the message again.',
})
export type DeliveryStatus = keyof typeof DeliveryStatus

@NodeOutput('webhook', 'org:provider:read', 'Endpoint that receives events (standardwebhooks.com).')
export class Webhook extends rowWith(TenantRow, {
  url: WebAddress('URL that messages are sent to.'),
  events: Texts('Types of events to send: actions of the audit trail, `*` for all.'),
  description: Text('Description of the webhook.', { nullable: true }),
  status: Choice(WebhookStatus, 'Whether messages are delivered.'),
  disabledReason: Text('Reason why the service disabled the webhook. Null otherwise.', { nullable: true }),
  disabledCause: Json<Cause>(
    'Cause of a `disabledReason` that the service wrote: `code`, for example ENDPOINT_GONE, and the values of the text by name. ' +
      'Null if the reason was written before version 0.6.',
    { nullable: true, graphqlOnly: true },
  ),
  failingSince: Time('Time of the first failure since the last success.', { nullable: true }),
  /** Number of consecutive attempts without an answer. */
  unanswered: Column('integer'),
  restingUntil: Time(
    'Time until which no message is sent, because the endpoint did not answer. Null if sending is not paused.',
    { nullable: true },
  ),
  createdBy: ExternalId('Id of the user who created the webhook.'),
  /** The secret, encrypted for this row (`security/secrets`), like `sealedOldSecret`. */
  sealedSecret: Column('text'),
  /** The old secret, which also signs messages until the receiver has the new secret. */
  sealedOldSecret: Column('text', { nullable: true }),
  oldSecretUntil: Time('Time until which messages are also signed with the old secret.', { nullable: true }),
  secret: mayLack(
    nullable(String, 'Secret that verifies signatures. Returned once, when it is created or rotated. Null afterwards.'),
  ),
}) {}

@Output('Attempt to deliver a message.')
export class DeliveryAttempt extends fields({
  at: field(TimeText, 'Time of the attempt.'),
  status: nullable(Int, 'HTTP status of the response. Null without a response.'),
  error: nullable(String, 'Reason why there was no response.'),
  milliseconds: field(Int, 'Duration of the attempt in milliseconds.'),
}) {}

@NodeOutput('webhookDelivery', 'org:provider:read', 'Message to one endpoint, and its delivery.')
export class WebhookDelivery extends rowWith(TenantRow, {
  webhookId: Ref('webhook', 'Id of the webhook.'),
  /** The number of the event of the message. */
  sequence: Column('bigint'),
  messageId: ExternalId(
    'Value of the header `webhook-id`. It is the same on every attempt, so that receivers recognise repeated messages.',
  ),
  type: Text('Type of the event, for example CLIENT_CREATED.'),
  payload: Json(
    'Field `data` of the message, together with `occurredAt` (the field `timestamp` of the message) and `sequence` (its own field).',
  ),
  status: Choice(DeliveryStatus, 'Status of the delivery.'),
  attempts: JsonOf([DeliveryAttempt], 'Attempts to deliver, oldest first.'),
  nextAttemptAt: Time('Time of the next attempt. Null if there is none.', { nullable: true }),
}) {}
