import type { Request, RequestHandler } from 'express'
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import type { RequestParams } from 'graphql-sse'
import { createHandler } from 'graphql-sse/lib/use/express'
import { LRUCache } from 'lru-cache'
import type { Gateway, OperationResult } from '../gateway.ts'
import { ServiceError, unauthorized } from '../kernel/errors.ts'
import { mapped } from '../kernel/stream.ts'
import { admissionOf } from './admission.ts'
import { demandAffordable, LIMITS } from './document-limits.ts'

const REMEMBERED_DOCUMENTS = 1000

/** A result as GraphQL has it. */
const toExecutionResult = ({ data, errors }: OperationResult): ExecutionResult => ({
  ...(data !== undefined && { data }),
  ...(errors && {
    errors: errors.map(({ error, path }) => new GraphQLError(error.message, { path, extensions: error.extensions })),
  }),
})

/**
 * GraphQL over server-sent events at `/graphql/stream`, in distinct and in single connection mode: subscriptions, and
 * queries and mutations too. Parsing, validation and limits are those of `/graphql`.
 */
export function graphqlStreams(gateway: Gateway): RequestHandler {
  const documents = new LRUCache<string, DocumentNode>({ max: REMEMBERED_DOCUMENTS })

  const documentOf = (query: string): DocumentNode => {
    const known = documents.get(query)
    if (known) return known
    const document = parse(query, { maxTokens: LIMITS.tokens })
    const [error] = validate(gateway.schema, document, specifiedRules)
    if (error) throw error
    documents.set(query, document)
    return document
  }

  const handler = createHandler({
    async onSubscribe({ context: { res } }, { query, operationName, variables = {} }: RequestParams) {
      const { identity, request } = admissionOf(res)
      try {
        const document = documentOf(query)
        const operation = gateway.prepare(document, operationName)
        demandAffordable(gateway.schema, document, variables, operationName)
        const asked = { identity, request, variables }
        if (operation.type !== OperationTypeNode.SUBSCRIPTION) return single(await gateway.execute(operation, asked))
        const results = await gateway.subscribe(operation, asked)
        return Symbol.asyncIterator in results
          ? mapped(results, async (result) => toExecutionResult(result))
          : single(results)
      } catch (error) {
        if (error instanceof GraphQLError) return refusal(error)
        throw error
      }
    },
  })

  return async (request, response, next) => {
    if (!isStreamed(request)) return next()
    if (!admissionOf(response).identity) throw unauthorized()
    await handler(request, response)
  }
}

/** `/graphql` itself streams to whoever asks for events: so subscriptions work from the explorer's one address. */
const isStreamed = ({ path, headers }: Request) =>
  path === '/stream' || (headers.accept ?? '').includes('text/event-stream')

/** What never started is refused as a whole, by its status. */
const single = (result: OperationResult): ExecutionResult | Refusal => {
  const [failure] = result.errors ?? []
  return failure && result.data === undefined ? refusal(failure.error) : toExecutionResult(result)
}

type Refusal = [body: string, init: { status: number; statusText: string; headers: Record<string, string> }]

function refusal(error: GraphQLError): Refusal {
  const { status, headers, extensions } =
    error instanceof ServiceError ? error : { status: 400, headers: {}, extensions: { code: 'VALIDATION_ERROR' } }
  const body = JSON.stringify({ errors: [{ message: error.message, extensions }] })
  return [body, { status, statusText: '', headers: { 'content-type': 'application/json; charset=utf-8', ...headers } }]
}
