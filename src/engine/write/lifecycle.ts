import { type FaultCode, invalid, invalidFields, refusal, ServiceError } from '../../common/errors.ts'
import type { Transitions } from '../../common/transitions.ts'
import { isAwaiting } from '../../graphql/lists.ts'
import type { Transition, Verdict } from '../../graphql/transition.ts'
import type { Permission } from '../../security/auth/permissions.ts'
import { checkPermission } from '../access/permits.ts'
import type { Context } from '../execute/context.ts'
import { isOwnWork } from './own-work.ts'

/** A decision on a row in a waiting status. */
interface Decision<S extends string, E> {
  readonly on: S
  readonly to: readonly [S, ...S[]]
  /** The status that returns the row to its author. */
  readonly back: S
  /** The columns of the authors' user ids. */
  readonly authors: readonly (keyof E & string)[]
  /** The reason of the refusal of an author who tries to decide. */
  readonly refusal: FaultCode
}

type Decided<S extends string, E extends { readonly status: S }> = Lifecycle<S, E> & {
  readonly decision: Decision<S, E>
}

/**
 * The allowed status changes: for whom, and when. A status change enforces them, and the field `transitions` shows
 * them.
 */
export interface Lifecycle<S extends string, E extends { readonly status: S }> {
  readonly transitions: Transitions<S>
  /** The permission for any status change. */
  readonly permit: Permission
  /** The additional permission for a status. */
  permitFor?(to: S): Permission | undefined
  /** The decision that an author may not make on their own work. */
  readonly decision?: Decision<S, E>
  /** @throws the reason why this caller cannot change the row to a following status */
  demand?(ctx: Context, row: E, to: S): void | Promise<void>
}

/**
 * @throws FORBIDDEN for a caller who may not set the status on any row, so that the caller does not learn which rows
 * exist
 */
export function checkMover<S extends string>({ caller }: Context, lifecycle: Lifecycle<S, never>, to: S): void {
  checkPermission(caller, lifecycle.permit)
  checkPermission(caller, lifecycle.permitFor?.(to))
}

/** @throws the reason why this caller cannot change the row to the status now */
export async function demandMove<S extends string, E extends { readonly status: S }>(
  ctx: Context,
  lifecycle: Lifecycle<S, E>,
  row: E,
  to: S,
): Promise<void> {
  checkMover(ctx, lifecycle, to)
  lifecycle.transitions.check(row.status, to)
  await demandOther(ctx, lifecycle.decision, row, to)
  await lifecycle.demand?.(ctx, row, to)
}

/** Whether a status change is the decision that rows wait for. */
export const isDecision = <S extends string>(
  { decision }: Pick<Decided<S, never>, 'decision'>,
  from: S,
  to: S,
): boolean => from === decision.on && decision.to.includes(to)

/** Whether a status change returns a row to its author. */
export const isReturn = <S extends string>(
  { decision }: Pick<Decided<S, never>, 'decision'>,
  from: S,
  to: S,
): boolean => from === decision.on && to === decision.back

const LONGEST_REASON = 1000

/** The description of the argument `reason`. */
export const REASON = `Reason of a return to the author, at most ${LONGEST_REASON} characters. VALIDATION_ERROR with any other change.`

/**
 * The reason to store with a status change. Null if none is given.
 * @throws VALIDATION_ERROR if the change is not a return to the author, or the reason is too long
 */
export function reasonOfReturn<S extends string>(
  lifecycle: Pick<Decided<S, never>, 'decision'>,
  from: S,
  to: S,
  reason: string | undefined,
): string | null {
  const { on, back } = lifecycle.decision
  const text = reason?.trim()
  if (!text) return null
  if (!isReturn(lifecycle, from, to)) throw invalid({ reason: `is only for a change from ${on} to ${back}` })
  if (text.length > LONGEST_REASON) throw invalidFields({ reason: { code: 'REASON_TOO_LONG', most: LONGEST_REASON } })
  return text
}

/** @throws FORBIDDEN if the status change is a decision on the caller's own work */
async function demandOther<S extends string, E extends { readonly status: S }>(
  ctx: Context,
  decision: Decision<S, E> | undefined,
  row: E,
  to: S,
): Promise<void> {
  if (!decision || !isDecision({ decision }, row.status, to)) return
  const authors = decision.authors.map((author) => row[author] as string | null)
  if (await isOwnWork(ctx, authors)) throw refusal('FORBIDDEN', decision.refusal)
}

/** The list condition for rows that wait for a decision of this caller. */
export function awaitsCaller<S extends string>({
  permit,
  permitFor,
  decision: { on, to, authors },
}: Decided<S, never>) {
  const further = permitFor?.(to[0])
  return isAwaiting('status', { on, authors, permits: further ? [permit, further] : [permit] })
}

/**
 * The statuses that may follow a row's status, each with the reason why this caller cannot set it now, if there is one.
 */
export const transitionsOf = <S extends string, E extends { readonly status: S }>(
  ctx: Context,
  lifecycle: Lifecycle<S, E>,
  row: E,
): Promise<Transition<S>[]> =>
  Promise.all(
    lifecycle.transitions.table[row.status].map(async (to) => {
      return { to, ...(await verdictOf(demandMove(ctx, lifecycle, row, to))) }
    }),
  )

/** Whether a change is allowed, and otherwise the reason. */
export async function verdictOf(move: Promise<void>): Promise<Verdict> {
  try {
    await move
    return { allowed: true, reason: null, cause: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { allowed: false, reason: error.message, cause: error.fault }
  }
}
