import { sql } from 'kysely'
import type { Context } from '../../../engine/execute/context.ts'
import { purposeKeyOf } from '../consents/consent.purposes.ts'
import { answerOf, type ContactAnswer, type HeldConsent } from './contact.answer.ts'
import type { ContactQuestion } from './contact.inputs.ts'
import { demandContact, hasKey, keysOf } from './contact.ts'
import { marksOf, suppressionsFor } from './suppression.ts'

const consentsFor = (ctx: Context, keys: readonly string[]) =>
  ctx.db
    .selectFrom('consent as c')
    .select([
      'c.channel',
      'c.status',
      'c.expiresAt',
      sql<string>`c.contact_key`.as('key'),
      purposeKeyOf('c').as('purpose'),
    ])
    .where(hasKey(['c.contactKey'], keys))
    .orderBy('c.grantedAt')
    .execute() as Promise<(HeldConsent & { key: string })[]>

const basesFor = (ctx: Context, keys: readonly string[]) =>
  ctx.db
    .selectFrom('contactBasis')
    .select(['kind', 'channel', 'endedAt', sql<string>`contact_key`.as('key')])
    .where(hasKey(['contactKey'], keys))
    .execute()

/**
 * Answers any number of questions with three statements. `fieldOf` names the contact of a question by its index.
 * @throws VALIDATION_ERROR for a question without a contact
 */
export async function mayContact(
  ctx: Context,
  questions: readonly ContactQuestion[],
  fieldOf: (index: number) => string,
): Promise<ContactAnswer[]> {
  const asked = questions.map(({ contact: given, ...question }, index) => {
    const contact = demandContact(fieldOf(index), given)
    return { question, keys: keysOf(contact), marks: marksOf(ctx, contact) }
  })
  const keys = asked.flatMap((each) => each.keys)
  const [suppressions, consents, bases] = await Promise.all([
    suppressionsFor(
      ctx,
      asked.flatMap(({ marks }) => marks),
    ),
    consentsFor(ctx, keys),
    basesFor(ctx, keys),
  ])
  const consentsByKey = Map.groupBy(consents, ({ key }) => key)
  const basesByKey = Map.groupBy(bases, ({ key }) => key)
  return asked.map(({ question, keys: own, marks }) => {
    const known = {
      suppressions: suppressions.filter(({ emailMark, phoneMark }) =>
        marks.some((mark) => mark === emailMark || mark === phoneMark),
      ),
      consents: own.flatMap((key) => consentsByKey.get(key) ?? []),
      bases: own.flatMap((key) => basesByKey.get(key) ?? []),
    }
    return answerOf(question, known, ctx.now)
  })
}
