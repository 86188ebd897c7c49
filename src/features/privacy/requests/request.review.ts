import { ArrayMaxSize } from 'class-validator'
import { sql } from 'kysely'
import { describeNames } from '../../../common/enums.ts'
import { invalidFields } from '../../../common/errors.ts'
import { newId } from '../../../data/ids.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { changeRow, lockRow } from '../../../engine/write/rows.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { Input, id, list, nested, required, text } from '../../../graphql/inputs.ts'
import { hitsIn, isProposed } from '../subjects/subject.hits.ts'
import { SubjectMatcher } from '../subjects/subject.matcher.ts'
import { registerSubject } from '../subjects/subject.register.ts'
import { demandRecords, type HeldRow, rowById, textOf, userIdHits } from '../subjects/subject.search.ts'
import { aboutOf, type SubjectTable, subjectTables } from '../subjects/subject.tables.ts'
import { DataSubjectRequest } from './request.entity.ts'
import { closed, isOpen, RESOURCE_NAME } from './request.rules.ts'

export const ReviewVerdict = describeNames(
  'SubjectReviewVerdict',
  'Verdict on a record that names or may name a subject.',
  {
    CONFIRM: 'The record is the subject’s, and is treated like the others.',
    LEAVE_OUT: 'The record is someone else’s, or must stay: it is not changed.',
  },
)
export type ReviewVerdict = keyof typeof ReviewVerdict

@Input('Verdict on a record that names or may name a subject.')
export class RowReviewInput extends fields({
  resource: required(text('Type of the resource, for example CLIENT.', { max: 64 })),
  rowId: required(id('Id of the record.')),
  verdict: field(ReviewVerdict, 'The verdict.'),
  reason: required(text('Reason of the verdict, at most 1000 characters.', { max: 1_000 })),
  fields: list(String, 'Paths of the reviewed fields. Absent: all fields to be reviewed, or else the whole record.', {
    most: 100,
  }),
}) {}

@Input('Review of records of a preview.')
export class RequestReviewInput extends fields({
  rows: required(
    nested([RowReviewInput], 'Verdicts, one for each record.', {
      rules: [ArrayMaxSize(100, { message: 'must hold at most 100 records' })],
    }),
  ),
}) {}

interface Reviewed {
  table: SubjectTable
  row: HeldRow
  fields: string[]
}

/**
 * The record and fields of a verdict. @throws VALIDATION_ERROR if the record does not name the subject in these fields
 */
async function reviewedRow(
  ctx: Context,
  matcher: SubjectMatcher,
  tables: SubjectTable[],
  { resource, rowId, fields }: RowReviewInput,
): Promise<Reviewed> {
  const table = tables.find((each) => each.resource === resource)
  const row = table && (await rowById(ctx, table, rowId))
  const hits = row ? [...hitsIn(matcher, textOf(table, row), aboutOf(table)), ...userIdHits(matcher, table, row)] : []
  if (!table || !row || hits.length === 0)
    throw invalidFields({ rows: { code: 'ROW_WITHOUT_SUBJECT', resource, rowId } })
  const unknown = fields?.find((field) => !hits.some(({ path }) => path === field))
  if (unknown) throw invalidFields({ rows: { code: 'FIELD_WITHOUT_SUBJECT', resource, rowId, path: unknown } })
  const doubtful = hits.filter((hit) => !isProposed(hit))
  const judged = fields ?? (doubtful.length > 0 ? doubtful : hits).map(({ path }) => path)
  return { table, row, fields: [...new Set(judged)] }
}

/** Stores the verdict on a record. The last verdict on a field counts. */
async function judge(ctx: Context, subjectId: string, { table, row, fields }: Reviewed, review: RowReviewInput) {
  const [to, from] = review.verdict === ReviewVerdict.CONFIRM ? ['confirmed', 'left_out'] : ['left_out', 'confirmed']
  const seenAt = typeof row.updated_at === 'string' ? row.updated_at : null
  // Verdicts on earlier versions of the record are void. (Citus accepts neither subqueries nor the current time here.)
  const othersBefore = (column: string) =>
    fields.reduce(
      (others, field) => sql`array_remove(${others}, ${field}::text)`,
      sql`case when subject_link.seen_at is not distinct from excluded.seen_at
        then ${sql.ref(`subject_link.${column}`)} else '{}' end`,
    )
  await sql`
    insert into subject_link (organization_id, id, subject_id, resource, row_id, ${sql.ref(to)}, ${sql.ref(from)},
      reason, seen_at, decided_by, created_at, updated_at)
    values (${ctx.organizationId}, ${newId()}, ${subjectId}, ${table.resource}, ${review.rowId},
      ${fields}::text[], '{}', ${review.reason}, ${seenAt}, ${ctx.caller.userId}, now(), now())
    on conflict (organization_id, subject_id, resource, row_id) do update set
      ${sql.ref(to)} = ${othersBefore(to)} || excluded.${sql.ref(to)}, ${sql.ref(from)} = ${othersBefore(from)},
      reason = excluded.reason, seen_at = excluded.seen_at, decided_by = excluded.decided_by,
      updated_at = excluded.updated_at
  `.execute(ctx.db)
}

/** Stores the verdicts of a person on records of a preview. The register keeps them for later requests. */
export async function reviewRequest(
  ctx: Context,
  id: string,
  { rows }: RequestReviewInput,
): Promise<DataSubjectRequest> {
  const request = await lockRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  if (!isOpen(request.status)) throw closed(request)
  const named = await demandRecords(ctx, 'rows', rows)
  const subjectId = request.subjectId ?? (await registerSubject(ctx, request.subject))
  const matcher = new SubjectMatcher(request.subject)
  const tables = await subjectTables(ctx)
  for (const [index, given] of rows.entries()) {
    const review = { ...given, ...named[index] }
    await judge(ctx, subjectId, await reviewedRow(ctx, matcher, tables, review), review)
  }
  return changeRow(ctx, DataSubjectRequest, request, { subjectId })
}
