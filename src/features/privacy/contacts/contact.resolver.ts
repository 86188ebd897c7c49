import { ArrayMaxSize, ArrayMinSize } from 'class-validator'
import { sql } from 'kysely'
import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { invalidFields, refusal, ServiceError } from '../../../common/errors.ts'
import { Audit, Cost, Fails, lengthOf, Permit, statements } from '../../../engine/declare/declarations.ts'
import { ListRoot, type RootField } from '../../../engine/declare/root-fields.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../../graphql/arguments.ts'
import { fields } from '../../../graphql/fields.ts'
import { Arguments, nested, required } from '../../../graphql/inputs.ts'
import { listOf } from '../../../graphql/lists.ts'
import { byMember, byText, byValue } from '../../../graphql/sort-keys.ts'
import { ConsentChannel } from '../consents/consent.entity.ts'
import { ContactPurpose } from '../consents/consent.purposes.ts'
import { ContactAnswer, ContactDecision, mayContact } from './contact.answer.ts'
import {
  ConsentApproachInput,
  ContactQuestion,
  ExistingCustomerInput,
  SuppressionInput,
  SuppressionWithdrawalInput,
} from './contact.inputs.ts'
import { addressToSend, ContactInput, demandContact, keysOf } from './contact.ts'
import { ContactBasis, ContactBasisKind } from './contact-basis.entity.ts'
import { Suppression } from './suppression.entity.ts'
import { demandUnsuppressed, suppress } from './suppression.ts'

const MOST_QUESTIONS = 1000

@Arguments()
class QuestionsArgs extends fields({
  questions: required(
    nested([ContactQuestion], `Questions, 1 to ${MOST_QUESTIONS}.`, {
      rules: [
        ArrayMaxSize(MOST_QUESTIONS, { message: `must hold at most ${MOST_QUESTIONS} questions` }),
        ArrayMinSize(1, { message: 'must hold at least 1 question' }),
      ],
    }),
  ),
}) {}

const suppressions = listOf('suppression', Suppression, {
  description: 'Page of suppressions.',
  where: {},
  sortBy: [
    'createdAt',
    'cause',
    byText('purpose', 'Suppressed purpose.', (column) => column('purpose')),
    byText('note', 'Origin.', (column) => column('note')),
    byValue('withdrawnAt', 'timestamptz(3)', 'Time of the withdrawal.', (column) => column('withdrawnAt')),
    byMember('creator', 'Name of the member who recorded it.', 'createdBy'),
  ],
})

/** The address or number of the channel. @throws VALIDATION_ERROR if it is absent */
function reachedOn(channel: ConsentChannel, { email, phone }: ContactInput): string {
  const isByEmail = channel === ConsentChannel.EMAIL
  const address = isByEmail ? email : phone || email
  if (!address)
    throw invalidFields({ [`contact.${isByEmail ? 'email' : 'phone'}`]: { code: 'ADDRESS_NEEDED', channel } })
  return addressToSend(address)
}

function addBasis(ctx: Context, kind: ContactBasisKind, { contact: given, channel, evidence }: ConsentApproachInput) {
  const contact = demandContact('contact', given)
  const createdBy = ctx.caller.userId
  const row = { kind, contact: reachedOn(channel, given), channel, evidence, createdBy }
  return { contact, row: addRow(ctx, ContactBasis, row) }
}

/** The conditions of section 69(3). */
const CONDITIONS = ['gotWithSale', 'ownSimilarProducts', 'couldObject'] as const

