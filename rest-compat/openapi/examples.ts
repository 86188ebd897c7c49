import examples from '../../schema/examples.json' with { type: 'json' }
import type { CompiledRoute } from '../compile.ts'
import type { JsonObject } from './schemas.ts'

/** A request and its answer, recorded in a run of the real server. */
interface Example {
  query?: Record<string, string>
  body?: unknown
  status: number
  response?: unknown
}

const recorded: Record<string, Example | undefined> = examples

const exampleOf = ({ method, path }: CompiledRoute) =>
  recorded[`${method.toUpperCase()} ${path.replace(/\[(\w+)\]/g, '{$1}')}`]

/** Adds the recorded example to an OpenAPI operation: query, body and answer. */
export function withExample(route: CompiledRoute, operation: JsonObject): JsonObject {
  const example = exampleOf(route)
  if (!example) return operation
  const { requestBody, responses, parameters } = operation as {
    requestBody?: JsonObject
    responses: Record<string, JsonObject>
    parameters: JsonObject[]
  }
  const { status, query = {}, body, response } = example
  const answer = responses[status]
  return {
    ...operation,
    parameters: parameters.map((each) => {
      const value = query[String(each.name)]
      return each.in === 'query' && value !== undefined ? { ...each, example: value } : each
    }),
    ...(requestBody && { requestBody: illustrated(requestBody, body) }),
    responses: { ...responses, ...(answer && { [status]: illustrated(answer, response) }) },
  }
}

/** Adds the example to the media type that it belongs to. */
function illustrated(described: JsonObject, example: unknown): JsonObject {
  const content = described.content as Record<string, JsonObject> | undefined
  if (!content || example === undefined) return described
  const isOf = typeof example === 'string' ? /csv|ndjson|event-stream/ : /json$/
  const mediaType = Object.keys(content).find((each) => isOf.test(each))
  if (!mediaType) return described
  return { ...described, content: { ...content, [mediaType]: { ...content[mediaType], example } } }
}
