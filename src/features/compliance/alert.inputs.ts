import { ArgsType, Field, InputType } from 'type-graphql'
import { describeEnum } from '../../common/enums.ts'
import { ChoiceField, TextField } from '../../graphql/inputs.ts'
import { ConnectionArgs } from '../../graphql/relay.ts'
import { AlertSeverity, AlertStatus, AlertType } from './alert.entity.ts'

@ArgsType()
export class AlertFilter extends ConnectionArgs {
  @Field(() => AlertStatus, { nullable: true, description: 'Only alerts with this status.' })
  status?: AlertStatus

  @Field(() => AlertSeverity, { nullable: true, description: 'Only alerts of this severity.' })
  severity?: AlertSeverity

  @Field(() => AlertType, { nullable: true, description: 'Only alerts of this type.' })
  type?: AlertType
}

export enum AlertMarking {
  ACKNOWLEDGED = 'ACKNOWLEDGED',
  RESOLVED = 'RESOLVED',
}
describeEnum('ComplianceAlertMarking', AlertMarking, 'Status that a user can give an alert.', {
  ACKNOWLEDGED: 'Seen, and being dealt with.',
  RESOLVED: 'Dealt with.',
})

@InputType({ description: 'New status of an alert.' })
export class ComplianceAlertMarkInput {
  @ChoiceField(AlertMarking, { required: true, description: 'New status of the alert.' })
  status!: AlertMarking

  @TextField({ max: 2000, description: 'Note on the decision, at most 2000 characters.' })
  note?: string | null
}
