import { Arg, Ctx, Query, Resolver } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit, Fails, WithoutOrganization } from '../../engine/guard.ts'
import { ReceivedInvitation } from './invitation.outputs.ts'
import { receivedInvitation } from './invitation.received.ts'

@Resolver()
export class ReceivedInvitationResolver {
  @Query(() => ReceivedInvitation, {
    description:
      'Invitation of a token, for the person who was invited; needs no active organization. FORBIDDEN unless the token that ' +
      'the request carries has that person’s verified e-mail address, NOT_FOUND for a token that is not or no longer one of an invitation.',
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
