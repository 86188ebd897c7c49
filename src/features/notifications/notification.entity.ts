import { rowWith } from '../../common/class-fields.ts'
import { Column } from '../../data/columns.ts'
import { ExternalId, Text } from '../../graphql/columns.ts'
import { field, mayLack } from '../../graphql/fields.ts'
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
export class Notification extends rowWith(TenantRow, {
  type: Text('Type of the event, for example CAMPAIGN_APPROVED.'),
  resourceType: Text('Type of the resource, for example CAMPAIGN.'),
  resourceId: ExternalId('Id of the resource. Null if there is none.', { nullable: true }),
  /** The user id in the event. */
  userId: Column('text', { nullable: true }),
  payload: Column<Record<string, unknown>>('jsonb'),
  /** Composed for each reader: see `notification.names`. */
  parameters: mayLack(
    field(
      JSONObject,
      'Values of the text, by name. `name`: current name of the resource; the type of a data-subject request, the role ' +
        'of an invitation, the host of a webhook. `person` or `apiKey`: name of the member or of the API key that acted. ' +
        'A name is absent if its row no longer exists or the caller may not read it. The other values are facts of the ' +
        'event, for example `spentCents`.',
      { graphqlOnly: true },
    ),
  ),
  /** Composed like `parameters`. */
  message: mayLack(field(String, 'English text of the notification, with the values of `parameters`.')),
}) {}
