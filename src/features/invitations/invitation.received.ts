import { notFound } from '../../common/errors.ts'
import type { Database } from '../../data/database.ts'
import type { Transaction } from '../../data/transaction.ts'
import { appendAudit, auditFacts } from '../../security/audit/writer.ts'
import { organizationOf } from '../../security/organization-token.ts'
import type { TimedRequest } from '../../security/request.ts'
import type { ReceivedInvitation } from './invitation.outputs.ts'
import { hashOf, statusAt } from './invitation.rules.ts'

/** Columns of an invitation to read, including the invited address for the check. */
const COLUMNS = ['id', 'email', 'role', 'message', 'status', 'expiresAt', 'createdBy'] as const

/** The part of an invitation that every holder of its link may see: without the address and the message. */
export type LinkedInvitation = Omit<ReceivedInvitation, 'message'>

/**
 * The invitation of a token, for a holder of the link who has not signed in. Its audit record names no user.
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

/** The invitation of a token, with the invited address for the check. @throws NOT_FOUND */
export async function findInvitation(
  { db, now }: Pick<Transaction, 'db' | 'now'>,
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
