import { type ClassType, Field, ID, ObjectType } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { DateTime } from '../../graphql/columns.ts'
import { AnalyticsDashboard } from '../analytics/analytics.outputs.ts'
import { AuditRecord } from '../audit/audit-record.entity.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Client } from '../clients/client.entity.ts'
import { ContentItem } from '../content/content-item.entity.ts'
import { SignOff } from '../sign-off/sign-off.entity.ts'
import type { StreamEvent } from './changes.ts'

/** Creates the type of a subscription's events: an id to resume from, the event type, and its data. */
export function eventTypeOf<T extends object>(
  name: string,
  description: string,
  Data: ClassType<T>,
): ClassType<StreamEvent<T>> {
  @ObjectType(name, { simpleResolvers: true, description })
  class Event implements StreamEvent<T> {
    @Field(() => ID, { description: 'Value of `since` to resume after this event.' })
    id!: string

    @Field(() => String, {
      description:
        'Type of the event. The first event may be `ready` (sent only if the subscriber selects `id`), or ' +
        '`reset` if events may be missing between `since` and the next event.',
    })
    event!: string

    @Field(() => Data, { nullable: true, description: 'Data of the event. Null for `ready` and `reset`.' })
    data!: T | Error | null
  }
  return Event
}

@ObjectType({ simpleResolvers: true, description: 'A change of a row.' })
class Change {
  @Field(() => String, { description: 'Audit action, for example CLIENT_UPDATED.' })
  type!: string

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the resource. Null for a change of many resources at once, such as an import: read the list again then.',
  })
  resourceId!: string | null

  @Field(() => ID, { description: 'Id of the user who made the change.' })
  userId!: string

  @Field(() => DateTime, { description: 'Time of the change.' })
  occurredAt!: Date
}

@ObjectType({ simpleResolvers: true, description: 'Change of a client.' })
export class ClientChange extends Change {
  @Field(() => Client, {
    nullable: true,
    description:
      'The client at the time the event is sent. Null if the client was deleted, and for a change of many clients.',
  })
  client!: Client | null
}

@ObjectType({ simpleResolvers: true, description: 'Change of a campaign.' })
export class CampaignChange extends Change {
  @Field(() => Campaign, {
    nullable: true,
    description:
      'The campaign at the time the event is sent. Null if the campaign was deleted, and for a change of many campaigns.',
  })
  campaign!: Campaign | null
}

@ObjectType({ simpleResolvers: true, description: 'Change of a content item, or a comment on it.' })
export class ContentChange extends Change {
  @Field(() => ContentItem, {
    nullable: true,
    description:
      'The content item at the time the event is sent. Null if the item was deleted, and for a change of many items.',
  })
  content!: ContentItem | null
}

@ObjectType({ simpleResolvers: true, description: 'Change of a sign-off, a decision on it, or a comment on it.' })
export class SignOffChange extends Change {
  @Field(() => SignOff, {
    nullable: true,
    description: 'The sign-off at the time the event is sent. Null if the sign-off was deleted.',
  })
  signOff!: SignOff | null
}

export const BreachKind = describeNames('BreachKind', 'Kind of breach event.', {
  POPIA_BREACH: 'A reported breach (POPIA section 22).',
  COMPLIANCE_ALERT: 'A new compliance alert of high or critical severity.',
  SECURITY_ALERT: 'A security alert of the monitoring that started firing.',
})
export type BreachKind = keyof typeof BreachKind

@ObjectType({ simpleResolvers: true, description: 'Breach, or alert of similar weight.' })
export class BreachTold {
  @Field(() => BreachKind, { description: 'Kind of event.' })
  kind!: BreachKind

  @Field(() => String, { description: 'Title of the breach or alert.' })
  title!: string

  @Field(() => String, { description: 'Severity in upper case, as the source names it.' })
  severity!: string

  @Field(() => String, { nullable: true, description: 'Description of the breach or alert.' })
  description!: string | null

  @Field(() => ID, { nullable: true, description: 'Id of the breach or alert.' })
  resourceId!: string | null

  @Field(() => DateTime, {
    description:
      'Time at which the breach was discovered, the security alert started, or the compliance alert appeared.',
  })
  discoveredAt!: Date

  @Field(() => DateTime, { description: 'Time at which the breach or alert was reported to the service.' })
  occurredAt!: Date
}

export const BreachEvent = eventTypeOf('BreachEvent', 'A `breach`, or the start of the stream.', BreachTold)
export const ClientEvent = eventTypeOf('ClientEvent', 'A `change`, or the start of the stream.', ClientChange)
export const CampaignEvent = eventTypeOf('CampaignEvent', 'A `change`, or the start of the stream.', CampaignChange)
export const ContentEvent = eventTypeOf('ContentEvent', 'A `change`, or the start of the stream.', ContentChange)
export const SignOffEvent = eventTypeOf('SignOffEvent', 'A `change`, or the start of the stream.', SignOffChange)
export const DashboardEvent = eventTypeOf(
  'DashboardEvent',
  'A `snapshot`, an `update`, or the start of the stream.',
  AnalyticsDashboard,
)
export const AuditEvent = eventTypeOf('AuditEvent', 'A `record`, or the start of the stream.', AuditRecord)
