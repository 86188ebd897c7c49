import { ServiceError } from '../common/errors.ts'
import type { Transitions } from '../common/transitions.ts'
import type { Transition } from '../graphql/transition.ts'
import type { Permission } from '../security/auth/permissions.ts'
import type { Context } from './context.ts'
import { checkPermission } from './guard.ts'

/** Who may take a row from which status to which, and when: what changes of the status enforce, and `transitions` shows. */
export interface Lifecycle<S extends string, E extends { readonly status: S }> {
  readonly transitions: Transitions<S>
  /** What whoever changes the status needs. */
  readonly permit: Permission
  /** What a status needs beside. */
  permitFor?(to: S): Permission | undefined
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
  await lifecycle.demand?.(ctx, row, to)
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

async function refusalOf(move: Promise<void>): Promise<string | null> {
  try {
    await move
    return null
  } catch (error) {
    if (error instanceof ServiceError) return error.message
    throw error
  }
}
