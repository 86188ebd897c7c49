import type { Cause } from '../../common/texts.ts'

/*
 * The service writes why a request of a data subject was not completed as a text in its row. The text is the stored
 * form, because replicas of earlier versions write and read it too.
 */

/** The words after the name of a table that blocks an erasure. The words of released versions stay. */
const OF_TABLE = {
  ERASURE_BLOCKED: ' holds data of the subject and cannot be changed',
  ERASURE_INCOMPLETE: ' still holds data of the subject',
} as const

const UNDONE = 'Undone: '

/** The text that names the table which blocks an erasure. */
export const tableText = (code: keyof typeof OF_TABLE, table: string): string => table + OF_TABLE[code]

/** The text of a completion that a person has undone. */
export const undoneText = (reason: string): string => UNDONE + reason

/** The cause that a text names. Null for any other text. */
export function failureCauseIn(text: string | null): Cause | null {
  if (text?.startsWith(UNDONE)) return { code: 'COMPLETION_UNDONE', reason: text.slice(UNDONE.length) }
  for (const code of ['ERASURE_BLOCKED', 'ERASURE_INCOMPLETE'] as const)
    if (text?.endsWith(OF_TABLE[code])) return { code, resource: text.slice(0, -OF_TABLE[code].length).toUpperCase() }
  return null
}
