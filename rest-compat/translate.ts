import type { Request } from 'express'
import { type GraphQLInputType, getNullableType, isEnumType, isListType } from 'graphql'
import {
  faultsIn,
  faultText,
  type ItemFault,
  invalid,
  invalidItems,
  REQUIRED,
  required,
  ServiceError,
} from '../src/common/errors.ts'
import { parseJson } from '../src/common/json.ts'
import { refuseHostileText } from '../src/common/text.ts'
import type { ThreadShare } from '../src/common/threads.ts'
import { demandFit, demandRequired, faultsOf, toInput } from '../src/graphql/coerce.ts'
import type { CompiledRoute, Variable } from './compile.ts'
import type { Quirk } from './route.ts'

type Values = Record<string, unknown>

/** The variables of a route's document, from the path, the query and the body of a request. */
export async function variablesFrom(route: CompiledRoute, request: Request, threads: ThreadShare): Promise<Values> {
  const fields = route.variables.some(({ source }) => source === 'field') ? fieldsOf(route, request) : {}
  const values: Values = {}
  const faults = new ParameterFaults()
  for (const variable of route.variables) {
    const value =
      variable.source === 'body'
        ? await bodyVariable(route, variable, request, threads)
        : faults.collect(variable, () => plainVariable(route, variable, request, fields))
    if (value !== undefined) values[variable.name] = value
  }
  faults.demandNone()
  return values
}

/** Collects the faults of the parameters and fields of a request. */
class ParameterFaults {
  readonly #faults: Record<string, string> = {}
  #missing: string | undefined

  /**
   * Returns the value of `read`. Returns undefined and stores the fault if `read` throws, and undefined for an absent
   * value.
   */
  collect({ name, required: isRequired }: Variable, read: () => unknown): unknown {
    try {
      const value = read()
      if (value !== undefined || !isRequired) return value
      this.#missing ??= name
      this.#faults[name] = REQUIRED
    } catch (error) {
      for (const { field, message } of faultsIn(error)) this.#faults[field ?? name] = message
    }
    return undefined
  }

  /** @throws `<field> is required` for the first missing field, otherwise VALIDATION_ERROR. Both name every fault. */
  demandNone(): void {
    if (this.#missing) throw required(this.#missing, this.#faults)
    if (Object.keys(this.#faults).length > 0) throw invalid(this.#faults)
  }
}

function plainVariable(route: CompiledRoute, variable: Variable, request: Request, fields: Values): unknown {
  const { name, source, type } = variable
  const quirk = route.quirks?.[name]
  if (source === 'query') {
    const value = queryValue(request, name, itemOf(type), quirk)
    return value === undefined ? undefined : queried(value, variable, quirk)
  }
  const value = source === 'path' ? request.params[name] : fields[name]
  if (value === undefined || value === null || value === '') return undefined
  demandFit(value, type, name)
  return value
}

async function bodyVariable(
  route: CompiledRoute,
  { name, type }: Variable,
  request: Request,
  threads: ThreadShare,
): Promise<unknown> {
  if (route.body) {
    const value = await readBody(route.body, request, threads)
    demandFit(value, type, name)
    return value
  }
  return isListType(getNullableType(type)) ? inputsOf(route, jsonOf(request)) : inputOf(route, jsonBody(request))
}

/** @throws VALIDATION_ERROR that names each field that the operation does not have */
function fieldsOf({ variables }: CompiledRoute, request: Request): Values {
  const body = jsonBody(request)
  const known = variables.flatMap(({ name, source }) => (source === 'field' ? [name] : []))
  const unknown = Object.keys(body).filter((name) => !known.includes(name))
  if (unknown.length === 0) return body
  throw invalid(
    Object.fromEntries(
      unknown.map((name) => [name, `is not a field of this operation; its fields: ${known.join(', ')}`]),
    ),
  )
}

/** One object or a list of objects. In a list, each fault is reported with its index. */
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

/** Converts a body to the input of a route. @throws VALIDATION_ERROR that names each missing or invalid field */
export function inputOf(route: CompiledRoute, body: Values): Values {
  if (!route.input) throw new Error(`${route.path} has no input`)
  demandRequired(route.input, body)
  const input = toInput(route.input, body, route.outputFields)
  demandFit(input, route.input)
  return input
}

/** The type of a query parameter: for a list, the type of one item. */
export function itemOf(type: GraphQLInputType): GraphQLInputType {
  const nullable = getNullableType(type)
  return isListType(nullable) ? getNullableType(nullable.ofType) : nullable
}

const NUMBERS = ['Int', 'SafeInt', 'Cents']
const isNumber = (type: GraphQLInputType) => NUMBERS.includes((type as { name: string }).name)

/**
 * Converts the text of a query parameter to a number, boolean or enum value, as its type requires. An empty number is a
 * fault. Any other empty parameter is absent.
 */
function queryValue(request: Request, name: string, type: GraphQLInputType, quirk: Quirk | undefined): unknown {
  const text = request.query[name]
  if (text === undefined || (text === '' && !isNumber(type))) return undefined
  if (typeof text !== 'string') throw invalid({ [name]: 'must be given once' })
  return quirk === 'all' && text.toUpperCase() === 'ALL' ? undefined : fromText(text, type)
}

/** The value of a query parameter, converted for its variable. */
function queried(value: unknown, { name, type }: Variable, quirk: Quirk | undefined): unknown {
  const [fault] = Object.values(faultsOf(value, itemOf(type), name))
  if (fault !== undefined && quirk === 'open') return []
  // The engine would name the argument of the GraphQL operation, such as `filter.search`.
  refuseHostileText(value, [name])
  if (fault === undefined) return isListType(getNullableType(type)) ? [value] : value
  throw invalid({ [name]: quirk === 'all' ? faultText(fault).replace('one of ', 'one of ALL, ') : faultText(fault) })
}

function fromText(text: string, type: GraphQLInputType): unknown {
  if (isEnumType(type))
    return type.getValues().find(({ name }) => name.toUpperCase() === text.toUpperCase())?.name ?? text
  const { name } = type as { name: string }
  // Forms such as `01` and `-0` stay text and are refused as numbers.
  if (isNumber(type) && /^(0|-?[1-9]\d{0,15})$/.test(text)) return Number(text)
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

/** The JSON object in the body. An absent body is an empty object. */
export const jsonBody = (request: Request): Values => objectOf(jsonOf(request))

async function readBody(
  { variable, accepts, read }: NonNullable<CompiledRoute['body']>,
  request: Request,
  threads: ThreadShare,
): Promise<unknown> {
  const body = bodyOf(request)
  if (body.length === 0) throw required(variable)
  return read(body, demandMediaType(request, accepts), threads)
}
