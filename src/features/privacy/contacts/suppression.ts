import { sql } from 'kysely'
import { refusal } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow } from '../../../engine/write/rows.ts'
import type { SecretBox } from '../../../security/secrets.ts'
import { type ConsentChannel, ConsentStatus } from '../consents/consent.entity.ts'
import { ContactPurpose, purposeKey, purposeKeyOf } from '../consents/consent.purposes.ts'
import { originText } from '../origin.ts'
import { formerMailboxes, formerPhoneNumbers } from '../subjects/normal-form.ts'
import { type Contact, hasKey, keysOf } from './contact.ts'
import { ContactBasisKind } from './contact-basis.entity.ts'
import { Suppression } from './suppression.entity.ts'

/*
 * No consent is ever in force for a suppressed contact. A transaction that records a consent inserts it first, which
 * locks the organization's row through the foreign key, and then reads the suppressions. A transaction that suppresses
 * a contact locks the same row first, and then withdraws the existing consents. So the second of two concurrent
 * transactions always sees the first.
 */

const ABOUT = 'contact'

/**
 * The keyed marks of a contact. The first of each kind is stored. The others find marks stored by earlier versions or
 * with earlier keys.
 */
export function marksBy(secrets: SecretBox, { email, phone }: Contact): { emails: string[]; phones: string[] } {
  const marks = (kind: string, texts: readonly string[]) =>
    [...new Set(texts)].flatMap((text) => secrets.marks(`${kind} ${text}`, ABOUT))
  return {
    emails: email ? marks('email', [email, ...formerMailboxes(email)]) : [],
    phones: phone ? marks('phone', formerPhoneNumbers(phone)) : [],
  }
}

/** All marks of a contact. */
export const marksOf = (ctx: Context, contact: Contact): string[] =>
  Object.values(marksBy(ctx.service('secrets'), contact)).flat()

/** The purpose and channel of a suppression. */
export type Scope = Pick<Suppression, 'purpose' | 'channel'>

/** Whether a suppression covers a purpose key and a channel. */
export const refuses = (suppression: Scope, purpose: string, channel: ConsentChannel): boolean =>
  (suppression.purpose === null || suppression.purpose === purpose) &&
  (suppression.channel === null || suppression.channel === channel)

/** The suppressions in force for any of the marks. */
export const suppressionsFor = (ctx: Context, marks: readonly string[]): Promise<Suppression[]> =>
  ctx.db
    .selectFrom('suppression')
    .selectAll()
    .where('withdrawnAt', 'is', null)
    .where(hasKey(['emailMark', 'phoneMark'], marks))
    .orderBy('createdAt')
    .execute()

/** Call this after inserting a consent or another ground. @throws CONFLICT for a suppressed person */
export async function demandUnsuppressed(
  ctx: Context,
  contacts: readonly Contact[],
  { purpose, channel }: { purpose: string; channel: ConsentChannel },
): Promise<void> {
  const marks = contacts.flatMap((contact) => marksOf(ctx, contact))
  const found = (await suppressionsFor(ctx, marks)).find((each) => refuses(each, purposeKey(purpose), channel))
  if (!found) return
  const { id: suppressionId, cause, createdAt } = found
  throw refusal('CONFLICT', 'SUPPRESSED_SINCE', { suppressionId, cause, at: createdAt.toISOString() })
}

/** Withdraws the consents of a contact. Returns their ids. */
async function withdrawConsents(ctx: Context, contact: Contact, { purpose, channel }: Scope, reason: string) {
  const { rows } = await sql<{ id: string }>`
    update consent set status = ${ConsentStatus.WITHDRAWN}, withdrawn_at = ${ctx.now}, updated_at = ${ctx.now},
      withdrawal_reason = ${reason}
    where organization_id = ${ctx.organizationId} and status = ${ConsentStatus.GRANTED}
      and ${hasKey(['contact_key', 'email_key', 'phone_key'], keysOf(contact))}
      and (${purpose}::text is null or ${purposeKeyOf('consent')} = ${purpose})
      and (${channel}::text is null or channel = ${channel})
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/**
 * Ends the existing-customer grounds of a person. They cover all customer purposes, so an objection to one purpose ends
 * them.
 */
const endBases = (ctx: Context, contact: Contact, channel: ConsentChannel | null) =>
  ctx.db
    .updateTable('contactBasis')
    .set({ endedAt: ctx.now, updatedAt: ctx.now })
    .where('kind', '=', ContactBasisKind.EXISTING_CUSTOMER)
    .where('endedAt', 'is', null)
    .where(hasKey(['contactKey'], keysOf(contact)))
    .$if(channel !== null, (query) => query.where('channel', '=', channel))
    .execute()

/** The scope and cause of a new suppression. */
export interface Suppressing extends Pick<Suppression, 'purpose' | 'channel' | 'cause' | 'note'> {
  contact: Contact
}

/** Suppresses a contact: withdraws its consents, and refuses new ones until the suppression is withdrawn. */
export async function suppress(
  ctx: Context,
  { contact, cause, note, ...scope }: Suppressing,
): Promise<{ suppression: Suppression; consentsWithdrawn: number }> {
  await sql`select 1 from organization where organization_id = ${ctx.organizationId} for update`.execute(ctx.db)
  const purpose = scope.purpose?.trim() ? purposeKey(scope.purpose) : null
  const { emails, phones } = marksBy(ctx.service('secrets'), contact)
  const [emailMark = null, phoneMark = null] = [emails[0], phones[0]]
  const { channel } = scope
  const fields = { emailMark, phoneMark, purpose, channel, cause, note, createdBy: ctx.caller.userId }
  const row = addRow(ctx, Suppression, fields)
  const withdrawn = await withdrawConsents(
    ctx,
    contact,
    { purpose, channel },
    note ?? originText('SUPPRESSION', row.id),
  )
  for (const id of withdrawn) ctx.record('CONSENT', 'WITHDRAWN', id)
  if (purpose !== ContactPurpose.RESEARCH) await endBases(ctx, contact, channel)
  // Campaigns may have lost their consent coverage.
  ctx.makeDue('campaigns')
  return { suppression: row, consentsWithdrawn: withdrawn.length }
}
