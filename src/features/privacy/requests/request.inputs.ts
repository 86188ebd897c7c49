import { ID } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { DateTime } from '../../../graphql/columns.ts'
import { field, fields, fieldsAfter } from '../../../graphql/fields.ts'
import {
  Condition,
  choices,
  email,
  given,
  Input,
  id,
  integer,
  nested,
  optional,
  phone,
  required,
  text,
  when,
} from '../../../graphql/inputs.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { RequestSubjectInput } from '../subjects/subject.ts'
import { RequestDecision, RequestStatus, RequestType } from './request.entity.ts'
import { GrantInput } from './request.grant.ts'

@Input('Corrected data of a subject, at least one field. Applied in all tables.')
export class RequestCorrectionInput extends fields({
  name: text('Correct name.'),
  email: email('Correct e-mail address.'),
  phone: phone('Correct phone number.'),
}) {}

class RequestDetails extends fields({
  details: text('Request in the subject’s own words.', { max: 10_000 }),
  correction: nested(RequestCorrectionInput, 'Corrected data, for CORRECTION. Required to complete the request.'),
}) {}

@Input('Request of a data subject to lodge.')
export class DataSubjectRequestInput extends fieldsAfter(RequestDetails, {
  type: field(RequestType, 'Type of the request.'),
  subject: required(nested(RequestSubjectInput, 'The person.')),
  purpose: text('Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL.'),
  channel: optional(ConsentChannel, 'Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL.'),
  receivedAt: optional(DateTime, 'Time of receipt, if earlier than now. The period to answer starts here.'),
}) {}

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

@Input('Proof of a subject’s identity.')
export class IdentityProofInput extends fields({
  method: required(text('Method of proof, for example “identity document seen”. Not a document number.')),
  reference: text('Reference of the proof, for example a file number.'),
}) {}

@Input('Changes to a request. Absent fields stay unchanged.')
export class DataSubjectRequestPatch extends fieldsAfter(RequestDetails, {
  assignedTo: id('Id of the user who handles the request. RECEIVED becomes IDENTITY_PENDING.'),
  identityProof: nested(IdentityProofInput, 'Proof of identity. RECEIVED and IDENTITY_PENDING become IN_REVIEW.'),
  status: optional(RequestProgress, 'Next status.'),
  duplicateOfId: optional(ID, 'Id of another request of the organization, for DUPLICATE.'),
}) {}

@Input('Decision on a data-subject request.')
@Condition(when('decision', [RequestDecision.PARTIALLY_APPROVED, RequestDecision.REFUSED], given('reasons')))
export class DecisionInput extends fields({
  decision: field(RequestDecision, 'The decision.'),
  reasons: text('Reasons. Required unless the request is granted in full.', { max: 10_000 }),
  granted: nested(
    GrantInput,
    'Granted parts, for PARTIALLY_APPROVED. Nothing else is executed. Without granted parts, nothing is executed.',
  ),
}) {}

@Input('Extension of the period to answer a request.')
export class ExtensionInput extends fields({
  reasons: required(text('Reasons of the extension, at most 10,000 characters.', { max: 10_000 })),
  days: integer('Number of days, 1 to 30. Default 30.', { min: 1, max: 30 }),
}) {}

@Input('Filter for data-subject requests. A request must meet all given conditions.')
export class DataSubjectRequestFilter extends fields({
  search: text('Case-insensitive substring of the subject’s name.'),
  type: choices(RequestType, 'Only requests of one of these types.'),
  status: choices(RequestStatus, 'Only requests with one of these statuses.'),
  assignedTo: optional(ID, 'Only requests handled by this user.'),
}) {}

@Input('Options for completing a request.')
export class CompletionInput extends fields({
  reason: text(
    'Reason to execute a request for DELETION or CORRECTION at once, without the grace period. Only for ' +
      'administrators, otherwise FORBIDDEN.',
    { max: 1_000 },
  ),
}) {}
