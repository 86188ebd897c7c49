import { ArrayMaxSize, IsOptional, MaxLength } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { ChoiceField, ChoicesField, IntegerField, says, TextField, TimeField } from '../../../graphql/inputs.ts'
import { BreachSeverity, BreachStatus } from './breach.entity.ts'

@InputType()
class BreachDetails {
  @IntegerField({ min: 0, max: 100_000_000, description: 'Number of affected people, if known.' })
  affectedSubjects?: number | null

  @Field(() => [String], { nullable: true, description: 'Categories of affected data, at most 50.' })
  @IsOptional()
  @ArrayMaxSize(50, says('TOO_MANY_VALUES', { most: 50 }))
  @MaxLength(100, { each: true, message: 'must hold values of at most 100 characters' })
  dataCategories?: string[] | null

  @TextField({ max: 10_000, description: 'Possible consequences for the affected people.' })
  consequences?: string | null

  @TextField({ max: 10_000, description: 'Measures taken or planned.' })
  measures?: string | null

  @TextField({ max: 10_000, description: 'Recommended actions for the affected people.' })
  recommendations?: string | null

  @TextField({ description: 'Person who may have had access, if known.' })
  unauthorisedPerson?: string | null

  @Field(() => ID, { nullable: true, description: 'Id of the user who handles the breach.' })
  @IsOptional()
  @MaxLength(256, says('TEXT_TOO_LONG', { most: 256 }))
  assignedTo?: string | null
}

@InputType({ description: 'Breach to report.' })
export class BreachInput extends BreachDetails {
  @TextField({ required: true, description: 'Title of the breach, at most 200 characters.' })
  title!: string

  @TextField({ required: true, max: 10_000, description: 'Description of the breach, at most 10,000 characters.' })
  description!: string

  @TimeField({ required: true, description: 'Time of the discovery, not in the future. A minute ahead counts as now.' })
  discoveredAt!: Date

  @ChoiceField(BreachSeverity, { description: 'Severity of the breach. Default HIGH.' })
  severity?: BreachSeverity
}

@InputType({ description: 'Changes to a breach. Absent fields stay unchanged.' })
export class BreachPatch extends BreachDetails {
  @TextField({ kept: true, description: 'Title of the breach, at most 200 characters.' })
  title?: string

  @TextField({ kept: true, max: 10_000, description: 'Description of the breach, at most 10,000 characters.' })
  description?: string

  @ChoiceField(BreachSeverity, { kept: true, description: 'Severity of the breach.' })
  severity?: BreachSeverity

  @ChoiceField(BreachStatus, { kept: true, description: 'Next status: INVESTIGATING, CONTAINED or CLOSED.' })
  status?: BreachStatus
}

export const BreachRecipient = describeNames('BreachRecipient', 'Recipient of a breach notification.', {
  REGULATOR: 'The Information Regulator.',
  SUBJECTS: 'The affected people.',
})
export type BreachRecipient = keyof typeof BreachRecipient

@InputType({ description: 'Notification to record.' })
export class BreachNotificationInput {
  @ChoiceField(BreachRecipient, { required: true, description: 'Recipient of the notification.' })
  recipient!: BreachRecipient

  @TextField({ description: 'Reference of the recipient, for example a case number.' })
  reference?: string | null

  @TextField({ description: 'Means of notification, for example e-mail or a public notice.' })
  method?: string | null

  @TimeField({
    description: 'Time of the notification, not in the future. A minute ahead counts as now. Default: now.',
  })
  notifiedAt?: Date | null
}

@InputType({ description: 'Update to the Information Regulator after the first notification.' })
export class BreachUpdateInput {
  @TextField({ required: true, max: 10_000, description: 'Text of the update, at most 10,000 characters.' })
  text!: string

  @TextField({ description: 'Reference of the Regulator.' })
  reference?: string | null

  @TimeField({ description: 'Time of the update, not in the future. A minute ahead counts as now. Default: now.' })
  sentAt?: Date | null
}

@InputType({ description: 'Permission to notify the affected people later (POPIA section 22(3)).' })
export class BreachDelayInput {
  @TextField({
    required: true,
    description: 'Public body, or the Regulator, that found that notification would impede an investigation.',
  })
  authority!: string

  @TextField({ description: 'Reference of the decision.' })
  reference?: string | null

  @TimeField({ required: true, description: 'Time until which notification is delayed, in the future.' })
  until!: Date
}

@InputType({ description: 'Filter for breaches. A breach must meet all given conditions.' })
export class BreachFilter {
  @TextField({ description: 'Case-insensitive substring of the title.' })
  search?: string | undefined

  @ChoicesField(BreachStatus, { description: 'Only breaches with one of these statuses.' })
  status?: BreachStatus[] | undefined

  @ChoicesField(BreachSeverity, { description: 'Only breaches of one of these severities.' })
  severity?: BreachSeverity[] | undefined
}
