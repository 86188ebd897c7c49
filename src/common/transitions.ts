import { refusal, ServiceError } from './errors.ts'

/** A state machine: the allowed next states of each state. */
export interface Transitions<S extends string> {
  readonly table: Readonly<Record<S, readonly S[]>>
  /** @throws INVALID_STATE_TRANSITION with both states and the allowed ones */
  check(from: S, to: S): void
}

/** Creates the state machine of `thing` from its table. */
export const transitions = <S extends string>(thing: string, table: Record<S, readonly S[]>): Transitions<S> => ({
  table,
  check(from, to) {
    if (table[from].includes(to)) return
    const details = { from, to, allowed: table[from] }
    if (from === to) throw refusal('INVALID_STATE_TRANSITION', 'STATUS_ALREADY', details)
    throw new ServiceError('INVALID_STATE_TRANSITION', `${thing} cannot go from ${from} to ${to}`, details)
  },
})
