import { type ClassType, Extensions, ID, Int } from 'type-graphql'
import { baseWith, type DataField, declareAll, type Fields, type Values } from '../common/class-fields.ts'
import { DateTime, Day } from './columns.ts'
import { type DeclaredField, fieldsOf, ownFields } from './declared-fields.ts'
import {
  cents,
  choices,
  country,
  email,
  type InputField,
  id,
  integer,
  json,
  kept,
  names,
  optional,
  required,
  text,
  texts,
} from './inputs.ts'
import type { TenantRow } from './tenant-row.ts'

/*
 * Creates inputs and filters from the column declarations of an entity. A details class has the columns that callers
 * write. Each of them is a field of the input for new rows and of the input for changes, and is covered by an approval.
 */

type Details<D> = abstract new () => D

/** The fields that callers write. */
export type WritableField<D> = Exclude<keyof D, keyof TenantRow> & string

/** The fields of a row in an input. */
export type Given<D> = { [F in WritableField<D>]?: D[F] | null }

type RowValues<D> = { [F in WritableField<D>]: D[F] }

type Use = 'new' | 'change' | 'filter'

/** Whether a value is required for a new row. */
const isRequired = ({ nullable, otherwise }: DeclaredField) => !nullable && otherwise === undefined

function descriptionOf(
  { form, description, inputDescription = description, max = 200, otherwise }: DeclaredField,
  use: Use,
) {
  const most = {
    json: ' At most 16 KiB as JSON.',
    texts: ` At most 50, each of at most ${max.toLocaleString('en')} characters.`,
    choices: ' At most 20.',
    names: ' At most 50.',
  }
  const limit = form in most ? most[form as keyof typeof most] : ''
  const isShown = use === 'new' && ['string', 'boolean', 'number'].includes(typeof otherwise)
  return `${inputDescription}${limit}${isShown ? ` Default ${otherwise}.` : ''}`
}

/** The field of an input for a column. It may be absent or null. */
function optionalField(field: DeclaredField, description: string): InputField<unknown> {
  const { form, values = {}, min = 0, max } = field
  const limit = max === undefined ? {} : { max }
  switch (form) {
    case 'text':
      return text(description, limit)
    case 'texts':
      return texts(description, limit)
    case 'email':
      return email(description)
    case 'country':
      return country(description)
    case 'choice':
      return optional(values, description)
    case 'choices':
      return choices(values, description)
    case 'integer':
      return integer(description, { min, max: 2 ** 31 - 1, ...limit, type: Int })
    case 'bigInteger':
      return integer(description, { min, max: Number.MAX_SAFE_INTEGER, ...limit })
    case 'cents':
      return cents(description, limit)
    case 'time':
      return optional(DateTime, description)
    case 'day':
      return optional(Day, description)
    case 'json':
      return json(description)
    case 'flag':
      return optional(Boolean, description)
    case 'id':
      return id(description, limit)
    case 'names':
      return names(description)
  }
}

/** The condition of a filter on a column. */
function filterField({ name, filter, form, values = {}, max }: DeclaredField): DataField<unknown> {
  const description =
    filter === 'isAny' ? `Only rows whose \`${name}\` is one of these.` : `Only rows with this \`${name}\`.`
  if (filter === 'isAny') return choices(values, description)
  if (form === 'text') return text(description, max === undefined ? {} : { max })
  return optional(filter === 'isId' ? ID : Boolean, description)
}

function inputField(column: DeclaredField, use: Use): DataField<unknown> {
  if (use === 'filter') return filterField(column)
  const input = optionalField(column, descriptionOf(column, use))
  if (!isRequired(column)) return input
  return use === 'new' ? required(input) : kept(input)
}

/** A base class with own fields, and then a field for each column. */
const baseOf = <T extends object>(own: Fields, use: Use, columns: () => readonly DeclaredField[]): ClassType<T> =>
  baseWith((target) => {
    declareAll(own, target)
    for (const column of columns()) {
      const { name, graphqlOnly, isParameter, sentence } = column
      inputField(column, use).declare(target, name)
      Extensions({
        ...(graphqlOnly && { graphqlOnly }),
        ...(isParameter === false && { isParameter }),
        ...(use === 'new' && sentence && { sentence }),
      })(target, name)
    }
  })

/** The fields that a change may have. */
const changeable = (details: object) => ownFields(details).filter(({ isFixed }) => !isFixed)

/** The base class of an input for new rows, with further fields. */
export const newRowOf = <D, F extends Fields = Record<never, never>>(
  details: Details<D>,
  own: F = {} as F,
): ClassType<Given<D> & Values<F>> => baseOf(own, 'new', () => ownFields(details))

/** The base class of an input for changes, with further fields. */
export const changesTo = <D, F extends Fields = Record<never, never>>(
  details: Details<D>,
  own: F = {} as F,
): ClassType<Given<D> & Values<F>> => baseOf(own, 'change', () => changeable(details))

/** The base class of a filter: further conditions, and the columns that declare `filter`. The list knows the columns. */
export const filterOf = <F extends Fields>(entity: object, own: F): ClassType<Values<F>> =>
  baseOf(own, 'filter', () => fieldsOf(entity).filter(({ filter }) => filter))

/** The default value of a column. */
const absent = ({ otherwise = null }: DeclaredField): unknown => otherwise

/** The values of a new row, from a valid input. */
export const newValues = <D>(details: Details<D>, input: Given<D>): RowValues<D> =>
  Object.fromEntries(
    ownFields(details).map((field) => [field.name, input[field.name as WritableField<D>] ?? absent(field)]),
  ) as RowValues<D>

/** The changes of a valid input. Null removes a value, empties a list, and leaves other required columns unchanged. */
export const changedValues = <D>(details: Details<D>, input: Given<D>): Partial<RowValues<D>> =>
  Object.fromEntries(
    changeable(details).flatMap((field) => {
      const value = input[field.name as WritableField<D>]
      if (value === undefined || (value === null && !field.nullable && !Array.isArray(field.otherwise))) return []
      return [[field.name, value ?? absent(field)]]
    }),
  ) as Partial<RowValues<D>>

/** The fields that an approval covers. */
export const approvedFields = <D>(details: Details<D>): readonly WritableField<D>[] =>
  changeable(details).flatMap(({ name, approved = true }) => (approved ? [name as WritableField<D>] : []))

/** The values of fields that were added after an approval. */
export const valuesBefore = <D>(details: Details<D>): Partial<Record<WritableField<D>, unknown>> =>
  Object.fromEntries(ownFields(details).map((field) => [field.name, absent(field)])) as Partial<
    Record<WritableField<D>, unknown>
  >
