import { Entity } from '@mikro-orm/decorators/legacy'
import { registerEnumType } from 'type-graphql'
import { Choice, ExternalId, Json, Output, Text, Time } from '../../../graphql/columns.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { PersonalData, Retained } from '../../../security/personal-data.ts'
import { DataSubject } from '../subjects/subject.ts'
import { forgetSubjects } from './consent.retention.ts'

declare module '../../../data/transaction.ts' {
  interface Tables {
    consent: Consent
  }
}

export enum ConsentStatus {
  GRANTED = 'GRANTED',
  WITHDRAWN = 'WITHDRAWN',
}
registerEnumType(ConsentStatus, {
  name: 'ConsentStatus',
  description: 'Consent is granted once, and withdrawn at most once.',
})

export enum ConsentChannel {
  EMAIL = 'EMAIL',
  SMS = 'SMS',
  WHATSAPP = 'WHATSAPP',
  PHONE = 'PHONE',
  POST = 'POST',
  SOCIAL = 'SOCIAL',
  IN_PERSON = 'IN_PERSON',
  OTHER = 'OTHER',
}
registerEnumType(ConsentChannel, { name: 'ConsentChannel', description: 'By what the subject agreed to be reached.' })

/** Never deleted and never changed, only withdrawn; an erasure or the end of its period leaves it without a name. */
@Output('Evidence that a person agreed to something: what was said, to whom, when, and by which way.')
@PersonalData({ erase: 'pseudonymise', about: ['subject'], isEvidence: true })
@Retained({ resource: 'CONSENTS', days: 1825, since: ['withdrawnAt', 'expiresAt'], ending: forgetSubjects })
@Entity()
export class Consent extends TenantRow {
  @Json({ type: () => DataSubject })
  subject: DataSubject

  @Text({ description: 'What the subject agreed to, as it was given. MARKETING in any case covers campaigns.' })
  purpose: string

  @Choice(ConsentChannel)
  channel: ConsentChannel

  @Text({
    nullable: true,
    description: 'The address on the channel; by default the subject’s e-mail address or phone number.',
  })
  address: string | null

  @Text({ description: 'The words that the subject agreed to.' })
  wording: string

  @Text({ nullable: true, description: 'The version of the wording.' })
  version: string | null

  @Text({ nullable: true, description: 'How the consent was obtained, for example a form and its address.' })
  source: string | null

  @Choice(ConsentStatus)
  status: ConsentStatus

  @Time()
  grantedAt: Date

  @Time({ nullable: true, description: 'From then on it covers nothing; null for one without an end.' })
  expiresAt: Date | null

  @Time({ nullable: true })
  withdrawnAt: Date | null

  @Text({ nullable: true })
  withdrawalReason: string | null

  @ExternalId({ description: 'The user who recorded it.' })
  createdBy: string
}
