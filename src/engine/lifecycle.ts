import { ServiceError } from '../common/errors.ts'
import type { Transitions } from '../common/transitions.ts'
import { isAwaiting } from '../graphql/lists.ts'
import type { Transition } from '../graphql/transition.ts'
import type { Permission } from '../security/auth/permissions.ts'
import type { Context } from './context.ts'
import { checkPermission } from './permits.ts'

/** A decision on a row that waits for it. */
interface Decision<S extends string, E> {
  readonly on: S
  readonly to: readonly [S, ...S[]]
  /** The columns that hold the authors. */
  readonly authors: readonly (keyof E & string)[]
  /** What an author is told. */
  readonly refusal: string
}

type Decided<S extends string, E extends { readonly status: S }> = Lifecycle<S, E> & {
  readonly decision: Decision<S, E>
}

/** Who may take a row from which status to which, and when: what changes of the status enforce, and `transitions` shows. */
export interface Lifecycle<S extends string, E extends { readonly status: S }> {
  readonly transitions: Transitions<S>
  /** What whoever changes the status needs. */
  readonly permit: Permission
  /** What a status needs beside. */
  permitFor?(to: S): Permission | undefined
  /** What nobody decides on work of his own. */
  readonly decision?: Decision<S, E>
  /** @throws why this caller cannot take the row to a status that may follow */
  demand?(ctx: Context, row: E, to: S): void | Promise<void>
}

/** @throws FORBIDDEN for callers who may take no row to a status: they need not know which rows there are */
export function checkMover<S extends string>({ caller }: Context, lifecycle: Lifecycle<S, never>, to: S): void {
  checkPermission(caller, lifecycle.permit)
  checkPermission(caller, lifecycle.permitFor?.(to))
}

/** @throws why this caller cannot take the row to a status now */
export async function demandMove<S extends string, E extends { readonly status: S }>(
  ctx: Context,
  lifecycle: Lifecycle<S, E>,
  row: E,
  to: S,
): Promise<void> {
  checkMover(ctx, lifecycle, to)
  lifecycle.transitions.check(row.status, to)
  demandOther(ctx, lifecycle.decision, row, to)
  await lifecycle.demand?.(ctx, row, to)
}

/** Whether a step is the decision that rows wait for. */
export const isDecision = <S extends string>(
  { decision }: Pick<Decided<S, never>, 'decision'>,
  from: S,
  to: S,
): boolean => from === decision.on && decision.to.includes(to)

/** @throws FORBIDDEN when the step is a decision on work of the caller's own */
function demandOther<S extends string, E extends { readonly status: S }>(
  { caller }: Context,
  decision: Decision<S, E> | undefined,
  row: E,
  to: S,
): void {
  if (!decision || !isDecision({ decision }, row.status, to)) return
  const authors = decision.authors.map((author): unknown => row[author])
  if (authors.includes(caller.userId)) throw new ServiceError('FORBIDDEN', decision.refusal)
}

/** The condition on a list that its rows wait for a decision which the caller may take. */
export function awaitsCaller<S extends string>({
  permit,
  permitFor,
  decision: { on, to, authors },
}: Decided<S, never>) {
  const further = permitFor?.(to[0])
  return isAwaiting('status', { on, authors, permits: further ? [permit, further] : [permit] })
}

/** The statuses that may follow that of a row, and what keeps this caller from each. */
export const transitionsOf = <S extends string, E extends { readonly status: S }>(
  ctx: Context,
  lifecycle: Lifecycle<S, E>,
  row: E,
): Promise<Transition<S>[]> =>
  Promise.all(
    lifecycle.transitions.table[row.status].map(async (to) => {
      const reason = await refusalOf(demandMove(ctx, lifecycle, row, to))
      return { to, allowed: reason === null, reason }
    }),
  )

/** Why a step is refused; null where it is not. */
export async function refusalOf(move: Promise<void>): Promise<string | null> {
  try {
    await move
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}
