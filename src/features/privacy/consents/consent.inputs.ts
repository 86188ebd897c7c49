import { InputType } from 'type-graphql'
import {
  ChoiceField,
  ChoicesField,
  Condition,
  given,
  TextField,
  TimeField,
  when,
  within,
} from '../../../graphql/inputs.ts'
import { DataSubjectInput, SubjectField } from '../subjects/subject.ts'
import { ConsentChannel, ConsentStatus } from './consent.entity.ts'

@InputType({ description: 'Consent to record.' })
@Condition(
  when('channel', [ConsentChannel.EMAIL], {
    anyOf: [given('address'), within('subject', given('email'))],
  }),
)
export class ConsentInput {
  @SubjectField()
  subject!: DataSubjectInput

  @TextField({
    required: true,
    description:
      'Purpose: MARKETING, SERVICE or RESEARCH, case-insensitive. Any other text is stored but permits nothing.',
  })
  purpose!: string

  @ChoiceField(ConsentChannel, { required: true, description: 'Channel that the consent covers.' })
  channel!: ConsentChannel

  @TextField({ required: true, max: 10_000, description: 'Wording that the subject agreed to.' })
  wording!: string

  @TextField({ max: 64, description: 'Version of the wording.' })
  version?: string | null

  @TextField({
    max: 254,
    description: 'Address on the channel. Default: the subject’s e-mail address for EMAIL, otherwise the phone number.',
  })
  address?: string | null

  @TextField({ max: 500, description: 'Source of the consent, for example a form and its address.' })
  source?: string | null

  @TimeField({
    description: 'Time at which the consent was given, not in the future. A minute ahead counts as now. Default: now.',
  })
  grantedAt?: Date | null

  @TimeField({ description: 'Time of expiry, after `grantedAt`.' })
  expiresAt?: Date | null
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

  @TextField({ description: 'Only consents for this purpose, case-insensitive: MARKETING also finds `marketing`.' })
  purpose?: string | undefined
}
