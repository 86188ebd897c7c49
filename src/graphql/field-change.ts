import { isDeepStrictEqual } from 'node:util'
import { JSONResolver } from 'graphql-scalars'
import { isEmpty } from './coerce.ts'
import { Output } from './columns.ts'
import { field, fields, nullable } from './fields.ts'

@Output('Change of a field.')
export class FieldChange extends fields({
  field: field(String, 'Name of the field.'),
  before: nullable(JSONResolver, 'Value before the change, as JSON.'),
  after: nullable(JSONResolver, 'Current value, as JSON.'),
}) {}

/** The values of fields, as JSON. */
export const valuesOf = <E extends object, F extends keyof E & string>(
  row: E,
  names: readonly F[],
): Record<F, unknown> => JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, row[name]]))))

/**
 * The differences between the current values and earlier ones, as JSON. If `before` lacks a field, the field was added
 * to the schema later, and its earlier value was null.
 */
export const changesBetween = <F extends string>(
  before: Readonly<Partial<Record<F, unknown>>>,
  after: Readonly<Record<F, unknown>>,
  names: readonly F[],
): FieldChange[] =>
  names
    .filter((name) => (name in before ? !isDeepStrictEqual(before[name], after[name]) : !isEmpty(after[name])))
    .map((name) => ({ field: name, before: before[name], after: after[name] }))
