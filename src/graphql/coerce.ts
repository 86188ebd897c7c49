import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { invalid, misfit, REQUIRED, required } from '../common/errors.ts'

/** What a plain value must be for a GraphQL type, in the words of an API. */
function expectation(type: GraphQLInputType): string {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return 'must be a list'
  const named = getNamedType(type)
  if (isEnumType(named))
    return `must be one of ${named
      .getValues()
      .map((value) => value.name)
      .join(', ')}`
  if (isInputObjectType(named)) return 'must be an object'
  return EXPECTATIONS[named.name] ?? `must be a valid ${named.name}`
}

const EXPECTATIONS: Record<string, string> = {
  String: 'must be a string',
  ID: 'must be an id',
  Int: 'must be an integer',
  SafeInt: 'must be an integer up to 2^53',
  Cents: 'must be an integer up to 2^53',
  EmailAddress: 'must be a string',
  URL: 'must be a string',
  Float: 'must be a number',
  Boolean: 'must be true or false',
  DateTimeISO: 'must be a moment in ISO 8601, for example 2026-11-21T08:00:00Z',
  LocalDate: 'must be a day, for example 2026-11-21',
  JSONObject: 'must be an object',
}

/** Whether a value is absent or empty: null, blank text, a list or an object that holds nothing. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value !== 'object') return false
  // A Date holds no keys, and is not empty.
  const isPlain = [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value))
  return isPlain && Object.keys(value).length === 0
}

type InputFields = Readonly<Record<string, GraphQLInputField>>

/** The fields of an input that the legacy API takes: those that are declared `GraphqlOnly` it does not know. */
export function takenFields(type: GraphQLInputObjectType): InputFields {
  const fields: Record<string, GraphQLInputField> = Object.create(null)
  for (const field of Object.values(type.getFields())) if (!field.extensions.graphqlOnly) fields[field.name] = field
  return fields
}

/** Where an empty list or object is no value; elsewhere it is one of the wrong kind. */
function isStructure(type: GraphQLInputType): boolean {
  const named = getNamedType(type)
  return isListType(getNullableType(type)) || isInputObjectType(named) || named.name === 'JSONObject'
}

const isMissing = (value: unknown, type: GraphQLInputType) =>
  isEmpty(value) && (typeof value !== 'object' || value === null || isStructure(type))

/**
 * @throws `<field> is required` for the first required field, in declared order, that is absent or empty; then the sentence
 * of a field that has one. `details` name every known field that is wrong.
 */
export function demandRequired(type: GraphQLInputObjectType, body: Record<string, unknown>): void {
  const fields = Object.values(takenFields(type))
  const missing = fields.find((field) => isRequiredInputField(field) && isMissing(body[field.name], field.type))
  if (missing) throw required(missing.name, knownFaults(fields, body))
  for (const { name, type: fieldType, extensions } of fields) {
    const isOff =
      extensions.sentence && body[name] !== undefined && Object.keys(faultsOf(body[name], fieldType)).length > 0
    if (isOff) throw misfit(name, String(extensions.sentence), knownFaults(fields, body))
  }
}

/** What is wrong with each field of an input, of those that it knows. */
function knownFaults(fields: readonly GraphQLInputField[], body: Record<string, unknown>): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const field of fields) {
    const { name, type, extensions } = field
    const found = body[name] === undefined ? {} : faultsOf(body[name], type, name)
    if (isRequiredInputField(field) && isMissing(body[name], type)) faults[name] = REQUIRED
    else if (extensions.sentence && Object.keys(found).length > 0)
      faults[name] = String(extensions.sentence).replace(`${name} `, '')
    else Object.assign(faults, found)
  }
  return faults
}

/** As many faults as a caller can use: a list of bad items must not cost, or be told, one by one. */
const MOST_FAULTS = 50

/** The fields of `value` that do not fit `type`, each with what it must be; at most the first fifty. */
export function faultsOf(value: unknown, type: GraphQLInputType, name = ''): Record<string, string> {
  const faults: Record<string, string> = {}
  let count = 0
  for (const [path, fault] of misfits(value, type, name === '' ? [] : [name])) {
    faults[path.join('.') || 'body'] = fault
    if (++count === MOST_FAULTS) break
  }
  return faults
}

type Path = readonly (string | number)[]
type Misfit = [path: Path, fault: string]

/** In the words of an API, and not those of GraphQL, which tell of types that its callers never see. */
function* misfits(value: unknown, type: GraphQLInputType, path: Path): Generator<Misfit> {
  if (isNonNullType(type)) {
    if (value === null || value === undefined) yield [path, REQUIRED]
    else yield* misfits(value, type.ofType, path)
    return
  }
  if (value === null || value === undefined) return
  if (isListType(type) && Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* misfits(item, type.ofType, [...path, index])
  } else if (isInputObjectType(type) && isPlainObject(value)) yield* misfitFields(value, type, path)
  else if (!isLeafType(type) || !isLeaf(value, type)) yield [path, expectation(type)]
}

function* misfitFields(value: object, type: GraphQLInputObjectType, path: Path): Generator<Misfit> {
  const fields = takenFields(type)
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(fields, key)) yield [[...path, key], 'is not a field of this object']
  }
  for (const [key, field] of Object.entries(fields)) {
    const isDefault = (value as Record<string, unknown>)[key] === undefined && field.defaultValue !== undefined
    if (!isDefault) yield* misfits((value as Record<string, unknown>)[key], field.type, [...path, key])
  }
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** GraphQL also takes numbers for ids; in JSON they are strings. */
function isLeaf(value: unknown, type: GraphQLLeafType): boolean {
  if (type.name === 'ID') return typeof value === 'string'
  try {
    return type.parseValue(value) !== undefined
  } catch {
    return false
  }
}

/** @throws VALIDATION_ERROR naming every field of `value` that does not fit `type`. */
export function demandFit(value: unknown, type: GraphQLInputType, name?: string): void {
  const faults = faultsOf(value, type, name)
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/**
 * A JSON object as the input type takes it. Fields that the input does not know: those of `outputFields` belong to the
 * service and are ignored, so that what was read may be sent back; others go to `attributes` where the input has them.
 * @throws VALIDATION_ERROR naming the unknown fields, where it has not
 */
export function toInput(
  type: GraphQLInputObjectType,
  body: Record<string, unknown>,
  outputFields: ReadonlySet<string>,
): Record<string, unknown> {
  const fields = takenFields(type)
  const keepsUnknown = 'attributes' in fields
  const known = Object.entries(body).filter(([key]) => key in fields && !(keepsUnknown && key === 'attributes'))
  const unknown = Object.entries(body).filter(
    ([key]) => !known.some(([name]) => name === key) && (key === 'attributes' || !outputFields.has(key)),
  )
  if (unknown.length === 0) return Object.fromEntries(known)
  if (!keepsUnknown) throw invalid(Object.fromEntries(unknown.map(([key]) => [key, 'is not a field of this resource'])))
  return { ...Object.fromEntries(known), attributes: Object.fromEntries(unknown) }
}

/**
 * What is shown of a resource where nobody selects: leaves without arguments to give, and values, which are objects
 * without an id. The other fields lead elsewhere, or are declared `GraphqlOnly`.
 */
export const leafFields = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter((field) => {
    const named = getNamedType(field.type)
    const isValue = isObjectType(named) && !('id' in named.getFields())
    const isShown = !field.extensions.graphqlOnly && !field.args.some(isRequiredArgument)
    return isShown && (isLeafType(named) || isValue)
  })
