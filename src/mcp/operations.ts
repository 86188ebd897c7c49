import { hash } from 'node:crypto'
import { type CompiledRoute, compileRoutes } from '../../rest-compat/compile.ts'
import { variableSchema } from '../../rest-compat/openapi/parameters.ts'
import { type JsonObject, Schemas } from '../../rest-compat/openapi/schemas.ts'
import { invalid, invalidFields, required } from '../common/errors.ts'
import type { Admission } from '../edge/http/admission.ts'
import { requestsIn } from '../engine/declare/declarations.ts'
import type { Gateway } from '../engine/gateway.ts'
import { faultsOf } from '../graphql/coerce.ts'
import { masked, showsPersonalData } from './records.ts'

/** The path of an operation, in the same form as a route's path. */
const pathOf = (name: string) => `/mcp/${name}`

/** The argument with which an agent can repeat the creation of a draft without a duplicate. */
const REPEAT = 'idempotencyKey'
const LONGEST_KEY = 255

/** Compiles documents in the same way as those of the REST API. Returns them by name. */
export function compileDocuments(
  gateway: Gateway,
  rows: readonly { name: string; document: string }[],
): ReadonlyMap<string, CompiledRoute> {
  const routes = rows.map(({ name, document }) => ({ method: 'post', path: pathOf(name), document }) as const)
  return new Map(compileRoutes(gateway, routes).map((route) => [route.path.slice(pathOf('').length), route]))
}

/** The JSON Schema of an operation's arguments, with all definitions that it needs. */
export function argumentsOf(route: CompiledRoute, isDraft: boolean): JsonObject {
  const schemas = new Schemas(new Map())
  const properties = Object.fromEntries(
    route.variables.map((each) => [each.name, variableSchema(route, each, schemas)]),
  )
  const key = {
    type: 'string',
    minLength: 1,
    maxLength: LONGEST_KEY,
    description: 'A repetition with the same key and arguments returns the draft of the first call.',
  }
  const schema = {
    type: 'object',
    properties: isDraft ? { ...properties, [REPEAT]: key } : properties,
    required: route.variables.filter((each) => each.required).map(({ name }) => name),
    additionalProperties: false,
    $defs: schemas.components(),
  }
  return JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/'))
}

/**
 * Checks the arguments of an operation.
 * @throws VALIDATION_ERROR that names each unknown argument, the first missing one, or each one of the wrong type
 */
function variablesOf({ variables }: CompiledRoute, given: Record<string, unknown>): Record<string, unknown> {
  const names = variables.map(({ name }) => name)
  const unknown = Object.keys(given).filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw invalid(
      Object.fromEntries(unknown.map((name) => [name, `is not an argument; the arguments are: ${names.join(', ')}`])),
    )
  const missing = variables.find((each) => each.required && (given[each.name] ?? '') === '')
  if (missing) throw required(missing.name)
  const faults = Object.assign({}, ...variables.map(({ name, type }) => faultsOf(given[name], type, name)))
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  return given
}

/** @throws VALIDATION_ERROR that names the argument */
function keyIn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value.length > 0 && value.length <= LONGEST_KEY) return value
  throw invalid({ [REPEAT]: `must be a text of 1 to ${LONGEST_KEY} characters` })
}

/**
 * Executes an operation for a caller's agent. It runs through the gateway, with the permissions, limits, cost and audit
 * of any other request. Returns the data without personal data that the agent may not see.
 */
export async function execute(
  gateway: Gateway,
  route: CompiledRoute,
  { identity, request, charge, answer }: Admission,
  { [REPEAT]: repeat, ...given }: Record<string, unknown>,
): Promise<unknown> {
  const variables = variablesOf(route, given)
  const key = keyIn(repeat)
  const giveBack = await charge(route.operation.countsAs(variables) - 1)
  const idempotency =
    route.operation.type === 'mutation' && key !== undefined
      ? { key, route: `MCP ${route.path}`, bodyHash: hash('sha256', JSON.stringify(given), 'hex') }
      : undefined
  const asked = { identity, request, answer, variables, idempotency }
  const { data, errors, refunded, replayed, wholeRows } = await gateway.execute(route.operation, asked)
  if (refunded) await giveBack(requestsIn(refunded))
  if (errors?.[0]) throw errors[0].error
  if (replayed) await giveBack()
  const shown = data?.[route.field]
  const value = identity && showsPersonalData(identity) ? shown : masked(JSON.parse(JSON.stringify(shown ?? null)))
  await answer.ready(route.operation, Buffer.byteLength(JSON.stringify(value ?? null)), wholeRows)
  return value
}
