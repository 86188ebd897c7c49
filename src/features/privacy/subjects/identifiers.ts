import { idNumberOf, mailboxOf, phoneNumberOf } from './normal-form.ts'
import { folded } from './spelling.ts'

/** The kinds of identifiers of a subject. A name alone is no proof, because people share names. */
export type Identifier = 'email' | 'phone' | 'idNumber' | 'reference' | 'name'

/** The identifiers of one person, as they were given. */
export interface Identifiers {
  name: string
  email: string | null
  phone: string | null
  idNumber?: string | null
  reference?: string | null
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
