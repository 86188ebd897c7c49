import type { Context } from '../../../engine/execute/context.ts'
import { containsAt, is, isAny, listOf } from '../../../graphql/lists.ts'
import { byMember, byText, byValue } from '../../../graphql/sort-keys.ts'
import { SubjectMatcher } from '../subjects/subject.matcher.ts'
import { type HeldRow, holdingsOf } from '../subjects/subject.search.ts'
import type { DataSubject } from '../subjects/subject.ts'
import { DataSubjectRequest, type RequestType } from './request.entity.ts'
import { DataSubjectRequestFilter } from './request.inputs.ts'
import { isAnsweredByPackage, OPEN_STATUSES } from './request.rules.ts'

export const requests = listOf('dataSubjectRequest', DataSubjectRequest, {
  description: 'Page of data-subject requests.',
  filter: DataSubjectRequestFilter,
  where: {
    search: containsAt('subject', 'name'),
    type: isAny('type'),
    status: isAny('status'),
    assignedTo: is('assignedTo'),
  },
  sortBy: [
    'createdAt',
    'updatedAt',
    'receivedAt',
    'type',
    'status',
    byText('person', 'Name of the person.', (column) => `${column('subject')}->>'name'`),
    // Sundays and holidays move a due time to a later day, and never past that of a later request.
    byValue(
      'due',
      'timestamptz(3)',
      'Due time.',
      (column) => `${column('receivedAt')} + make_interval(days => coalesce(${column('extensionDays')}, 0))`,
    ),
    byMember('assignee', 'Name of the member who handles the request.', 'assignedTo'),
  ],
})

/** Requests of a subject, found by any notation of the e-mail address or phone number, oldest first. */
async function requestsOf(ctx: Context, subject: DataSubject): Promise<HeldRow[]> {
  const matcher = new SubjectMatcher(subject)
  const rows: HeldRow[] = []
  for await (const { row } of holdingsOf(ctx, 'data_subject_request', matcher)) {
    const identifiers = matcher.find(row.subject)
    identifiers.delete('name')
    if (identifiers.size > 0) rows.push(row)
  }
  return rows
}

/** The oldest open request of the same type and subject, if there is one. */
export async function openDuplicate(ctx: Context, type: RequestType, subject: DataSubject): Promise<string | null> {
  const isSame = (row: HeldRow) => row.type === type && OPEN_STATUSES.some((status) => status === row.status)
  const [oldest] = (await requestsOf(ctx, subject)).filter(isSame)
  return oldest ? String(oldest.id) : null
}

/** Revokes the access packages of a subject, so that erased data is not exported any more. Returns their number. */
export async function revokePackages(ctx: Context, subject: DataSubject): Promise<number> {
  const ids = (await requestsOf(ctx, subject))
    .filter((row) => isAnsweredByPackage(row.type as RequestType) && row.export_revoked_at === null)
    .map((row) => String(row.id))
  if (ids.length === 0) return 0
  const now = ctx.now
  await ctx.db
    .updateTable('dataSubjectRequest')
    .set({ exportRevokedAt: now, updatedAt: now })
    .where('organizationId', '=', ctx.organizationId)
    .where('id', 'in', ids)
    .execute()
  return ids.length
}
