import { type RawBuilder, sql } from 'kysely'
import { invalidFields } from '../../../common/errors.ts'
import { fields } from '../../../graphql/fields.ts'
import { Condition, email, given, Input, phone } from '../../../graphql/inputs.ts'
import { type Mailbox, mailboxOf, type PhoneNumber, phoneNumberOf, storedMailboxes } from '../subjects/normal-form.ts'

/** The condition that an input has an e-mail address, a phone number or both. */
export const HasAddress = Condition({ anyOf: [given('email'), given('phone')] })

@Input('Person, identified by e-mail address, phone number or both.')
@HasAddress
export class ContactInput extends fields({
  email: email('E-mail address of the person.'),
  phone: phone('Phone number in any usual notation, for example +27 82 123 4567.'),
}) {}

/** The contact data of a person, in the form in which they are compared. */
export interface Contact {
  email: Mailbox | null
  phone: PhoneNumber | null
}

/** The contact of a person. */
export const contactOf = ({ email, phone }: ContactInput): Contact => ({
  email: email ? mailboxOf(email) : null,
  phone: phone ? phoneNumberOf(phone) : null,
})

/** The contact of an address, which is an e-mail address or a phone number. */
export const contactAt = (address: string): Contact =>
  contactOf(address.includes('@') ? { email: address } : { phone: address })

/** @throws VALIDATION_ERROR if there is neither e-mail address nor phone number */
export function demandContact(field: string, input: ContactInput): Contact {
  const contact = contactOf(input)
  if (!contact.email && !contact.phone) throw invalidFields({ [`${field}.email`]: 'NO_ADDRESS' })
  return contact
}

/** The keys that find the stored consents, grounds and audiences of a person: the *_key columns of the database. */
export const keysOf = ({ email, phone }: Contact): string[] => [
  ...(email ? storedMailboxes(email) : []),
  ...(phone ? [phone] : []),
]

/**
 * The form in which grounds and audiences store an address for sending: in lower case with the sub-address, or digits.
 * Version 0.4 compares these columns directly.
 */
export const addressToSend = (address: string): string =>
  address.includes('@')
    ? address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    : address.replace(/\D/g, '').replace(/^(?:00)?(?:27)?0?(\d{9})$/, '27$1')

/** The condition that a row has one of the keys in one of the columns. */
export const hasKey = (columns: readonly string[], keys: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} = any(${[...keys]}::text[])`),
    sql` or `,
  )})`
