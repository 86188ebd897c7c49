import { type ClassType, Field, ID, ObjectType, registerEnumType } from 'type-graphql'
import { AnalyticsDashboard } from '../analytics/analytics.outputs.ts'
import { AuditRecord } from '../audit/audit-record.entity.ts'
import { Campaign } from '../campaigns/campaign.entity.ts'
import { Client } from '../clients/client.entity.ts'
import { DateTime } from '../kernel/columns.ts'
import type { Told } from './changes.ts'

/** The type of what a subscription tells: an id to resume from, the kind of event, and its data. */
export function toldOf<T extends object>(name: string, description: string, Data: ClassType<T>): ClassType<Told<T>> {
  @ObjectType(name, { simpleResolvers: true, description })
  class Event implements Told<T> {
    @Field(() => ID, {
      nullable: true,
      description: 'What to give as `since` to resume behind this event; null for a reset.',
    })
    id: string | null

    @Field(() => String, { description: '`reset` when events may be missing between `since` and the next event.' })
    event: string

    @Field(() => Data, { nullable: true })
    data: T | null
  }
  return Event
}

@ObjectType({ simpleResolvers: true, description: 'A change of a row.' })
class Change {
  @Field(() => String, { description: 'The audit action, for example CLIENT_UPDATED.' })
  type: string

  @Field(() => ID, { nullable: true, description: 'Of the row; null for changes of many.' })
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
    description: 'The client as it is when the event is told; null when it is gone.',
  })
  client: Client | null
}

@ObjectType({ simpleResolvers: true, description: 'A change of a campaign.' })
export class CampaignChange extends Change {
  @Field(() => Campaign, {
    nullable: true,
    description: 'The campaign as it is when the event is told; null when it is gone.',
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

  @Field(() => DateTime)
  occurredAt: Date
}

export const BreachEvent = toldOf('BreachEvent', 'A `breach`, or a `reset`.', BreachTold)
export const ClientEvent = toldOf('ClientEvent', 'A `change`, or a `reset`.', ClientChange)
export const CampaignEvent = toldOf('CampaignEvent', 'A `change`, or a `reset`.', CampaignChange)
export const DashboardEvent = toldOf('DashboardEvent', 'A `snapshot`, an `update`, or a `reset`.', AnalyticsDashboard)
export const AuditEvent = toldOf('AuditEvent', 'A `record`, or a `reset`.', AuditRecord)
