import { EmailStatus } from '../../../background/mail.ts'
import { describeNames } from '../../../common/enums.ts'
import { Choice, Count, ExternalId, Json, Output, Ref, Text, Time, TimeText } from '../../../graphql/columns.ts'
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
export class DataSubjectRequest extends TenantRow {
  @Choice(RequestType, { description: 'Type of the request.' })
  readonly type!: RequestType

  @Choice(RequestStatus, { description: 'Status of the request.' })
  readonly status!: RequestStatus

  @Json({ type: () => RequestSubject, description: 'The person whom the request is about.' })
  readonly subject!: RequestSubject

  @Text({ nullable: true, description: 'Request in the subject’s own words.' })
  readonly details!: string | null

  @Json({ type: () => RequestCorrection, nullable: true, description: 'Corrected data, for CORRECTION.' })
  readonly correction!: RequestCorrection | null

  @Text({
    nullable: true,
    description: 'Purpose that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL.',
  })
  readonly purpose!: string | null

  @Choice(ConsentChannel, {
    nullable: true,
    description: 'Channel that the request is limited to, for OBJECTION and CONSENT_WITHDRAWAL.',
  })
  readonly channel!: ConsentChannel | null

  @Time({ description: 'Time of receipt. The period to answer starts here.' })
  readonly receivedAt!: Date

  @ExternalId({ nullable: true, description: 'Id of the user who handles the request.' })
  readonly assignedTo!: string | null

  @Json({
    type: () => IdentityProof,
    nullable: true,
    description: 'Proof of the subject’s identity. Null until it is recorded.',
  })
  readonly identity!: IdentityProof | null

  @Ref({
    to: 'dataSubjectRequest',
    nullable: true,
    description:
      'Id of the request of the same type and subject that was open when this request was lodged. Null if there was none.',
  })
  readonly duplicateOfId!: string | null

  @Count({ nullable: true, description: 'Number of days by which the period was extended.' })
  readonly extensionDays!: number | null

  @Text({ nullable: true, description: 'Reasons of the extension.' })
  readonly extensionReasons!: string | null

  @Time({ nullable: true, description: 'Time of the extension.' })
  readonly extendedAt!: Date | null

  @Choice(RequestDecision, { nullable: true, description: 'The decision. Null until the request is decided.' })
  readonly decision!: RequestDecision | null

  @Text({ nullable: true, description: 'Reasons of the decision.' })
  readonly decisionReasons!: string | null

  @Time({ nullable: true, description: 'Time of the decision.' })
  readonly decidedAt!: Date | null

  @ExternalId({ nullable: true, description: 'Id of the user who decided.' })
  readonly decidedBy!: string | null

  @Json({
    type: () => ExecutionOutcome,
    nullable: true,
    description: 'Result of the execution. Null until the request is executed.',
  })
  readonly outcome!: ExecutionOutcome | null

  @Text({
    nullable: true,
    description: 'Reason why the last attempt to execute the request failed. That attempt changed nothing.',
  })
  readonly failure!: string | null

  @Time({ nullable: true, description: 'Time of the completion.' })
  readonly completedAt!: Date | null

  @Time({
    nullable: true,
    description:
      'Time at which a notice was last mailed to the subject, or the notice of completion was returned to the ' +
      'caller.',
  })
  readonly notifiedAt!: Date | null

  @Choice(EmailStatus, {
    nullable: true,
    description:
      'Delivery status of the last notice. Notices of decision, extension and completion are mailed if SMTP ' +
      'is configured and the subject has an e-mail address. Null if none was mailed: the caller must send ' +
      'the notice.',
  })
  readonly noticeDelivery!: EmailStatus | null

  @Time({ nullable: true, description: 'Time at which an erasure of the subject revoked the access package.' })
  readonly exportRevokedAt!: Date | null

  @ExternalId({ description: 'Id of the user who lodged the request.' })
  readonly createdBy!: string

  @Ref({
    to: 'registeredSubject',
    nullable: true,
    belongs: true,
    description: 'Id of the subject: the same for all requests of one person.',
  })
  readonly subjectId!: string | null

  @Json({ type: () => Grant, nullable: true, description: 'Granted parts, for PARTIALLY_APPROVED.' })
  readonly granted!: Grant | null

  @Time({ nullable: true, description: 'Time of execution, unless the completion is undone before.' })
  readonly executesAt!: Date | null

  @ExternalId({ nullable: true, description: 'Id of the user who completed the request. It differs from `decidedBy`.' })
  readonly executedBy!: string | null

  @Text({ nullable: true, description: 'Reason for the execution before the end of the grace period.' })
  readonly graceReason!: string | null

  @Json({
    type: () => ErasureCertificate,
    nullable: true,
    description: 'Erasure certificate, for a completed DELETION.',
  })
  readonly certificate!: ErasureCertificate | null
}
