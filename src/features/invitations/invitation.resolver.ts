import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql'
import { EmailStatus, takeBackMail } from '../../background/mail.ts'
import { notFound, refusal } from '../../common/errors.ts'
import { Audit, Fails, GraphqlOnly, Permit, WithoutOrganization } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../graphql/arguments.ts'
import { Reads } from '../../graphql/selection.ts'
import { newToken, organizationOf } from '../../security/organization-token.ts'
import { addMember, announceMember, demandGrantable } from '../team/team.changes.ts'
import { TeamRole } from '../team/team-member.entity.ts'
import { demandGiven, demandInvited } from './invitation.answers.ts'
import { Invitation, InvitationRow, InvitationStatus } from './invitation.entity.ts'
import { DemoInvitationInput, InvitationInput } from './invitation.inputs.ts'
import { acceptUrlOf, mailInvitation } from './invitation.mail.ts'
import { AcceptedInvitation, InvitationAction, SentInvitation } from './invitation.outputs.ts'
import { actionsOn, invitations } from './invitation.queries.ts'
import { expiryOf, HOUR_IN_DAYS, hashOf, invitationTransitions, statusAt, USUAL_DAYS } from './invitation.rules.ts'

/**
 * Marks an invitation of the address as EXPIRED if its time is over. @throws CONFLICT if the address has a valid
 * invitation
 */