/** Locks a person against other approaches until the end of the transaction. Keys are sorted to prevent deadlocks. */
async function lockPerson(ctx: Context, keys: readonly string[]): Promise<void> {
  for (const key of [...keys].sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${`approach ${ctx.organizationId} ${key}`}, 0))`.execute(
      ctx.db,
    )
}

/** Answers who may be contacted, and records the grounds. */
@Resolver()
export class ContactResolver {
  @Query(() => ContactAnswer, {
    description:
      'Whether a person may be contacted for a purpose on a channel, and on which ground: consent, existing ' +
      'customer, or the single request for consent. A suppression takes precedence.',
  })
  @Permit('org:privacy:read')
  @Audit('CONTACT', 'VIEWED')
  async mayContact(
    @Arg('contact', () => ContactInput, { description: 'The person.' }) contact: ContactInput,
    @Arg('purpose', () => ContactPurpose, { description: 'Purpose of the contact.' }) purpose: ContactPurpose,
    @Arg('channel', () => ConsentChannel, { description: 'The channel.' }) channel: ConsentChannel,
    @Ctx() ctx: Context,
  ): Promise<ContactAnswer> {
    const [answer] = await mayContact(ctx, [{ contact, purpose, channel }], () => 'contact')
    if (!answer) throw new Error('A question was not answered')
    return answer
  }

  @Query(() => [ContactAnswer], { description: 'Answers to a list of questions, in the order of the questions.' })
  @Permit('org:privacy:read')
  @Audit('CONTACT', 'LISTED')
  @Cost(({ questions }) => lengthOf(questions), '500 questions count as one request.')
  mayContactEach(
    @Args(() => QuestionsArgs) { questions }: QuestionsArgs,
    @Ctx() ctx: Context,
  ): Promise<ContactAnswer[]> {
    return mayContact(ctx, questions, (index) => `questions.${index}.contact`)
  }

  @Mutation(() => ContactBasis, {
    description:
      'Records a customer who may be contacted without consent (POPIA section 69(3)). CONFLICT for a customer who objected.',
  })
  @Permit('org:privacy:create')
  @Audit('CONTACT_BASIS', 'CREATED')
  @Fails('CONFLICT')
  async recordExistingCustomer(
    @InputArg(ExistingCustomerInput, 'The customer to record.') input: ExistingCustomerInput,
    @Ctx() ctx: Context,
  ): Promise<ContactBasis> {
    const unmet = CONDITIONS.filter((name) => !input[name])
    if (unmet.length > 0) throw invalidFields(Object.fromEntries(unmet.map((name) => [name, 'SALE_CONDITION_UNMET'])))
    const { contact, row } = addBasis(ctx, ContactBasisKind.EXISTING_CUSTOMER, input)
    await demandUnsuppressed(ctx, [contact], { purpose: ContactPurpose.MARKETING, channel: input.channel })
    ctx.makeDue('campaigns')
    return row
  }

  @Mutation(() => ContactBasis, {
    description:
      'Records that a person is asked for consent to marketing. Call this before the message is sent. ' +
      'CONFLICT for a person who was asked before, withdrew a consent or objected (POPIA section 69(2)).',
  })
  @Permit('org:privacy:create')
  @Audit('CONTACT_BASIS', 'CREATED')
  @Cost(statements(7))
  @Fails('CONFLICT')
  async recordConsentApproach(
    @InputArg(ConsentApproachInput, 'The approach to record.') input: ConsentApproachInput,
    @Ctx() ctx: Context,
  ): Promise<ContactBasis> {
    await lockPerson(ctx, keysOf(demandContact('contact', input.contact)))
    const [answer] = await mayContact(ctx, [{ ...input, purpose: ContactPurpose.MARKETING }], () => 'contact')
    if (answer?.decision !== ContactDecision.MAY_ASK_ONCE) {
      const message = `The person may not be asked for consent: ${answer?.reason}`
      const details = { decision: answer?.decision }
      throw new ServiceError('CONFLICT', message, details, {}, { reason: 'MAY_NOT_BE_ASKED' })
    }
    return addBasis(ctx, ContactBasisKind.ONCE_ONLY_APPROACH, input).row
  }

  @ListRoot(
    suppressions,
    'SUPPRESSION',
    'The suppressions of the organization. Default order: newest first. No suppression names a person.',
  )
  declare readonly suppressions: RootField

  @Mutation(() => Suppression, {
    description:
      'Suppresses a person: consents in force are withdrawn, and new ones are refused until the suppression ' +
      'is withdrawn.',
  })
  @Permit('org:privacy:create')
  @Audit('SUPPRESSION', 'CREATED')
  @Cost(statements(6))
  async suppressContact(
    @InputArg(SuppressionInput, 'The person to suppress, and the cause.')
    { contact, cause, purpose = null, channel = null, note = null }: SuppressionInput,
    @Ctx() ctx: Context,
  ): Promise<Suppression> {
    const suppressing = { contact: demandContact('contact', contact), cause, purpose, channel, note }
    return (await suppress(ctx, suppressing)).suppression
  }

  @Mutation(() => Suppression, {
    description:
      'Withdraws a suppression at the person’s request. Consents that the suppression withdrew stay withdrawn. CONFLICT if ' +
      'it is already withdrawn.',
  })
  @Permit('org:privacy:write')
  @Audit('SUPPRESSION', 'WITHDRAWN')
  @Fails('CONFLICT')
  async withdrawSuppression(
    @IdArg('suppression') id: string,
    @InputArg(SuppressionWithdrawalInput, 'Reason of the withdrawal.')
    { reason: withdrawalReason }: SuppressionWithdrawalInput,
    @Ctx() ctx: Context,
  ): Promise<Suppression> {
    const suppression = await lockRow(ctx, Suppression, id, 'Suppression')
    if (suppression.withdrawnAt) throw refusal('CONFLICT', 'SUPPRESSION_WITHDRAWN')
    const withdrawal = { withdrawnAt: ctx.now, withdrawnBy: ctx.caller.userId, withdrawalReason }
    return changeRow(ctx, Suppression, suppression, withdrawal)
  }
}
