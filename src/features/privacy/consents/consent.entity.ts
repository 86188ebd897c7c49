import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ObjectType } from 'type-graphql'
import { describeNames } from '../../../common/enums.ts'
import { Choice, ExternalId, Json, Text, Time } from '../../../graphql/columns.ts'
import { NodeOutput } from '../../../graphql/node.ts'
import { TenantRow } from '../../../graphql/tenant-row.ts'
import { type Ending, PersonalData, Retained } from '../../../security/personal-data.ts'
import { DataSubject } from '../subjects/subject.ts'

export const ConsentStatus = describeNames('ConsentStatus', 'Status of a consent.', {
  GRANTED: 'Given, and in force until it expires.',
  WITHDRAWN: 'Withdrawn by the person.',
})
export type ConsentStatus = keyof typeof ConsentStatus

export const ConsentChannel = describeNames('ConsentChannel', 'Channel on which a person is contacted.', {
  EMAIL: 'E-mail.',
  SMS: 'Text message.',
  WHATSAPP: 'WhatsApp message.',
  PHONE: 'Phone call.',
  POST: 'Letter.',
  SOCIAL: 'Message on a social network.',
  IN_PERSON: 'In person.',
  OTHER: 'Any other way.',
})
export type ConsentChannel = keyof typeof ConsentChannel

/** The fields of a consent that callers write, except its person and its time. */
@ObjectType({ simpleResolvers: true })
export abstract class ConsentDetails extends TenantRow {
  @Text({
    description: 'Purpose as it was given. MARKETING, case-insensitive, covers campaigns.',
    inputDescription:
      'Purpose: MARKETING, SERVICE or RESEARCH, case-insensitive. Any other text is stored but permits nothing.',
  })
  readonly purpose!: string

  @Choice(ConsentChannel, { description: 'Channel that the consent covers.' })
  readonly channel!: ConsentChannel

  @Text({
    nullable: true,
    max: 254,
    description: 'Address on the channel. Default: the subject’s e-mail address for EMAIL, otherwise the phone number.',
  })
  readonly address!: string | null

  @Text({ max: 10_000, description: 'Wording that the subject agreed to.' })
  readonly wording!: string

  @Text({ nullable: true, max: 64, description: 'Version of the wording.' })
  readonly version!: string | null

  @Text({ nullable: true, max: 500, description: 'Source of the consent, for example a form and its address.' })
  readonly source!: string | null

  @Time({ nullable: true, description: 'Time of expiry, after `grantedAt`. Null if the consent does not expire.' })
  readonly expiresAt!: Date | null
}

/**
 * Evidence of consent is never deleted. At the end of its retention period, the subject is removed from it. Wording,
 * time and source stay, because POPIA section 14(4) permits de-identification.
 */
const forgetSubjects: Ending = {
  isPending: sql<boolean>`num_nonnulls(t.subject->>'email', t.subject->>'phone', t.address) > 0`,
  async end(db, organizationId, ids) {
    // Each row gets another name, so that the names do not show which consents came from one person. The names are
    // created here, because Citus accepts no random value in an update.
    const subjects = ids.map(() => JSON.stringify({ name: `forgotten-${randomUUID()}`, email: null, phone: null }))
    const { numAffectedRows = 0n } = await sql`
      update consent set updated_at = now(), address = null, source = null, withdrawal_reason = null,
        subject = forgotten.subject::jsonb
      from unnest(${[...ids]}::uuid[], ${subjects}::text[]) as forgotten (id, subject)
      where organization_id = ${organizationId} and consent.id = forgotten.id`.execute(db)
    return Number(numAffectedRows)
  },
}

/**
 * A consent is never deleted or changed, only withdrawn. An erasure, or the end of its retention period, removes the
 * person's data from it.
 */
@NodeOutput('consent', 'org:privacy:read', 'Evidence of a person’s consent: wording, channel, time and source.')
@PersonalData({ erase: 'pseudonymise', about: ['subject'], isEvidence: true })
@Retained({ resource: 'CONSENTS', days: 1825, since: ['withdrawnAt', 'expiresAt'], ending: forgetSubjects })
export class Consent extends ConsentDetails {
  @Json({ type: () => DataSubject, description: 'The person who consented.' })
  readonly subject!: DataSubject

  @Choice(ConsentStatus, { description: 'Whether the consent is given or withdrawn.' })
  readonly status!: ConsentStatus

  @Time({ description: 'Time at which the consent was given.' })
  readonly grantedAt!: Date

  @Time({ nullable: true, description: 'Time of the withdrawal. Null if the consent was not withdrawn.' })
  readonly withdrawnAt!: Date | null

  @Text({ nullable: true, description: 'Reason of the withdrawal.' })
  readonly withdrawalReason!: string | null

  @ExternalId({ description: 'Id of the user who recorded the consent.' })
  readonly createdBy!: string
}
