import { gatewayError } from './error-of.ts'
import type { Sent } from './transport.ts'

/**
 * The text of a GraphQL document with the types of its result and variables. It is compatible with the client preset of
 * GraphQL Code Generator (`documentMode: 'string'`). A plain string is a document of unknown types.
 */
export interface TypedDocument<Result, Variables> {
  toString(): string
  __apiType?: (variables: Variables) => Result
  /** A syntax tree has no text: print it. */
  kind?: never
}

/** Declares the types of a document by hand. */
export const typed = <Result, Variables = Record<string, never>>(text: string): TypedDocument<Result, Variables> => text

interface GraphqlError {
  message: string
  extensions?: { code?: string; details?: unknown }
}

export interface GraphqlResult {
  data?: unknown
  errors?: GraphqlError[]
}

/** Whether a document contains a mutation: the keyword outside of braces, strings and comments. */
function isMutation(text: string): boolean {
  const bare = text.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|#[^\n]*/g, '')
  let depth = 0
  for (const [token] of bare.matchAll(/[{}]|(?<!\$)\bmutation\b/g)) {
    if (token === '{') depth++
    else if (token === '}') depth--
    else if (depth === 0) return true
  }
  return false
}

/** The HTTP request of a document. A mutation has an Idempotency-Key, so it can be repeated safely. */
export function graphqlSent(path: string, text: string, variables: unknown, idempotencyKey?: string): Sent {
  return {
    method: 'POST',
    path,
    headers: {
      Accept: 'application/graphql-response+json, application/json',
      'Content-Type': 'application/json',
      ...(isMutation(text) && { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() }),
    },
    body: JSON.stringify({ query: text, variables }),
    isRepeatable: true,
  }
}

/** The data of a result. @throws GatewayError for the first of its errors */
export function dataOf({ data, errors }: GraphqlResult, { status, headers }: Response): unknown {
  const [first] = errors ?? []
  if (!first) return data
  const { code = 'INTERNAL_ERROR', details } = first.extensions ?? {}
  throw gatewayError(first.message, { status, code, details, requestId: headers.get('x-request-id') ?? undefined })
}
