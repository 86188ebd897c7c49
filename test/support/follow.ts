import { createClient } from 'graphql-sse'
import type { Json } from './server.ts'

/** Follows a subscription with the official graphql-sse client. */
export function follow(
  url: string,
  token: string,
  query: string,
  variables: Record<string, unknown> = {},
  singleConnection = false,
) {
  const opened = Promise.withResolvers<void>()
  const sse = createClient({
    url: `${url}/graphql/stream`,
    headers: { Authorization: `Bearer ${token}` },
    singleConnection,
    retryAttempts: 0,
    on: { connected: () => opened.resolve() },
  })
  const results = sse.iterate<Json>({ query, variables })
  return {
    /** Resolves when the server has answered. With a connection per subscription, the subscription has then started. */
    opened: opened.promise,
    async next(): Promise<Json> {
      const { value } = await results.next()
      return value
    },
    async stop() {
      await results.return?.()
      sse.dispose()
    },
  }
}

/** The code of the error that ends a subscription; undefined when it ends without an error. */
export async function endOf(stream: ReturnType<typeof follow>): Promise<string | undefined> {
  for (;;) {
    const result = await stream.next()
    if (!result) return undefined
    if (result.errors) return result.errors[0].extensions.code
  }
}
