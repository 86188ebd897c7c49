import {
  ArrayMaxSize,
  ArrayMinSize,
  IsEmail,
  IsInt,
  IsOptional,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  type ValidationError,
  type ValidationOptions,
  validateSync,
} from 'class-validator'
import type { GraphQLScalarType } from 'graphql'
import { ArgsType, Extensions, ID, InputType } from 'type-graphql'
import { completeFields, type DataField } from '../common/class-fields.ts'
import {
  type CodedFault,
  type FaultCode,
  faultText,
  invalid,
  invalidFields,
  required as missing,
} from '../common/errors.ts'
import { parseRange } from '../common/ip-addresses.ts'
import { isEmpty } from './coerce.ts'
import { SafeInt } from './columns.ts'
import type { JsonSchema } from './constraints.ts'
import { type DataOptions, declareInSchema, type ValueOf } from './fields.ts'
import { CentsScalar, EmailAddress, JSONObject, Url } from './scalars.ts'
import { isValid } from './validity.ts'

/*
 * The fields of an input as data. One line gives a field its types, in the schema and in TypeScript, and its limits.
 * Without `required` or `kept`, a field may be absent or null.
 *
 *   @Input('Filter for breaches. A breach must meet all given conditions.')
 *   export class BreachFilter extends fields({
 *     search: text('Case-insensitive substring of the title.'),
 *     status: choices(BreachStatus, 'Only breaches with one of these statuses.'),
 *   }) {}
 */

/** The options of a validator whose fault has a text in the catalogue. */
export const says = (code: FaultCode, values: Record<string, unknown> = {}) => {
  const fault: CodedFault = { code, ...values }
  return { message: faultText(fault), context: { fault } }
}

interface Rule extends ValidationOptions {
  name: string
  message: string
  check: (value: unknown) => boolean
  /** The same constraint in JSON Schema, for descriptions of the input. */
  schema?: JsonSchema
}

/** A validator of this service. */
export const rule = ({ name, message, context, check, schema }: Rule): PropertyDecorator =>
  ValidateBy(
    {
      name,
      validator: {
        validate: check,
        defaultMessage: () => message,
      },
    },
    { context: { ...context, schema } },
  )

/** The value must not be null, blank text, an empty list or an empty object. */
export const notBlank = rule({
  name: 'required',
  ...says('REQUIRED'),
  check: (value) => !isEmpty(value),
})

/**
 * Declares conditions between the fields of an input, as JSON Schema. The declaration only describes: the resolver
 * enforces the conditions, and a test compares the two.
 */
export const Condition = (condition: JsonSchema): ClassDecorator => Extensions({ condition })

/** For a condition: a field has a value. */
export const given = (name: string): JsonSchema => ({
  required: [name],
  properties: { [name]: { not: { enum: [null, ''] } } },
})

/** For a condition: a condition on the object in a field. */
export const within = (name: string, condition: JsonSchema): JsonSchema => ({
  required: [name],
  properties: { [name]: { type: 'object', additionalProperties: true, ...condition } },
})

/** For a condition: a condition that applies if a field has one of these values. */
export const when = (name: string, values: readonly string[], then: JsonSchema): JsonSchema => ({
  if: { required: [name], properties: { [name]: { enum: values } } },
  then,
})

/** Whether a field may be absent or null, and the rule for that. */
interface Presence {
  nullable: boolean
  rule: PropertyDecorator
}

const OPTIONAL: Presence = { nullable: true, rule: IsOptional() }
const REQUIRED: Presence = { nullable: false, rule: notBlank }
const KEPT: Presence = {
  nullable: true,
  rule: (target, key) => {
    ValidateIf((_, value) => value !== undefined)(target, String(key))
    notBlank(target, key)
  },
}

/** A field of an input that may be absent or null. */
export interface InputField<V> extends DataField<V | null | undefined> {
  declare(target: object, name: string, presence?: Presence): void
}

type InputOptions = Pick<DataOptions, 'graphqlOnly' | 'rules'>

/** A field of this type. Its limits are checked after its rules. */
export const optional = <const T>(
  type: T,
  description: string,
  { rules = [], ...options }: InputOptions = {},
  ...limits: readonly PropertyDecorator[]
): InputField<ValueOf<T>> => ({
  declare: (target, name, { nullable, rule } = OPTIONAL) =>
    declareInSchema(target, name, type, { ...options, description, nullable, rules: [rule, ...rules, ...limits] }),
})

