import { textOf } from './entered.ts'

/*
 * The control of a field that refers to a record is hidden. It has the id and the name of the record, so that a draft and
 * the differences of a conflict can show the name.
 */

/** A record that a field refers to. */
export interface Named {
  id: string
  name: string
}

export const heldOf = (record: Named | undefined): string => (record ? `${record.id} ${record.name}` : '')

export const recordHeld = (held: string): Named | undefined =>
  held === '' ? undefined : { id: held.slice(0, held.indexOf(' ')), name: held.slice(held.indexOf(' ') + 1) }

/** Several records, one on each line. */
export const heldOfAll = (records: readonly Named[]): string => records.map(heldOf).join('\n')

export const recordsHeld = (held: string): Named[] => held.split('\n').flatMap((line) => recordHeld(line) ?? [])

/** The ids of the chosen records. */
export const idsOf = (entered: FormData, name: string): string[] =>
  recordsHeld(textOf(entered, name) ?? '').map(({ id }) => id)

/** The id of the chosen record. Null if none is chosen. */
export const idOf = (entered: FormData, name: string): string | null => idsOf(entered, name)[0] ?? null
