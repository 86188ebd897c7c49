import { notFound } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { organizationOf } from '../../security/organization-token.ts'
import { demandInvited } from './invitation.answers.ts'
import { hashOf } from './invitation.changes.ts'
import type { ReceivedInvitation } from './invitation.outputs.ts'
import { statusAt } from './invitation.rules.ts'

/** What the query selects of an invitation, with the address that it is for. */
const COLUMNS = ['id', 'email', 'role', 'message', 'status', 'expiresAt', 'createdBy'] as const

/**
 * The invitation of a token, for whoever may answer it: what the mail said, and how it stands now.
 * @throws NOT_FOUND; FORBIDDEN as `demandInvited`
 */
export async function receivedInvitation(ctx: Context, token: string): Promise<ReceivedInvitation> {
  const organizationId = organizationOf(token)
  if (!organizationId || !(await ctx.enter(organizationId))) throw notFound('Invitation')
  const { db, now } = ctx
  const rows = db.selectFrom('invitation').select(COLUMNS).where('tokenHash', '=', hashOf(token))
  const found = await rows.executeTakeFirst()
  if (!found) throw notFound('Invitation')
  const { email, createdBy, ...invitation } = found
  demandInvited(ctx.caller, { email })
  const organization = await db.selectFrom('organization').select('name').executeTakeFirst()
  const inviter = await db
    .selectFrom('teamMember')
    .select('name')
    .where('userId', '=', createdBy)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
  return {
    ...invitation,
    organizationId,
    organizationName: organization?.name ?? null,
    inviterName: inviter?.name ?? null,
    status: statusAt(now, invitation),
  }
}
