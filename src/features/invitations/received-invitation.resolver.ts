import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { notFound } from '../../common/errors.ts'
import { Audit, Fails, WithoutOrganization } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { organizationOf } from '../../security/organization-token.ts'
import { demandInvited } from './invitation.answers.ts'
import { ReceivedInvitation } from './invitation.outputs.ts'
import { findInvitation } from './invitation.received.ts'

@Resolver()
export class ReceivedInvitationResolver {
  @Query(() => ReceivedInvitation, {
    description:
      'Invitation of a token, for the invited person. The caller needs no active organization. FORBIDDEN ' +
      'unless the caller’s token has that person’s verified e-mail address. NOT_FOUND for a token without a ' +
      'current invitation.',
  })
  @WithoutOrganization()
  @Audit('INVITATION', 'VIEWED')
  @Fails('NOT_FOUND')
  async receivedInvitation(
    @Arg('token', () => String, { description: 'Token of the invitation.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<ReceivedInvitation> {
    const organizationId = organizationOf(token)
    if (!organizationId || !(await ctx.enter(organizationId))) throw notFound('Invitation')
    const { email, ...invitation } = await findInvitation(ctx, organizationId, token)
    demandInvited(ctx.caller, { email })
    return invitation
  }
}
