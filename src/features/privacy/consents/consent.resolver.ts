import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql'
import type { Context } from '../../../engine/context.ts'
import { Audit, Fails, GraphqlOnly, Permit } from '../../../engine/guard.ts'
import { findRow } from '../../../engine/rows.ts'
import { type ListArguments, type Listing, ListQuery } from '../../../graphql/lists.ts'
import { recordConsent, withdrawConsent } from './consent.changes.ts'
import { Consent } from './consent.entity.ts'
import { type ConsentFilter, ConsentInput, WithdrawalInput } from './consent.inputs.ts'
import { ContactPurpose, purposeOf } from './consent.purposes.ts'
import { consents } from './consent.queries.ts'

@Resolver(() => Consent)
export class ConsentResolver {
  @ListQuery(consents, 'The consents of the organization, newest first.')
  @Audit('CONSENT', 'LISTED')
  consents(...[page, filter]: ListArguments<ConsentFilter>): Listing {
    return consents.page(page, filter)
  }

  @Query(() => Consent, { description: 'One consent. NOT_FOUND `Consent not found`.' })
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
