import { type RawBuilder, sql } from 'kysely'
import { InputType } from 'type-graphql'
import { invalid } from '../../kernel/errors.ts'
import { Condition, EmailField, given, PhoneField } from '../../kernel/inputs.ts'

@InputType({ description: 'A person by the e-mail address, the phone number or both.' })
@Condition({ anyOf: [given('email'), given('phone')] })
export class ContactInput {
  @EmailField()
  email?: string | null

  @PhoneField({ description: 'In any usual notation, for example +27 82 123 4567.' })
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

/** The key of what a consent is for. The index of the migration 0007 is on these very words. */
export function contactKeyOf(alias: string): RawBuilder<string> {
  const whole = sql`coalesce(${sql.ref(`${alias}.address`)}, ${sql.ref(`${alias}.subject`)}->>'email',
    ${sql.ref(`${alias}.subject`)}->>'phone')`
  return sql<string>`(case when ${whole} like '%@%' then lower(${whole} collate "C")
    else regexp_replace(regexp_replace(${whole}, '\\D', '', 'g'), '^(?:00)?(?:27)?0?(\\d{9})$', '27\\1') end)`
}
