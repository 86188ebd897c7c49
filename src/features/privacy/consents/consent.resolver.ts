import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { Audit, Fails, GraphqlOnly, Permit } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { IdArg } from '../../../graphql/arguments.ts'
import { recordConsent, withdrawConsent } from './consent.changes.ts'
import { Consent } from './consent.entity.ts'
import { ConsentInput, WithdrawalInput } from './consent.inputs.ts'
import { ContactPurpose, purposeOf } from './consent.purposes.ts'
import { consents } from './consent.queries.ts'

@Resolver(() => Consent)
export class ConsentResolver {
  @ListRoot(consents, 'CONSENT', 'The consents of the organization. Default order: newest first.')
  declare readonly consents: RootField

  @RowRoot(Consent, 'CONSENT', 'Consent')
  declare readonly consent: RootField

  @Mutation(() => Consent, {
    description:
      'Records a consent with the status GRANTED. CONFLICT for a person who is suppressed, until the ' +
      'suppression is withdrawn.',
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
    description: 'Withdraws a consent. The record stays. INVALID_STATE_TRANSITION if it is already withdrawn.',
  })
  @Permit('org:privacy:write')
  @Audit('CONSENT', 'WITHDRAWN')
  @Fails('INVALID_STATE_TRANSITION')
  withdrawConsent(
    @IdArg('consent') id: string,
    @Arg('input', () => WithdrawalInput, { nullable: true, description: 'Reason of the withdrawal.' }) input:
      | WithdrawalInput
      | undefined,
    @Ctx() ctx: Context,
  ): Promise<Consent> {
    return withdrawConsent(ctx, id, input?.reason ?? null)
  }

  @FieldResolver(() => ContactPurpose, {
    description:
      'Purpose as a code: MARKETING, SERVICE or RESEARCH if the text equals it, case-insensitive. OTHER for any other text.',
  })
  @GraphqlOnly()
  purposeCode(@Root() { purpose }: Consent): ContactPurpose {
    return purposeOf(purpose)
  }
}
