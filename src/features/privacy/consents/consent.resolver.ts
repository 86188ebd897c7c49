import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../../engine/context.ts'
import { Audit, Fails, GraphqlOnly, Permit } from '../../../engine/guard.ts'
import { findRow } from '../../../engine/rows.ts'
import { type Listing, NEWEST_FIRST } from '../../../graphql/lists.ts'
import { pageOf, SearchArgs } from '../../../graphql/page.ts'
import { ConnectionArgs } from '../../../graphql/relay.ts'
import { recordConsent, withdrawConsent } from './consent.changes.ts'
import { Consent, ConsentChannel, ConsentStatus } from './consent.entity.ts'
import { ConsentFilter, ConsentInput, WithdrawalInput } from './consent.inputs.ts'
import { ConsentConnection, ConsentPage } from './consent.outputs.ts'
import { ContactPurpose, purposeOf } from './consent.purposes.ts'
import { consents } from './consent.queries.ts'

@Resolver(() => Consent)
export class ConsentResolver {
  @Query(() => ConsentConnection, { description: 'The consents of the organization, newest first.' })
  @Permit('org:privacy:read')
  @Audit('CONSENT', 'LISTED')
  consents(
    @Args(() => ConnectionArgs) page: ConnectionArgs,
    @Arg('filter', () => ConsentFilter, { nullable: true, description: 'Conditions that the items must meet.' }) filter:
      | ConsentFilter
      | undefined,
  ): Listing {
    return consents.page(filter, NEWEST_FIRST, page)
  }

  @Query(() => ConsentPage, { description: 'The consents of the organization, newest first, by page.' })
  @Permit('org:privacy:read')
  @Audit('CONSENT', 'LISTED')
  consentList(
    @Args(() => SearchArgs) { search, ...page }: SearchArgs,
    @Arg('status', () => ConsentStatus, { nullable: true, description: 'Only consents with this status.' }) status:
      | ConsentStatus
      | undefined,
    @Arg('channel', () => ConsentChannel, { nullable: true, description: 'Only consents for this channel.' }) channel:
      | ConsentChannel
      | undefined,
    @Arg('purpose', () => String, { nullable: true, description: 'Only consents for exactly this purpose.' }) purpose:
      | string
      | undefined,
    @Ctx() ctx: Context,
  ): Promise<ConsentPage> {
    const filter = { search, purpose, status: status && [status], channel: channel && [channel] }
    return pageOf(consents.in(ctx.db, filter).orderBy('createdAt', 'desc').orderBy('id', 'desc'), page)
  }

  @Query(() => Consent, { description: 'One consent. NOT_FOUND `Consent not found`.' })
  @Permit('org:privacy:read')
  @Audit('CONSENT', 'VIEWED')
  @Fails('NOT_FOUND')
  consent(
    @Arg('id', () => ID, { description: 'Id of the consent.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<Consent> {
    return findRow(ctx, Consent, id, 'Consent')
  }

  @Mutation(() => Consent, {
    description:
      'Records a consent with the status GRANTED. CONFLICT for a person who is suppressed, until that is ' +
      'withdrawn.',
  })
  @Permit('org:privacy:create')
  @Audit('CONSENT', 'CREATED')
  @Fails('CONFLICT')
  recordConsent(
    @Arg('input', () => ConsentInput, { description: 'The consent to record.' }) input: ConsentInput,
    @Ctx() ctx: Context,
  ): Promise<Consent> {
    return recordConsent(ctx, input)
  }

  @Mutation(() => Consent, {
    description: 'Withdraws a consent; the record stays. INVALID_STATE_TRANSITION when it is withdrawn already.',
  })
  @Permit('org:privacy:write')
  @Audit('CONSENT', 'WITHDRAWN')
  @Fails('INVALID_STATE_TRANSITION')
  withdrawConsent(
    @Arg('id', () => ID, { description: 'Id of the consent.' }) id: string,
    @Arg('input', () => WithdrawalInput, { nullable: true, description: 'Reason of the withdrawal.' }) input:
      | WithdrawalInput
      | undefined,
    @Ctx() ctx: Context,
  ): Promise<Consent> {
    return withdrawConsent(ctx, id, input?.reason ?? null)
  }

  @FieldResolver(() => ContactPurpose, {
    description: 'Purpose as a code: MARKETING, SERVICE and RESEARCH, in any case, are these; any other text is OTHER.',
  })
  @GraphqlOnly()
  purposeCode(@Root() { purpose }: Consent): ContactPurpose {
    return purposeOf(purpose)
  }
}
