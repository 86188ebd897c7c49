import { ID } from 'type-graphql'
import { Output } from '../../graphql/columns.ts'
import { field, fields } from '../../graphql/fields.ts'

/*
 * The service writes the record that caused a suppression, or the withdrawal of a consent, as a text in the row. The
 * text is the stored form, because replicas of earlier versions write and read it too.
 */

/** The word for each type of record in the text. The words of released versions stay. */
const WORDS = {
  MESSAGE: 'Message',
  REGISTRY_CLEANSING: 'Cleansing',
  DATA_SUBJECT_REQUEST: 'Data-subject request',
  SUPPRESSION: 'Suppression',
} as const

@Output('Record that caused a change by the service.')
export class Origin extends fields({
  resourceType: field(String, 'Type of the record, for example MESSAGE.'),
  resourceId: field(ID, 'Id of the record.'),
}) {}

/** The text that names a record as the origin. */
export const originText = (type: keyof typeof WORDS, id: string): string => `${WORDS[type]} ${id}`

const WORD_AND_ID = /^([A-Z][a-z -]*) ([0-9a-f-]{36})$/

/** The record that a text names. Null for any other text. */
export function originIn(text: string | null): Origin | null {
  const [, word, resourceId] = WORD_AND_ID.exec(text ?? '') ?? []
  const [resourceType] = Object.entries(WORDS).find(([, each]) => each === word) ?? []
  return resourceType && resourceId ? { resourceType, resourceId } : null
}