/**
 * Requires a value. An absent, null or empty value (blank text, empty list, empty object) is refused with
 * `<field> is required`. Required fields are checked in the order of their declaration.
 */
export const required = <V>({ declare }: InputField<V>): DataField<V> => ({
  declare: (target, name) => declare(target, name, REQUIRED),
})

/** The field may be absent, but not null or empty. Used for changes to fields that every row must have. */
export const kept = <V>({ declare }: InputField<V>): DataField<V | undefined> => ({
  declare: (target, name) => declare(target, name, KEPT),
})

/** Declares an input, whose base class has its fields. Its name is that of the class, unless `name` is given. */
export const Input =
  (description: string, name?: string): ClassDecorator =>
  (target) => {
    InputType(name ?? target.name, { description })(target)
    completeFields(target)
  }

/** Declares the arguments of an operation, whose base class has their fields. */
export const Arguments = (): ClassDecorator => (target) => {
  ArgsType()(target)
  completeFields(target)
}

const counted = (value: number) => value.toLocaleString('en')

/** Adds a limit to the description, unless the description names it. */
function limited(description: string, most: number, sentence: string): string {
  const numbers = description.match(/\d[\d,]*/g) ?? []
  const isNamed = numbers.some((number) => Number(number.replaceAll(',', '')) === most)
  return isNamed ? description : `${description} ${sentence}`
}

const maxLength = (most: number) => MaxLength(most, says('TEXT_TOO_LONG', { most }))

type MaxOptions = InputOptions & { max?: number }

/** Text of at most `max` characters. */
export const text = (description: string, { max = 200, ...options }: MaxOptions = {}) =>
  optional(String, limited(description, max, `At most ${counted(max)} characters.`), options, maxLength(max))

/** An e-mail address. */
export const email = (description: string) =>
  optional(EmailAddress, description, {}, maxLength(254), IsEmail({}, says('NOT_EMAIL')))

/** A phone number in any usual notation, with at least 7 digits. */
export const phone = (description: string) =>
  optional(String, description, {}, Matches(/^\+?[\s().-]*(\d[\s().-]*){7,}$/, says('NOT_PHONE')), maxLength(30))

const isUrl = rule({
  name: 'url',
  ...says('NOT_URL'),
  check: (value) => typeof value === 'string' && URL.canParse(value),
  schema: { format: 'uri' },
})

/** An absolute URL. The feature that uses it may require more. */
export const url = (description: string) => optional(Url, description, {}, maxLength(2000), isUrl)

/** An ISO 3166 code of two letters. */
export const country = (description: string) =>
  optional(String, description, {}, maxLength(2), Matches(/^[A-Z]{2}$/, says('NOT_COUNTRY')))

/** Rule: the list has at most `most` values. */
export const maxItems = (most: number, code: FaultCode = 'TOO_MANY_VALUES') => ArrayMaxSize(most, says(code, { most }))

/** Rule: the list has a value. */
export const notEmpty = (code: FaultCode) => ArrayMinSize(1, says(code))

/** At most 50 texts, each of at most `max` characters. */
export const texts = (description: string, { max = 200, ...options }: MaxOptions = {}) =>
  optional(
    [String],
    description,
    options,
    maxItems(50),
    MaxLength(max, { each: true, ...says('VALUES_TOO_LONG', { most: max }) }),
  )

/** An id, of at most `max` characters. */
export const id = (description: string, { max = 256, ...options }: MaxOptions = {}) =>
  optional(ID, description, options, maxLength(max))

/** At most `most` values. */
export const list = <const T>(type: T, description: string, { most, ...options }: InputOptions & { most: number }) =>
  optional([type] as const, limited(description, most, `At most ${counted(most)}.`), options, maxItems(most))

/** Several values of an enum, at most 20. */
export const choices = <const T extends object>(values: T, description: string) =>
  list(values, description, { most: 20 })

/** At most 50 names of variables. */
export const names = (description: string) =>
  optional(
    [String],
    description,
    {},
    maxItems(50),
    Matches(/^[A-Za-z_]\w{0,63}$/, { each: true, ...says('NOT_NAMES') }),
  )

/**
 * An input object, or a list of input objects, with rules of their own. A required object may be empty: the error then
 * names the field that it lacks.
 */
export const nested = <const T>(
  type: T,
  description: string,
  { rules = [], ...options }: InputOptions = {},
): InputField<ValueOf<T>> => ({
  declare: (target, name, { nullable, rule } = OPTIONAL) => {
    const all = [...(nullable ? [rule] : []), ...rules, ValidateNested() as PropertyDecorator]
    declareInSchema(target, name, type, { ...options, description, nullable, rules: all })
  },
})

