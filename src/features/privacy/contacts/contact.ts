import { type RawBuilder, sql } from 'kysely'
import { InputType } from 'type-graphql'
import { invalid } from '../../../common/errors.ts'
import { Condition, EmailField, given, PhoneField } from '../../../graphql/inputs.ts'

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
  email: string | null
  phone: string | null
}

const emailOf = (email: string) => email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The digits; of a South African number in all notations the same. */
const phoneOf = (phone: string) => phone.replace(/\D/g, '').replace(/^(?:00)?(?:27)?0?(\d{9})$/, '27$1')

/** The contact of a person. */
export const contactOf = ({ email, phone }: ContactInput): Contact => ({
  email: email ? emailOf(email) : null,
  phone: phone ? phoneOf(phone) : null,
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

/** The keys by which consents and grounds for a person are found. */
export const keysOf = ({ email, phone }: Contact): string[] => [email, phone].filter((key) => key !== null)

/** The key of an address or number in the database. */
const keyOf = (value: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(case when ${value} like '%@%' then lower(${value} collate "C")
    else regexp_replace(regexp_replace(${value}, '\\D', '', 'g'), '^(?:00)?(?:27)?0?(\\d{9})$', '27\\1') end)`

const parts = (alias: string) => {
  const subject = sql.ref(`${alias}.subject`)
  return [sql.ref(`${alias}.address`), sql`${subject}->>'email'`, sql`${subject}->>'phone'`]
}

/** The key of what a consent is for. The index of the migration 0007 is on these very words. */
export const contactKeyOf = (alias: string): RawBuilder<string> => keyOf(sql`coalesce(${sql.join(parts(alias))})`)

/** Whether a consent is of a person, by any of the keys: by what it is for, or by how its subject is reached otherwise. */
export const isOfPerson = (alias: string, keys: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`array[${sql.join(parts(alias).map(keyOf))}] && ${[...keys]}::text[]`
