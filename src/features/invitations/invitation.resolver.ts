import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit, Fails, Permit, WithoutOrganization } from '../../engine/guard.ts'
import { PageArgs, pageOf } from '../../graphql/page.ts'
import { ConnectionArgs, OrderDirection, paginate } from '../../graphql/relay.ts'
import {
  acceptInvitation,
  declineInvitation,
  resendInvitation,
  revokeInvitation,
  sendDemoInvitation,
  sendInvitation,
} from './invitation.changes.ts'
import { Invitation, InvitationRow, InvitationStatus } from './invitation.entity.ts'
import { DemoInvitationInput, InvitationFilter, InvitationInput, InvitationListArgs } from './invitation.inputs.ts'
import {
  AcceptedInvitation,
  InvitationConnection,
  InvitationPage,
  ManagedInvitationPage,
  SentInvitation,
} from './invitation.outputs.ts'
import { invitationsWhere, managed } from './invitation.queries.ts'
import { statusAt } from './invitation.rules.ts'

const NEWEST_FIRST = { field: 'createdAt', direction: OrderDirection.DESC }

@Resolver(() => InvitationRow)
export class InvitationResolver {
  @Query(() => InvitationConnection, { description: 'The invitations of the organization, newest first.' })
  @Permit('org:invitations:read')
  @Audit('INVITATION', 'LISTED')
  invitations(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Arg('filter', () => InvitationFilter, { nullable: true, description: 'Conditions that the items must meet.' })
    filter: InvitationFilter | undefined,
    @Ctx() ctx: Context,
  ): Promise<InvitationConnection> {
    return paginate(invitationsWhere(ctx, filter), 'invitation', NEWEST_FIRST, page)
  }

  @Query(() => InvitationPage, { description: 'The invitations of the organization, newest first, by page.' })
  @Permit('org:invitations:read')
  @Audit('INVITATION', 'LISTED')
  invitationList(
    @Args(() => InvitationListArgs) { search, status, ...page }: InvitationListArgs,
    @Ctx() ctx: Context,
  ): Promise<InvitationPage> {
    return pageOf(newest(ctx, { search, status: status && [status] }), page)
  }

  @Query(() => ManagedInvitationPage, {
    description: 'The invitations of the organization, with the actions that the caller can take.',
  })
  @Permit('org:invitations:read')
  @Audit('INVITATION', 'LISTED')
  async managedInvitations(@Args(() => PageArgs) page: PageArgs, @Ctx() ctx: Context): Promise<ManagedInvitationPage> {
    const { items, meta } = await pageOf(newest(ctx), page)
    return { items: items.map((invitation) => managed(ctx, invitation)), meta }
  }

  @Mutation(() => SentInvitation, {
    description: 'Invites someone. CONFLICT while the address has a pending invitation that has not expired.',
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

  @Mutation(() => SentInvitation, { description: 'Creates an invitation that is not sent and expires in an hour.' })
  @Permit('org:invitations:write')
  @Audit('INVITATION', 'SENT')
  sendDemoInvitation(
    @Arg('input', () => DemoInvitationInput, { description: 'The demo invitation to make.' })
    input: DemoInvitationInput,
    @Ctx() ctx: Context,
  ): Promise<SentInvitation> {
    return sendDemoInvitation(ctx, input)
  }

  @Mutation(() => SentInvitation, {
    description: 'Resends a pending or expired invitation: same id, new token (the old one is void), full validity.',
  })
  @Permit('org:invitations:write')
  @Audit('INVITATION', 'SENT')
  resendInvitation(
    @Arg('id', () => ID, { description: 'Id of the invitation.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<SentInvitation> {
    return resendInvitation(ctx, id)
  }

  @Mutation(() => ID, { description: 'Revokes an unanswered invitation. Returns its id.' })
  @Permit('org:invitations:delete')
  @Audit('INVITATION', 'REVOKED')
  revokeInvitation(
    @Arg('id', () => ID, { description: 'Id of the invitation.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return revokeInvitation(ctx, id)
  }

  @Mutation(() => AcceptedInvitation, {
    description:
      'Joins the organization of an invitation; needs no active organization. The e-mail address of the token that the ' +
      'request carries, if it has one, must be the one that was invited. INVITATION_EXPIRED when it is too late, NOT_FOUND for any other text.',
  })
  @WithoutOrganization()
  @Audit('INVITATION', 'ACCEPTED')
  @Fails('INVITATION_EXPIRED', 'NOT_FOUND')
  acceptInvitation(
    @Arg('token', () => String, { description: 'Token of the invitation.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<AcceptedInvitation> {
    return acceptInvitation(ctx, token)
  }

  @Mutation(() => ID, { description: 'Declines an invitation; needs no active organization. Returns its id.' })
  @WithoutOrganization()
  @Audit('INVITATION', 'DECLINED')
  declineInvitation(
    @Arg('token', () => String, { description: 'Token of the invitation.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return declineInvitation(ctx, token)
  }

  @FieldResolver(() => InvitationStatus, {
    description: 'Status of the invitation. PENDING becomes EXPIRED at `expiresAt`.',
  })
  status(@Root() invitation: Invitation, @Ctx() ctx: Context): InvitationStatus {
    return statusAt(ctx.now, invitation)
  }
}

const newest = (ctx: Context, filter?: InvitationFilter) =>
  invitationsWhere(ctx, filter).orderBy('createdAt', 'desc').orderBy('id', 'desc')
