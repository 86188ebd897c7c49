import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '../../engine/context.ts'
import { holds } from '../../graphql/page.ts'
import { type Invitation, InvitationStatus } from './invitation.entity.ts'
import type { InvitationFilter } from './invitation.inputs.ts'
import { InvitationAction, type ManagedInvitation } from './invitation.outputs.ts'
import { invitationTransitions, statusAt } from './invitation.rules.ts'

/** The state by the clock, in the database's words. */
const currentStatus = sql<InvitationStatus>`case when status = 'PENDING' and expires_at <= now() then 'EXPIRED' else status end`

const isOneOf = (statuses: readonly InvitationStatus[]): Expression<SqlBool> =>
  sql<boolean>`${currentStatus} = any(${[...statuses]}::text[])`

/** Invitations that match a filter, all columns. */
export function invitationsWhere(ctx: Context, filter: InvitationFilter = {}) {
  let query = ctx.db.selectFrom('invitation').selectAll()
  if (filter.search) query = query.where(holds(sql.ref('email'), filter.search))
  if (filter.status?.length) query = query.where(isOneOf(filter.status))
  return query
}

/** An invitation with what the caller can do to it. */
export function managed({ caller, now }: Context, invitation: Invitation): ManagedInvitation {
  const allowed = invitationTransitions.table[statusAt(now, invitation)]
  const actions: InvitationAction[] = [
    ...(allowed.includes(InvitationStatus.PENDING) && caller.permissions.has('org:invitations:write')
      ? [InvitationAction.resend]
      : []),
    ...(allowed.includes(InvitationStatus.REVOKED) && caller.permissions.has('org:invitations:delete')
      ? [InvitationAction.revoke]
      : []),
  ]
  return { ...invitation, actions }
}
