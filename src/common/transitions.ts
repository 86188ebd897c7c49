import { ServiceError } from './errors.ts'

/** A state machine: which states may follow each. */
export interface Transitions<S extends string> {
  readonly table: Readonly<Record<S, readonly S[]>>
  /** @throws INVALID_STATE_TRANSITION naming both states and the ones that are allowed. */
  check(from: S, to: S): void
}

/** Makes the state machine of `thing` from its table. */
export const transitions = <S extends string>(thing: string, table: Record<S, readonly S[]>): Transitions<S> => ({
  table,
  check(from, to) {
    if (table[from].includes(to)) return
    const message = `${thing} cannot go from ${from} to ${to}`
    throw new ServiceError('INVALID_STATE_TRANSITION', message, { from, to, allowed: table[from] })
  },
})
