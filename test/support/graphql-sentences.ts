import type { Answer } from './server.ts'

/** Phrases in messages of graphql-js, graphql-scalars and the executor. */
const SENTENCES =
  /Variable "|got invalid value|Expected (type|value|non-null|Iterable|`)|Field "|of (required|non-null) type|cannot represent|Cannot (query|return) |Unknown (argument|type|fragment)|Argument "|does not exist in "|Did you mean|Enum "|Abstract type|GraphQL|\b(Int|SafeInt|Cents|JSONObject|DateTimeISO|LocalDate|EmailAddress)\b/

/** Finds a message of GraphQL in the refusal of a REST request; undefined if there is none. */
export function graphqlSentenceIn({ status, body }: Answer): string | undefined {
  if (status < 400) return undefined
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  // Field names are in quotes, which JSON escapes.
  return SENTENCES.test(text.replaceAll('\\"', '"')) ? text.slice(0, 500) : undefined
}
