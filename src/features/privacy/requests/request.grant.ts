import { ArrayMaxSize } from 'class-validator'
import type { Context } from '../../../engine/execute/context.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { Input, id, list, nested, required, text } from '../../../graphql/inputs.ts'
import { demandRecords } from '../subjects/subject.search.ts'
import { demandResources } from '../subjects/subject.tables.ts'

const ROW = 'One record of a resource.'
const FIELD = 'One field of every record of a resource, with everything nested in it.'

@Output(ROW)
@Input(ROW, 'GrantedRowInput')
export class GrantedRow extends fields({
  resource: required(text('Type of the resource, for example CLIENT.', { max: 64 })),
  rowId: required(id('Id of the record.')),
}) {}

@Output(FIELD)
@Input(FIELD, 'GrantedFieldInput')
export class GrantedField extends fields({
  resource: required(text('Type of the resource, for example CLIENT.', { max: 64 })),
  field: required(text('Path of the field, for example `contact` or `contact.email`.')),
}) {}

@Output('Parts of a request that are granted. Nothing else is executed.')
export class Grant extends fields({
  resources: field([String], 'Whole resources that are granted, for example CLIENT.'),
  rows: field([GrantedRow], 'Single records that are granted.'),
  fields: field([GrantedField], 'Single fields that are granted.'),
}) {}

@Input('Parts of a request that are granted. Nothing else is executed.')
export class GrantInput extends fields({
  resources: list(String, 'Whole resources that are granted, for example CLIENT.', { most: 100 }),
  rows: nested([GrantedRow], 'Single records that are granted.', {
    rules: [ArrayMaxSize(1_000, { message: 'must hold at most 1000 records' })],
  }),
  fields: nested([GrantedField], 'Single fields that are granted.', {
    rules: [ArrayMaxSize(100, { message: 'must hold at most 100 fields' })],
  }),
}) {}

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
