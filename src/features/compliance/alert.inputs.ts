import { describeEnum, describeNames } from '../../common/enums.ts'
import { field, fields, fieldsAfter } from '../../graphql/fields.ts'
import { Arguments, Input, optional, text } from '../../graphql/inputs.ts'
import { ConnectionArgs, orderInput } from '../../graphql/relay.ts'
import { AlertSeverity, AlertStatus, AlertType } from './alert.entity.ts'

export enum AlertOrderField {
  SEVERITY = 'severity',
  SINCE = 'since',
  STATUS = 'status',
  TYPE = 'type',
}
describeEnum('ComplianceAlertOrderField', AlertOrderField, 'Field to order a `ComplianceAlertConnection` by.', {
  SEVERITY: 'Severity of the alert, from LOW to CRITICAL.',
  SINCE: 'Time since which the cause exists. Alerts without a known time are last in both directions.',
  STATUS: 'Status of the alert, from OPEN to RESOLVED.',
  TYPE: 'Type of the alert.',
})

const AlertOrder = orderInput('ComplianceAlertOrder', AlertOrderField, 'a `ComplianceAlertConnection`')

@Arguments()
export class AlertFilter extends fieldsAfter(ConnectionArgs, {
  status: optional(AlertStatus, 'Only alerts with this status.'),
  severity: optional(AlertSeverity, 'Only alerts of this severity.'),
  type: optional(AlertType, 'Only alerts of this type.'),
  orderBy: optional(AlertOrder, 'Order of the items. Default: most severe first.'),
}) {}

export const AlertMarking = describeNames('ComplianceAlertMarking', 'Status that a user can set on an alert.', {
  ACKNOWLEDGED: 'A user has seen the alert and works on its cause.',
  RESOLVED: 'The problem is resolved.',
})
export type AlertMarking = keyof typeof AlertMarking

@Input('New status of an alert.')
export class ComplianceAlertMarkInput extends fields({
  status: field(AlertMarking, 'New status of the alert.'),
  note: text('Note on the response, at most 2000 characters.', { max: 2000 }),
}) {}
