import {
  ArrayMaxSize,
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
import { Extensions, Field, ID } from 'type-graphql'
import { type CodedFault, type FaultCode, faultText, invalid, invalidFields, required } from '../common/errors.ts'
import { parseRange } from '../common/ip-addresses.ts'
import { isEmpty } from './coerce.ts'
import { DateTime, Day, SafeInt } from './columns.ts'
import type { JsonSchema } from './constraints.ts'
import { CentsScalar, EmailAddress, JSONObject, Url } from './scalars.ts'
import { isValid } from './validity.ts'

/*
 * An input decorator declares an input field once: its GraphQL type and its limits. `required` fields are checked in
 * the order of their declaration.
 */

interface Options {
  description: string
  /** An absent, null or empty value (blank text, empty list, empty object) is refused with `<field> is required`. */
  required?: boolean
  /** Whether the field may be absent, but not null or empty. Used for changes to fields that every row must have. */
  kept?: boolean
}

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

/** Declares that a field may be absent, but not null or blank. Used for changes to fields that every row must have. */
export const Kept = (): PropertyDecorator => (target, key) => {
  ValidateIf((_, value) => value !== undefined)(target, String(key))
  notBlank(target, key)
}

const field =
  (type: () => unknown, { description, required, kept }: Options, ...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, key) => {
    Field(type as () => StringConstructor, { description, nullable: !required })(target, key)
    const presence = kept ? [Kept()] : required ? [notBlank] : [IsOptional()]
    for (const rule of [...presence, ...rules]) rule(target, key)
  }

const counted = (value: number) => value.toLocaleString('en')

/** Adds a limit to the description, unless the description names it. */
function limited(options: Options, most: number, sentence: string): Options {
  const numbers = options.description.match(/\d[\d,]*/g) ?? []
  if (numbers.some((number) => Number(number.replaceAll(',', '')) === most)) return options
  return { ...options, description: `${options.description} ${sentence}` }
}

/** Text of at most `max` characters. */
export const TextField = ({ max = 200, ...options }: Options & { max?: number }) =>
  field(
    () => String,
    limited(options, max, `At most ${counted(max)} characters.`),
    MaxLength(max, says('TEXT_TOO_LONG', { most: max })),
  )

/** An e-mail address. */
export const EmailField = (options: Options) =>
  field(
    () => EmailAddress,
    options,
    MaxLength(254, says('TEXT_TOO_LONG', { most: 254 })),
    IsEmail({}, says('NOT_EMAIL')),
  )

/** A phone number in any usual notation, with at least 7 digits. */
export const PhoneField = (options: Options) =>
  field(
    () => String,
    options,
    Matches(/^\+?[\s().-]*(\d[\s().-]*){7,}$/, says('NOT_PHONE')),
    MaxLength(30, says('TEXT_TOO_LONG', { most: 30 })),
  )

/** An absolute URL. The feature that uses it may require more. */
export const UrlField = (options: Options) =>
  field(
    () => Url,
    options,
    MaxLength(2000, says('TEXT_TOO_LONG', { most: 2000 })),
    rule({
      name: 'url',
      ...says('NOT_URL'),
      check: (value) => typeof value === 'string' && URL.canParse(value),
      schema: { format: 'uri' },
    }),
  )

/**
 * One value of an enum. `sentence` is the legacy API's message for any other value, reported right after missing
 * fields.
 */
export const ChoiceField =
  (values: object, { sentence, ...options }: Options & { sentence?: string }): PropertyDecorator =>
  (target, key) => {
    field(() => values, options)(target, key)
    if (sentence) Extensions({ sentence })(target, key)
  }

/** An ISO 3166 code of two letters. */
export const CountryField = (options: Options) =>
  field(
    () => String,
    options,
    MaxLength(2, says('TEXT_TOO_LONG', { most: 2 })),
    Matches(/^[A-Z]{2}$/, says('NOT_COUNTRY')),
  )

/** At most 50 texts, each of at most `max` characters. */
export const TextsField = ({ max = 200, ...options }: Options & { max?: number }) =>
  field(
    () => [String],
    options,
    ArrayMaxSize(50, says('TOO_MANY_VALUES', { most: 50 })),
    MaxLength(max, { each: true, ...says('VALUES_TOO_LONG', { most: max }) }),
  )

/** A calendar day. */
export const DayField = (options: Options) => field(() => Day, options)

/** An id, of at most `max` characters. */
export const IdField = ({ max = 256, ...options }: Options & { max?: number }) =>
  field(() => ID, options, MaxLength(max, says('TEXT_TOO_LONG', { most: max })))

/** At most `most` values. */
export const ListField = (type: () => unknown, { most, ...options }: Options & { most: number }) =>
  field(
    () => [type()],
    limited(options, most, `At most ${counted(most)}.`),
    ArrayMaxSize(most, says('TOO_MANY_VALUES', { most })),
  )

/** Several values of an enum, at most 20. */
export const ChoicesField = (values: object, options: Options) => ListField(() => values, { most: 20, ...options })

/** At most 50 names of variables. */
export const NamesField = (options: Options) =>
  field(
    () => [String],
    options,
    ArrayMaxSize(50, says('TOO_MANY_VALUES', { most: 50 })),
    Matches(/^[A-Za-z_]\w{0,63}$/, { each: true, ...says('NOT_NAMES') }),
  )

/** true or false. */
export const FlagField = (options: Options) => field(() => Boolean, options)

/**
 * An input object, or a list of input objects, with rules of their own. A required object may be empty: the error then
 * names the field that it lacks.
 */
export const NestedField =
  (type: () => unknown, { description, required }: Pick<Options, 'description' | 'required'>): PropertyDecorator =>
  (target, key) => {
    Field(type as () => StringConstructor, { description, nullable: !required })(target, key)
    if (!required) IsOptional()(target, key)
    ValidateNested()(target, String(key))
  }

const isRanges = (value: unknown) =>
  Array.isArray(value) && value.every((text) => typeof text === 'string' && parseRange(text) !== undefined)

/** Addresses and ranges of addresses (CIDR), at most 100. */
export const RangesField = (options: Options) =>
  field(
    () => [String],
    options,
    ArrayMaxSize(100, says('TOO_MANY_RANGES', { most: 100 })),
    rule({
      name: 'ranges',
      ...says('NOT_RANGES'),
      check: isRanges,
      schema: { items: { type: 'string', format: 'ip-range' } },
    }),
  )

/** A time in ISO 8601. */
export const TimeField = (options: Options) => field(() => DateTime, options)

/** A non-negative amount in cents of the South African rand, of at most `max`. */
export const CentsField = ({ max = Number.MAX_SAFE_INTEGER, ...options }: Options & { max?: number }) =>
  field(() => CentsScalar, options, Min(0, says('NEGATIVE')), Max(max, says('TOO_LARGE', { most: max })))

/** The largest value of the type Int, which needs no description. */
const MOST_INT = 2 ** 31 - 1

/** An integer within bounds. For money use `CentsField`. */
export const IntegerField = ({
  min,
  max,
  type = SafeInt,
  ...options
}: Options & { min: number; max: number; type?: GraphQLScalarType }) =>
  field(
    () => type,
    max < MOST_INT ? limited(options, max, `${counted(min)} to ${counted(max)}.`) : options,
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
export const JsonField = ({ bytes = LARGEST_JSON, ...options }: Options & { bytes?: number }) =>
  field(
    () => JSONObject,
    options,
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
  throw blank ? required(blank.path, faults, reasons) : invalid(faults, reasons)
}
