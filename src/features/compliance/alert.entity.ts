import { ID } from 'type-graphql'
import { rowWith } from '../../common/class-fields.ts'
import { describeNames } from '../../common/enums.ts'
import { Column, Entity } from '../../data/columns.ts'
import { DateTime, RowOutput } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
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
export class AlertMark extends rowWith(TenantRow, {
  status: Column<AlertStatus>('text'),
  note: Column('text', { nullable: true }),
  changedBy: Column('text'),
}) {}

@RowOutput('org:privacy:read', 'Violation or risk of a violation of POPIA. Derived from the records on every read.')
export class ComplianceAlert extends fields({
  id: field(ID, 'Stable id: the same for the same cause.'),
  type: field(AlertType, 'Type of the alert.'),
  severity: field(AlertSeverity, 'Severity of the alert.'),
  parameters: field(JSONObject, 'Values of the text of the alert, by name. `type` identifies the text.', {
    graphqlOnly: true,
  }),
  message: field(String, 'Description of the problem, in English.'),
  resourceType: field(String, 'Type of the resource, for example BREACH.'),
  resourceId: nullable(String, 'Id of the record, or name of the channel or resource.'),
  since: nullable(DateTime, 'Time since which the cause exists, if known.'),
  status: field(AlertStatus, 'Status of the alert.'),
  note: nullable(String, 'Note of the user who acknowledged or resolved the alert.'),
  changedBy: nullable(String, 'Id of the user who acknowledged or resolved the alert.'),
  changedAt: nullable(DateTime, 'Time of the last status change. Null while the alert is OPEN.'),
}) {}
