import { Entity } from '@mikro-orm/decorators/legacy'
import { Field } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { ExternalId, Text } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    notification: Notification
    notificationRead: { organizationId: string; userId: string; notificationId: string; readAt: Date }
  }
}

/** An event in the organization that people are notified of. Created from events, and deleted after 90 days. */
@NodeOutput(
  'notification',
  'org:provider:read',
  'Notification of an event in the organization. Each user has a read mark of their own.',
)
@Entity()
export class Notification extends TenantRow {
  @Text({ description: 'Type of the event, for example CAMPAIGN_APPROVED.' })
  readonly type!: string

  @Text({ description: 'Type of the resource, for example CAMPAIGN.' })
  readonly resourceType!: string

  @ExternalId({ nullable: true, description: 'Id of the resource. Null if there is none.' })
  readonly resourceId!: string | null

  /** The user id in the event. */
  @Column('text', { nullable: true })
  readonly userId!: string | null

  @Column('jsonb')
  readonly payload!: Record<string, unknown>

  /** Composed for each reader: see `notification.names`. */
  @Field(() => String, {
    description:
      'Text of the notification, with current names. It has ids instead of names that no longer exist or ' +
      'that the caller may not read.',
  })
  readonly message?: string
}
