import { InputType } from 'type-graphql'
import { ChoicesField, Condition, given, TextField, TimeField, when, within } from '../../../graphql/inputs.ts'
import { newRowOf, RowInput } from '../../../graphql/row-inputs.ts'
import { DataSubjectInput, SubjectField } from '../subjects/subject.ts'
import { ConsentChannel, ConsentDetails, ConsentStatus } from './consent.entity.ts'

@RowInput('Consent to record.')
@Condition(
  when('channel', [ConsentChannel.EMAIL], {
    anyOf: [given('address'), within('subject', given('email'))],
  }),
)
export class ConsentInput extends newRowOf(ConsentDetails) {
  @SubjectField()
  subject!: DataSubjectInput

  @TimeField({
    description: 'Time at which the consent was given, not in the future. A minute ahead counts as now. Default: now.',
  })
  grantedAt?: Date | null
}

@InputType({ description: 'Withdrawal of a consent.' })
export class WithdrawalInput {
  @TextField({ max: 1000, description: 'Reason of the withdrawal, at most 1000 characters.' })
  reason?: string | null
}

@InputType({ description: 'Filter for consents. A consent must meet all given conditions.' })
export class ConsentFilter {
  @TextField({ description: 'Case-insensitive substring of the subject’s name.' })
  search?: string | undefined

  @ChoicesField(ConsentChannel, { description: 'Only consents for one of these channels.' })
  channel?: ConsentChannel[] | undefined

  @ChoicesField(ConsentStatus, { description: 'Only consents with one of these statuses.' })
  status?: ConsentStatus[] | undefined

  @TextField({
    description:
      'Only consents for this purpose, case-insensitive: MARKETING also finds `marketing`. OTHER finds every purpose without a code.',
  })
  purpose?: string | undefined
}