async function markExpired(ctx: Context, email: string): Promise<void> {
  const { PENDING, EXPIRED } = InvitationStatus
  const pending = ctx.db.selectFrom('invitation').select(['id', 'expiresAt', 'status']).where('email', '=', email)
  const held = await pending.where('status', '=', PENDING).forUpdate().executeTakeFirst()
  if (!held) return
  if (statusAt(ctx.now, held) === PENDING) throw refusal('CONFLICT', 'INVITATION_PENDING', { invitationId: held.id })
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

/**
 * Loads the invitation of a token for an answer. Enters the organization of the invitation, because the caller need not
 * belong to it yet.
 * @throws NOT_FOUND, INVITATION_EXPIRED, INVALID_STATE_TRANSITION; FORBIDDEN as `demandInvited`
 */
async function claimInvitation(ctx: Context, token: string, answer: InvitationStatus): Promise<Invitation> {
  const organizationId = organizationOf(token)
  if (!organizationId || !(await ctx.enter(organizationId))) throw notFound('Invitation')
  const ofToken = ctx.db.selectFrom('invitation').select('id').where('tokenHash', '=', hashOf(token))
  const found = await ofToken.executeTakeFirst()
  if (!found) throw notFound('Invitation')
  const invitation = await lockRow(ctx, Invitation, found.id, 'Invitation')
  const status = statusAt(ctx.now, invitation)
  if (status === InvitationStatus.EXPIRED) throw refusal('INVITATION_EXPIRED', 'INVITATION_EXPIRED', {})
  invitationTransitions.check(status, answer)
  demandInvited(ctx.caller, invitation)
  // The caller has the token, so the mail arrived, even if that was not recorded yet.
  const stopped = await stopMail(ctx, invitation, EmailStatus.SENT)
  ctx.announce({ id: found.id, status: answer })
  const answered = { status: answer, answeredBy: ctx.caller.userId, answeredAt: ctx.now }
  return changeRow(ctx, Invitation, invitation, { ...stopped, ...answered })
}

@Resolver(() => InvitationRow)
export class InvitationResolver {
  @ListRoot(invitations, 'INVITATION', 'The invitations of the organization. Default order: newest first.')
  declare readonly invitations: RootField

  @Mutation(() => SentInvitation, {
    description:
      'Invites someone. CONFLICT while the address has a pending invitation that has not expired. FORBIDDEN for a role ' +
      'above the caller’s.',
  })
  @Permit('org:invitations:write')
  @Audit('INVITATION', 'SENT')
  @Fails('CONFLICT')
  async sendInvitation(
    @InputArg(InvitationInput, 'The invitation to send.') input: InvitationInput,
    @Ctx() ctx: Context,
  ): Promise<SentInvitation> {
    demandGrantable(ctx, input.role)
    const email = input.email.toLowerCase()
    await markExpired(ctx, email)
    const days = input.expiresInDays ?? USUAL_DAYS
    const fields = { email, role: input.role, message: input.message ?? null, validDays: days, isDemo: false }
    return invite(ctx, fields, days)
  }

  @Mutation(() => SentInvitation, {
    description:
      'Creates an invitation that is not sent and expires in an hour. CONFLICT while the address has a pending invitation ' +
      'that has not expired. FORBIDDEN for a role above the caller’s.',
  })
  @Permit('org:invitations:write')
  @Audit('INVITATION', 'SENT')
  @Fails('CONFLICT')
  async sendDemoInvitation(
    @InputArg(DemoInvitationInput, 'The demo invitation to create.') input: DemoInvitationInput,
    @Ctx() ctx: Context,
  ): Promise<SentInvitation> {
    const role = input.role ?? TeamRole.viewer
    demandGrantable(ctx, role)
    const email = (input.email ?? 'demo@example.org').toLowerCase()
    await markExpired(ctx, email)
    return invite(ctx, { email, role, message: null, validDays: 1, isDemo: true }, HOUR_IN_DAYS)
  }

  @Mutation(() => SentInvitation, {
    description:
      'Resends a pending or expired invitation with the same id, a new token and the full validity. The old token is void. ' +
      'INVALID_STATE_TRANSITION for another status. FORBIDDEN for a role above the caller’s.',
  })
  @Permit('org:invitations:write')
  @Audit('INVITATION', 'SENT')
  @Fails('INVALID_STATE_TRANSITION')
  async resendInvitation(@IdArg('invitation') id: string, @Ctx() ctx: Context): Promise<SentInvitation> {
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

  @Mutation(() => ID, {
    description: 'Revokes an unanswered invitation. Returns its id. INVALID_STATE_TRANSITION for another status.',
  })
  @Permit('org:invitations:delete')
  @Audit('INVITATION', 'REVOKED')
  @Fails('INVALID_STATE_TRANSITION')
  async revokeInvitation(@IdArg('invitation') id: string, @Ctx() ctx: Context): Promise<string> {
    const invitation = await lockRow(ctx, Invitation, id, 'Invitation')
    invitationTransitions.check(statusAt(ctx.now, invitation), InvitationStatus.REVOKED)
    const stopped = await stopMail(ctx, invitation, null)
    changeRow(ctx, Invitation, invitation, { ...stopped, status: InvitationStatus.REVOKED })
    return id
  }

  @Mutation(() => AcceptedInvitation, {
    description:
      'Joins the organization of an invitation. The caller needs a person’s token, but no active ' +
      'organization. FORBIDDEN unless the token has the invited e-mail address (claim email), verified by ' +
      'the identity provider (claim email_verified). FORBIDDEN if the sender can no longer give the role. ' +
      'MEMBERSHIP_ENDED if the user was removed after the invitation was sent. CONFLICT if the user is already a member. ' +
      'INVITATION_EXPIRED after `expiresAt`. INVALID_STATE_TRANSITION for an invitation that was answered or revoked. ' +
      'NOT_FOUND for any other text.',
  })
  @WithoutOrganization()
  @Audit('INVITATION', 'ACCEPTED')
  @Fails('INVITATION_EXPIRED', 'NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT')
  async acceptInvitation(
    @Arg('token', () => String, { description: 'Token of the invitation.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<AcceptedInvitation> {
    const invitation = await claimInvitation(ctx, token, InvitationStatus.ACCEPTED)
    await demandGiven(ctx, invitation)
    const { userId, userName } = ctx.caller
    const { role, email } = invitation
    const member = await addMember(ctx, { userId, name: userName ?? email.split('@')[0] ?? userId, role, email })
    announceMember(ctx, member)
    return { invitationId: invitation.id, organizationId: invitation.organizationId, member }
  }

  @Mutation(() => ID, {
    description:
      'Declines an invitation. The caller needs no active organization, but the verified e-mail address as in ' +
      '`acceptInvitation`: otherwise FORBIDDEN. INVITATION_EXPIRED after `expiresAt`. INVALID_STATE_TRANSITION for an ' +
      'invitation that was answered or revoked. NOT_FOUND for any other text. Returns the id of the invitation.',
  })
  @WithoutOrganization()
  @Audit('INVITATION', 'DECLINED')
  @Fails('INVITATION_EXPIRED', 'NOT_FOUND', 'INVALID_STATE_TRANSITION')
  async declineInvitation(
    @Arg('token', () => String, { description: 'Token of the invitation.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return (await claimInvitation(ctx, token, InvitationStatus.DECLINED)).id
  }

  @FieldResolver(() => InvitationStatus, {
    description: 'Status of the invitation. PENDING becomes EXPIRED at `expiresAt`.',
  })
  @Reads('status', 'expiresAt')
  status(@Root() invitation: Invitation, @Ctx() ctx: Context): InvitationStatus {
    return statusAt(ctx.now, invitation)
  }
}

@Resolver(() => Invitation)
export class InvitationActionsResolver {
  @FieldResolver(() => [InvitationAction], { description: 'Actions that the caller can take on the invitation.' })
  @GraphqlOnly()
  @Reads('status', 'expiresAt', 'role')
  actions(@Root() invitation: Invitation, @Ctx() ctx: Context): InvitationAction[] {
    return actionsOn(ctx, invitation)
  }
}
