import { type ClassType, Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { DateTime } from '../../graphql/columns.ts'
import { AnalyticsDashboard } from '../analytics/analytics.outputs.ts'
import { AuditRecord } from '../audit/audit-record.entity.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Client } from '../clients/client.entity.ts'
import type { Told } from './changes.ts'

/** The type of what a subscription tells: an id to resume from, the kind of event, and its data. */
export function toldOf<T extends object>(name: string, description: string, Data: ClassType<T>): ClassType<Told<T>> {
  @ObjectType(name, { simpleResolvers: true, description })
  class Event implements Told<T> {
    @Field(() => ID, { description: 'What to give as `since` to resume behind this event.' })
    id: string

    @Field(() => String, {
      description:
        'The first event may say no more than where the stream begins: `ready` (only to subscribers that select `id`), ' +
        'or `reset` when events may be missing between `since` and the next one.',
    })
    event: string

    @Field(() => Data, { nullable: true, description: 'Null for `ready` and `reset`.' })
    data: T | Error | null
  }
  return Event
}

@ObjectType({ simpleResolvers: true, description: 'A change of a row.' })
class Change {
  @Field(() => String, { description: 'The audit action, for example CLIENT_UPDATED.' })
  type: string

  @Field(() => ID, {
    nullable: true,
    description: 'Of the row; null for a change of many at once, such as an import: read the list again.',
  })
  resourceId: string | null

  @Field(() => ID, { description: 'Who changed it.' })
  userId: string

  @Field(() => DateTime)
  occurredAt: Date
}

@ObjectType({ simpleResolvers: true, description: 'A change of a client.' })
export class ClientChange extends Change {
  @Field(() => Client, {
    nullable: true,
    description: 'The client as it is when the event is told; null when it is gone, and for a change of many.',
  })
  client: Client | null
}

@ObjectType({ simpleResolvers: true, description: 'A change of a campaign.' })
export class CampaignChange extends Change {
  @Field(() => Campaign, {
    nullable: true,
    description: 'The campaign as it is when the event is told; null when it is gone, and for a change of many.',
  })
  campaign: Campaign | null
}

export enum BreachKind {
  POPIA_BREACH = 'POPIA_BREACH',
  COMPLIANCE_ALERT = 'COMPLIANCE_ALERT',
  SECURITY_ALERT = 'SECURITY_ALERT',
}
registerEnumType(BreachKind, {
  name: 'BreachKind',
  valuesConfig: {
    POPIA_BREACH: { description: 'A breach that was reported (POPIA section 22).' },
    COMPLIANCE_ALERT: { description: 'A compliance alert of high or critical severity that came up.' },
    SECURITY_ALERT: { description: 'A security alert of the monitoring that began to fire.' },
  },
})

@ObjectType({ simpleResolvers: true, description: 'A breach, or an alert that is like one.' })
export class BreachTold {
  @Field(() => BreachKind)
  kind: BreachKind

  @Field(() => String)
  title: string

  @Field(() => String, { description: 'In upper case, in the words of its source.' })
  severity: string

  @Field(() => String, { nullable: true })
  description: string | null

  @Field(() => ID, { nullable: true, description: 'Of the breach or alert.' })
  resourceId: string | null

  @Field(() => DateTime, {
    description: 'When the breach was discovered, the security alert began, or the compliance alert came up.',
  })
  discoveredAt: Date

  @Field(() => DateTime, { description: 'When it was reported here.' })
  occurredAt: Date
}

export const BreachEvent = toldOf('BreachEvent', 'A `breach`, or the beginning.', BreachTold)
export const ClientEvent = toldOf('ClientEvent', 'A `change`, or the beginning.', ClientChange)
export const CampaignEvent = toldOf('CampaignEvent', 'A `change`, or the beginning.', CampaignChange)
export const DashboardEvent = toldOf(
  'DashboardEvent',
  'A `snapshot`, an `update`, or the beginning.',
  AnalyticsDashboard,
)
export const AuditEvent = toldOf('AuditEvent', 'A `record`, or the beginning.', AuditRecord)
