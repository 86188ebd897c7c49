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

@InputType({ description: 'A consent that a person gave.' })
@Condition(
  when('channel', [ConsentChannel.EMAIL], {
    anyOf: [given('address'), within('subject', given('email'))],
  }),
)
export class ConsentInput {
  @SubjectField()
  subject: DataSubjectInput

  @TextField({
    required: true,
    description: 'MARKETING, SERVICE or RESEARCH, in any case; every other text is kept, and allows nothing.',
  })
  purpose: string

  @ChoiceField(ConsentChannel, { required: true })
  channel: ConsentChannel

  @TextField({ required: true, max: 10_000, description: 'The words that the subject agreed to.' })
  wording: string

  @TextField({ max: 64, description: 'The version of the wording.' })
  version?: string | null

  @TextField({ max: 254, description: 'By default the subject’s e-mail address for EMAIL, else the phone number.' })
  address?: string | null

  @TextField({ max: 500, description: 'How the consent was obtained.' })
  source?: string | null

  @TimeField({ description: 'Not in the future. Default: now.' })
  grantedAt?: Date | null

  @TimeField({ description: 'Must lie after grantedAt.' })
  expiresAt?: Date | null
}

@InputType({ description: 'Why a consent is withdrawn.' })
export class WithdrawalInput {
  @TextField({ max: 1000 })
  reason?: string | null
}

@InputType({ description: 'Which consents; every condition that is given must hold.' })
export class ConsentFilter {
  @TextField({ description: 'Case-insensitive substring of the subject’s name.' })
  search?: string

  @ChoicesField(ConsentChannel)
  channel?: ConsentChannel[]

  @ChoicesField(ConsentStatus)
  status?: ConsentStatus[]

  @TextField({ description: 'Exactly this purpose.' })
  purpose?: string
}
