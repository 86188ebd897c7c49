import { Field, ID, Int } from 'type-graphql'
import type { Context } from '../../../engine/context.ts'
import { findRow } from '../../../engine/rows.ts'
import { Output } from '../../../graphql/columns.ts'
import { type Choice, RowStanding } from '../subjects/subject.choice.ts'
import { type Hit, HitGround } from '../subjects/subject.hits.ts'
import { leavesOf } from '../subjects/subject.leaves.ts'
import { SubjectMatcher } from '../subjects/subject.matcher.ts'
import { allowLongSearch, type Holding, holdingsIn, textOf } from '../subjects/subject.search.ts'
import { rowIdOf, subjectTables } from '../subjects/subject.tables.ts'
import { choiceFor } from './request.choice.ts'
import { DataSubjectRequest } from './request.entity.ts'
import { THING } from './request.rules.ts'

@Output('Field that holds the subject’s data, or may.')
export class PreviewField {
  @Field(() => String, { description: 'Path of the field, for example `contact.email`.' })
  path!: string

  @Field(() => HitGround, { description: 'Ground on which the field is taken for the subject’s.' })
  ground!: HitGround

  @Field(() => [String], {
    description: 'Identifiers by which the subject was recognised: email, phone, idNumber, reference, name.',
  })
  matchedBy!: string[]

  @Field(() => Boolean, { description: 'Whether the request, in its current form, treats this field.' })
  isTreated!: boolean

  @Field(() => String, { nullable: true, description: 'Value of the field, at most 200 characters.' })
  value!: string | null
}

@Output('Record that holds the subject’s data, or may, and its treatment.')
export class PreviewRow {
  @Field(() => String, { description: 'Type of the resource, for example CLIENT.' })
  resource!: string

  @Field(() => ID, { description: 'Id of the record.' })
  rowId!: string

  @Field(() => RowStanding, { description: 'Treatment of the record.' })
  standing!: RowStanding

  @Field(() => String, { nullable: true, description: 'Reason, where a person or the law gives one.' })
  reason!: string | null

  @Field(() => [PreviewField], { description: 'Fields that hold the subject’s data, or may.' })
  fields!: PreviewField[]
}

@Output('Preview of a request: its effect if it were executed now.')
export class RequestPreview {
  @Field(() => Int, { description: 'Number of records that are treated, in part or whole.' })
  treated!: number

  @Field(() => Int, { description: 'Number of records that a person must review.' })
  toReview!: number

  @Field(() => [PreviewRow], { description: 'Records that hold the subject’s data, or may.' })
  rows!: PreviewRow[]

  @Field(() => [String], { description: 'Resources of which only the first 1,000 records are here.' })
  truncated!: string[]
}

const MOST_PER_TABLE = 1_000
const MOST_TEXT = 200

function shown({ table, row }: Holding, { standing, reason, hits, left }: Choice): PreviewRow {
  const values = new Map(leavesOf(textOf(table, row)).map(({ path, value }) => [path, String(value)]))
  const field =
    (isTreated: boolean) =>
    ({ path, ground, identifiers }: Hit) => {
      return { path, ground, matchedBy: identifiers, isTreated, value: values.get(path)?.slice(0, MOST_TEXT) ?? null }
    }
  const fields = [...hits.map(field(true)), ...left.map(field(false))]
  return { resource: table.name.toUpperCase(), rowId: rowIdOf(table, row), standing, reason, fields }
}

/** What a request would do if it were executed now, record by record. */
export async function previewRequest(ctx: Context, id: string): Promise<RequestPreview> {
  const request = await findRow(ctx, DataSubjectRequest, id, THING)
  await allowLongSearch(ctx)
  const choose = await choiceFor(ctx, request)
  const matcher = new SubjectMatcher(request.subject)
  const preview: RequestPreview = { treated: 0, toReview: 0, rows: [], truncated: [] }
  for (const table of await subjectTables(ctx)) {
    let count = 0
    for await (const holding of holdingsIn(ctx, table, matcher)) {
      if (++count > MOST_PER_TABLE) {
        preview.truncated.push(table.name.toUpperCase())
        break
      }
      const choice = choose(holding)
      if (choice.hits.length > 0) preview.treated += 1
      if (choice.standing === RowStanding.REVIEW) preview.toReview += 1
      preview.rows.push(shown(holding, choice))
    }
  }
  return preview
}
