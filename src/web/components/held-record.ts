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

export const nameHeld = (held: string): string => held.slice(held.indexOf(' ') + 1)

export const recordHeld = (held: string): Named | undefined =>
  held === '' ? undefined : { id: held.slice(0, held.indexOf(' ')), name: nameHeld(held) }

/** The id of the chosen record. Null if none is chosen. */
export const idOf = (entered: FormData, name: string): string | null =>
  recordHeld(textOf(entered, name) ?? '')?.id ?? null
