import { sql } from 'kysely'
import { describeNames } from '../../../common/enums.ts'
import { type Cause, causeText } from '../../../common/texts.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { DateTime, Output } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { JSONObjectOf } from '../../../graphql/scalars.ts'
import { type Consent, type ConsentChannel, ConsentStatus } from '../consents/consent.entity.ts'
import { ContactPurpose, purposeKeyOf } from '../consents/consent.purposes.ts'
import type { ContactQuestion } from './contact.inputs.ts'
import { demandContact, hasKey, keysOf } from './contact.ts'
import { type ContactBasis, ContactBasisKind } from './contact-basis.entity.ts'
import type { Suppression } from './suppression.entity.ts'
import { marksOf, refuses, suppressionsFor } from './suppression.ts'

export const ContactDecision = describeNames('ContactDecision', 'Whether a person may be contacted.', {
  MAY: 'The person may be contacted.',
  MAY_ASK_ONCE: 'The person may be asked for consent once, and contacted for nothing else.',
  MAY_NOT: 'The person must not be contacted.',
})
export type ContactDecision = keyof typeof ContactDecision

export const ContactGround = describeNames(
  'ContactGround',
  'Ground on which a person may be contacted (POPIA section 69).',
  {
    CONSENT: 'The person consented.',
    EXISTING_CUSTOMER: 'The person is an existing customer (section 69(3)).',
    ONCE_ONLY_APPROACH: 'The person may be asked for consent once (section 69(2)).',
  },
)
export type ContactGround = keyof typeof ContactGround

@Output('Decision on whether a person may be contacted.')
export class ContactAnswer extends fields({
  decision: field(ContactDecision, 'Whether the person may be contacted.'),
  allowed: field(Boolean, 'Whether the decision is MAY.'),
  ground: nullable(ContactGround, 'Ground of the decision. Null if there is none.'),
  reason: field(String, 'Reason, in one sentence.'),
  cause: field(
    JSONObjectOf<Cause>(),
    'Cause of `reason`: `code`, for example CONTACT_CONSENTED, and the values of the text by name.',
    {
      graphqlOnly: true,
    },
  ),
  until: nullable(DateTime, 'Time until which the answer holds. Null if the consent does not expire.'),
}) {}

/** A consent of the person, in any status. `purpose` is its purpose key. */
type HeldConsent = Pick<Consent, 'channel' | 'purpose' | 'status' | 'expiresAt'>

/** The stored facts about a person. */
interface Knowledge {
  suppressions: readonly Suppression[]
  consents: readonly HeldConsent[]
  bases: readonly Pick<ContactBasis, 'kind' | 'channel' | 'endedAt'>[]
}

const { MAY, MAY_ASK_ONCE, MAY_NOT } = ContactDecision

const answer = (
  decision: ContactDecision,
  code: Cause['code'],
  ground: ContactGround | null = null,
  until: Date | null = null,
): ContactAnswer => ({
  decision,
  allowed: decision === MAY,
  ground,
  reason: causeText({ code }),
  cause: { code },
  until,
})

const mayNot = (code: Cause['code']) => answer(MAY_NOT, code)

function suppressed({ cause, createdAt }: Suppression): ContactAnswer {
  const since = createdAt.toISOString()
  return {
    ...mayNot('CONTACT_SUPPRESSED'),
    reason: `${cause} of ${since}`,
    cause: { code: 'CONTACT_SUPPRESSED', cause, since },
  }
}

/** The purposes for which a customer may be contacted without consent. */
const TO_CUSTOMERS: readonly ContactPurpose[] = [ContactPurpose.MARKETING, ContactPurpose.SERVICE]

/** The consent in force that expires last. */
function longest(consents: readonly HeldConsent[], now: Date): HeldConsent | undefined {
  const inForce = consents.filter(
    ({ status, expiresAt }) => status === ConsentStatus.GRANTED && (!expiresAt || expiresAt > now),
  )
  const endOf = ({ expiresAt }: HeldConsent) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  return inForce.sort((one, other) => endOf(other) - endOf(one))[0]
}

/** Whether a person may be contacted. A suppression takes precedence over every ground. */
function answerOf(
  { purpose, channel }: { purpose: ContactPurpose; channel: ConsentChannel },
  known: Knowledge,
  now: Date,
): ContactAnswer {
  if (purpose === ContactPurpose.OTHER) return mayNot('CONTACT_PURPOSE_OTHER')
  const refusal = known.suppressions.find((each) => refuses(each, purpose, channel))
  if (refusal) return suppressed(refusal)
  const consents = known.consents.filter((each) => each.channel === channel && each.purpose === purpose)
  const held = longest(consents, now)
  if (held) return answer(MAY, 'CONTACT_CONSENTED', ContactGround.CONSENT, held.expiresAt)
  const bases = known.bases.filter((each) => each.channel === channel)
  const isCustomer = bases.some(({ kind, endedAt }) => kind === ContactBasisKind.EXISTING_CUSTOMER && !endedAt)
  if (isCustomer && TO_CUSTOMERS.includes(purpose))
    return answer(MAY, 'CONTACT_CUSTOMER', ContactGround.EXISTING_CUSTOMER)
  const last = consents.at(-1)
  if (last) return mayNot(last.status === ConsentStatus.WITHDRAWN ? 'CONTACT_WITHDRAWN' : 'CONTACT_EXPIRED')
  const wasAsked = bases.some(({ kind }) => kind === ContactBasisKind.ONCE_ONLY_APPROACH)
  if (wasAsked) return mayNot('CONTACT_ASKED_BEFORE')
  if (purpose !== ContactPurpose.MARKETING) return mayNot('CONTACT_NO_CONSENT')
  return answer(MAY_ASK_ONCE, 'CONTACT_NEVER_ASKED', ContactGround.ONCE_ONLY_APPROACH)
}

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
