import type { Context } from '../../../engine/context.ts'
import { likePattern } from '../../../graphql/page.ts'
import type { BreachFilter } from './breach.inputs.ts'

/** Breaches that match a filter, all columns. */
export function breachesWhere(ctx: Context, filter: BreachFilter = {}) {
  let query = ctx.db.selectFrom('breach').selectAll()
  if (filter.search) query = query.where('title', 'ilike', likePattern(filter.search))
  if (filter.status?.length) query = query.where('status', 'in', filter.status)
  if (filter.severity?.length) query = query.where('severity', 'in', filter.severity)
  return query
}
