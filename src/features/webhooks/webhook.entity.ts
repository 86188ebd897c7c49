import { Field, Int } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import type { Cause } from '../../common/texts.ts'
import { Column } from '../../data/columns.ts'
import {
  Choice,
  ExternalId,
  Json,
  Output,
  Ref,
  Text,
  Texts,
  Time,
  TimeText,
  WebAddress,
} from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
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
export class Webhook extends TenantRow {
  @WebAddress({ description: 'URL that messages are sent to.' })
  readonly url!: string

  @Texts({ description: 'Types of events to send: actions of the audit trail, `*` for all.' })
  readonly events!: string[]

  @Text({ nullable: true, description: 'Description of the webhook.' })
  readonly description!: string | null

  @Choice(WebhookStatus, { description: 'Whether messages are delivered.' })
  readonly status!: WebhookStatus

  @Text({ nullable: true, description: 'Reason why the service disabled the webhook. Null otherwise.' })
  readonly disabledReason!: string | null

  @Json({
    nullable: true,
    graphqlOnly: true,
    description:
      'Cause of a `disabledReason` that the service wrote: `code`, for example ENDPOINT_GONE, and the values of the text by name. ' +
      'Null if the reason was written before version 0.6.',
  })
  readonly disabledCause!: Cause | null

  @Time({ nullable: true, description: 'Time of the first failure since the last success.' })
  readonly failingSince!: Date | null

  /** Number of consecutive attempts without an answer. */
  @Column('integer')
  readonly unanswered!: number

  @Time({
    nullable: true,
    description:
      'Time until which no message is sent, because the endpoint did not answer. Null if sending is not paused.',
  })
  readonly restingUntil!: Date | null

  @ExternalId({ description: 'Id of the user who created the webhook.' })
  readonly createdBy!: string

  /** The secret, encrypted for this row (`security/secrets`), like `sealedOldSecret`. */
  @Column('text')
  readonly sealedSecret!: string

  /** The old secret, which also signs messages until the receiver has the new secret. */
  @Column('text', { nullable: true })
  readonly sealedOldSecret!: string | null

  @Time({ nullable: true, description: 'Time until which messages are also signed with the old secret.' })
  readonly oldSecretUntil!: Date | null

  @Field(() => String, {
    nullable: true,
    description: 'Secret that verifies signatures. Returned once, when it is created or rotated. Null afterwards.',
  })
  readonly secret?: string | undefined
}

@Output('Attempt to deliver a message.')
export class DeliveryAttempt extends fields({
  at: field(TimeText, 'Time of the attempt.'),
  status: nullable(Int, 'HTTP status of the response. Null without a response.'),
  error: nullable(String, 'Reason why there was no response.'),
  milliseconds: field(Int, 'Duration of the attempt in milliseconds.'),
}) {}

@NodeOutput('webhookDelivery', 'org:provider:read', 'Message to one endpoint, and its delivery.')
export class WebhookDelivery extends TenantRow {
  @Ref({ to: 'webhook', description: 'Id of the webhook.' })
  readonly webhookId!: string

  /** The number of the event of the message. */
  @Column('bigint')
  readonly sequence!: number

  @ExternalId({
    description:
      'Value of the header `webhook-id`. It is the same on every attempt, so that receivers recognise repeated messages.',
  })
  readonly messageId!: string

  @Text({ description: 'Type of the event, for example CLIENT_CREATED.' })
  readonly type!: string

  @Json({
    description:
      'Field `data` of the message, together with `occurredAt` (the field `timestamp` of the message) and `sequence` (its own field).',
  })
  readonly payload!: Record<string, unknown>

  @Choice(DeliveryStatus, { description: 'Status of the delivery.' })
  readonly status!: DeliveryStatus

  @Json({ type: () => [DeliveryAttempt], description: 'Attempts to deliver, oldest first.' })
  readonly attempts!: DeliveryAttempt[]

  @Time({ nullable: true, description: 'Time of the next attempt. Null if there is none.' })
  readonly nextAttemptAt!: Date | null
}
