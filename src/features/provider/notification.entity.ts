import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { ExternalId, Output, Text } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    notification: Notification
    notificationRead: { organizationId: string; userId: string; notificationId: string; readAt: Date }
  }
}

/** Something that happened in the organization, for people to see. Made from events, and kept for 90 days. */
@Output('Something that happened in the organization. Each user marks it as read for themselves.')
@Entity()
export class Notification extends TenantRow {
  @Text({ description: 'The event that it tells of, for example CAMPAIGN_APPROVED.' })
  type: string

  @Text()
  resourceType: string

  @ExternalId({ nullable: true })
  resourceId: string | null

  /** Who did it, as the event has it. */
  @Column('text', { nullable: true })
  userId: string | null

  @Column('jsonb')
  payload: Record<string, unknown>
}

@ObjectType({ description: 'A page of notifications by cursor.' })
export class NotificationConnection extends connectionOf(Notification) {}

@ObjectType({ simpleResolvers: true })
export class NotificationMeta extends PageMeta {
  @Field(() => Int, { description: 'How many the caller has not read, whatever was asked for.' })
  unread: number
}

@Output('The plain list of notifications.')
export class NotificationPage {
  @Field(() => [Notification])
  items: Notification[]

  @Field(() => NotificationMeta)
  meta: NotificationMeta
}
