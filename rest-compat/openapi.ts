import { getNamedType, isObjectType, Kind, print } from 'graphql'
import { type CompiledRoute, siblingOf } from './compile.ts'
import { errorName, errorResponses, errorSchemas } from './openapi/errors.ts'
import { withExample } from './openapi/examples.ts'
import { INTRODUCTION } from './openapi/introduction.ts'
import { HEADER_PARAMETERS, parametersOf } from './openapi/parameters.ts'
import { requestBody } from './openapi/request.ts'
import { errorStatuses, RESPONSE_HEADERS, successResponses, usualHeaders } from './openapi/responses.ts'
import { declaredOn, givenArguments, rootField } from './openapi/root.ts'
import { type JsonObject, ref, Schemas } from './openapi/schemas.ts'

/** The version of the interface. The version of the package may be higher. */
const VERSION = '0.1.4'

/** Names of the legacy API's groups, by the first segment of a path. Any other segment is its own name. */
const GROUPS: Record<string, string> = {
  clients: 'Clients',
  campaigns: 'Campaigns',
  analytics: 'Analytics',
  compliance: 'Compliance and audit',
  audit: 'Compliance and audit',
  'data-subject-requests': 'Data-subject requests',
  realtime: 'Real-time',
  'service-provider': 'Service provider',
}

const segmentsOf = (path: string) => path.split('/').slice(2)
const isLiteral = (segment: string) => !segment.startsWith('[')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const pascal = (text: string) => text.split('-').map(capital).join('')

function groupOf({ path }: CompiledRoute): string {
  const [first = ''] = segmentsOf(path)
  return GROUPS[first] ?? capital(first.replaceAll('-', ' '))
}

/**
 * The name of the root field. Where several routes share a root field, all but the shortest path add the rest of their
 * path.
 */
function operationId(route: CompiledRoute, all: readonly CompiledRoute[]): string {
  const sharing = all.filter(({ field }) => field === route.field)
  const [shortest = route] = sharing.toSorted((a, b) => a.path.length - b.path.length)
  if (shortest === route) return route.field
  const known = segmentsOf(shortest.path)
  const added = segmentsOf(route.path).filter((segment) => isLiteral(segment) && !known.includes(segment))
  return route.field + added.map(pascal).join('')
}

/** The description of the root field. An answer without a body returns no id. */
function descriptionOf(route: CompiledRoute): string {
  const description = rootField(route).description ?? route.field
  return route.envelope === 'none' ? description.replace(/ Returns (?:its|the) id[^.]*\./, '') : description
}

/**
 * The first sentence of the description is the summary. Arguments that the document fixes are part of the description.
 */
function describeOperation(route: CompiledRoute): JsonObject {
  const text = descriptionOf(route)
  const given = givenArguments(route).filter(({ value }) => value.kind !== Kind.VARIABLE)
  const fixed = given.map(({ name, value, definition }) => {
    const said = `${name} is ${print(value)}`
    return { said, meaning: value.kind === Kind.BOOLEAN ? definition?.description : undefined }
  })
  const { permits = [], withoutOrganization } = declaredOn(route)
  const needs = permits.map((permit) => `Needs the permission \`${permit}\`.`)
  const [sentence = text] = text.split(/(?<=\.)\s/)
  return {
    summary: [sentence.replace(/\.$/, ''), ...fixed.flatMap(({ said, meaning }) => (meaning ? [] : said))].join(', '),
    description: [
      text,
      ...fixed.map(({ said, meaning }) => (meaning ? `Here ${said}: ${meaning}` : `Here ${said}.`)),
      ...needs,
    ].join('\n\n'),
    ...(permits.length > 0 && { 'x-permission': permits.join(' ') }),
    ...(withoutOrganization && { 'x-without-organization': true }),
  }
}

function operationOf(route: CompiledRoute, all: readonly CompiledRoute[], schemas: Schemas): JsonObject {
  const sibling = siblingOf(route, all)
  const body = requestBody(route, schemas)
  const errors = errorStatuses(route, sibling).map((status) => [status, ref('responses', errorName(status))])
  return {
    tags: [groupOf(route)],
    operationId: operationId(route, all),
    ...describeOperation(route),
    parameters: parametersOf(route, sibling, schemas),
    ...(body && { requestBody: body }),
    responses: { ...successResponses(route, sibling, schemas), ...Object.fromEntries(errors) },
  }
}

function pathsOf(rows: readonly CompiledRoute[], schemas: Schemas): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const row of rows) {
    const path = row.path.replace(/\[(\w+)\]/g, '{$1}')
    paths[path] = { ...paths[path], [row.method]: withExample(row, operationOf(row, rows, schemas)) }
  }
  return paths
}

/** The groups in the order of the legacy API, then the other groups. */
function tagsOf(rows: readonly CompiledRoute[]): JsonObject[] {
  const used = new Set(rows.map(groupOf))
  return [...new Set([...Object.values(GROUPS), ...used])].filter((name) => used.has(name)).map((name) => ({ name }))
}

/** Maps each input type to the resource that it creates or updates. */
const outputsByInput = (rows: readonly CompiledRoute[]) =>
  new Map(
    rows.flatMap(({ input, output }) => {
      const resource = getNamedType(output)
      return input && isObjectType(resource) ? [[input.name, resource] as const] : []
    }),
  )

/** The OpenAPI 3.1 document of the REST surface, derived from the routes and the schema. */
export function openApiDocument(rows: readonly CompiledRoute[]): JsonObject {
  const schemas = new Schemas(outputsByInput(rows))
  const paths = pathsOf(rows, schemas)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Campaign Management Service',
      version: VERSION,
      summary: 'Manages clients, campaigns, content and data protection for a service provider.',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    security: [{ bearer: [] }],
    tags: tagsOf(rows),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the identity provider, or an API key.',
        },
      },
      parameters: HEADER_PARAMETERS,
      headers: RESPONSE_HEADERS,
      responses: errorResponses(usualHeaders()),
      schemas: { ...schemas.components(), ...errorSchemas() },
    },
  }
}
