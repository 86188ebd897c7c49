import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { certificateOf, SignOffCertificate } from './sign-off.certificate.ts'
import { SignOff } from './sign-off.entity.ts'
import { SignOffFigures, SignOffFiguresArgs, signOffFigures } from './sign-off.figures.ts'
import { SignOffInput, SignOffRevocation } from './sign-off.inputs.ts'
import { signOffs } from './sign-off.queries.ts'
import { remindSignOff, requestSignOff, revokeSignOff } from './sign-off.requests.ts'

/** A request mails up to 20 reviewers. */
const MAILING = statements(30)

const OF_CAMPAIGN = 'For a campaign, the caller needs the permission org:campaigns:write too.'

/** Sign-offs for members of the team. Reviewers use the links that are mailed to them. */
@Resolver(() => SignOff)
export class SignOffResolver {
  @ListRoot(signOffs, 'SIGN_OFF', 'Sign-offs of the organization. Default order: newest first.')
  declare readonly signOffs: RootField

  @RowRoot(SignOff, 'SIGN_OFF', 'Sign-off')
  declare readonly signOff: RootField

  @Query(() => SignOffFigures, {
    description:
      'Sign-offs that were requested in a period of South African days, their outcomes, and the time to their decisions, ' +
      'in total and by client. Default: the last 30 days.',
  })
  @Permit('org:analytics:read')
  @Audit('ANALYTICS', 'VIEWED')
  @Cost(500)
  signOffFigures(
    @Args(() => SignOffFiguresArgs) args: SignOffFiguresArgs,
    @Ctx() ctx: Context,
  ): Promise<SignOffFigures> {
    return signOffFigures(ctx, args)
  }

  @Query(() => SignOffCertificate, {
    description:
      'Certificate of the decisions of a sign-off, as PDF. INVALID_STATE_TRANSITION before the first decision. CONFLICT if ' +
      'the audit trail no longer holds a decision.',
  })
  @Permit('org:content:read')
  @Audit('SIGN_OFF', 'EXPORTED')
  @Cost(3_000)
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION', 'CONFLICT')
  signOffCertificate(@IdArg('sign-off') id: string, @Ctx() ctx: Context): Promise<SignOffCertificate> {
    return certificateOf(ctx, id)
  }

  @Mutation(() => SignOff, {
    description:
      'Asks people outside of the team to approve a campaign with its content, or one content item. Each gets a mail with a ' +
      'link. Every later edit voids the sign-off. CONFLICT while a sign-off of the same campaign or content is REQUESTED, and ' +
      'while recipients are being imported into the campaign. ' +
      'INVALID_STATE_TRANSITION for a COMPLETED, CANCELLED or ARCHIVED campaign, for ARCHIVED content, and for more than ' +
      `1 MiB of content. ${OF_CAMPAIGN}`,
  })
  @Permit('org:content:write')
  @Audit('SIGN_OFF', 'REQUESTED')
  @Cost(MAILING)
  @Fails('NOT_FOUND', 'CONFLICT', 'INVALID_STATE_TRANSITION')
  requestSignOff(
    @Arg('input', () => SignOffInput, { description: 'The sign-off to request.' }) input: SignOffInput,
    @Ctx() ctx: Context,
  ): Promise<SignOff> {
    return requestSignOff(ctx, input)
  }

  @Mutation(() => SignOff, {
    description:
      'Mails a new link to each reviewer who has not decided. The former links are void. INVALID_STATE_TRANSITION unless the ' +
      `sign-off is REQUESTED and its links have not expired. ${OF_CAMPAIGN}`,
  })
  @Permit('org:content:write')
  @Audit('SIGN_OFF', 'REMINDED')
  @Cost(MAILING)
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION')
  remindSignOff(@IdArg('sign-off') id: string, @Ctx() ctx: Context): Promise<SignOff> {
    return remindSignOff(ctx, id)
  }

  @Mutation(() => SignOff, {
    description:
      'Withdraws a REQUESTED or APPROVED sign-off, and mails that to the reviewers. Every link is void at once. INVALID_STATE_TRANSITION for another status. ' +
      OF_CAMPAIGN,
  })
  @Permit('org:content:write')
  @Audit('SIGN_OFF', 'REVOKED')
  @Cost(MAILING)
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION')
  revokeSignOff(
    @IdArg('sign-off') id: string,
    @Arg('input', () => SignOffRevocation, { nullable: true, description: 'The reason.' })
    input: SignOffRevocation | null | undefined,
    @Ctx() ctx: Context,
  ): Promise<SignOff> {
    return revokeSignOff(ctx, id, input?.reason)
  }
}
