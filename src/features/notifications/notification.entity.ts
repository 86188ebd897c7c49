import { Field } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { ExternalId, Text } from '../../graphql/columns.ts'
import { NodeOutput } from '../../graphql/node.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    notificationRead: { organizationId: string; userId: string; notificationId: string; readAt: Date }
  }
}

/** An event in the organization that people are notified of. Created from events, and deleted after 90 days. */
@NodeOutput(
  'notification',
  'org:provider:read',
  'Notification of an event in the organization. Each user has a read mark of their own.',
)
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
  @GraphqlOnly()
  @Field(() => JSONObject, {
    description:
      'Values of the text, by name. `name`: current name of the resource; the type of a data-subject request, the role ' +
      'of an invitation, the host of a webhook. `person` or `apiKey`: name of the member or of the API key that acted. ' +
      'A name is absent if its row no longer exists or the caller may not read it. The other values are facts of the ' +
      'event, for example `spentCents`.',
  })
  readonly parameters?: Record<string, unknown>

  /** Composed like `parameters`. */
  @Field(() => String, { description: 'English text of the notification, with the values of `parameters`.' })
  readonly message?: string
}
