import { InputType } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { ChoiceField, ChoicesField, IntegerField, TextField, TimeField } from '../../../graphql/inputs.ts'
import { changesTo, newRowOf, RowInput } from '../../../graphql/row-inputs.ts'
import { BreachDetails, BreachSeverity, BreachStatus } from './breach.entity.ts'

/** A SafeInt, as it has always been. The column is an Int. */
const AffectedSubjects = () =>
  IntegerField({ min: 0, max: 100_000_000, description: 'Number of affected people, if known.' })

@RowInput('Breach to report.')
export class BreachInput extends newRowOf(BreachDetails) {
  @AffectedSubjects()
  affectedSubjects?: number | null
}

@RowInput('Changes to a breach. Absent fields stay unchanged.')
export class BreachPatch extends changesTo(BreachDetails) {
  @AffectedSubjects()
  affectedSubjects?: number | null

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
