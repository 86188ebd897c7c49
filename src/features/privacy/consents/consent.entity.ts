import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { rowWith } from '../../../common/class-fields.ts'
import { describeNames } from '../../../common/enums.ts'
import { Choice, Details, ExternalId, JsonOf, Text, Time } from '../../../graphql/columns.ts'
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
@Details()
export abstract class ConsentDetails extends rowWith(TenantRow, {
  purpose: Text('Purpose as it was given. MARKETING, case-insensitive, covers campaigns.', {
    inputDescription:
      'Purpose: MARKETING, SERVICE or RESEARCH, case-insensitive. Any other text is stored but permits nothing.',
  }),
  channel: Choice(ConsentChannel, 'Channel that the consent covers.'),
  address: Text(
    'Address on the channel. Default: the subject’s e-mail address for EMAIL, otherwise the phone number.',
    { nullable: true, max: 254 },
  ),
  wording: Text('Wording that the subject agreed to.', { max: 10_000 }),
  version: Text('Version of the wording.', { nullable: true, max: 64 }),
  source: Text('Source of the consent, for example a form and its address.', { nullable: true, max: 500 }),
  expiresAt: Time('Time of expiry, after `grantedAt`. Null if the consent does not expire.', { nullable: true }),
}) {}

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
export class Consent extends rowWith(ConsentDetails, {
  subject: JsonOf(DataSubject, 'The person who consented.'),
  status: Choice(ConsentStatus, 'Whether the consent is given or withdrawn.'),
  grantedAt: Time('Time at which the consent was given.'),
  withdrawnAt: Time('Time of the withdrawal. Null if the consent was not withdrawn.', { nullable: true }),
  withdrawalReason: Text('Reason of the withdrawal.', { nullable: true }),
  createdBy: ExternalId('Id of the user who recorded the consent.'),
}) {}
