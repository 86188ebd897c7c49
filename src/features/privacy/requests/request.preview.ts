import { Field, ID, Int } from 'type-graphql'
import type { Cause } from '../../../common/texts.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { findRow } from '../../../engine/execute/find-row.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields, nullable } from '../../../graphql/fields.ts'
import { JSONObjectOf } from '../../../graphql/scalars.ts'
import { CAUSE } from '../../../graphql/transition.ts'
import { type Choice, chosenRow, RowStanding } from '../subjects/subject.choice.ts'
import { type Hit, HitGround } from '../subjects/subject.hits.ts'
import { leavesOf } from '../subjects/subject.leaves.ts'
import { SubjectMatcher } from '../subjects/subject.matcher.ts'
import { allowLongSearch, type Holding, holdingsIn, textOf, userKeyHoldings } from '../subjects/subject.search.ts'
import { type SubjectTable, subjectTables } from '../subjects/subject.tables.ts'
import { choiceFor } from './request.choice.ts'
import { DataSubjectRequest, RequestType } from './request.entity.ts'
import { RESOURCE_NAME } from './request.rules.ts'

@Output('Field that holds or may hold the subject’s data.')
export class PreviewField extends fields({
  path: field(String, 'Path of the field, for example `contact.email`.'),
  ground: field(HitGround, 'Ground on which the field counts as the subject’s.'),
  matchedBy: field([String], 'Identifiers that matched the subject: email, phone, idNumber, reference, name.'),
  isTreated: field(Boolean, 'Whether the execution, with the current decision and reviews, treats this field.'),
  value: nullable(String, 'Value of the field, at most 200 characters.'),
}) {}

@Output('Record that holds or may hold the subject’s data, and its treatment.')
export class PreviewRow extends fields({
  resource: field(String, 'Type of the resource, for example CLIENT.'),
  rowId: field(ID, 'Id of the record.'),
  standing: field(RowStanding, 'Treatment of the record.'),
  reason: nullable(String, 'Reason of the treatment. Null if there is none.'),
  cause: nullable(JSONObjectOf<Cause>(), CAUSE),
  fields: field([PreviewField], 'Fields that hold or may hold the subject’s data.'),
}) {}

const MOST_PER_TABLE = 1_000
const MOST_TEXT = 200

function fieldsOf({ table, row }: Holding, { hits, left }: Choice): PreviewField[] {
  const read = { ...textOf(table, row), user_id: row.user_id ?? null }
  const values = new Map(leavesOf(read).map(({ path, value }) => [path, String(value)]))
  const previewed =
    (isTreated: boolean) =>
    ({ path, ground, identifiers }: Hit) => {
      return { path, ground, matchedBy: identifiers, isTreated, value: values.get(path)?.slice(0, MOST_TEXT) ?? null }
    }
  return [...hits.map(previewed(true)), ...left.map(previewed(false))]
}

@Output('Preview of a request: the effect of its execution now.')
export class RequestPreview {
  readonly #rows = new Map<string, PreviewRow>()

  @Field(() => Int, { description: 'Number of records that would be treated, in part or whole.' })
  get treated(): number {
    return this.rows.filter(({ fields }) => fields.some(({ isTreated }) => isTreated)).length
  }

  @Field(() => Int, { description: 'Number of records that a person must review.' })
  get toReview(): number {
    return this.rows.filter(({ standing }) => standing === RowStanding.REVIEW).length
  }

  @Field(() => [PreviewRow], { description: 'Records that hold or may hold the subject’s data.' })
  get rows(): PreviewRow[] {
    return [...this.#rows.values()]
  }

  @Field(() => [String], { description: 'Resources of which the preview has only the first 1,000 records.' })
  readonly truncated: string[] = []

  /** Adds a record. A record that is found twice is listed once, with the fields of both. */
  add(holding: Holding, choice: Choice): void {
    const row = chosenRow(holding, choice)
    const key = `${row.resource} ${row.rowId}`
    const fields = fieldsOf(holding, choice)
    const known = this.#rows.get(key)
    if (known) known.fields.push(...fields)
    else this.#rows.set(key, { ...row, fields })
  }
}

/** The effect of a request on a table. Only an erasure deletes rows by the user id in their key. */
async function* holdingsFor(
  ctx: Context,
  { type }: DataSubjectRequest,
  table: SubjectTable,
  matcher: SubjectMatcher,
): AsyncGenerator<Holding> {
  yield* holdingsIn(ctx, table, matcher)
  if (type === RequestType.DELETION) yield* await userKeyHoldings(ctx, table, matcher, MOST_PER_TABLE + 1)
}

/** The effect of executing a request now, record by record. */
export async function previewRequest(ctx: Context, id: string): Promise<RequestPreview> {
  const request = await findRow(ctx, DataSubjectRequest, id, RESOURCE_NAME)
  await allowLongSearch(ctx)
  const choose = await choiceFor(ctx, request)
  const matcher = new SubjectMatcher(request.subject)
  const preview = new RequestPreview()
  for (const table of await subjectTables(ctx)) {
    let count = 0
    for await (const holding of holdingsFor(ctx, request, table, matcher)) {
      if (++count > MOST_PER_TABLE) {
        preview.truncated.push(table.resource)
        break
      }
      preview.add(holding, choose(holding))
    }
  }
  return preview
}
