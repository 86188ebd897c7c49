import type { Context } from '../../../engine/execute/context.ts'
import { containsAt, isAny, isNamed, listOf } from '../../../graphql/lists.ts'
import { byText } from '../../../graphql/sort-keys.ts'
import type { Choose } from '../subjects/subject.choice.ts'
import { SubjectMatcher } from '../subjects/subject.matcher.ts'
import { holdingsOf } from '../subjects/subject.search.ts'
import type { DataSubject } from '../subjects/subject.ts'
import { Consent, ConsentStatus } from './consent.entity.ts'
import { ConsentFilter } from './consent.inputs.ts'
import { purposeKey, purposeNamesIn } from './consent.purposes.ts'

export const consents = listOf('consent', Consent, {
  description: 'Page of consents.',
  filter: ConsentFilter,
  where: {
    search: containsAt('subject', 'name'),
    channel: isAny('channel'),
    status: isAny('status'),
    purpose: isNamed('purpose', purposeNamesIn),
  },
  sortBy: [
    'createdAt',
    'status',
    'channel',
    'grantedAt',
    'expiresAt',
    byText('person', 'Name of the person.', (column) => `${column('subject')}->>'name'`),
    byText('purpose', 'Purpose, in upper case.', (column) => `upper(${column('purpose')})`),
  ],
})

/**
 * Ids of the consents that a subject gave and did not withdraw, found by any notation of the subject's identifiers.
 * @param choose selects from the found consents, by the decision and the reviews
 */
export async function grantedIdsOf(
  ctx: Context,
  subject: DataSubject,
  only: { purpose: string | null; channel: string | null },
  choose: Choose,
): Promise<string[]> {
  const ids: string[] = []
  const purpose = only.purpose && purposeKey(only.purpose)
  for await (const holding of holdingsOf(ctx, 'consent', new SubjectMatcher(subject))) {
    const { row } = holding
    const isMeant =
      (!purpose || purposeKey(String(row.purpose)) === purpose) && (!only.channel || row.channel === only.channel)
    if (isMeant && row.status === ConsentStatus.GRANTED && choose(holding).hits.length > 0) ids.push(String(row.id))
  }
  return ids
}
