import { ArrayMaxSize } from 'class-validator'
import { InputType } from 'type-graphql'
import type { Context } from '../../../engine/execute/context.ts'
import { Output } from '../../../graphql/columns.ts'
import { IdField, ListField, NestedField, TextField } from '../../../graphql/inputs.ts'
import { field, fields } from '../../../graphql/outputs.ts'
import { demandRecords } from '../subjects/subject.search.ts'
import { demandResources } from '../subjects/subject.tables.ts'

const ROW = 'One record of a resource.'
const FIELD = 'One field of every record of a resource, with everything nested in it.'

@Output(ROW)
@InputType('GrantedRowInput', { description: ROW })
export class GrantedRow {
  @TextField({ required: true, max: 64, description: 'Type of the resource, for example CLIENT.' })
  resource!: string

  @IdField({ required: true, description: 'Id of the record.' })
  rowId!: string
}

@Output(FIELD)
@InputType('GrantedFieldInput', { description: FIELD })
export class GrantedField {
  @TextField({ required: true, max: 64, description: 'Type of the resource, for example CLIENT.' })
  resource!: string

  @TextField({ required: true, description: 'Path of the field, for example `contact` or `contact.email`.' })
  field!: string
}

@Output('Parts of a request that are granted. Nothing else is executed.')
export class Grant extends fields({
  resources: field([String], 'Whole resources that are granted, for example CLIENT.'),
  rows: field([GrantedRow], 'Single records that are granted.'),
  fields: field([GrantedField], 'Single fields that are granted.'),
}) {}

@InputType({ description: 'Parts of a request that are granted. Nothing else is executed.' })
export class GrantInput {
  @ListField(() => String, { most: 100, description: 'Whole resources that are granted, for example CLIENT.' })
  resources?: string[] | null

  @NestedField(() => [GrantedRow], { description: 'Single records that are granted.' })
  @ArrayMaxSize(1_000, { message: 'must hold at most 1000 records' })
  rows?: GrantedRow[] | null

  @NestedField(() => [GrantedField], { description: 'Single fields that are granted.' })
  @ArrayMaxSize(100, { message: 'must hold at most 100 fields' })
  fields?: GrantedField[] | null
}

const capitals = (resource: string) => resource.trim().toUpperCase()

/** The stored form of a grant. @throws VALIDATION_ERROR that names an unknown resource or record */
export async function grantOf(ctx: Context, input: GrantInput): Promise<Grant> {
  const grant: Grant = {
    resources: (input.resources ?? []).map(capitals),
    rows: await demandRecords(ctx, 'granted.rows', input.rows ?? []),
    fields: (input.fields ?? []).map(({ resource, field }) => ({ resource: capitals(resource), field: field.trim() })),
  }
  const named = { ...grant, resources: grant.resources.map((resource) => ({ resource })) }
  for (const [part, records] of Object.entries(named)) await demandResources(ctx, `granted.${part}`, records)
  return grant
}

const isWithin = (path: string, field: string) =>
  path === field || (path.startsWith(field) && /^[.[#]/.test(path.slice(field.length)))

/** Whether a grant covers a field of a record. */
export const isCovered = (grant: Grant, resource: string, id: string, path: string): boolean =>
  grant.resources.includes(resource) ||
  grant.rows.some((row) => row.resource === resource && row.rowId === id) ||
  grant.fields.some((each) => each.resource === resource && isWithin(path, each.field))
