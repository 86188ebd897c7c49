import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, ID, registerEnumType } from 'type-graphql'
import { Column } from '../../data/columns.ts'
import { DateTime, Output } from '../../graphql/columns.ts'
import { TenantRow } from '../../graphql/tenant-row.ts'

declare module '../../data/transaction.ts' {
  interface Tables {
    alertMark: AlertMark
  }
}

export enum AlertType {
  BREACH_NOT_NOTIFIED = 'BREACH_NOT_NOTIFIED',
  BREACH_SUBJECTS_NOT_TOLD = 'BREACH_SUBJECTS_NOT_TOLD',
  BREACH_UNACKNOWLEDGED = 'BREACH_UNACKNOWLEDGED',
  CAMPAIGN_WITHOUT_CONSENT = 'CAMPAIGN_WITHOUT_CONSENT',
  CONSENTS_EXPIRING = 'CONSENTS_EXPIRING',
  INFORMATION_OFFICER_MISSING = 'INFORMATION_OFFICER_MISSING',
  OPERATOR_WITHOUT_AGREEMENT = 'OPERATOR_WITHOUT_AGREEMENT',
  REQUEST_OVERDUE = 'REQUEST_OVERDUE',
  RETENTION_BACKLOG = 'RETENTION_BACKLOG',
}
registerEnumType(AlertType, {
  name: 'ComplianceAlertType',
  valuesConfig: {
    BREACH_NOT_NOTIFIED: { description: 'The Regulator was not notified within 72 hours of the discovery.' },
    BREACH_SUBJECTS_NOT_TOLD: {
      description:
        'The people affected were not told within 72 hours of the discovery, and nobody allowed to delay it.',
    },
    BREACH_UNACKNOWLEDGED: { description: 'A breach that nobody investigates yet.' },
    CAMPAIGN_WITHOUT_CONSENT: {
      description: 'A campaign runs, or should, on a channel without consent for marketing.',
    },
    CONSENTS_EXPIRING: { description: 'Consents for a channel expire within 30 days.' },
    INFORMATION_OFFICER_MISSING: { description: 'The organization names no Information Officer to be reached.' },
    OPERATOR_WITHOUT_AGREEMENT: { description: 'An operator works without a written agreement, or behind its end.' },
    REQUEST_OVERDUE: { description: 'A data-subject request is open behind its last day.' },
    RETENTION_BACKLOG: { description: 'Records are past their period by a day or more, and still there.' },
  },
})

export enum AlertSeverity {
  LOW = 'LOW',
  MEDIUM = 'MEDIUM',
  HIGH = 'HIGH',
  CRITICAL = 'CRITICAL',
}
registerEnumType(AlertSeverity, { name: 'ComplianceAlertSeverity' })

export enum AlertStatus {
  OPEN = 'OPEN',
  ACKNOWLEDGED = 'ACKNOWLEDGED',
  RESOLVED = 'RESOLVED',
}
registerEnumType(AlertStatus, {
  name: 'ComplianceAlertStatus',
  description: 'What was said to an alert. It disappears when what it warns of does, and counts until then.',
})

/** What was said to an alert. Alerts themselves are derived, and have no row. */
@Entity()
export class AlertMark extends TenantRow {
  @Column('text')
  status: AlertStatus

  @Column('text', { nullable: true })
  note: string | null

  @Column('text')
  changedBy: string
}

@Output('Something that is not as POPIA demands. Derived from the records whenever it is asked for.')
export class ComplianceAlert {
  @Field(() => ID, { description: 'The same for the same cause, as long as it lasts.' })
  id: string

  @Field(() => AlertType)
  type: AlertType

  @Field(() => AlertSeverity)
  severity: AlertSeverity

  @Field(() => String)
  message: string

  @Field(() => String, { description: 'For example BREACH.' })
  resourceType: string

  @Field(() => String, { nullable: true, description: 'The record, channel or resource that it is about.' })
  resourceId: string | null

  @Field(() => DateTime, { nullable: true, description: 'Since when, where that is known.' })
  since: Date | null

  @Field(() => AlertStatus)
  status: AlertStatus

  @Field(() => String, { nullable: true })
  note: string | null

  @Field(() => String, { nullable: true, description: 'The user who acknowledged or resolved it.' })
  changedBy: string | null

  @Field(() => DateTime, { nullable: true })
  changedAt: Date | null
}
