import { ArgsType, Field, InputType } from 'type-graphql'
import { describeEnum, describeNames } from '../../common/enums.ts'
import { ChoiceField, TextField } from '../../graphql/inputs.ts'
import { ConnectionArgs, type Order, orderInput } from '../../graphql/relay.ts'
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

@ArgsType()
export class AlertFilter extends ConnectionArgs {
  @Field(() => AlertStatus, { nullable: true, description: 'Only alerts with this status.' })
  status?: AlertStatus

  @Field(() => AlertSeverity, { nullable: true, description: 'Only alerts of this severity.' })
  severity?: AlertSeverity

  @Field(() => AlertType, { nullable: true, description: 'Only alerts of this type.' })
  type?: AlertType

  @Field(() => AlertOrder, { nullable: true, description: 'Order of the items. Default: most severe first.' })
  orderBy?: Order<AlertOrderField> | null
}

export const AlertMarking = describeNames('ComplianceAlertMarking', 'Status that a user can set on an alert.', {
  ACKNOWLEDGED: 'A user has seen the alert and works on its cause.',
  RESOLVED: 'The problem is resolved.',
})
export type AlertMarking = keyof typeof AlertMarking

@InputType({ description: 'New status of an alert.' })
export class ComplianceAlertMarkInput {
  @ChoiceField(AlertMarking, { required: true, description: 'New status of the alert.' })
  status!: AlertMarking

  @TextField({ max: 2000, description: 'Note on the response, at most 2000 characters.' })
  note?: string | null
}
