import { notFound } from '../../common/errors.ts'
import type { Database, Unit } from '../../data/transaction.ts'
import type { Context } from '../../engine/context.ts'
import { appendAudit, auditFacts } from '../../security/audit/writer.ts'
import { organizationOf } from '../../security/organization-token.ts'
import type { TimedRequest } from '../../security/request.ts'
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
  const { email, ...invitation } = await findInvitation(ctx, organizationId, token)
  demandInvited(ctx.caller, { email })
  return invitation
}

/** Of an invitation what whoever holds its link may know: neither the address that it is for nor the message. */
export type LinkedInvitation = Omit<ReceivedInvitation, 'message'>

/**
 * The invitation of a token, for whoever has it and did not sign in yet. The record of it names nobody.
 * @throws NOT_FOUND
 */
export async function invitationOfLink(
  database: Database,
  { deadline, ipAddress, userAgent }: TimedRequest,
  token: string,
): Promise<LinkedInvitation> {
  const organizationId = organizationOf(token)
  if (!organizationId) throw notFound('Invitation')
  return database.transaction({ role: 'gateway_tenant', organizationId, deadline }, async (unit) => {
    const { email: _, message: __, ...invitation } = await findInvitation(unit, organizationId, token)
    const entry = { action: 'INVITATION_VIEWED', resourceType: 'INVITATION', resourceId: invitation.id, isRead: true }
    await appendAudit(unit, [auditFacts(entry, { organizationId, userId: 'anonymous', ipAddress, userAgent })])
    return invitation
  })
}

async function findInvitation(
  { db, now }: Pick<Unit, 'db' | 'now'>,
  organizationId: string,
  token: string,
): Promise<ReceivedInvitation & { email: string }> {
  const rows = db.selectFrom('invitation').select(COLUMNS).where('tokenHash', '=', hashOf(token))
  const found = await rows.executeTakeFirst()
  if (!found) throw notFound('Invitation')
  const { createdBy, ...invitation } = found
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
