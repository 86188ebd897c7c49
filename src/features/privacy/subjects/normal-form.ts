import { domainToASCII, domainToUnicode } from 'node:url'
import { folded } from './spelling.ts'

/*
 * The normal form in which consents, grounds, suppressions, audiences, the register and the search compare identifiers.
 * The original text is stored unchanged, for evidence and for sending. The database function person_key of migration
 * 0017 computes the same form; test/privacy/normal-form.test.ts compares the two.
 */

declare const KIND: unique symbol
type Normal<Kind extends string> = string & { readonly [KIND]: Kind }

/** A mailbox without its sub-address, in lower case, with the host in DNS form. Dots count: only Gmail ignores them. */
export type Mailbox = Normal<'mailbox'>
/** A phone number in E.164. Only its digits if they are too few for E.164. */
export type PhoneNumber = Normal<'phone number'>
/** The 13 digits of a South African identity number. */
export type IdNumber = Normal<'identity number'>

/** The mailbox in a text. Null for a text that is not an address. */
export function mailboxOf(email: string): Mailbox | null {
  const address = email.normalize('NFKC').trim().toLowerCase()
  const [, local, host] = /^(.+)@([^\s@]+)$/.exec(address.replace(/^(.[^+@]*)\+[^@]*@/, '$1@')) ?? []
  return local && host ? (`${local}@${domainToASCII(host) || host}` as Mailbox) : null
}

/** The mailbox as person_key writes it: person_key does not convert hosts to DNS form. */
export function storedMailboxes(mailbox: Mailbox): string[] {
  const [local, host] = partsOf(mailbox)
  return [...new Set([mailbox, `${local}@${domainToUnicode(host) || host}`])]
}

export function partsOf(mailbox: Mailbox): [local: string, host: string] {
  const at = mailbox.lastIndexOf('@')
  return [mailbox.slice(0, at), mailbox.slice(at + 1)]
}

/** Calling codes of the countries whose trunk prefix is 0 (libphonenumber). */
const TRUNK_ZERO =
  '20|27|31|32|33|40|41|43|44|46|49|51|53|54|55|57|58|60|61|62|63|64|66|81|82|84|86|90|91|92|93|94|95|98|211|212|213|218|231|' +
  '232|233|234|243|249|250|251|252|254|255|256|260|261|262|263|264|265|291|353|355|358|359|370|373|374|377|380|381|382|383|' +
  '385|386|387|389|421|423|508|590|591|593|594|595|596|598|686|850|855|856|880|886|961|962|963|964|966|967|970|971|972|976|' +
  '977|994|995|996'

const PHONE_STEPS: readonly (readonly [RegExp, string])[] = [
  [/\(\s*0\s*\)/g, ''],
  [/[^0-9+]/g, ''],
  [/([0-9])\++/g, '$1'],
  [/^\++/, '+'],
  [/^00([1-9])/, '+$1'],
  [/^(?:\+?27)?0?([1-9]\d{8})$/, '+27$1'],
  [/^([1-9]\d{9,})$/, '+$1'],
  [new RegExp(`^\\+(${TRUNK_ZERO})0([1-9]\\d+)$`), '+$1$2'],
]

/** The phone number in a text. Null for a text without digits. */
export function phoneNumberOf(phone: string): PhoneNumber | null {
  const number = PHONE_STEPS.reduce((text, [from, to]) => text.replace(from, to), phone.normalize('NFKC'))
  return /\d/.test(number) ? (number as PhoneNumber) : null
}

/** Whether 13 digits can be a South African identity number: a valid date, citizenship and Luhn check digit. */
export function isIdNumber(digits: string): digits is IdNumber {
  const [, month = '', day = ''] = /^\d\d(\d\d)(\d\d)\d{4}[012]\d\d$/.exec(digits) ?? []
  if (!month || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return false
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The identity number in a text, in any notation. Null if the text is not one. */
export function idNumberOf(text: string): IdNumber | null {
  const digits = folded(text).replace(/[\s.\-/]/g, '')
  return isIdNumber(digits) ? digits : null
}

/** The forms of a mailbox up to version 0.4. Stored suppressions are keyed digests of these forms. */
export function formerMailboxes(mailbox: Mailbox): string[] {
  const [local, host] = partsOf(mailbox)
  return [`${folded(local)}@${host}`]
}

/** The forms of a phone number up to version 0.4: the digits of each notation. The first one is still in use. */
export function formerPhoneNumbers(phone: PhoneNumber): [string, ...string[]] {
  const digits = phone.replace('+', '')
  const withZero = digits.replace(new RegExp(`^(${TRUNK_ZERO})(?!0)`), '$10')
  return [digits, `00${digits}`, withZero, `00${withZero}`]
}

/** The kinds of identifiers of a subject. A name alone is no proof, because people share names. */
export type Identifier = 'email' | 'phone' | 'idNumber' | 'reference' | 'name'

/** The identifiers of one person, as they were given. */
export interface Identifiers {
  name: string
  email: string | null
  phone: string | null
  idNumber?: string | null | undefined
  reference?: string | null | undefined
}

/** The words of a name, as letters and digits. */
export const nameWords = (name: string): string[] => folded(name).match(/[\p{L}\p{N}]+/gu) ?? []

/** Identifiers in the forms in which they are compared. */
export const normalIdentifiers = ({ name, email, phone, idNumber, reference }: Identifiers) => ({
  name: nameWords(name).join(' '),
  email: email ? mailboxOf(email) : null,
  phone: phone ? phoneNumberOf(phone) : null,
  idNumber: idNumber ? idNumberOf(idNumber) : null,
  reference: reference ? folded(reference) : null,
})
