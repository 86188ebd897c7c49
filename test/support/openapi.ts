import { isIP } from 'node:net'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { graphqlSentenceIn } from './graphql-sentences.ts'
import type { Answer, Json } from './server.ts'

/** An operation of the OpenAPI document. */
export interface Operation {
  /** `GET /api/clients/{id}`. */
  key: string
  method: string
  path: string
  parameters: Json[]
  /** Schemas of the body by media type; empty for an operation without a body. */
  body: Record<string, Json>
  /** Maximum size of the body, bytes. */
  bodyLimit: number
  statuses: number[]
  permission: string | undefined
  /** Whether a token without an organization is accepted. */
  withoutOrganization: boolean
  description: Json
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch']
const SCHEMAS = '#/components/schemas/'

/**
 * Makes a schema strict for the comparison with answers: an object may only contain documented properties. Component
 * references are shortened to their names.
 */
function closed(node: Json): Json {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== 'object' || node === null) return node
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  if (typeof copy.$ref === 'string') copy.$ref = copy.$ref.replace(SCHEMAS, '')
  const isOpen = copy.type === 'object' && typeof copy.properties === 'object' && !('additionalProperties' in copy)
  return isOpen ? { ...copy, additionalProperties: false } : copy
}

/** The OpenAPI document: its operations, and the validation of answers. */
export class OpenApi {
  readonly document: Json
  readonly operations: Operation[]
  readonly #ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  readonly #validators = new Map<Json, ValidateFunction>()

  constructor(document: Json) {
    this.document = document
    addFormats.default(this.#ajv)
    this.#ajv.addFormat('ip-range', (text) => isIP(text.split('/')[0] ?? '') > 0)
    for (const [name, schema] of Object.entries(document.components.schemas)) this.#ajv.addSchema(closed(schema), name)
    this.operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method) => this.#operation(method, path, item[method])),
    )
  }

  #operation(method: string, path: string, description: Json): Operation {
    const content = Object.entries<Json>(description.requestBody?.content ?? {})
    const [, mebibytes = '1'] = /At most (\d+) MiB/.exec(description.requestBody?.description ?? '') ?? []
    return {
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters: (description.parameters ?? []).map((parameter: Json) => this.resolve(parameter)),
      body: Object.fromEntries(content.map(([type, { schema }]) => [type, schema])),
      bodyLimit: Number(mebibytes) * 1024 * 1024,
      statuses: Object.keys(description.responses).map(Number),
      permission: description['x-permission'],
      withoutOrganization: description['x-without-organization'] === true,
      description,
    }
  }

  /** The target of a reference; any other node is returned unchanged. */
  resolve(node: Json): Json {
    if (typeof node?.$ref !== 'string') return node
    const parts = node.$ref.replace('#/', '').split('/')
    const target = parts.reduce(
      (at: Json, part: string) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')],
      this.document,
    )
    if (target === undefined) throw new Error(`${node.$ref} refers to nothing`)
    const { $ref: _, ...own } = node
    return { ...this.resolve(target), ...own }
  }

  /** The faults of a value according to a schema of the document. */
  faults(schema: Json, value: unknown): string[] {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(closed(schema))
    this.#validators.set(schema, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      (fault) => `${fault.instancePath} ${fault.message} ${JSON.stringify(fault.params)}`,
    )
  }

  /** The faults of an answer according to the document; empty for a valid answer. */
  faultsOf(operation: Operation, answer: Answer): string[] {
    const { status, headers, body } = answer
    const described = operation.description.responses[status]
    if (!described) return [`status ${status} is not documented: ${JSON.stringify(body).slice(0, 500)}`]
    const response = this.resolve(described)
    const sentence = graphqlSentenceIn(answer)
    const words = sentence ? [`a sentence of GraphQL: ${sentence}`] : []
    return [...words, ...this.#headerFaults(response, headers), ...this.#bodyFaults(response, headers, body)].map(
      (fault) => `${status}: ${fault}`,
    )
  }

  #headerFaults(response: Json, headers: Headers): string[] {
    return Object.entries<Json>(response.headers ?? {}).flatMap(([name, node]) => {
      const { required, schema } = this.resolve(node)
      const text = headers.get(name)
      if (text === null) return required ? [`the header ${name} is missing`] : []
      const faults = this.faults(schema, schema.type === 'integer' ? Number(text) : text)
      return faults.map((fault) => `the header ${name}: ${fault}`)
    })
  }

  #bodyFaults(response: Json, headers: Headers, body: unknown): string[] {
    const mediaType = headers.get('content-type')?.split(';')[0] ?? ''
    if (!response.content) return body === '' ? [] : ['a body is not documented']
    const content = response.content[mediaType]
    if (!content) return [`the media type ${mediaType} is not documented`]
    if (!('x-itemSchema' in content)) return this.faults(content.schema, body)
    const lines = String(body).split('\n').slice(0, -1)
    return lines.flatMap((line) => this.faults(content['x-itemSchema'], JSON.parse(line)))
  }
}
