import { sql } from 'kysely'
import type { Context } from '../../engine/context.ts'
import type { TellOutcome } from '../../events/mail.sender.ts'
import { EmailStatus, queueMail } from '../../events/mail.ts'
import { appendChanges, auditFacts } from '../../security/audit/writer.ts'
import type { Invitation } from './invitation.entity.ts'

/**
 * Where an invitation is answered; null where PUBLIC_URL is not configured. The token stands behind the `#`, which no
 * server is sent and no log holds.
 */
export const acceptUrlOf = ({ services: { publicUrl } }: Context, token: string): string | null =>
  publicUrl ? `${publicUrl}/invite#${token}` : null

/** Queues the mail that brings the token to whom is invited. */
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
    `The invitation is good until ${expiresAt.toISOString()}.`,
  ].join('\n\n')
  await queueMail(
    ctx,
    { invitationId: id },
    { to: email, subject: 'You are invited to a campaign team', text },
    expiresAt,
  )
}

/** Writes down how the mail of an invitation ended; a failure is an event, so that people are told. */
export const tellInvitation: TellOutcome = async (unit, { organizationId, id, status, error }) => {
  await sql`update invitation set email_status = ${status}, email_error = ${error}, updated_at = now()
    where organization_id = ${organizationId} and id = ${id}`.execute(unit.db)
  if (status !== EmailStatus.FAILED) return
  const entry = { action: 'INVITATION_EMAIL_FAILED', resourceType: 'INVITATION', resourceId: id }
  const source = { organizationId, userId: 'system', ipAddress: 'unknown', userAgent: 'mailer' }
  await appendChanges(unit, [auditFacts(entry, source)])
}
