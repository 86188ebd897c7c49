import { type RawBuilder, sql } from 'kysely'
import { InputType } from 'type-graphql'
import { invalid } from '../../../common/errors.ts'
import { Condition, EmailField, given, PhoneField } from '../../../graphql/inputs.ts'
import { type Mailbox, mailboxOf, type PhoneNumber, phoneNumberOf, storedMailboxes } from '../subjects/normal-form.ts'

@InputType({ description: 'Person, identified by e-mail address, phone number or both.' })
@Condition({ anyOf: [given('email'), given('phone')] })
export class ContactInput {
  @EmailField({ description: 'E-mail address of the person.' })
  email?: string | null

  @PhoneField({ description: 'Phone number in any usual notation, for example +27 82 123 4567.' })
  phone?: string | null
}

/** The ways to reach a person, as they are compared. */
export interface Contact {
  email: Mailbox | null
  phone: PhoneNumber | null
}

/** The contact of a person. */
export const contactOf = ({ email, phone }: ContactInput): Contact => ({
  email: email ? mailboxOf(email) : null,
  phone: phone ? phoneNumberOf(phone) : null,
})

/** The contact that an address is, by e-mail or by telephone. */
export const contactAt = (address: string): Contact =>
  contactOf(address.includes('@') ? { email: address } : { phone: address })

/** @throws VALIDATION_ERROR unless there is a way to reach the person */
export function demandContact(field: string, input: ContactInput): Contact {
  const contact = contactOf(input)
  if (!contact.email && !contact.phone) throw invalid({ [`${field}.email`]: 'an email or a phone is required' })
  return contact
}

/** The keys by which stored consents, grounds and recipients of a person are found: the columns *_key of the database. */
export const keysOf = ({ email, phone }: Contact): string[] => [
  ...(email ? storedMailboxes(email) : []),
  ...(phone ? [phone] : []),
]

/**
 * An address as grounds and audiences store it for sending, sub-address included: in small letters, or digits. Version
 * 0.4 compares these columns themselves.
 */
export const addressToSend = (address: string): string =>
  address.includes('@')
    ? address.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    : address.replace(/\D/g, '').replace(/^(?:00)?(?:27)?0?(\d{9})$/, '27$1')

/** Whether a row has one of these keys in one of some columns. */
export const hasKey = (columns: readonly string[], keys: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} = any(${[...keys]}::text[])`),
    sql` or `,
  )})`
