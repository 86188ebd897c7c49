import { sql } from 'kysely'
import { EmailStatus, queueMail } from '../../background/mail.ts'
import type { RecordOutcome } from '../../background/mail.work.ts'
import type { Context } from '../../engine/execute/context.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import type { Invitation } from './invitation.entity.ts'

/**
 * The page on which an invitation is answered. Null if PUBLIC_URL is not configured. The token is in the fragment
 * (after `#`), which browsers send to no server and no log contains.
 */
export const acceptUrlOf = ({ services: { publicUrl } }: Context, token: string): string | null =>
  publicUrl ? `${publicUrl}/invite#${token}` : null

/** Queues the mail with the token to the invited person. */
export async function mailInvitation(ctx: Context, invitation: Invitation, token: string): Promise<void> {
  const { id, email, role, message, expiresAt } = invitation
  const acceptUrl = acceptUrlOf(ctx, token)
  const organization = await ctx.db.selectFrom('organization').select('name').executeTakeFirst()
  const team = organization?.name ? `the team of ${organization.name}` : 'a team'
  const { userName } = ctx.caller
  const text = [
    `${userName ? `${userName} invites you` : 'You are invited'} to join ${team} as ${role}.`,
    ...(message ? [message] : []),
    acceptUrl ? `To accept or decline, open ${acceptUrl}` : `To accept, use this token: ${token}`,
    `The invitation is valid until ${expiresAt.toISOString()}.`,
  ].join('\n\n')
  const mail = { to: email, subject: 'You are invited to a campaign team', text }
  await queueMail(ctx, { invitationId: id }, mail, expiresAt)
}

/** Stores the result of the mail of an invitation. A failure is an event, which notifies people. */
export const recordInvitationMail: RecordOutcome = async (unit, { organizationId, id, status, error }) => {
  await sql`update invitation set email_status = ${status}, email_error = ${error}, updated_at = now()
    where organization_id = ${organizationId} and id = ${id}`.execute(unit.db)
  if (status !== EmailStatus.FAILED) return
  const entry = { action: 'INVITATION_EMAIL_FAILED', resourceType: 'INVITATION', resourceId: id }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'mailer' }
  await appendChanges(unit, [auditFacts(entry, source)])
}
