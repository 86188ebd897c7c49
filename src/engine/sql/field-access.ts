import type { Listing } from '../../graphql/lists.ts'
import type { FieldPlan } from '../plan/plan.ts'

/** The access of an execution to the fields and lists that a statement writes. */
export interface FieldAccess {
  /** Whether the caller may not read a field, or gave it arguments for which `check` throws. Checked once for all rows. */
  isRefused(field: FieldPlan, check?: () => unknown): boolean
  /** The list inside rows that a field selects, the same for all rows. @throws the error in its arguments */
  listingFor(field: FieldPlan, list: (args: Record<string, unknown>) => Listing): Listing
}
