import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import { Audit, Fails, WithoutOrganization } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { ReceivedInvitation } from './invitation.outputs.ts'
import { receivedInvitation } from './invitation.received.ts'

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
  receivedInvitation(
    @Arg('token', () => String, { description: 'Token of the invitation.' }) token: string,
    @Ctx() ctx: Context,
  ): Promise<ReceivedInvitation> {
    return receivedInvitation(ctx, token)
  }
}
