import { hash } from 'node:crypto'
import { EmailStatus, takeBackMail } from '../../background/mail.ts'
import { notFound, refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { newToken, organizationOf } from '../../security/organization-token.ts'
import { addMember, announceMember, demandGrantable } from '../team/team.changes.ts'
import { TeamRole } from '../team/team-member.entity.ts'
import { demandGiven, demandInvited } from './invitation.answers.ts'
import { Invitation, InvitationStatus } from './invitation.entity.ts'
import type { DemoInvitationInput, InvitationInput } from './invitation.inputs.ts'
import { acceptUrlOf, mailInvitation } from './invitation.mail.ts'
import type { AcceptedInvitation, SentInvitation } from './invitation.outputs.ts'
import { expiryOf, HOUR_IN_DAYS, invitationTransitions, statusAt, USUAL_DAYS } from './invitation.rules.ts'

/** The stored form of a token: only its hash. */
export const hashOf = (token: string) => hash('sha256', token, 'hex')

/**
 * Marks an invitation of the address as EXPIRED if its time is over. @throws CONFLICT if the address has a valid
 * invitation
 */
async function markExpired(ctx: Context, email: string): Promise<void> {
  const { PENDING, EXPIRED } = InvitationStatus
  const pending = ctx.db.selectFrom('invitation').select(['id', 'expiresAt', 'status']).where('email', '=', email)
  const held = await pending.where('status', '=', PENDING).forUpdate().executeTakeFirst()
  if (!held) return
  if (statusAt(ctx.now, held) === PENDING) {
    throw refusal('CONFLICT', 'INVITATION_PENDING', { invitationId: held.id })
  }
  await ctx.db.updateTable('invitation').set({ status: EXPIRED }).where('id', '=', held.id).execute()
}

/** The e-mail status of a new invitation. Null if no mail server is configured, or for a demo invitation. */
const statusOfMail = ({ services }: Context, isDemo: boolean) =>
  services.mailer && !isDemo ? EmailStatus.QUEUED : null

/** Mails the token. Without a mail server, returns it to the inviter. */
async function handOver(ctx: Context, invitation: Invitation, token: string): Promise<SentInvitation> {
  if (!invitation.emailStatus) return { ...invitation, token: ctx.showOnce(token), acceptUrl: acceptUrlOf(ctx, token) }
  await mailInvitation(ctx, invitation, token)
  return { ...invitation, token: null, acceptUrl: null }
}

/** Invites someone. */
export async function sendInvitation(ctx: Context, input: InvitationInput): Promise<SentInvitation> {
  demandGrantable(ctx, input.role)
  const email = input.email.toLowerCase()
  await markExpired(ctx, email)
  const days = input.expiresInDays ?? USUAL_DAYS
  return invite(ctx, { email, role: input.role, message: input.message ?? null, validDays: days, isDemo: false }, days)
}

export async function sendDemoInvitation(ctx: Context, input: DemoInvitationInput): Promise<SentInvitation> {
  const role = input.role ?? TeamRole.viewer
  demandGrantable(ctx, role)
  const email = (input.email ?? 'demo@example.org').toLowerCase()
  await markExpired(ctx, email)
  return invite(ctx, { email, role, message: null, validDays: 1, isDemo: true }, HOUR_IN_DAYS)
}

type New = Pick<Invitation, 'email' | 'role' | 'message' | 'validDays' | 'isDemo'>

async function invite(ctx: Context, fields: New, days: number): Promise<SentInvitation> {
  const token = newToken(ctx.organizationId)
  const invitation = addRow(ctx, Invitation, {
    ...fields,
    status: InvitationStatus.PENDING,
    tokenHash: hashOf(token),
    expiresAt: expiryOf(ctx.now, days),
    createdBy: ctx.caller.userId,
    emailStatus: statusOfMail(ctx, fields.isDemo),
  })
  return handOver(ctx, invitation, token)
}

/** Sends an invitation again: with the same id, a new token and the full validity from now on. */
export async function resendInvitation(ctx: Context, id: string): Promise<SentInvitation> {
  const invitation = await lockRow(ctx, Invitation, id, 'Invitation')
  invitationTransitions.check(statusAt(ctx.now, invitation), InvitationStatus.PENDING)
  demandGrantable(ctx, invitation.role)
  const token = newToken(ctx.organizationId)
  const expiresAt = expiryOf(ctx.now, invitation.isDemo ? HOUR_IN_DAYS : invitation.validDays)
  const emailStatus = statusOfMail(ctx, invitation.isDemo)
  const { PENDING: status } = InvitationStatus
  // The waiting mail has a token that is void from now on.
  await takeBackMail(ctx, { invitationId: id })
  const { userId: createdBy } = ctx.caller
  const fields = { status, tokenHash: hashOf(token), expiresAt, createdBy, emailStatus, emailError: null }
  return handOver(ctx, changeRow(ctx, Invitation, invitation, fields), token)
}

/** Stops a waiting mail. Returns the changes to the invitation. */
async function stopMail(
  ctx: Context,
  invitation: Invitation,
  emailStatus: EmailStatus | null,
): Promise<Partial<Invitation>> {
  if (invitation.emailStatus !== EmailStatus.QUEUED) return {}
  await takeBackMail(ctx, { invitationId: invitation.id })
  return { emailStatus }
}

/** Revokes an invitation that was not answered. */
export async function revokeInvitation(ctx: Context, id: string): Promise<string> {
  const invitation = await lockRow(ctx, Invitation, id, 'Invitation')
  invitationTransitions.check(statusAt(ctx.now, invitation), InvitationStatus.REVOKED)
  const stopped = await stopMail(ctx, invitation, null)
  changeRow(ctx, Invitation, invitation, { ...stopped, status: InvitationStatus.REVOKED })
  return id
}

/**
 * Loads the invitation of a token for an answer. Enters the organization of the invitation, because the caller need not
 * belong to it yet.
 * @throws NOT_FOUND, INVITATION_EXPIRED, INVALID_STATE_TRANSITION; FORBIDDEN as `demandInvited`
 */
async function claimInvitation(ctx: Context, token: string, answer: InvitationStatus): Promise<Invitation> {
  const organizationId = organizationOf(token)
  if (!organizationId || !(await ctx.enter(organizationId))) throw notFound('Invitation')
  const found = await ctx.db
    .selectFrom('invitation')
    .select('id')
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst()
  if (!found) throw notFound('Invitation')
  const invitation = await lockRow(ctx, Invitation, found.id, 'Invitation')
  const status = statusAt(ctx.now, invitation)
  if (status === InvitationStatus.EXPIRED) {
    throw refusal('INVITATION_EXPIRED', 'INVITATION_EXPIRED', {})
  }
  invitationTransitions.check(status, answer)
  demandInvited(ctx.caller, invitation)
  // The caller has the token, so the mail arrived, even if that was not recorded yet.
  const stopped = await stopMail(ctx, invitation, EmailStatus.SENT)
  ctx.announce({ id: found.id, status: answer })
  const answered = { status: answer, answeredBy: ctx.caller.userId, answeredAt: ctx.now }
  return changeRow(ctx, Invitation, invitation, { ...stopped, ...answered })
}

/** Joins the organization of an invitation. A user who was removed before is a member again. */
export async function acceptInvitation(ctx: Context, token: string): Promise<AcceptedInvitation> {
  const invitation = await claimInvitation(ctx, token, InvitationStatus.ACCEPTED)
  await demandGiven(ctx, invitation)
  const { userId, userName } = ctx.caller
  const { role, email } = invitation
  const member = await addMember(ctx, { userId, name: userName ?? email.split('@')[0] ?? userId, role, email })
  announceMember(ctx, member)
  return { invitationId: invitation.id, organizationId: invitation.organizationId, member }
}

export const declineInvitation = async (ctx: Context, token: string): Promise<string> =>
  (await claimInvitation(ctx, token, InvitationStatus.DECLINED)).id
