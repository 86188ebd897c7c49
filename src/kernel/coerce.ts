import {
  coerceInputValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { invalid, required, ServiceError } from './errors.ts'

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

const fieldsOf = (type: GraphQLInputObjectType): GraphQLInputField[] => Object.values(type.getFields())

/** Where an empty list or object is no value; elsewhere it is one of the wrong kind. */
function isStructure(type: GraphQLInputType): boolean {
  const named = getNamedType(type)
  return isListType(getNullableType(type)) || isInputObjectType(named) || named.name === 'JSONObject'
}

const isMissing = (value: unknown, type: GraphQLInputType) =>
  isEmpty(value) && (typeof value !== 'object' || value === null || isStructure(type))

/**
 * @throws `<field> is required` for the first required field, in declared order, that is absent or empty;
 * then the sentence of a field that has one
 */
export function demandRequired(type: GraphQLInputObjectType, body: Record<string, unknown>): void {
  const missing = fieldsOf(type).find((field) => isRequiredInputField(field) && isMissing(body[field.name], field.type))
  if (missing) throw required(missing.name)
  for (const { name, type: fieldType, extensions } of fieldsOf(type)) {
    const isOff =
      extensions.sentence && body[name] !== undefined && Object.keys(faultsOf(body[name], fieldType)).length > 0
    if (isOff) throw new ServiceError('VALIDATION_ERROR', String(extensions.sentence))
  }
}

/** As many faults as a caller can use: a list of bad items must not cost, or be told, one by one. */
const MOST_FAULTS = 50

class EnoughFaults extends Error {}

/** The fields of `value` that do not fit `type`, each with what it must be; at most the first fifty. */
export function faultsOf(value: unknown, type: GraphQLInputType, name = ''): Record<string, string> {
  const faults: Record<string, string> = {}
  let count = 0
  try {
    coerceInputValue(value, type, (path, _bad, error) => {
      const at = [name, ...path].filter((part) => part !== '').join('.') || 'body'
      faults[at] = error.message.startsWith('Field "') ? error.message : expectation(typeAt(type, path))
      if (++count >= MOST_FAULTS) throw new EnoughFaults()
    })
  } catch (error) {
    if (!(error instanceof EnoughFaults)) throw error
  }
  return faults
}

function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType {
  return path.reduce<GraphQLInputType>((current, part) => {
    const nullable = getNullableType(current)
    if (isListType(nullable)) return nullable.ofType
    return (isInputObjectType(nullable) && nullable.getFields()[part]?.type) || current
  }, type)
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
  const fields = type.getFields()
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
 * without an id. The other fields lead elsewhere.
 */
export const leafFields = (type: GraphQLObjectType) =>
  Object.values(type.getFields()).filter((field) => {
    const named = getNamedType(field.type)
    const isValue = isObjectType(named) && !('id' in named.getFields())
    return !field.args.some(isRequiredArgument) && (isLeafType(named) || isValue)
  })
