import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { Choice, DateTime, ExternalId, Json, Output, Ref, Text, Time } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    webhook: Webhook
    webhookDelivery: WebhookDelivery
  }
}

export enum WebhookStatus {
  ACTIVE = 'ACTIVE',
  DISABLED = 'DISABLED',
}
registerEnumType(WebhookStatus, { name: 'WebhookStatus', description: 'Whether events are delivered to an endpoint.' })

export enum DeliveryStatus {
  PENDING = 'PENDING',
  DELIVERED = 'DELIVERED',
  DEAD = 'DEAD',
}
registerEnumType(DeliveryStatus, {
  name: 'WebhookDeliveryStatus',
  valuesConfig: { DEAD: { description: 'Given up after the last attempt; it can be sent again by hand.' } },
})

/** An endpoint of the organization's own. `events/` says what happened; `webhook.dispatcher` tells it. */
@Output('An endpoint that is told of events, as Standard Webhooks has it (standardwebhooks.com).')
@Entity()
export class Webhook extends TenantRow {
  @Text()
  url: string

  @Column('text[]')
  @Field(() => [String], { description: 'Types of events, which are the actions of the audit trail; `*` is all.' })
  events: string[]

  @Text({ nullable: true })
  description: string | null

  @Choice(WebhookStatus)
  status: WebhookStatus

  @Text({ nullable: true, description: 'Why the service disabled it.' })
  disabledReason: string | null

  @Time({ nullable: true, description: 'The first of the failures since the last success.' })
  failingSince: Date | null

  @ExternalId()
  createdBy: string

  /** Sealed for this row (`security/secrets`), like the one below. */
  @Column('text')
  sealedSecret: string

  /** Still signed with until the receiver has learned the new one. */
  @Column('text', { nullable: true })
  sealedOldSecret: string | null

  @Time({ nullable: true, description: 'Until then deliveries carry a signature by the secret before, too.' })
  oldSecretUntil: Date | null

  @Field(() => String, {
    nullable: true,
    description: 'What receivers verify signatures with. Shown once, in the answer that makes or rotates it.',
  })
  secret?: string
}

@Output('One attempt to deliver.')
export class DeliveryAttempt {
  @Field(() => DateTime)
  at: string

  @Field(() => Int, { nullable: true, description: 'The status that the endpoint answered; null without an answer.' })
  status: number | null

  @Field(() => String, { nullable: true, description: 'Why there was no answer.' })
  error: string | null

  @Field(() => Int)
  milliseconds: number
}

/** A message to one endpoint. */
@Output('A message to one endpoint, and what became of it.')
@Entity()
export class WebhookDelivery extends TenantRow {
  @Ref({ to: 'webhook' })
  webhookId: string

  /** The number of the event that the message is of. */
  @Column('bigint')
  sequence: number

  @ExternalId({
    description: 'The header `webhook-id`: the same on every attempt, so that receivers can tell repeats.',
  })
  messageId: string

  @Text()
  type: string

  @Json({
    description: 'The field `data` of the message, with `occurredAt` (its `timestamp`) and `sequence` (its own field).',
  })
  payload: Record<string, unknown>

  @Choice(DeliveryStatus)
  status: DeliveryStatus

  @Column('jsonb')
  @Field(() => [DeliveryAttempt])
  attempts: DeliveryAttempt[]

  @Time({ nullable: true, description: 'When the message is tried next; null when it is not.' })
  nextAttemptAt: Date | null
}

@ObjectType({ description: 'A page of webhooks by cursor.' })
export class WebhookConnection extends connectionOf(Webhook) {}

@ObjectType({ description: 'A page of deliveries by cursor.' })
export class WebhookDeliveryConnection extends connectionOf(WebhookDelivery) {}

@Output('The plain list of webhooks.')
export class WebhookPage {
  @Field(() => [Webhook])
  items: Webhook[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('The plain list of deliveries.')
export class WebhookDeliveryPage {
  @Field(() => [WebhookDelivery])
  items: WebhookDelivery[]

  @Field(() => PageMeta)
  meta: PageMeta
}
