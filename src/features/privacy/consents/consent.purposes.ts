import { type RawBuilder, sql } from 'kysely'
import { describeEnum } from '../../../common/enums.ts'

/** What a person may be contacted for. */
export enum ContactPurpose {
  MARKETING = 'MARKETING',
  SERVICE = 'SERVICE',
  RESEARCH = 'RESEARCH',
  OTHER = 'OTHER',
}
describeEnum('ContactPurpose', ContactPurpose, 'Purpose of contacting a person.', {
  MARKETING: 'Direct marketing (POPIA section 69).',
  SERVICE: 'Messages that a contract with the person requires, such as invoices and notices.',
  RESEARCH: 'Surveys and studies.',
  OTHER: 'Any other purpose, as a consent words it. Nobody may be contacted for it.',
})

const CODES: readonly string[] = [ContactPurpose.MARKETING, ContactPurpose.SERVICE, ContactPurpose.RESEARCH]

/** A purpose as it is compared: without blanks around it, the letters of ASCII in capitals. */
export const purposeKey = (text: string): string => text.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase())

/**
 * The code of a purpose in words: the name of a code in any case is that code, and every other text is OTHER, so that “NO
 * marketing please” allows nothing.
 */
export function purposeOf(text: string): ContactPurpose {
  const key = purposeKey(text)
  return CODES.includes(key) ? (key as ContactPurpose) : ContactPurpose.OTHER
}

/** The key of the purpose of a consent in the database. */
export const purposeKeyOf = (alias: string): RawBuilder<string> =>
  sql<string>`upper(btrim(${sql.ref(`${alias}.purpose`)}) collate "C")`
