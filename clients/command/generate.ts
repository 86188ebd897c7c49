// Generates the table of commands from the OpenAPI document, and copies the verifier of exports into the package.
// `npm run generate` of the gateway calls it.
import { readFile } from 'node:fs/promises'
import type { Field, FieldKind, OperationCommand } from './src/operation-command.ts'

interface JsonSchema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  readOnly?: boolean
  description?: string
}

interface Parameter {
  $ref?: string
  name: string
  in: string
  required?: boolean
  description?: string
  schema: JsonSchema
}

interface Operation {
  operationId: string
  summary: string
  'x-permission'?: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> }
}

interface Entry {
  method: string
  path: string
  operation: Operation
}

/** Names that the words of the path do not give: `audit verify` verifies a file without the gateway. */
const NAMES: Record<string, string[]> = {
  importClients: ['import'],
  clientExport: ['export'],
  verifyAudit: ['audit', 'check'],
  dashboard: ['stream', 'dashboard'],
  breachesRealtime: ['stream', 'breaches'],
}

const VERBS: Record<string, string> = { POST: 'create', PUT: 'update', DELETE: 'delete' }

/** The words of a path without its parameters. */
const wordsOf = (path: string) => path.split('/').filter((part) => part && part !== 'api' && !part.startsWith('{'))

const isList = ({ parameters = [] }: Operation) => parameters.some(({ name }) => name === 'page')

const verbOf = ({ method, operation }: Entry): string => VERBS[method] ?? (isList(operation) ? 'list' : 'get')

/** The words of a command: those of its path, and a verb if other operations have the same words or longer ones. */
function nameOf(entry: Entry, all: Entry[]): string[] {
  const own = NAMES[entry.operation.operationId]
  if (own) return own
  const words = wordsOf(entry.path)
  const isShared = all.some(
    (other) => other !== entry && words.every((word, index) => wordsOf(other.path)[index] === word),
  )
  return isShared ? [...words, verbOf(entry)] : words
}

function tools({ components: { schemas } }: OpenApi) {
  const resolved = (schema: JsonSchema): JsonSchema => {
    const target = schema.$ref && schemas[schema.$ref.split('/').at(-1) ?? '']
    return target ? { ...resolved(target), ...(schema.description && { description: schema.description }) } : schema
  }
  /** The schema of the values other than null. */
  const withoutNull = (schema: JsonSchema): JsonSchema => {
    const found = resolved(schema)
    const [first, ...others] = (found.anyOf ?? []).map(resolved).filter(({ type }) => type !== 'null')
    return first && others.length === 0 ? { description: found.description ?? '', ...first } : found
  }
  const kindOf = (schema: JsonSchema): FieldKind => {
    const [type] = [schema.type ?? 'string'].flat().filter((each) => each !== 'null')
    if (type === 'array') return kindOf(withoutNull(schema.items ?? {})) === 'string' ? 'list' : 'json'
    if (type === 'object') return 'json'
    return type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string'
  }
  const fieldOf = (name: string, schema: JsonSchema, description = ''): Field => {
    const value = withoutNull(schema)
    const choices = (value.enum ?? withoutNull(value.items ?? {}).enum)?.filter((each) => each !== null).map(String)
    const [first = ''] = (description || value.description || '').split('\n')
    return { name, kind: kindOf(value), description: first, ...(choices && { choices }) }
  }
  const bodyOf = (schema: JsonSchema): Field[] =>
    Object.entries(resolved(schema).properties ?? {}).flatMap(([name, property]) =>
      property.readOnly ? [] : [fieldOf(name, property, property.description)],
    )
  return { fieldOf, bodyOf }
}

function commandsOf(document: OpenApi): OperationCommand[] {
  const { fieldOf, bodyOf } = tools(document)
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  return all.map((entry) => {
    const { operation, method, path } = entry
    const parameters = (operation.parameters ?? []).filter((each) => !each.$ref)
    const request = operation.requestBody
    const [success] = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
    const json = request?.content['application/json']
    return {
      operation: operation.operationId,
      words: nameOf(entry, all),
      summary: operation.summary,
      ...(operation['x-permission'] && { permission: operation['x-permission'] }),
      ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      query: parameters
        .filter((each) => each.in === 'query')
        .map(({ name, schema, description }) => fieldOf(name, schema, description)),
      ...(json && { body: bodyOf(json.schema) }),
      isImport: Boolean(request?.content['text/csv']),
      isList: isList(operation),
      isPost: method === 'POST',
      hasPrecondition: (operation.parameters ?? []).some(({ $ref }) => $ref?.endsWith('/If-Match')),
      answers: Object.keys(success?.[1].content ?? {}),
    }
  })
}

/** The generated files, by path relative to the root of the repository. */
export async function generated(openApi: string): Promise<Record<string, string>> {
  const commands = commandsOf(JSON.parse(openApi)).map((command) => `  ${JSON.stringify(command)},\n`)
  const folder = 'clients/command/src/generated'
  return {
    [`${folder}/operations.ts`]:
      '// Generated from schema/openapi.json by "npm run generate".\n' +
      "import type { OperationCommand } from '../operation-command.ts'\n\n" +
      `export const OPERATIONS: readonly OperationCommand[] = [\n${commands.join('')}]\n`,
    [`${folder}/verify.mjs`]: await readFile('src/features/audit/verifier/verify.mjs', 'utf8'),
  }
}
