import { sql } from 'kysely'
import { ServiceError } from '../../../common/errors.ts'
import type { Context } from '../../../engine/context.ts'
import { addRow, changeRow, lockRow } from '../../../engine/rows.ts'
import { type ConsentChannel, ConsentStatus } from '../consents/consent.entity.ts'
import { ContactPurpose, purposeKey, purposeKeyOf } from '../consents/consent.purposes.ts'
import { formerMailboxes, formerPhoneNumbers } from '../subjects/normal-form.ts'
import { type Contact, hasKey, keysOf } from './contact.ts'
import { ContactBasisKind } from './contact-basis.entity.ts'
import { Suppression, type SuppressionCause } from './suppression.entity.ts'

/*
 * No consent is ever in force for a contact that is suppressed. Whoever records one inserts it first, for which the foreign
 * key locks the organization's row, and then looks for a suppression; whoever suppresses locks that row against it first,
 * and then withdraws what is there. So of the two that meet, the second always sees the first.
 */

const ABOUT = 'contact'

/** The marks of a contact. The first of each is stored; the others find what earlier versions and keys stored. */
export function marksOf(ctx: Context, { email, phone }: Contact): { emails: string[]; phones: string[] } {
  const secrets = ctx.service('secrets')
  const marks = (kind: string, texts: readonly string[]) =>
    [...new Set(texts)].flatMap((text) => secrets.marks(`${kind} ${text}`, ABOUT))
  return {
    emails: email ? marks('email', [email, ...formerMailboxes(email)]) : [],
    phones: phone ? marks('phone', formerPhoneNumbers(phone)) : [],
  }
}

/** What a suppression is about. */
export interface Scope {
  purpose: string | null
  channel: ConsentChannel | null
}

/** Whether a suppression refuses a purpose, by its key, on a channel. */
export const refuses = (suppression: Scope, purpose: string, channel: ConsentChannel): boolean =>
  (suppression.purpose === null || suppression.purpose === purpose) &&
  (suppression.channel === null || suppression.channel === channel)

/** The suppressions in force for any of some marks. */
export const suppressionsFor = (
  ctx: Context,
  { emails, phones }: { emails: readonly string[]; phones: readonly string[] },
): Promise<Suppression[]> =>
  ctx.db
    .selectFrom('suppression')
    .selectAll()
    .where('withdrawnAt', 'is', null)
    .where(sql<boolean>`(email_mark = any(${[...emails]}::text[]) or phone_mark = any(${[...phones]}::text[]))`)
    .orderBy('createdAt')
    .execute()

/** To be called behind the insert of a consent or another ground. @throws CONFLICT for a person who is suppressed */
export async function demandUnsuppressed(
  ctx: Context,
  contacts: readonly Contact[],
  { purpose, channel }: { purpose: string; channel: ConsentChannel },
): Promise<void> {
  const marks = contacts.map((contact) => marksOf(ctx, contact))
  const all = await suppressionsFor(ctx, {
    emails: marks.flatMap(({ emails }) => emails),
    phones: marks.flatMap(({ phones }) => phones),
  })
  const found = all.find((each) => refuses(each, purposeKey(purpose), channel))
  if (!found) return
  const message = `The person must not be contacted (${found.cause} of ${found.createdAt.toISOString()}): withdraw the suppression first`
  throw new ServiceError('CONFLICT', message, { suppressionId: found.id })
}

/** Withdraws the consents of a contact, and returns their ids. */
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

/** Ends the existing-customer grounds of a person. They cover all purposes of customers, so an objection to one ends them. */
const endBases = (ctx: Context, contact: Contact, channel: ConsentChannel | null) =>
  ctx.db
    .updateTable('contactBasis')
    .set({ endedAt: ctx.now, updatedAt: ctx.now })
    .where('kind', '=', ContactBasisKind.EXISTING_CUSTOMER)
    .where('endedAt', 'is', null)
    .where(hasKey(['contactKey'], keysOf(contact)))
    .$if(channel !== null, (query) => query.where('channel', '=', channel))
    .execute()

/** What is to be suppressed, and why. */
export interface Suppressing extends Scope {
  contact: Contact
  cause: SuppressionCause
  note: string | null
}

/** Suppresses a contact: what was granted is withdrawn, and nothing is until the suppression is. */
export async function suppress(
  ctx: Context,
  { contact, cause, note, ...scope }: Suppressing,
): Promise<{ suppression: Suppression; consentsWithdrawn: number }> {
  await sql`select 1 from organization where organization_id = ${ctx.organizationId} for update`.execute(ctx.db)
  const purpose = scope.purpose?.trim() ? purposeKey(scope.purpose) : null
  const { emails, phones } = marksOf(ctx, contact)
  const [emailMark = null, phoneMark = null] = [emails[0], phones[0]]
  const { channel } = scope
  const fields = { emailMark, phoneMark, purpose, channel, cause, note, createdBy: ctx.caller.userId }
  const row = addRow(ctx, Suppression, fields)
  const withdrawn = await withdrawConsents(ctx, contact, { purpose, channel }, note ?? `Suppression ${row.id}`)
  for (const id of withdrawn) ctx.record('CONSENT', 'WITHDRAWN', id)
  if (purpose !== ContactPurpose.RESEARCH) await endBases(ctx, contact, channel)
  // Campaigns may have lost their coverage.
  ctx.makeDue('campaigns')
  return { suppression: row, consentsWithdrawn: withdrawn.length }
}

/** Takes a suppression back, as the person asked. What it withdrew stays withdrawn. */
export async function withdrawSuppression(ctx: Context, id: string, reason: string): Promise<Suppression> {
  const row = await lockRow(ctx, Suppression, id, 'Suppression')
  if (row.withdrawnAt) throw new ServiceError('CONFLICT', 'The suppression is already withdrawn')
  return changeRow(ctx, Suppression, row, {
    withdrawnAt: ctx.now,
    withdrawnBy: ctx.caller.userId,
    withdrawalReason: reason,
  })
}