const isRanges = (value: unknown) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && parseRange(text) !== undefined)

/** Addresses and ranges of addresses (CIDR), at most 100. */
export const ranges = (description: string, options: InputOptions = {}) =>
  optional(
    [String],
    description,
    options,
    maxItems(100, 'TOO_MANY_RANGES'),
    rule({
      name: 'ranges',
      ...says('NOT_RANGES'),
      check: isRanges,
      schema: { items: { type: 'string', format: 'ip-range' } },
    }),
  )

/** A non-negative amount in cents of the South African rand, of at most `max`. */
export const cents = (description: string, { max = Number.MAX_SAFE_INTEGER, ...options }: MaxOptions = {}) =>
  optional(CentsScalar, description, options, Min(0, says('NEGATIVE')), Max(max, says('TOO_LARGE', { most: max })))

/** The largest value of the type Int, which needs no description. */
const MOST_INT = 2 ** 31 - 1

interface Bounds extends InputOptions {
  min: number
  max: number
  type?: GraphQLScalarType<number, unknown>
}

/** An integer within bounds. For money use `cents`. */
export const integer = (description: string, { min, max, type = SafeInt, ...options }: Bounds) =>
  optional(
    type,
    max < MOST_INT ? limited(description, max, `${counted(min)} to ${counted(max)}.`) : description,
    options,
    IsInt(),
    Min(min, says('TOO_SMALL', { least: min })),
    Max(max, says('TOO_LARGE', { most: max })),
  )

const LARGEST_JSON = 16_384

const isSmallJson = (value: unknown, bytes = LARGEST_JSON) => Buffer.byteLength(JSON.stringify(value) ?? '') <= bytes

/** @throws VALIDATION_ERROR if a composed JSON object, such as merged attributes, is too large */
export function demandSmallJson(field: string, value: unknown): void {
  if (!isSmallJson(value)) throw invalidFields({ [field]: { code: 'JSON_TOO_LARGE', most: LARGEST_JSON } })
}

/**
 * Checks a filter that selects rows to change: an empty condition would match every row.
 * @throws VALIDATION_ERROR that names each null or empty condition, or the filter if it has no condition
 */
export function demandConditions(name: string, filter: object, hint: string): void {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined)
  const empty = conditions.filter(([, value]) => isEmpty(value))
  if (empty.length > 0)
    throw invalid(Object.fromEntries(empty.map(([key]) => [`${name}.${key}`, 'must have a value or be absent'])))
  if (conditions.length === 0) throw invalid({ [name]: `must have at least one condition; ${hint}` })
}

/** A JSON object of at most `bytes` bytes. */
export const json = (description: string, { bytes = LARGEST_JSON }: { bytes?: number } = {}) =>
  optional(
    JSONObject,
    description,
    {},
    rule({
      name: 'jsonSize',
      ...says('JSON_TOO_LARGE', { most: bytes }),
      check: (value) => isSmallJson(value, bytes),
    }),
  )

interface Violation {
  path: string
  message: string
  fault: CodedFault | undefined
}

const violationsOf = (errors: ValidationError[], prefix = ''): Violation[] =>
  errors.flatMap(({ property, constraints = {}, contexts = {}, children = [] }) => {
    const path = `${prefix}${property}`
    const own = Object.entries(constraints).map(([rule, message]) => ({ path, message, fault: contexts[rule]?.fault }))
    return [...own, ...violationsOf(children, `${path}.`)]
  })

/**
 * Validates an input against its class. type-graphql calls it for every argument.
 * @throws VALIDATION_ERROR that names every invalid field. Its message is `<field> is required` for the first blank
 * required field.
 */
export function validateInput(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) === Object.prototype) return
  if (Array.isArray(value)) {
    for (const item of value) validateInput(item)
    return
  }
  if (isValid(value)) return
  const violations = violationsOf(validateSync(value, { forbidUnknownValues: false }))
  if (violations.length === 0) return
  const blank = violations.find(({ fault }) => fault?.code === 'REQUIRED')
  const faults = Object.fromEntries(violations.map(({ path, message }) => [path, message]))
  const reasons = Object.fromEntries(violations.flatMap(({ path, fault }) => (fault ? [[path, fault]] : [])))
  throw blank ? missing(blank.path, faults, reasons) : invalid(faults, reasons)
}
