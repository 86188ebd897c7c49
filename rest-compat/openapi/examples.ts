import examples from '../../schema/examples.json' with { type: 'json' }
import type { CompiledRoute } from '../compile.ts'
import type { JsonObject } from './schemas.ts'

/** What was sent, and what came back, in a run of the real server. */
interface Example {
  query?: Record<string, string>
  body?: unknown
  status: number
  response?: unknown
}

const recorded: Record<string, Example | undefined> = examples

const exampleOf = ({ method, path }: CompiledRoute) =>
  recorded[`${method.toUpperCase()} ${path.replace(/\[(\w+)\]/g, '{$1}')}`]

/** An OpenAPI operation with the example that was recorded for it: its query, its body and its answer. */
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

/** A body with an example at the media type that the example is of. */
function illustrated(described: JsonObject, example: unknown): JsonObject {
  const content = described.content as Record<string, JsonObject> | undefined
  if (!content || example === undefined) return described
  const isOf = typeof example === 'string' ? /csv|ndjson|event-stream/ : /json$/
  const mediaType = Object.keys(content).find((each) => isOf.test(each))
  if (!mediaType) return described
  return { ...described, content: { ...content, [mediaType]: { ...content[mediaType], example } } }
}
