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
import {
  type CodedFault,
  faultText,
  invalid,
  invalidFields,
  misfit,
  REQUIRED_FAULT,
  required,
} from '../common/errors.ts'

/** The requirement of a GraphQL type for a JSON value, in the terms of a REST API. */
function expectation(type: GraphQLInputType): CodedFault {
  const nullable = getNullableType(type)
  if (isListType(nullable)) return { code: 'NOT_LIST' }
  const named = getNamedType(type)
  if (isEnumType(named)) return { code: 'NOT_ONE_OF', values: named.getValues().map(({ name }) => name) }
  if (isInputObjectType(named)) return { code: 'NOT_OBJECT' }
  return EXPECTATIONS[named.name] ?? { code: 'NOT_OF_TYPE', type: named.name }
}

const EXPECTATIONS: Record<string, CodedFault> = {
  String: { code: 'NOT_TEXT' },
  ID: { code: 'NOT_ID' },
  Int: { code: 'NOT_INTEGER', most: '2^31 - 1' },
  SafeInt: { code: 'NOT_INTEGER', most: '2^53' },
  Cents: { code: 'NOT_INTEGER', most: '2^53' },
  EmailAddress: { code: 'NOT_TEXT' },
  URL: { code: 'NOT_TEXT' },
  Float: { code: 'NOT_NUMBER' },
  Boolean: { code: 'NOT_BOOLEAN' },
  DateTimeISO: { code: 'NOT_TIME' },
  LocalDate: { code: 'NOT_DAY' },
  JSONObject: { code: 'NOT_OBJECT' },
}

/** Whether a value is absent or empty: null, blank text, an empty list or an empty object. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (typeof value === 'string') return value.trim() === ''
  if (typeof value !== 'object') return false
  // A Date has no own keys, but is not empty.
  const isPlain = [Object.prototype, Array.prototype, null].includes(Object.getPrototypeOf(value))
  return isPlain && Object.keys(value).length === 0
}

type InputFields = Readonly<Record<string, GraphQLInputField>>

/** The fields of an input that the legacy API accepts: all except those declared `GraphqlOnly`. */
export function takenFields(type: GraphQLInputObjectType): InputFields {
  const fields: Record<string, GraphQLInputField> = Object.create(null)
  for (const field of Object.values(type.getFields())) if (!field.extensions.graphqlOnly) fields[field.name] = field
  return fields
}

/** Whether an empty list or object counts as "no value". For other types it is a value of the wrong type. */
function isStructure(type: GraphQLInputType): boolean {
  const named = getNamedType(type)
  return isListType(getNullableType(type)) || isInputObjectType(named) || named.name === 'JSONObject'
}

const isMissing = (value: unknown, type: GraphQLInputType) =>
  isEmpty(value) && (typeof value !== 'object' || value === null || isStructure(type))

/**
 * @throws VALIDATION_ERROR. Its message is `<field> is required` for the first required field, in declared order, that
 * is absent or empty; otherwise the sentence of an invalid field that has a sentence. `details` names every invalid
 * field.
 */
export function demandRequired(type: GraphQLInputObjectType, body: Record<string, unknown>): void {
  const fields = Object.values(takenFields(type))
  const missing = fields.find((field) => isRequiredInputField(field) && isMissing(body[field.name], field.type))
  if (missing) throw required(missing.name, ...knownFaults(fields, body))
  for (const { name, type: fieldType, extensions } of fields) {
    const isOff =
      extensions.sentence && body[name] !== undefined && Object.keys(faultsOf(body[name], fieldType)).length > 0
    if (isOff) throw misfit(name, String(extensions.sentence), ...knownFaults(fields, body))
  }
}

/** The texts of the faults of a body, and their codes. A field with a sentence of the legacy API keeps it. */
function knownFaults(
  fields: readonly GraphQLInputField[],
  body: Record<string, unknown>,
): [texts: Record<string, string>, reasons: Record<string, CodedFault>] {
  const sentences: Record<string, string> = {}
  const reasons: Record<string, CodedFault> = {}
  for (const field of fields) {
    const { name, type, extensions } = field
    const found = body[name] === undefined ? {} : faultsOf(body[name], type, name)
    const isAbsent = isRequiredInputField(field) && isMissing(body[name], type)
    Object.assign(reasons, isAbsent ? { [name]: REQUIRED_FAULT } : found)
    if (!isAbsent && extensions.sentence && Object.keys(found).length > 0)
      sentences[name] = String(extensions.sentence).replace(`${name} `, '')
  }
  const texts = Object.entries(reasons).map(([name, fault]) => [name, faultText(fault)])
  return [{ ...Object.fromEntries(texts), ...sentences }, reasons]
}

/** Maximum number of faults in one answer, because a list may have many invalid items. */
const MOST_FAULTS = 50

/** The fields of `value` that do not match `type`, each with the requirement. At most the first fifty. */
export function faultsOf(value: unknown, type: GraphQLInputType, name = ''): Record<string, CodedFault> {
  const faults: Record<string, CodedFault> = {}
  let count = 0
  for (const [path, fault] of misfits(value, type, name === '' ? [] : [name])) {
    faults[path.join('.') || 'body'] = fault
    if (++count === MOST_FAULTS) break
  }
  return faults
}

type Path = readonly (string | number)[]
type Misfit = [path: Path, fault: CodedFault]

/** Faults in the terms of a REST API: GraphQL's own messages mention types that REST callers never see. */
function* misfits(value: unknown, type: GraphQLInputType, path: Path): Generator<Misfit> {
  if (isNonNullType(type)) {
    if (value === null || value === undefined) yield [path, REQUIRED_FAULT]
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
    if (!Object.hasOwn(fields, key)) yield [[...path, key], { code: 'NOT_A_FIELD' }]
  }
  for (const [key, field] of Object.entries(fields)) {
    const isDefault = (value as Record<string, unknown>)[key] === undefined && field.defaultValue !== undefined
    if (!isDefault) yield* misfits((value as Record<string, unknown>)[key], field.type, [...path, key])
  }
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** GraphQL also accepts numbers as ids; JSON ids must be strings. */
function isLeaf(value: unknown, type: GraphQLLeafType): boolean {
  if (type.name === 'ID') return typeof value === 'string'
  try {
    return type.parseValue(value) !== undefined
  } catch {
    return false
  }
}

/** @throws VALIDATION_ERROR that names every field of `value` that does not match `type` */
export function demandFit(value: unknown, type: GraphQLInputType, name?: string): void {
  const faults = faultsOf(value, type, name)
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
}

/**
 * Converts a JSON object to the input type. Unknown fields that are in `outputFields` belong to the service and are
 * ignored, so that a caller may send back a resource. Other unknown fields go to `attributes`, if the input has it.
 * @throws VALIDATION_ERROR that names the unknown fields, if the input has no `attributes`
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
 * The fields that REST shows: leaves without required arguments, and objects without an id. Other fields lead to other
 * resources, or are declared `GraphqlOnly`.
 */
export const leafFields = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter((field) => {
    const named = getNamedType(field.type)
    const isValue = isObjectType(named) && !('id' in named.getFields())
    const isShown = !field.extensions.graphqlOnly && !field.args.some(isRequiredArgument)
    return isShown && (isLeafType(named) || isValue)
  })
