import { isDeepStrictEqual } from 'node:util'
import { JSONResolver } from 'graphql-scalars'
import { Field } from 'type-graphql'
import { isEmpty } from './coerce.ts'
import { Output } from './columns.ts'

@Output('Change of a field.')
export class FieldChange {
  @Field(() => String, { description: 'Name of the field.' })
  field!: string

  @Field(() => JSONResolver, { nullable: true, description: 'Value before the change, as JSON.' })
  before!: unknown

  @Field(() => JSONResolver, { nullable: true, description: 'Current value, as JSON.' })
  after!: unknown
}

/** The values of fields, as JSON. */
export const valuesOf = <E extends object, F extends keyof E & string>(
  row: E,
  fields: readonly F[],
): Record<F, unknown> => JSON.parse(JSON.stringify(Object.fromEntries(fields.map((field) => [field, row[field]]))))

/**
 * The differences between the current values and earlier ones, as JSON. If `before` lacks a field, the field was added
 * to the schema later, and its earlier value was null.
 */
export const changesBetween = <F extends string>(
  before: Readonly<Partial<Record<F, unknown>>>,
  after: Readonly<Record<F, unknown>>,
  fields: readonly F[],
): FieldChange[] =>
  fields
    .filter((field) => (field in before ? !isDeepStrictEqual(before[field], after[field]) : !isEmpty(after[field])))
    .map((field) => ({ field, before: before[field], after: after[field] }))
