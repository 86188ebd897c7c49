import { EmailStatus } from '../../../background/mail.ts'
import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import { Choice, Count, ExternalId, JsonOf, Output, Ref, Text, Time, TimeText } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData, Retained } from '../../../security/personal-data.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { RequestSubject } from '../subjects/subject.ts'
import { ErasureCertificate } from './request.certificate.ts'
import { Grant } from './request.grant.ts'
import { ExecutionOutcome, RequestCorrection } from './request.outcome.ts'

export const RequestType = describeNames('DataSubjectRequestType', 'Type of a data-subject request.', {
  ACCESS: 'A copy of all personal data held on the subject (POPIA section 23).',
  CORRECTION: 'Correction of a name, e-mail address or phone number in all tables (section 24).',
  DELETION: 'Erasure from all tables (section 24).',
  OBJECTION: 'Objection to contact: consents are withdrawn, and a suppression refuses new ones (section 11(3)).',
  CONSENT_WITHDRAWAL:
    'Withdrawal of all consents, or of those for a purpose or channel. A suppression refuses new ones.',
  PORTABILITY: 'Like ACCESS, in a format for another service.',
})
export type RequestType = keyof typeof RequestType

export const RequestStatus = describeNames('DataSubjectRequestStatus', 'Status of a data-subject request.', {
  RECEIVED: 'Received, and not yet assigned.',
  IDENTITY_PENDING: 'Waiting for proof of identity.',
  IN_REVIEW: 'Identity is proven. The request waits for a decision.',
  APPROVED: 'Granted in full. The request waits for completion.',
  PARTIALLY_APPROVED: 'Granted in part. The request waits for completion.',
  REFUSED: 'Refused, with reasons.',
  PROCESSING: 'Being executed, or in its grace period.',
  COMPLETED: 'Executed.',
  FAILED: 'The execution failed and can be tried again.',
  WITHDRAWN: 'Withdrawn by the subject.',
  DUPLICATE: 'Duplicate of another request.',
})
export type RequestStatus = keyof typeof RequestStatus

export const RequestDecision = describeNames('DataSubjectDecision', 'Decision on a data-subject request.', {
  APPROVED: 'Granted in full.',
  PARTIALLY_APPROVED: 'Granted in part: only the parts that the grant names.',
  REFUSED: 'Refused, with reasons.',
})
export type RequestDecision = keyof typeof RequestDecision

@Output('Proof of the subject’s identity. The proof itself is not stored.')
export class IdentityProof extends fields({
  method: field(String, 'Method of proof, for example “identity document seen” or “confirmed by e-mail”.'),
  reference: nullable(String, 'Reference of the proof, for example a file number.'),
  verifiedAt: field(TimeText, 'Time of the verification.'),
  verifiedBy: field(String, 'Id of the user who verified the identity.'),
}) {}

/** A request of a person about that person's data. */
@NodeOutput(
  'dataSubjectRequest',
  'org:privacy:read',
  'Request of a person about the personal data held on that person (POPIA sections 11 and 23 to 25).',
)
@PersonalData({ erase: 'pseudonymise', about: ['subject'] })
@Retained({
  resource: 'DATA_SUBJECT_REQUESTS',
  days: 1095,
  since: 'updatedAt',
  statuses: [RequestStatus.COMPLETED, RequestStatus.REFUSED, RequestStatus.WITHDRAWN, RequestStatus.DUPLICATE],
})
export class DataSubjectRequest extends rowWith(TenantRow, {
  type: Choice(RequestType, 'Type of the request.'),
  status: Choice(RequestStatus, 'Status of the request.'),
  subject: JsonOf(RequestSubject, 'The person whom the request is about.'),
  details: Text('Request in the subject’s own words.', { nullable: true }),
  correction: JsonOf(RequestCorrection, 'Corrected data, for CORRECTION.', { nullable: true }),
  purpose: Text('Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL.', { nullable: true }),
  channel: Choice(ConsentChannel, 'Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL.', {
    nullable: true,
  }),
  receivedAt: Time('Time of receipt. The period to answer starts here.'),
  assignedTo: ExternalId('Id of the user who handles the request.', { nullable: true }),
  identity: JsonOf(IdentityProof, 'Proof of the subject’s identity. Null until it is recorded.', { nullable: true }),
  duplicateOfId: Ref(
    'dataSubjectRequest',
    'Id of the request of the same type and subject that was open when this request was lodged. Null if there was none.',
    { nullable: true },
  ),
  extensionDays: Count('Number of days by which the period was extended.', { nullable: true }),
  extensionReasons: Text('Reasons of the extension.', { nullable: true }),
  extendedAt: Time('Time of the extension.', { nullable: true }),
  decision: Choice(RequestDecision, 'The decision. Null until the request is decided.', { nullable: true }),
  decisionReasons: Text('Reasons of the decision.', { nullable: true }),
  decidedAt: Time('Time of the decision.', { nullable: true }),
  decidedBy: ExternalId('Id of the user who decided.', { nullable: true }),
  outcome: JsonOf(ExecutionOutcome, 'Result of the execution. Null until the request is executed.', { nullable: true }),
  failure: Text('Reason why the last attempt to execute the request failed. That attempt changed nothing.', {
    nullable: true,
  }),
  completedAt: Time('Time of the completion.', { nullable: true }),
  notifiedAt: Time(
    'Time at which a notice was last mailed to the subject, or the notice of completion was returned to the ' +
      'caller.',
    { nullable: true },
  ),
  noticeDelivery: Choice(
    EmailStatus,
    'Delivery status of the last notice. Notices of decision, extension and completion are mailed if SMTP ' +
      'is configured and the subject has an e-mail address. Null if none was mailed: the caller must send ' +
      'the notice.',
    { nullable: true },
  ),
  exportRevokedAt: Time('Time at which an erasure of the subject revoked the access package.', { nullable: true }),
  createdBy: ExternalId('Id of the user who lodged the request.'),
  subjectId: Ref('registeredSubject', 'Id of the subject: the same for all requests of one person.', {
    nullable: true,
    belongs: true,
  }),
  granted: JsonOf(Grant, 'Granted parts, for PARTIALLY_APPROVED.', { nullable: true }),
  executesAt: Time('Time of execution, unless the completion is undone before.', { nullable: true }),
  executedBy: ExternalId('Id of the user who completed the request. It differs from `decidedBy`.', { nullable: true }),
  graceReason: Text('Reason for the execution before the end of the grace period.', { nullable: true }),
  certificate: JsonOf(ErasureCertificate, 'Erasure certificate, for a completed DELETION.', { nullable: true }),
}) {}
