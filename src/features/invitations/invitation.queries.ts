import type { Context } from '../../engine/execute/context.ts'
import { contains, isAnyOf, listOf } from '../../graphql/lists.ts'
import { byMember, byText, type RowSql } from '../../graphql/sort-keys.ts'
import { isGrantable } from '../team/team.changes.ts'
import { Invitation, InvitationStatus } from './invitation.entity.ts'
import { InvitationFilter } from './invitation.inputs.ts'
import { InvitationAction } from './invitation.outputs.ts'
import { invitationTransitions, statusAt } from './invitation.rules.ts'

/** SQL condition for the status at the current time. */
const currentStatus: RowSql = (column) => {
  const [status, expiresAt] = [column('status'), column('expiresAt')]
  return `case when ${status} = 'PENDING' and ${expiresAt} <= now() then 'EXPIRED' else ${status} end`
}

const isCurrently = isAnyOf('status', currentStatus)

export const invitations = listOf('invitation', Invitation, {
  description: 'Page of invitations.',
  filter: InvitationFilter,
  where: { search: contains('email'), status: isCurrently },
  sortBy: [
    'createdAt',
    'email',
    'role',
    'expiresAt',
    'emailStatus',
    byText('status', 'Status.', currentStatus),
    byMember('inviter', 'Name of the member who sent it.', 'createdBy'),
  ],
})

/** The actions that the caller can take on an invitation. */
export function actionsOn({ caller, now }: Context, invitation: Invitation): InvitationAction[] {
  const allowed = invitationTransitions.table[statusAt(now, invitation)]
  const maySend = caller.permissions.has('org:invitations:write') && isGrantable(caller, invitation.role)
  const isAllowed = {
    resend: allowed.includes(InvitationStatus.PENDING) && maySend,
    revoke: allowed.includes(InvitationStatus.REVOKED) && caller.permissions.has('org:invitations:delete'),
  }
  return Object.values(InvitationAction).filter((action) => isAllowed[action])
}
