import fc, { type Arbitrary } from 'fast-check'
import {
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import secureJson from 'secure-json-parse'
import { schema } from './surface.ts'

/*
 * Generates inputs with values for all fields of the schema, so that fields that are added later are included. The
 * table below lists fields whose rules the schema does not express.
 */

const text = (maxLength = 200): Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((value) => [...value].slice(0, maxLength).join('').trim())
    .filter((value) => value !== '')

/**
 * Leaves out the keys `__proto__` and `constructor.prototype`, which fast-check often generates and the service refuses
 * in every body.
 */
const json: Arbitrary<unknown> = fc
  .dictionary(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 3 }), {
    maxKeys: 4,
  })
  .map((value) => secureJson.safeParse(JSON.stringify({ ...value, name: 'N. Dlamini' })))
  .filter((value) => value !== null)

const past = fc.constantFrom('1970-01-01T00:00:00.000Z', '1999-12-31T23:59:59.999Z', '2024-02-29T12:00:00.001Z')
const future = fc.constantFrom('2100-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z')

/** Fields whose rules the schema does not express. One line each. */
const RULED: Record<string, Arbitrary<unknown>> = {
  startsAt: fc.constantFrom('0001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z'),
  endsAt: future,
  expiresAt: future,
  discoveredAt: past,
  receivedAt: past,
  grantedAt: past,
  notifiedAt: fc.constantFrom('2025-01-01T00:00:00.000Z'),
  day: fc.constantFrom('2000-02-29', '2025-12-31'),
  email: fc.constantFrom('n.dlamini@example.org', 'o+tag@sub.example.co.za'),
  informationOfficerEmail: fc.constantFrom('officer@example.org'),
  phone: fc.constantFrom('+27 82 123 4567', '(021) 555-0100'),
  informationOfficerPhone: fc.constantFrom('+27 82 123 4567'),
  url: fc.constantFrom('https://93.184.216.34/hooks?a=ǃXóõ'),
  events: fc.constantFrom(['*'], ['CLIENT_CREATED', 'CAMPAIGN_UPDATED']),
  country: fc.constantFrom('ZA', 'IE'),
  agreementSignedOn: fc.constantFrom('2024-02-29'),
  agreementEndsOn: fc.constantFrom('2999-12-31'),
  operatorIds: fc.constant([]),
  variables: fc.constantFrom([], ['name', 'place_2']),
  allowedAddresses: fc.constantFrom([], ['127.0.0.0/8', '::1']),
}

interface Limits {
  minimum?: number
  maximum?: number
  maxLength?: number
}

const limitsOf = ({ extensions }: GraphQLInputField): Limits =>
  ((extensions.constraints ?? {}) as { schema?: Limits }).schema ?? {}

function anyOf(type: GraphQLInputType, field: GraphQLInputField): Arbitrary<unknown> {
  if (isNonNullType(type)) return anyOf(type.ofType, field)
  if (isListType(type)) return fc.array(anyOf(type.ofType, field), { maxLength: 4 })
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name))
  if (isInputObjectType(type)) return fullInput(type.name)
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, maxLength } = limitsOf(field)
  if (type.name === 'Boolean') return fc.boolean()
  if (['Int', 'SafeInt', 'Cents'].includes(type.name)) return fc.constantFrom(minimum, maximum)
  if (type.name === 'DateTimeISO') return future
  if (type.name === 'JSONObject') return json
  if (type.name === 'EmailAddress') return fc.constantFrom('news@karoo.example', 'o+tag@sub.example.co.za')
  if (['String', 'ID', 'URL'].includes(type.name)) return text(maxLength)
  throw new Error(`test/support/full.ts does not know a ${type.name}`)
}

/**
 * Any input of a type with values for all fields. `fixed` sets the values that a test decides; undefined leaves a field
 * out.
 */
export function fullInput(name: string, fixed: Record<string, unknown> = {}): Arbitrary<Record<string, unknown>> {
  const type = schema.getType(name)
  if (!isInputObjectType(type)) throw new Error(`The schema has no input ${name}`)
  const fields = Object.values(type.getFields()).map((field) => [
    field.name,
    field.name in fixed
      ? fc.constant(fixed[field.name])
      : isInputObjectType(field.type)
        ? anyOf(field.type, field)
        : (RULED[field.name] ?? anyOf(field.type, field)),
  ])
  const given = (value: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))
  return fc.record(Object.fromEntries(fields)).map(given)
}
