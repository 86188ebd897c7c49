import { ArgsType, Field, InputType, registerEnumType } from 'type-graphql'
import { ChoiceField, TextField } from '../../graphql/inputs.ts'
import { PageArgs } from '../../graphql/page.ts'
import { AlertSeverity, AlertStatus, AlertType } from './alert.entity.ts'

@ArgsType()
export class AlertFilter extends PageArgs {
  @Field(() => AlertStatus, { nullable: true })
  status?: AlertStatus

  @Field(() => AlertSeverity, { nullable: true })
  severity?: AlertSeverity

  @Field(() => AlertType, { nullable: true })
  type?: AlertType
}

export enum AlertMarking {
  ACKNOWLEDGED = 'ACKNOWLEDGED',
  RESOLVED = 'RESOLVED',
}
registerEnumType(AlertMarking, { name: 'ComplianceAlertMarking', description: 'What can be said to an alert.' })

@InputType({ description: 'What is said to an alert.' })
export class ComplianceAlertMarkInput {
  @ChoiceField(AlertMarking, { required: true })
  status: AlertMarking

  @TextField({ max: 2000 })
  note?: string | null
}
