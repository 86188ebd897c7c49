import { IsOptional, MaxLength, ValidateNested } from 'class-validator'
import { Field, ID, InputType, registerEnumType } from 'type-graphql'
import {
  ChoiceField,
  ChoicesField,
  Condition,
  EmailField,
  given,
  IntegerField,
  PhoneField,
  TextField,
  TimeField,
  when,
} from '../../../graphql/inputs.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { RequestSubjectInput, SubjectField } from '../subjects/subject.ts'
import { RequestDecision, RequestStatus, RequestType } from './request.entity.ts'
import { GrantInput } from './request.grant.ts'

@InputType({ description: 'What a subject’s data should read, wherever it is held. At least one field.' })
export class RequestCorrectionInput {
  @TextField()
  name?: string | null

  @EmailField()
  email?: string | null

  @PhoneField()
  phone?: string | null
}

@InputType()
class RequestDetails {
  @TextField({ max: 10_000, description: 'The request in the subject’s own words.' })
  details?: string | null

  @Field(() => RequestCorrectionInput, { nullable: true, description: 'For CORRECTION; needed to complete it.' })
  @IsOptional()
  @ValidateNested()
  correction?: RequestCorrectionInput | null
}

@InputType({ description: 'A request that a data subject makes.' })
export class DataSubjectRequestInput extends RequestDetails {
  @ChoiceField(RequestType, { required: true })
  type: RequestType

  @SubjectField(RequestSubjectInput)
  subject: RequestSubjectInput

  @TextField({ description: 'For OBJECTION and CONSENT_WITHDRAWAL: only consents for this purpose.' })
  purpose?: string | null

  @ChoiceField(ConsentChannel, { description: 'For OBJECTION and CONSENT_WITHDRAWAL: only this channel.' })
  channel?: ConsentChannel | null

  @TimeField({ description: 'When it was received, if earlier than now: the clock starts there.' })
  receivedAt?: Date | null
}

export enum RequestProgress {
  IDENTITY_PENDING = 'IDENTITY_PENDING',
  IN_REVIEW = 'IN_REVIEW',
  WITHDRAWN = 'WITHDRAWN',
  DUPLICATE = 'DUPLICATE',
}
registerEnumType(RequestProgress, {
  name: 'DataSubjectRequestProgress',
  description: 'The states that an update may bring about; a decision and a completion bring about the others.',
  valuesConfig: {
    IN_REVIEW: { description: 'Needs proof of identity.' },
    WITHDRAWN: { description: 'The subject took the request back.' },
    DUPLICATE: { description: 'Needs `duplicateOfId`, unless it was found when the request was lodged.' },
  },
})

@InputType({ description: 'How a subject proved to be who the request says.' })
export class IdentityProofInput {
  @TextField({ required: true, description: 'For example “identity document seen”. Not the number of a document.' })
  method: string

  @TextField()
  reference?: string | null
}

@InputType({ description: 'Changes to a request: fields that are absent stay as they are.' })
export class DataSubjectRequestPatch extends RequestDetails {
  @Field(() => ID, { nullable: true, description: 'The user who handles it. RECEIVED becomes IDENTITY_PENDING.' })
  @IsOptional()
  @MaxLength(256, { message: 'must be at most 256 characters' })
  assignedTo?: string | null

  @Field(() => IdentityProofInput, {
    nullable: true,
    description: 'Proof of identity. RECEIVED and IDENTITY_PENDING become IN_REVIEW.',
  })
  @IsOptional()
  @ValidateNested()
  identityProof?: IdentityProofInput | null

  @ChoiceField(RequestProgress)
  status?: RequestProgress | null

  @Field(() => ID, { nullable: true, description: 'Another request of the organization, for DUPLICATE.' })
  duplicateOfId?: string | null
}

@InputType({ description: 'How a request is decided.' })
@Condition(when('decision', [RequestDecision.PARTIALLY_APPROVED, RequestDecision.REFUSED], given('reasons')))
export class DecisionInput {
  @ChoiceField(RequestDecision, { required: true })
  decision: RequestDecision

  @TextField({ max: 10_000, description: 'Required unless the request is granted in full.' })
  reasons?: string | null

  @Field(() => GrantInput, {
    nullable: true,
    description: 'For PARTIALLY_APPROVED: what is granted. Nothing else is done; without it, nothing is.',
  })
  @IsOptional()
  @ValidateNested()
  granted?: GrantInput | null
}

@InputType({ description: 'Why a request needs more time, and how much.' })
export class ExtensionInput {
  @TextField({ required: true, max: 10_000 })
  reasons: string

  @IntegerField({ min: 1, max: 30, description: 'Default 30.' })
  days?: number | null
}

@InputType({ description: 'Which requests; every condition that is given must hold.' })
export class DataSubjectRequestFilter {
  @TextField({ description: 'Case-insensitive substring of the subject’s name.' })
  search?: string

  @ChoicesField(RequestType)
  type?: RequestType[]

  @ChoicesField(RequestStatus)
  status?: RequestStatus[]

  @Field(() => ID, { nullable: true, description: 'Handled by this user.' })
  assignedTo?: string
}
