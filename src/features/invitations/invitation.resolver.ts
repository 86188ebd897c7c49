import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql'
import { Audit, Fails, GraphqlOnly, Permit, WithoutOrganization } from '../../engine/declare/declarations.ts'
import { ExportQuery } from '../../engine/declare/export-query.ts'
import type { Context } from '../../engine/execute/context.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { type ListArguments, type Listing, ListQuery } from '../../graphql/lists.ts'
import { Reads } from '../../graphql/selection.ts'
import {
  acceptInvitation,
  declineInvitation,
  resendInvitation,
  revokeInvitation,
  sendDemoInvitation,
  sendInvitation,
} from './invitation.changes.ts'
import { Invitation, InvitationRow, InvitationStatus } from './invitation.entity.ts'
import { DemoInvitationInput, type InvitationFilter, InvitationInput } from './invitation.inputs.ts'
import { AcceptedInvitation, InvitationAction, SentInvitation } from './invitation.outputs.ts'
import { actionsOn, invitations } from './invitation.queries.ts'
import { statusAt } from './invitation.rules.ts'

@Resolver(() => InvitationRow)
export class InvitationResolver {
  @ListQuery(invitations, 'The invitations of the organization. Default order: newest first.')
  @ExportQuery(invitations, 'exportedInvitations', 'INVITATION')
  @Audit('INVITATION', 'LISTED')
  invitations(...[page, filter, orderBy]: ListArguments<InvitationFilter>): Listing {
    return invitations.page(page, filter, orderBy)
  }

  @Mutation(() => SentInvitation, {
    description:
      'Invites someone. CONFLICT while the address has a pending invitation that has not expired. FORBIDDEN for a role ' +
      'above the caller’s.',
  })
  @Permit('org:invitations:write')
  @Audit('INVITATION', 'SENT')
  @Fails('CONFLICT')
  sendInvitation(
    @Arg('input', () => InvitationInput, { description: 'The invitation to send.' }) input: InvitationInput,
    @Ctx() ctx: Context,
  ): Promise<SentInvitation> {
    return sendInvitation(ctx, input)
  }

  @Mutation(() => SentInvitation, {
    description:
      'Creates an invitation that is not sent and expires in an hour. CONFLICT while the address has a pending invitation ' +
      'that has not expired. FORBIDDEN for a role above the caller’s.',
  })
  @Permit('org:invitations:write')
  @Audit('INVITATION', 'SENT')
  @Fails('CONFLICT')
  sendDemoInvitation(
    @Arg('input', () => DemoInvitationInput, { description: 'The demo invitation to create.' })
    input: DemoInvitationInput,
    @Ctx() ctx: Context,
  ): Promise<SentInvitation> {
    return sendDemoInvitation(ctx, input)
  }

  @Mutation(() => SentInvitation, {
    description:
      'Resends a pending or expired invitation with the same id, a new token and the full validity. The old token is void. ' +
      'INVALID_STATE_TRANSITION for another status. FORBIDDEN for a role above the caller’s.',
  })
  @Permit('org:invitations:write')
  @Audit('INVITATION', 'SENT')
  @Fails('INVALID_STATE_TRANSITION')
  resendInvitation(@IdArg('invitation') id: string, @Ctx() ctx: Context): Promise<SentInvitation> {
    return resendInvitation(ctx, id)
  }

  @Mutation(() => ID, {
    description: 'Revokes an unanswered invitation. Returns its id. INVALID_STATE_TRANSITION for another status.',
  })
  @Permit('org:invitations:delete')
  @Audit('INVITATION', 'REVOKED')
  @Fails('INVALID_STATE_TRANSITION')
  revokeInvitation(@IdArg('invitation') id: string, @Ctx() ctx: Context): Promise<string> {
    return revokeInvitation(ctx, id)
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
  acceptInvitation(
    @Arg('token', () => String, { description: 'Token of the invitation.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<AcceptedInvitation> {
    return acceptInvitation(ctx, token)
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
  declineInvitation(
    @Arg('token', () => String, { description: 'Token of the invitation.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return declineInvitation(ctx, token)
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
