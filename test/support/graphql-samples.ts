import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql'
import { aSubject, clientBody, consentBody, contactOf, webhookBody } from './samples.ts'
import type { RootField } from './surface.ts'

/** The id that stands where an argument, or a field of an input, is named so. */
export type IdFor = (name: string) => string

/** Where an id stands in the arguments of a root field. */
export type Place = readonly string[]

/** Fields that want more than their schema tells. */
const TEXTS: Record<string, string> = {
  url: webhookBody().url,
  email: 'n.dlamini@example.org',
  role: 'member',
  timeZone: 'Africa/Johannesburg',
  country: 'ZA',
  form: 'FORM_4',
  // Content is in English unless it says otherwise.
  language: 'zu',
}

const SCALARS: Record<string, unknown> = {
  Int: 1,
  SafeInt: 1,
  Cents: 1,
  Float: 1,
  Boolean: false,
  DateTimeISO: '2026-11-20T08:00:00Z',
  LocalDate: '2026-11-20',
}

/** Inputs of which something must be given though nothing is required. */
const INPUTS: Record<string, (idFor: IdFor) => object> = {
  BreachDelayInput: () => ({ authority: 'The Information Regulator', until: '2999-01-01T00:00:00Z' }),
  ContactInput: () => contactOf(aSubject()),
  DataSubjectInput: () => consentBody().subject,
  ExistingCustomerInput: () => ({
    contact: contactOf(aSubject()),
    channel: 'EMAIL',
    evidence: 'Invoice 17',
    gotWithSale: true,
    ownSimilarProducts: true,
    couldObject: true,
  }),
  LegalHoldInput: () => ({ kind: 'LEGAL_HOLD', resource: 'OPERATOR', ground: 'Case 12/2026' }),
  RequestReviewInput: () => ({ rows: [] }),
  RetentionPeriodInput: () => ({ resource: 'CLIENTS', days: 90 }),
  BulkInput: (idFor) => ({ operation: 'UPDATE', ids: [idFor('ids')], changes: { description: 'Changed' } }),
}

/** A value of an input type: required fields only. */
function sampleOf(type: GraphQLInputType, name: string, idFor: IdFor): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, name, idFor)
  if (isListType(type)) return [sampleOf(type.ofType, name, idFor)]
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => value.name)
    return values.find((value) => value === TEXTS[name]) ?? values[0]
  }
  const input = INPUTS[type.name]
  if (input) return input(idFor)
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField)
    return Object.fromEntries(required.map((field) => [field.name, sampleOf(field.type, field.name, idFor)]))
  }
  if (type.name === 'ID') return idFor(name)
  if (type.name === 'JSONObject') return name === 'rows' ? clientBody() : { name: 'Sample' }
  return TEXTS[name] ?? SCALARS[type.name] ?? `Sample ${name}`
}

/** Variables for the document of a root field: required arguments only. */
export const argumentsOf = ([, , field]: RootField, idFor: IdFor): Record<string, unknown> =>
  Object.fromEntries(field.args.filter(isRequiredArgument).map(({ name, type }) => [name, sampleOf(type, name, idFor)]))

type FieldsOf = (type: GraphQLInputObjectType) => Readonly<Record<string, GraphQLInputField>>

/** Every place in a value of an input type that takes an id, of all its fields or of those that `fieldsOf` gives. */
export function idPlacesIn(
  type: GraphQLInputType,
  place: Place,
  fieldsOf: FieldsOf = (input) => input.getFields(),
): Place[] {
  const named = getNamedType(type)
  if (isInputObjectType(named)) {
    return Object.values(fieldsOf(named)).flatMap((field) => idPlacesIn(field.type, [...place, field.name], fieldsOf))
  }
  return named.name === 'ID' ? [place] : []
}

/** Every place in the arguments of a root field that takes an id. */
export const idPlaces = ([, , { args }]: RootField): Place[] =>
  args.flatMap(({ name, type }) => idPlacesIn(type, [name]))

/** The arguments with an id put in a place, and with whatever the inputs on the way to it require. */
export function withIdAt(root: RootField, place: Place, id: string, idFor: IdFor): Record<string, unknown> {
  const put = (type: GraphQLInputType, place: Place): unknown => {
    if (isNonNullType(type)) return put(type.ofType, place)
    if (isListType(type)) return [put(type.ofType, place)]
    const [name, ...rest] = place
    if (!isInputObjectType(type) || name === undefined) return id
    const field = type.getFields()[name]
    if (!field) throw new Error(`${type.name} has no field ${name}`)
    const base: Record<string, unknown> = { ...(sampleOf(type, name, idFor) as object) }
    // Rows are named by their ids, or by a filter.
    if (name === 'filter') delete base.ids
    return { ...base, [name]: put(field.type, rest) }
  }
  const [argument = '', ...rest] = place
  const type = root[2].args.find(({ name }) => name === argument)?.type
  if (!type) throw new Error(`${root[1]} has no argument ${argument}`)
  return { ...argumentsOf(root, idFor), [argument]: put(type, rest) }
}
