import type { Request } from 'express'
import { type GraphQLInputType, getNullableType, isEnumType, isListType } from 'graphql'
import { faultsIn, type ItemFault, invalid, invalidItems, required, ServiceError } from '../src/common/errors.ts'
import { parseJson } from '../src/common/json.ts'
import type { Threads } from '../src/common/threads.ts'
import { demandFit, demandRequired, faultsOf, toInput } from '../src/graphql/coerce.ts'
import type { CompiledRoute, Variable } from './compile.ts'
import type { Quirk } from './route.ts'

type Values = Record<string, unknown>

/** The variables of a row's document, from the path, the query and the body of a request. */
export async function variablesFrom(route: CompiledRoute, request: Request, threads: Threads): Promise<Values> {
  const fields = route.variables.some(({ source }) => source === 'field') ? fieldsOf(route, request) : {}
  const values: Values = {}
  for (const variable of route.variables) {
    const reader = variable.source === 'body' ? route.body : undefined
    const value = reader ? await readBody(reader, request, threads) : readVariable(route, variable, request, fields)
    if (value === undefined) {
      if (variable.required) throw required(variable.name)
      continue
    }
    if (variable.source === 'query') {
      values[variable.name] = queried(value, variable, route.quirks?.[variable.name])
      continue
    }
    // Inputs were fitted item by item.
    if (variable.source !== 'body' || reader) demandFit(value, variable.type, variable.name)
    values[variable.name] = value
  }
  return values
}

/** @throws VALIDATION_ERROR naming the fields that the operation does not have */
function fieldsOf({ variables }: CompiledRoute, request: Request): Values {
  const body = jsonBody(request)
  const known = variables.flatMap(({ name, source }) => (source === 'field' ? [name] : []))
  const unknown = Object.keys(body).filter((name) => !known.includes(name))
  if (unknown.length === 0) return body
  throw invalid(Object.fromEntries(unknown.map((name) => [name, `is not a field here; known: ${known.join(', ')}`])))
}

function readVariable(
  route: CompiledRoute,
  { name, type, source }: Variable,
  request: Request,
  fields: Values,
): unknown {
  switch (source) {
    case 'path':
      return request.params[name]
    case 'query':
      return queryValue(request, name, itemOf(type), route.quirks?.[name])
    case 'field':
      return fields[name] === '' || fields[name] === null ? undefined : fields[name]
    case 'body':
      return isListType(getNullableType(type)) ? inputsOf(route, jsonOf(request)) : inputOf(route, jsonBody(request))
  }
}

/** One object, or a list of them: then every bad one is named by its index. */
function inputsOf(route: CompiledRoute, body: unknown): Values[] {
  if (!Array.isArray(body) || body.length === 1) return [body].flat().map((item) => inputOf(route, objectOf(item)))
  const faults: ItemFault[] = []
  const inputs = body.flatMap((item, index) => {
    try {
      return [inputOf(route, objectOf(item))]
    } catch (error) {
      faults.push(...faultsIn(error).map((fault) => ({ index: index, ...fault })))
      return []
    }
  })
  if (faults.length > 0) throw invalidItems(faults)
  return inputs
}

/** A body as the input of a row. @throws VALIDATION_ERROR naming what is missing or does not fit */
export function inputOf(route: CompiledRoute, body: Values): Values {
  if (!route.input) throw new Error(`${route.path} has no input`)
  demandRequired(route.input, body)
  const input = toInput(route.input, body, route.outputFields)
  demandFit(input, route.input)
  return input
}

/** The type of a query parameter: of a list, it names one item. */
export function itemOf(type: GraphQLInputType): GraphQLInputType {
  const nullable = getNullableType(type)
  return isListType(nullable) ? getNullableType(nullable.ofType) : nullable
}

/** Query parameters are text: numbers, truth values and enums are read as their type demands; empty means absent. */
function queryValue(request: Request, name: string, type: GraphQLInputType, quirk: Quirk | undefined): unknown {
  const text = request.query[name]
  if (text === undefined || text === '') return undefined
  if (typeof text !== 'string') throw invalid({ [name]: 'must be given once' })
  return quirk === 'all' && text.toUpperCase() === 'ALL' ? undefined : fromText(text, type)
}

/** The value of a query parameter as its variable takes it. */
function queried(value: unknown, { name, type }: Variable, quirk: Quirk | undefined): unknown {
  const [fault] = Object.values(faultsOf(value, itemOf(type), name))
  if (fault === undefined) return isListType(getNullableType(type)) ? [value] : value
  if (quirk === 'open') return []
  throw invalid({ [name]: quirk === 'all' ? fault.replace('one of ', 'one of ALL, ') : fault })
}

function fromText(text: string, type: GraphQLInputType): unknown {
  if (isEnumType(type))
    return type.getValues().find(({ name }) => name.toUpperCase() === text.toUpperCase())?.name ?? text
  const { name } = type as { name: string }
  if (['Int', 'SafeInt', 'Cents'].includes(name) && /^-?\d{1,16}$/.test(text)) return Number(text)
  if (name === 'Boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** The media type of a request's body, in lower case, without parameters. */
const mediaTypeOf = (request: Request) =>
  (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const bodyOf = (request: Request): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0))

function demandMediaType(request: Request, accepted: readonly string[]): string {
  const mediaType = mediaTypeOf(request)
  if (accepted.includes(mediaType)) return mediaType
  const message = `The Content-Type must be ${accepted.join(' or ')}`
  throw new ServiceError('UNSUPPORTED_MEDIA_TYPE', message, { contentType: mediaType || 'absent' })
}

function jsonOf(request: Request): unknown {
  const body = bodyOf(request)
  if (body.length === 0) return {}
  demandMediaType(request, ['application/json'])
  return parseJson(body)
}

function objectOf(value: unknown): Values {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid({ body: 'must be a JSON object' })
  return value as Values
}

/** A body that must be a JSON object; absent is empty. */
export const jsonBody = (request: Request): Values => objectOf(jsonOf(request))

async function readBody(
  { variable, accepts, read }: NonNullable<CompiledRoute['body']>,
  request: Request,
  threads: Threads,
): Promise<unknown> {
  const body = bodyOf(request)
  if (body.length === 0) throw required(variable)
  return read(body, demandMediaType(request, accepts), threads)
}
