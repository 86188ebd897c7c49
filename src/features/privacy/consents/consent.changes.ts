import { invalidFields } from '../../../common/errors.ts'
import { transitions } from '../../../common/transitions.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { pastTime } from '../../../engine/write/past-time.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { newValues } from '../../../graphql/row-inputs.ts'
import { contactAt, contactOf } from '../contacts/contact.ts'
import { demandUnsuppressed } from '../contacts/suppression.ts'
import { type DataSubject, subjectOf } from '../subjects/subject.ts'
import { isDirect } from './consent.coverage.ts'
import { Consent, ConsentChannel, ConsentDetails, ConsentStatus } from './consent.entity.ts'
import type { ConsentInput } from './consent.inputs.ts'

/** A withdrawn consent is final: a person who agrees again gives a new consent. */
export const consentTransitions = transitions<ConsentStatus>('Consent', {
  [ConsentStatus.GRANTED]: [ConsentStatus.WITHDRAWN],
  [ConsentStatus.WITHDRAWN]: [],
})

const addressOn = (channel: ConsentChannel, { email, phone }: DataSubject) =>
  channel === ConsentChannel.EMAIL ? email : (phone ?? email)

/** Records a consent. @throws CONFLICT for a person who must not be contacted */
export async function recordConsent(ctx: Context, input: ConsentInput): Promise<Consent> {
  const subject = subjectOf(input.subject)
  const details = newValues(ConsentDetails, input)
  const { channel, expiresAt } = details
  const grantedAt = pastTime(ctx, 'grantedAt', input.grantedAt)
  if (expiresAt && expiresAt <= grantedAt) throw invalidFields({ expiresAt: { code: 'NOT_AFTER', other: 'grantedAt' } })
  const address = details.address || addressOn(channel, subject)
  if (channel === ConsentChannel.EMAIL && !address)
    throw invalidFields({ address: { code: 'ADDRESS_NEEDED', channel } })
  // A campaign may have waited for this consent.
  if (isDirect(channel)) ctx.makeDue('campaigns')
  const consent = addRow(ctx, Consent, {
    ...details,
    subject,
    purpose: details.purpose.trim(),
    address,
    status: ConsentStatus.GRANTED,
    grantedAt,
    createdBy: ctx.caller.userId,
  })
  // The address of the consent also identifies the person.
  const contacts = [contactOf(subject), ...(address ? [contactAt(address)] : [])]
  await demandUnsuppressed(ctx, contacts, consent)
  return consent
}

/** Withdraws a consent. Its record stays as evidence. */
export async function withdrawConsent(ctx: Context, id: string, reason: string | null): Promise<Consent> {
  const consent = await lockRow(ctx, Consent, id, 'Consent')
  consentTransitions.check(consent.status, ConsentStatus.WITHDRAWN)
  // A campaign may have depended on this consent.
  if (isDirect(consent.channel)) ctx.makeDue('campaigns')
  return changeRow(ctx, Consent, consent, {
    status: ConsentStatus.WITHDRAWN,
    withdrawnAt: ctx.now,
    withdrawalReason: reason,
  })
}
