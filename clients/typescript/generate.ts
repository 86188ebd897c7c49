// Generates the types and the table of operations from the OpenAPI document. `npm run generate` of the gateway calls
// it.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

const HEADER = '// Generated from schema/openapi.json by "npm run generate".\n'

interface Parameter {
  $ref?: string
  in?: string
}

interface Operation {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { $ref?: string; headers?: unknown; content?: Record<string, unknown> }>
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, unknown>
}

/** Parses the document without examples, which only readers need. */
const withoutExamples = (text: string): OpenApi =>
  JSON.parse(text, (key, value) => (key === 'example' || key === 'examples' ? undefined : value))

/**
 * Reduces an operation to its request and its successful responses. Headers are left out, because the client sets and
 * reads them itself.
 */
function essentialsOf(operation: Operation): Operation {
  const parameters = operation.parameters?.filter((parameter) => !parameter.$ref && parameter.in !== 'header') ?? []
  const successes = Object.entries(operation.responses).filter(([status]) => /^2/.test(status))
  const responses = Object.fromEntries(successes.map(([status, { headers: _, ...rest }]) => [status, rest]))
  return { ...operation, parameters, responses }
}

const mapOperations = <T>(document: OpenApi, map: (operation: Operation, method: string, path: string) => T): T[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => map(operation, method, path)),
  )

async function typesOf(document: OpenApi): Promise<string> {
  const { headers: _headers, responses: _responses, parameters: _parameters, ...components } = document.components
  const paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, each]) => [method, essentialsOf(each)])),
    ]),
  )
  const nodes = await openapiTS({ ...document, paths, components } as unknown as OpenAPI3)
  const kept = nodes.filter((node) => !('name' in node && /^(paths|webhooks|\$defs)$/.test(nameOf(node))))
  return HEADER + astToString(kept)
}

const nameOf = (node: object): string => ('name' in node ? (node.name as { text?: string }).text : undefined) ?? ''

/** The table of operations: for each, its method, its path, and the media type of a body that is not JSON. */
function tableOf(document: OpenApi): string {
  const rows = mapOperations(document, ({ operationId, requestBody }, method, path) => {
    const [type] = Object.keys(requestBody?.content ?? {})
    const row = [method.toUpperCase(), path, ...(type && type !== 'application/json' ? [type] : [])]
    return `  ${operationId}: '${row.join(' ')}',`
  })
  return `${HEADER}\n/** Method, path and media type of a body that is not JSON, by operation. */\nexport const OPERATIONS = {\n${rows.join('\n')}\n} as const\n`
}

/** The generated files, by path relative to the root of the repository. */
export async function generated(openApi: string): Promise<Record<string, string>> {
  const document = withoutExamples(openApi)
  const folder = 'clients/typescript/src/generated'
  return { [`${folder}/openapi.ts`]: await typesOf(document), [`${folder}/operations.ts`]: tableOf(document) }
}
