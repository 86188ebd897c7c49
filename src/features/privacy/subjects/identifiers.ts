import { domainToASCII } from 'node:url'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { folded } from './spelling.ts'

/** By what a subject is known. A name alone is no proof: people share names. */
export type Identifier = 'email' | 'phone' | 'idNumber' | 'reference' | 'name'

/** The identifiers of one person, as they were given. */
export interface Identifiers {
  name: string
  email: string | null
  phone: string | null
  idNumber?: string | null
  reference?: string | null
}

const COUNTRY = 'ZA'

/** An address in its one form: without a sub-address, the host as in the DNS. Null for what is none. */
export function normalEmail(email: string): string | null {
  const [, local, host] = /^([^\s@]+)@([^\s@]+)$/.exec(email.normalize('NFKC').trim().toLowerCase()) ?? []
  const name = local && folded(local).replace(/(.)\+.*$/, '$1')
  return name && host ? `${name}@${domainToASCII(host) || host}` : null
}

/** A number in E.164; the digits alone where it is no number that can be dialled. Null where there are none. */
export function normalPhone(phone: string): string | null {
  const text = folded(phone)
    .replace(/\(0\)/, '')
    .replace(/^00(?=\d)/, '+')
  const parsed = parsePhoneNumberFromString(text, COUNTRY)
  if (parsed?.isPossible()) return parsed.number
  return text.replace(/\D/g, '') || null
}

/** Whether 13 digits can be a South African identity number: a date, a citizenship, and the check digit of Luhn. */
export function isIdNumber(digits: string): boolean {
  const [, month = '', day = ''] = /^\d\d(\d\d)(\d\d)\d{4}[012]\d\d$/.exec(digits) ?? []
  if (!month || Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return false
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The 13 digits of an identity number in any notation. Null for what is none. */
export function normalIdNumber(text: string): string | null {
  const digits = folded(text).replace(/[\s.\-/]/g, '')
  return isIdNumber(digits) ? digits : null
}

/** The letters and digits of a name, word by word. */
export const nameWords = (name: string): string[] => folded(name).match(/[\p{L}\p{N}]+/gu) ?? []

/** Identifiers in the forms that are compared. */
export const normalIdentifiers = ({ name, email, phone, idNumber, reference }: Identifiers) => ({
  name: nameWords(name).join(' '),
  email: email ? normalEmail(email) : null,
  phone: phone ? normalPhone(phone) : null,
  idNumber: idNumber ? normalIdNumber(idNumber) : null,
  reference: reference ? folded(reference) : null,
})
