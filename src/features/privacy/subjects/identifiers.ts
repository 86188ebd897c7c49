import { idNumberOf, mailboxOf, phoneNumberOf } from './normal-form.ts'
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

/** The letters and digits of a name, word by word. */
export const nameWords = (name: string): string[] => folded(name).match(/[\p{L}\p{N}]+/gu) ?? []

/** Identifiers in the forms that are compared. */
export const normalIdentifiers = ({ name, email, phone, idNumber, reference }: Identifiers) => ({
  name: nameWords(name).join(' '),
  email: email ? mailboxOf(email) : null,
  phone: phone ? phoneNumberOf(phone) : null,
  idNumber: idNumber ? idNumberOf(idNumber) : null,
  reference: reference ? folded(reference) : null,
})
