import { sql } from 'kysely'
import { invalidFields, ServiceError } from '../../../common/errors.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow } from '../../../engine/write/rows.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { ContactPurpose } from '../consents/consent.purposes.ts'
import { ContactDecision } from './contact.answer.ts'
import type { ConsentApproachInput, ExistingCustomerInput } from './contact.inputs.ts'
import { mayContact } from './contact.queries.ts'
import { addressToSend, type ContactInput, demandContact, keysOf } from './contact.ts'
import { ContactBasis, ContactBasisKind } from './contact-basis.entity.ts'
import { demandUnsuppressed } from './suppression.ts'

/** The address or number of the channel. @throws VALIDATION_ERROR if it is absent */
function reachedOn(channel: ConsentChannel, { email, phone }: ContactInput): string {
  const isByEmail = channel === ConsentChannel.EMAIL
  const address = isByEmail ? email : phone || email
  if (!address)
    throw invalidFields({ [`contact.${isByEmail ? 'email' : 'phone'}`]: { code: 'ADDRESS_NEEDED', channel } })
  return addressToSend(address)
}

function addBasis(ctx: Context, kind: ContactBasisKind, { contact: given, channel, evidence }: ConsentApproachInput) {
  const contact = demandContact('contact', given)
  const createdBy = ctx.caller.userId
  const row = { kind, contact: reachedOn(channel, given), channel, evidence, createdBy }
  return { contact, row: addRow(ctx, ContactBasis, row) }
}

const CONDITIONS = ['gotWithSale', 'ownSimilarProducts', 'couldObject'] as const

/**
 * Records a customer. @throws VALIDATION_ERROR unless all conditions of section 69(3) hold; CONFLICT for a person who
 * objected
 */
export async function recordExistingCustomer(ctx: Context, input: ExistingCustomerInput): Promise<ContactBasis> {
  const unmet = CONDITIONS.filter((name) => !input[name])
  if (unmet.length > 0) throw invalidFields(Object.fromEntries(unmet.map((name) => [name, 'SALE_CONDITION_UNMET'])))
  const { contact, row } = addBasis(ctx, ContactBasisKind.EXISTING_CUSTOMER, input)
  await demandUnsuppressed(ctx, [contact], { purpose: ContactPurpose.MARKETING, channel: input.channel })
  ctx.makeDue('campaigns')
  return row
}

/** Locks a person against other approaches until the end of the transaction. Keys are sorted to prevent deadlocks. */
async function lockPerson(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`approach ${ctx.organizationId} ${key}`}, 0))`.execute(
      ctx.db,
    )
}

/** Records that a person was asked for consent. @throws CONFLICT if the person may not be asked, or was asked before */
export async function recordConsentApproach(ctx: Context, input: ConsentApproachInput): Promise<ContactBasis> {
  await lockPerson(ctx, keysOf(demandContact('contact', input.contact)))
  const [answer] = await mayContact(ctx, [{ ...input, purpose: ContactPurpose.MARKETING }], () => 'contact')
  if (answer?.decision !== ContactDecision.MAY_ASK_ONCE) {
    const message = `The person may not be asked for consent: ${answer?.reason}`
    const details = { decision: answer?.decision }
    throw new ServiceError('CONFLICT', message, details, {}, { reason: 'MAY_NOT_BE_ASKED' })
  }
  return addBasis(ctx, ContactBasisKind.ONCE_ONLY_APPROACH, input).row
}
