import { validate as isUuid } from 'uuid'
import type { Context } from '../../engine/execute/context.ts'
import type { Scope } from './analytics.inputs.ts'

/** Whether the scope includes all campaigns. */
export const isWhole = ({ clientId, status, sector, type }: Scope): boolean =>
  [clientId, status, sector, type].every((each) => each == null)

/** The campaigns in a scope, without their figures. A `clientId` that is not a UUID matches no campaign. */
export function campaignsIn(ctx: Context, { clientId, status, sector, type }: Scope) {
  let query = ctx.db.selectFrom('campaign').select('id')
  if (clientId != null) query = query.where('clientId', '=', isUuid(clientId) ? clientId : null)
  if (status != null) query = query.where('status', '=', status)
  if (type != null) query = query.where('type', '=', type)
  if (sector != null)
    query = query.where('clientId', 'in', ctx.db.selectFrom('client').select('id').where('sector', '=', sector))
  return query
}
