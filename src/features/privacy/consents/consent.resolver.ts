import { Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql'
import { invalidFields } from '../../../common/errors.ts'
import { Audit, Fails, GraphqlOnly, Permit } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { pastTime } from '../../../engine/write/past-time.ts'
import { addRow } from '../../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../../graphql/arguments.ts'
import { newValues } from '../../../graphql/row-inputs.ts'
import { contactAt, contactOf } from '../contacts/contact.ts'
import { demandUnsuppressed } from '../contacts/suppression.ts'
import { type DataSubject, subjectOf } from '../subjects/subject.ts'
import { withdrawConsent } from './consent.changes.ts'
import { isDirect } from './consent.coverage.ts'
import { Consent, ConsentChannel, ConsentDetails, ConsentStatus } from './consent.entity.ts'
import { ConsentInput, WithdrawalInput } from './consent.inputs.ts'
import { ContactPurpose, purposeOf } from './consent.purposes.ts'
import { consents } from './consent.queries.ts'

const addressOn = (channel: ConsentChannel, { email, phone }: DataSubject) =>
  channel === ConsentChannel.EMAIL ? email : (phone ?? email)

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
  async recordConsent(
    @InputArg(ConsentInput, 'The consent to record.') input: ConsentInput,
    @Ctx() ctx: Context,
  ): Promise<Consent> {
    const subject = subjectOf(input.subject)
    const details = newValues(ConsentDetails, input)
    const { channel, expiresAt } = details
    const grantedAt = pastTime(ctx, 'grantedAt', input.grantedAt)
    if (expiresAt && expiresAt <= grantedAt)
      throw invalidFields({ expiresAt: { code: 'NOT_AFTER', other: 'grantedAt' } })
    const address = details.address || addressOn(channel, subject)
    if (channel === ConsentChannel.EMAIL && !address)
      throw invalidFields({ address: { code: 'ADDRESS_NEEDED', channel } })
    // A campaign may have waited for this consent.
    if (isDirect(channel)) ctx.makeDue('campaigns')
    const consent = addRow(ctx, Consent, {
      ...details,
      subject,
      purpose: details.purpose.trim(),
      address,
      status: ConsentStatus.GRANTED,
      grantedAt,
      createdBy: ctx.caller.userId,
    })
    // The address of the consent also identifies the person.
    const contacts = [contactOf(subject), ...(address ? [contactAt(address)] : [])]
    await demandUnsuppressed(ctx, contacts, consent)
    return consent
  }

  @Mutation(() => Consent, {
    description: 'Withdraws a consent. The record stays. INVALID_STATE_TRANSITION if it is already withdrawn.',
  })
  @Permit('org:privacy:write')
  @Audit('CONSENT', 'WITHDRAWN')
  @Fails('INVALID_STATE_TRANSITION')
  withdrawConsent(
    @IdArg('consent') id: string,
    @InputArg(WithdrawalInput, 'Reason of the withdrawal.', { nullable: true }) input: WithdrawalInput | undefined,
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
