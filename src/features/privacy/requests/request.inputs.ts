import { Field, ID, InputType } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import {
  ChoiceField,
  ChoicesField,
  Condition,
  EmailField,
  given,
  IdField,
  IntegerField,
  NestedField,
  PhoneField,
  TextField,
  TimeField,
  when,
} from '../../../graphql/inputs.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { RequestSubjectInput, SubjectField } from '../subjects/subject.ts'
import { RequestDecision, RequestStatus, RequestType } from './request.entity.ts'
import { GrantInput } from './request.grant.ts'

@InputType({ description: 'Corrected data of a subject, at least one field. Applied in all tables.' })
export class RequestCorrectionInput {
  @TextField({ description: 'Correct name.' })
  name?: string | null

  @EmailField({ description: 'Correct e-mail address.' })
  email?: string | null

  @PhoneField({ description: 'Correct phone number.' })
  phone?: string | null
}

@InputType()
class RequestDetails {
  @TextField({ max: 10_000, description: 'Request in the subject’s own words.' })
  details?: string | null

  @NestedField(() => RequestCorrectionInput, {
    description: 'Corrected data, for CORRECTION. Required to complete the request.',
  })
  correction?: RequestCorrectionInput | null
}

@InputType({ description: 'Request of a data subject to lodge.' })
export class DataSubjectRequestInput extends RequestDetails {
  @ChoiceField(RequestType, { required: true, description: 'Type of the request.' })
  type!: RequestType

  @SubjectField(RequestSubjectInput)
  subject!: RequestSubjectInput

  @TextField({ description: 'Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL.' })
  purpose?: string | null

  @ChoiceField(ConsentChannel, {
    description: 'Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL.',
  })
  channel?: ConsentChannel | null

  @TimeField({ description: 'Time of receipt, if earlier than now. The period to answer starts here.' })
  receivedAt?: Date | null
}

export const RequestProgress = describeNames(
  'DataSubjectRequestProgress',
  'Status that an update can set. Decision and completion set the other statuses.',
  {
    IDENTITY_PENDING: 'Waiting for proof of identity.',
    IN_REVIEW: 'Identity is proven. Requires proof of identity.',
    WITHDRAWN: 'The subject withdrew the request.',
    DUPLICATE:
      'Duplicate of another request. Requires `duplicateOfId`, unless a duplicate was found when the request was lodged.',
  },
)
export type RequestProgress = keyof typeof RequestProgress

@InputType({ description: 'Proof of a subject’s identity.' })
export class IdentityProofInput {
  @TextField({
    required: true,
    description: 'Method of proof, for example “identity document seen”. Not a document number.',
  })
  method!: string

  @TextField({ description: 'Reference of the proof, for example a file number.' })
  reference?: string | null
}

@InputType({ description: 'Changes to a request. Absent fields stay unchanged.' })
export class DataSubjectRequestPatch extends RequestDetails {
  @IdField({ description: 'Id of the user who handles the request. RECEIVED becomes IDENTITY_PENDING.' })
  assignedTo?: string | null

  @NestedField(() => IdentityProofInput, {
    description: 'Proof of identity. RECEIVED and IDENTITY_PENDING become IN_REVIEW.',
  })
  identityProof?: IdentityProofInput | null

  @ChoiceField(RequestProgress, { description: 'Next status.' })
  status?: RequestProgress | null

  @Field(() => ID, { nullable: true, description: 'Id of another request of the organization, for DUPLICATE.' })
  duplicateOfId?: string | null
}

@InputType({ description: 'Decision on a data-subject request.' })
@Condition(when('decision', [RequestDecision.PARTIALLY_APPROVED, RequestDecision.REFUSED], given('reasons')))
export class DecisionInput {
  @ChoiceField(RequestDecision, { required: true, description: 'The decision.' })
  decision!: RequestDecision

  @TextField({ max: 10_000, description: 'Reasons. Required unless the request is granted in full.' })
  reasons?: string | null

  @NestedField(() => GrantInput, {
    description:
      'Granted parts, for PARTIALLY_APPROVED. Nothing else is executed. Without granted parts, nothing is executed.',
  })
  granted?: GrantInput | null
}

@InputType({ description: 'Extension of the period to answer a request.' })
export class ExtensionInput {
  @TextField({ required: true, max: 10_000, description: 'Reasons of the extension, at most 10,000 characters.' })
  reasons!: string

  @IntegerField({ min: 1, max: 30, description: 'Number of days, 1 to 30. Default 30.' })
  days?: number | null
}

@InputType({ description: 'Filter for data-subject requests. A request must meet all given conditions.' })
export class DataSubjectRequestFilter {
  @TextField({ description: 'Case-insensitive substring of the subject’s name.' })
  search?: string | undefined

  @ChoicesField(RequestType, { description: 'Only requests of one of these types.' })
  type?: RequestType[] | undefined

  @ChoicesField(RequestStatus, { description: 'Only requests with one of these statuses.' })
  status?: RequestStatus[] | undefined

  @Field(() => ID, { nullable: true, description: 'Only requests handled by this user.' })
  assignedTo?: string
}

@InputType({ description: 'Options for completing a request.' })
export class CompletionInput {
  @TextField({
    max: 1_000,
    description:
      'Reason to execute a request for DELETION or CORRECTION at once, without the grace period. Only for ' +
      'administrators, otherwise FORBIDDEN.',
  })
  reason?: string | null
}
