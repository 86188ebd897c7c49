import { type ClassType, Extensions, Field, ID, InputType, Int } from 'type-graphql'
import { addBaseFields, baseWith } from './base-fields.ts'
import { type DeclaredField, fieldsOf, ownFields } from './declared-fields.ts'
import {
  CentsField,
  ChoiceField,
  ChoicesField,
  CountryField,
  DayField,
  EmailField,
  FlagField,
  IdField,
  IntegerField,
  JsonField,
  NamesField,
  TextField,
  TextsField,
  TimeField,
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
export type Given<D> = { [F in WritableField<D>]?: D[F] | null | undefined }

type Values<D> = { [F in WritableField<D>]: D[F] }

type Use = 'new' | 'change'

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

/** The field of an input for a column. */
function inputField(field: DeclaredField, use: Use): PropertyDecorator {
  const { form, values = {}, min = 0, max, sentence } = field
  const description = descriptionOf(field, use)
  const isNeeded = isRequired(field)
  const presence = isNeeded && { [use === 'new' ? 'required' : 'kept']: true }
  const options = { description, ...presence, ...(max !== undefined && { max }) }
  switch (form) {
    case 'text':
      return TextField(options)
    case 'texts':
      return TextsField(options)
    case 'email':
      return EmailField(options)
    case 'country':
      return CountryField(options)
    case 'choice':
      return ChoiceField(values, { ...options, ...(use === 'new' && sentence && { sentence }) })
    case 'choices':
      return ChoicesField(values, options)
    case 'integer':
      return IntegerField({ min, max: 2 ** 31 - 1, ...options, type: Int })
    case 'bigInteger':
      return IntegerField({ min, max: Number.MAX_SAFE_INTEGER, ...options })
    case 'cents':
      return CentsField(options)
    case 'time':
      return TimeField(options)
    case 'day':
      return DayField(options)
    case 'json':
      return JsonField(options)
    case 'flag':
      return FlagField({ description })
    case 'id':
      return IdField(options)
    case 'names':
      return NamesField({ description })
  }
}

/** The condition of a filter on a column. */
function filterField({ name, filter, form, values = {}, max }: DeclaredField): PropertyDecorator {
  const description =
    filter === 'isAny' ? `Only rows whose \`${name}\` is one of these.` : `Only rows with this \`${name}\`.`
  if (filter === 'isAny') return ChoicesField(values, { description })
  if (form === 'text') return TextField({ description, ...(max && { max }) })
  return Field(() => (filter === 'isId' ? ID : Boolean), { nullable: true, description }) as PropertyDecorator
}

const baseOf = <T extends object>(
  fields: () => readonly (readonly [DeclaredField, PropertyDecorator])[],
): ClassType<T> =>
  baseWith((target) => {
    for (const [{ name, graphqlOnly, isParameter }, declare] of fields()) {
      declare(target, name)
      Extensions({ ...(graphqlOnly && { graphqlOnly }), ...(isParameter === false && { isParameter }) })(target, name)
    }
  })

/** The fields that a change may have. */
const changeable = (details: object) => ownFields(details).filter(({ isFixed }) => !isFixed)

/** The base class of an input for new rows. The input itself is a `@RowInput`. */
export const newRowOf = <D>(details: Details<D>): ClassType<Given<D>> =>
  baseOf(() => ownFields(details).map((field) => [field, inputField(field, 'new')]))

/** The base class of an input for changes. */
export const changesTo = <D>(details: Details<D>): ClassType<Given<D>> =>
  baseOf(() => changeable(details).map((field) => [field, inputField(field, 'change')]))

/** The base class of a filter: the columns that declare `filter`. The list knows their conditions. */
export const filterOf = (entity: object): ClassType<object> =>
  baseOf(() => fieldsOf(entity).flatMap((field) => (field.filter ? [[field, filterField(field)] as const] : [])))

/** Declares an input whose base class takes its fields from an entity. */
export const RowInput =
  (description: string): ClassDecorator =>
  (target) => {
    InputType({ description })(target)
    addBaseFields(target, target.prototype)
  }

/** The default value of a column. */
const absent = ({ otherwise = null }: DeclaredField): unknown => otherwise

/** The values of a new row, from a valid input. */
export const newValues = <D>(details: Details<D>, input: Given<D>): Values<D> =>
  Object.fromEntries(
    ownFields(details).map((field) => [field.name, input[field.name as WritableField<D>] ?? absent(field)]),
  ) as Values<D>

/** The changes of a valid input. Null removes a value, empties a list, and leaves other required columns unchanged. */
export const changedValues = <D>(details: Details<D>, input: Given<D>): Partial<Values<D>> =>
  Object.fromEntries(
    changeable(details).flatMap((field) => {
      const value = input[field.name as WritableField<D>]
      if (value === undefined || (value === null && !field.nullable && !Array.isArray(field.otherwise))) return []
      return [[field.name, value ?? absent(field)]]
    }),
  ) as Partial<Values<D>>

/** The fields that an approval covers. */
export const approvedFields = <D>(details: Details<D>): readonly WritableField<D>[] =>
  changeable(details).flatMap(({ name, approved = true }) => (approved ? [name as WritableField<D>] : []))

/** The values of fields that were added after an approval. */
export const valuesBefore = <D>(details: Details<D>): Partial<Record<WritableField<D>, unknown>> =>
  Object.fromEntries(ownFields(details).map((field) => [field.name, absent(field)])) as Partial<
    Record<WritableField<D>, unknown>
  >
