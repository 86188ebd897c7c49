import { type RawBuilder, sql } from 'kysely'
import { describeNames } from '../../../common/enums.ts'

/** The purpose of contacting a person. */
export const ContactPurpose = describeNames('ContactPurpose', 'Purpose of contacting a person.', {
  MARKETING: 'Direct marketing (POPIA section 69).',
  SERVICE: 'Messages that a contract with the person requires, such as invoices and notices.',
  RESEARCH: 'Surveys and studies.',
  OTHER: 'Any other purpose in the wording of a consent. It permits no contact.',
})
export type ContactPurpose = keyof typeof ContactPurpose

const CODES: readonly string[] = [ContactPurpose.MARKETING, ContactPurpose.SERVICE, ContactPurpose.RESEARCH]

/** The form in which purposes are compared: trimmed, with ASCII letters in upper case. */
export const purposeKey = (text: string): string => text.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase())

/**
 * The code of a purpose. A text that equals the name of a code, case-insensitive, is that code. Any other text is
 * OTHER, so that “NO marketing please” permits nothing.
 */
export function purposeOf(text: string): ContactPurpose {
  const key = purposeKey(text)
  return CODES.includes(key) ? (key as ContactPurpose) : ContactPurpose.OTHER
}

const keySql = (purpose: string) => `upper(btrim(${purpose}) collate "C")`

/** The SQL expression for the purpose key of a consent. */
export const purposeKeyOf = (alias: string): RawBuilder<string> => sql.raw(keySql(`${alias}.purpose`))

/** The names by which a filter finds a consent, as an SQL list: its purpose key and its purpose code. */
export function purposeNamesIn(column: (name: string) => string): string {
  const key = keySql(column('purpose'))
  const codes = CODES.map((code) => `'${code}'`).join(', ')
  return `${key}, case when ${key} in (${codes}) then ${key} else '${ContactPurpose.OTHER}' end`
}
