import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, ID } from 'type-graphql'
import { describeNames } from '../../common/enums.ts'
import { Column } from '../../data/columns.ts'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { DateTime, RowOutput } from '../../graphql/columns.ts'
import { JSONObject } from '../../graphql/scalars.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

export const AlertType = describeNames('ComplianceAlertType', 'Type of a compliance alert.', {
  BREACH_NOT_NOTIFIED: 'The Regulator was not notified within 72 hours of the discovery.',
  BREACH_SUBJECTS_NOT_TOLD:
    'The affected people were not notified within 72 hours of the discovery, and no permission delays the notification.',
  BREACH_UNACKNOWLEDGED: 'Nobody investigates a reported breach.',
  CAMPAIGN_WITHOUT_CONSENT: 'A campaign is running or scheduled on a channel without marketing consent.',
  CONSENTS_EXPIRING: 'Consents for a channel expire within 30 days.',
  INFORMATION_OFFICER_MISSING: 'The organization has no Information Officer with contact details.',
  OPERATOR_WITHOUT_AGREEMENT: 'An operator has no written agreement, or the agreement has ended.',
  REQUEST_OVERDUE: 'A data-subject request is open after its due date.',
  RETENTION_BACKLOG: 'Records are still stored a day or more after their retention period.',
})
export type AlertType = keyof typeof AlertType

export const AlertSeverity = describeNames('ComplianceAlertSeverity', 'Severity of a compliance alert.', {
  LOW: 'For information.',
  MEDIUM: 'Needs attention soon.',
  HIGH: 'Needs attention now.',
  CRITICAL: 'A legal deadline was missed.',
})
export type AlertSeverity = keyof typeof AlertSeverity

export const AlertStatus = describeNames(
  'ComplianceAlertStatus',
  'Status of a compliance alert. An alert disappears when its cause does, whatever its status.',
  {
    OPEN: 'Not acknowledged yet.',
    ACKNOWLEDGED: 'A user has seen the alert and works on its cause.',
    RESOLVED: 'A user has marked the alert as resolved.',
  },
)
export type AlertStatus = keyof typeof AlertStatus

/** The response to an alert. Alerts are derived and have no rows of their own. */
@Entity()
export class AlertMark extends TenantRow {
  @Column('text')
  readonly status!: AlertStatus

  @Column('text', { nullable: true })
  readonly note!: string | null

  @Column('text')
  readonly changedBy!: string
}

@RowOutput('org:privacy:read', 'Violation or risk of a violation of POPIA. Derived from the records on every read.')
export class ComplianceAlert {
  @Field(() => ID, { description: 'Stable id: the same for the same cause.' })
  readonly id!: string

  @Field(() => AlertType, { description: 'Type of the alert.' })
  readonly type!: AlertType

  @Field(() => AlertSeverity, { description: 'Severity of the alert.' })
  readonly severity!: AlertSeverity

  @GraphqlOnly()
  @Field(() => JSONObject, { description: 'Values of the text of the alert, by name. `type` identifies the text.' })
  readonly parameters!: Record<string, unknown>

  @Field(() => String, { description: 'Description of the problem, in English.' })
  readonly message!: string

  @Field(() => String, { description: 'Type of the resource, for example BREACH.' })
  readonly resourceType!: string

  @Field(() => String, { nullable: true, description: 'Id of the record, or name of the channel or resource.' })
  readonly resourceId!: string | null

  @Field(() => DateTime, { nullable: true, description: 'Time since which the cause exists, if known.' })
  readonly since!: Date | null

  @Field(() => AlertStatus, { description: 'Status of the alert.' })
  readonly status!: AlertStatus

  @Field(() => String, { nullable: true, description: 'Note of the user who acknowledged or resolved the alert.' })
  readonly note!: string | null

  @Field(() => String, { nullable: true, description: 'Id of the user who acknowledged or resolved the alert.' })
  readonly changedBy!: string | null

  @Field(() => DateTime, {
    nullable: true,
    description: 'Time of the last status change. Null while the alert is OPEN.',
  })
  readonly changedAt!: Date | null
}
