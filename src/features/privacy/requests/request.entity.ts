import { Entity } from '@mikro-orm/decorators/legacy'
import { Field, registerEnumType } from 'type-graphql'
import { EmailStatus } from '../../../events/mail.ts'
import { Choice, Count, DateTime, ExternalId, Json, Output, Ref, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData, Retained } from '../../../security/personal-data.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { RequestSubject } from '../subjects/subject.ts'
import { ErasureCertificate } from './request.certificate.ts'
import { Grant } from './request.grant.ts'
import { ExecutionOutcome, RequestCorrection } from './request.outcome.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    dataSubjectRequest: DataSubjectRequest
  }
}

export enum RequestType {
  ACCESS = 'ACCESS',
  CORRECTION = 'CORRECTION',
  DELETION = 'DELETION',
  OBJECTION = 'OBJECTION',
  CONSENT_WITHDRAWAL = 'CONSENT_WITHDRAWAL',
  PORTABILITY = 'PORTABILITY',
}
registerEnumType(RequestType, {
  name: 'DataSubjectRequestType',
  description: 'What a data subject asks for.',
  valuesConfig: {
    ACCESS: { description: 'A copy of everything that is held on the subject (POPIA section 23).' },
    CORRECTION: { description: 'A corrected name, e-mail address or phone number, wherever it is held (section 24).' },
    DELETION: { description: 'Erasure from every table (section 24).' },
    OBJECTION: {
      description: 'No more contact: consents are withdrawn, and a suppression refuses others (section 11(3)).',
    },
    CONSENT_WITHDRAWAL: {
      description: 'Withdrawal of every consent, or of those for a purpose or channel; a suppression refuses others.',
    },
    PORTABILITY: { description: 'The same as ACCESS, for another service to read.' },
  },
})

export enum RequestStatus {
  RECEIVED = 'RECEIVED',
  IDENTITY_PENDING = 'IDENTITY_PENDING',
  IN_REVIEW = 'IN_REVIEW',
  APPROVED = 'APPROVED',
  PARTIALLY_APPROVED = 'PARTIALLY_APPROVED',
  REFUSED = 'REFUSED',
  PROCESSING = 'PROCESSING',
  COMPLETED = 'COMPLETED',
  FAILED = 'FAILED',
  WITHDRAWN = 'WITHDRAWN',
  DUPLICATE = 'DUPLICATE',
}
registerEnumType(RequestStatus, {
  name: 'DataSubjectRequestStatus',
  description: 'How far a data-subject request has come.',
})

export enum RequestDecision {
  APPROVED = 'APPROVED',
  PARTIALLY_APPROVED = 'PARTIALLY_APPROVED',
  REFUSED = 'REFUSED',
}
registerEnumType(RequestDecision, { name: 'DataSubjectDecision', description: 'How a request was decided.' })

@Output('How the subject proved to be who the request says. The proof itself is not kept.')
export class IdentityProof {
  @Field(() => String, { description: 'For example “identity document seen” or “confirmed by e-mail”.' })
  method: string

  @Field(() => String, { nullable: true })
  reference: string | null

  @Field(() => DateTime)
  verifiedAt: string

  @Field(() => String, { description: 'The user who checked it.' })
  verifiedBy: string
}

/** A request by a person about that person's data. */
@Output('A request by a person about the data that is held on that person (POPIA sections 11 and 23 to 25).')
@PersonalData({ erase: 'pseudonymise', about: ['subject'] })
@Retained({
  resource: 'DATA_SUBJECT_REQUESTS',
  days: 1095,
  since: 'updatedAt',
  statuses: [RequestStatus.COMPLETED, RequestStatus.REFUSED, RequestStatus.WITHDRAWN, RequestStatus.DUPLICATE],
})
@Entity()
export class DataSubjectRequest extends TenantRow {
  @Choice(RequestType)
  type: RequestType

  @Choice(RequestStatus)
  status: RequestStatus

  @Json({ type: () => RequestSubject })
  subject: RequestSubject

  @Text({ nullable: true, description: 'The request in the subject’s own words.' })
  details: string | null

  @Json({ type: () => RequestCorrection, nullable: true, description: 'For CORRECTION: what it should read.' })
  correction: RequestCorrection | null

  @Text({ nullable: true, description: 'For OBJECTION and CONSENT_WITHDRAWAL: only consents for this purpose.' })
  purpose: string | null

  @Choice(ConsentChannel, { nullable: true, description: 'For OBJECTION and CONSENT_WITHDRAWAL: only this channel.' })
  channel: ConsentChannel | null

  @Time({ description: 'When it was received: the clock starts here.' })
  receivedAt: Date

  @ExternalId({ nullable: true, description: 'The user who handles it.' })
  assignedTo: string | null

  @Json({ type: () => IdentityProof, nullable: true })
  identity: IdentityProof | null

  @Ref({
    to: 'dataSubjectRequest',
    nullable: true,
    description: 'An open request of the same type and subject, found when this one was lodged.',
  })
  duplicateOfId: string | null

  @Count({ nullable: true, description: 'By how many days the time was extended.' })
  extensionDays: number | null

  @Text({ nullable: true })
  extensionReasons: string | null

  @Time({ nullable: true })
  extendedAt: Date | null

  @Choice(RequestDecision, { nullable: true })
  decision: RequestDecision | null

  @Text({ nullable: true })
  decisionReasons: string | null

  @Time({ nullable: true })
  decidedAt: Date | null

  @ExternalId({ nullable: true })
  decidedBy: string | null

  @Json({ type: () => ExecutionOutcome, nullable: true, description: 'What was done, once it is done.' })
  outcome: ExecutionOutcome | null

  @Text({ nullable: true, description: 'Why the last attempt to complete it failed; nothing of it was kept.' })
  failure: string | null

  @Time({ nullable: true })
  completedAt: Date | null

  @Time({
    nullable: true,
    description:
      'When a notice was last mailed to the subject, or that of the completion handed to the caller to send.',
  })
  notifiedAt: Date | null

  @Choice(EmailStatus, {
    nullable: true,
    description:
      'Decision, extension and completion are mailed to the subject where SMTP is configured and the subject has an ' +
      'e-mail address. Null: nothing was, and the caller sends the notice.',
  })
  noticeDelivery: EmailStatus | null

  @Time({ nullable: true, description: 'When an erasure of the subject revoked the access package.' })
  exportRevokedAt: Date | null

  @ExternalId({ description: 'The user who lodged it.' })
  createdBy: string

  @Ref({ to: 'registeredSubject', nullable: true, description: 'The same for all requests of one person.' })
  subjectId: string | null

  @Json({ type: () => Grant, nullable: true, description: 'For PARTIALLY_APPROVED: what is granted.' })
  granted: Grant | null

  @Time({ nullable: true, description: 'When it is executed, unless that is undone before.' })
  executesAt: Date | null

  @ExternalId({ nullable: true, description: 'The second person: the user who had it executed.' })
  executedBy: string | null

  @Text({ nullable: true, description: 'Why it is executed before the grace period is over.' })
  graceReason: string | null

  @Json({ type: () => ErasureCertificate, nullable: true, description: 'For DELETION, once it is completed.' })
  certificate: ErasureCertificate | null
}
