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

/** Returns the id for an argument or input field, by its name. */
export type IdFor = (name: string) => string

/** The path of an id in the arguments of a root field. */
export type Place = readonly string[]

/** Values of fields whose rules the schema does not express. */
const TEXTS: Record<string, string> = {
  url: webhookBody().url,
  email: 'n.dlamini@example.org',
  csv: 'email\nn.dlamini@example.org\n',
  role: 'member',
  timeZone: 'Africa/Johannesburg',
  country: 'ZA',
  form: 'FORM_4',
  // Not English, because a translation must differ from the default language.
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
  EmailAddress: 'n.dlamini@example.org',
}

/** Values of enumerations whose first value is refused. */
const CHOICES: Record<string, string> = { MessageStatus: 'FAILED' }

/** Inputs that need some field although the schema requires none. */
const INPUTS: Record<string, (idFor: IdFor) => object> = {
  BreachDelayInput: () => ({ authority: 'The Information Regulator', until: '2999-01-01T00:00:00Z' }),
  ContactInput: () => contactOf(aSubject()),
  RecipientInput: () => contactOf(aSubject()),
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
  DefaultViewInput: () => ({ list: 'CAMPAIGNS', parameters: 'columns=status' }),
  SavedViewInput: () => ({ list: 'CAMPAIGNS', name: 'Active', parameters: 'status=ACTIVE', isShared: false }),
  SignOffInput: (idFor) => ({
    contentId: idFor('contentId'),
    reviewers: [{ name: 'Sipho', email: 's@client.example' }],
  }),
  RetentionPeriodInput: () => ({ resource: 'CLIENTS', days: 90 }),
  BulkInput: (idFor) => ({ operation: 'UPDATE', ids: [idFor('ids')], changes: { description: 'Changed' } }),
}

/** A value of an input type: required fields only. */
function sampleOf(type: GraphQLInputType, name: string, idFor: IdFor): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType, name, idFor)
  if (isListType(type)) return [sampleOf(type.ofType, name, idFor)]
  if (isEnumType(type)) {
    const values = type.getValues().map((value) => value.name)
    return CHOICES[type.name] ?? values.find((value) => value === TEXTS[name]) ?? values[0]
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

/** All paths of ids in an input type, of all its fields or of those that `fieldsOf` returns. */
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

/** All paths of ids in the arguments of a root field. */
export const idPlaces = ([, , { args }]: RootField): Place[] =>
  args.flatMap(({ name, type }) => idPlacesIn(type, [name]))

/** Arguments with an id at a path, and with the values that the inputs on this path require. */
export function withIdAt(root: RootField, place: Place, id: string, idFor: IdFor): Record<string, unknown> {
  const put = (type: GraphQLInputType, place: Place): unknown => {
    if (isNonNullType(type)) return put(type.ofType, place)
    if (isListType(type)) return [put(type.ofType, place)]
    const [name, ...rest] = place
    if (!isInputObjectType(type) || name === undefined) return id
    const field = type.getFields()[name]
    if (!field) throw new Error(`${type.name} has no field ${name}`)
    const base: Record<string, unknown> = { ...(sampleOf(type, name, idFor) as object) }
    // A filter selects rows by ids or by conditions, not both.
    if (name === 'filter') delete base.ids
    // A sign-off is of a campaign or of content, not of both.
    if (type.name === 'SignOffInput' && name === 'campaignId') delete base.contentId
    return { ...base, [name]: put(field.type, rest) }
  }
  const [argument = '', ...rest] = place
  const type = root[2].args.find(({ name }) => name === argument)?.type
  if (!type) throw new Error(`${root[1]} has no argument ${argument}`)
  return { ...argumentsOf(root, idFor), [argument]: put(type, rest) }
}
