/** @database none */
import { ApolloClient, ApolloLink, CombinedGraphQLErrors, gql, InMemoryCache, Observable } from '@apollo/client'
import { describe, expect, test } from '@jest/globals'
import { Client, cacheExchange, fetchExchange, subscriptionExchange } from '@urql/core'
import { print } from 'graphql'
import { createClient } from 'graphql-sse'
import { beforeExpiry } from './support/before-expiry.ts'
import { aClient } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/* Clients wired as their documentation says, to the one operation. */
const METRICS_TOKEN = 'a-token-for-metrics'
const QUERY = 'subscription ($since: ID) { clientChanged(since: $since) { id event data { type client { id name } } } }'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ METRICS_TOKEN }))
})

const openStreams = async (): Promise<number> => {
  const { body } = await server.fetch('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  const open = [...body.matchAll(/^streams_open\{kind="\w+"\} (\d+)$/gm)]
  return open.reduce((sum, [, count]) => sum + Number(count), 0)
}

interface Subscription {
  received: Json[]
  /** The codes of the errors that came. */
  codes: string[]
  stop(): void
}
type Subscribe = (token: string, since?: string) => Subscription

const sseTo = (token: string, singleConnection: boolean) =>
  createClient({
    url: `${server.url}/graphql/stream`,
    headers: { Authorization: `Bearer ${token}` },
    singleConnection,
    retryAttempts: 0,
  })

/** The link of graphql-sse's recipe for Apollo Client. */
class SseLink extends ApolloLink {
  readonly #client: ReturnType<typeof sseTo>

  constructor(client: ReturnType<typeof sseTo>) {
    super()
    this.#client = client
  }

  override request({ query, variables, operationName, extensions }: ApolloLink.Operation) {
    const asked = { query: print(query), variables, extensions, ...(operationName && { operationName }) }
    return new Observable<ApolloLink.Result>((sink) =>
      this.#client.subscribe(asked, {
        // What comes is JSON: errors as they are sent, though the client types them as those of graphql-js.
        next: (result) => sink.next(result as ApolloLink.Result),
        error: (error) => sink.error(error),
        complete: () => sink.complete(),
      }),
    )
  }
}

const apollo =
  (singleConnection: boolean): Subscribe =>
  (token, since) => {
    const client = new ApolloClient({ cache: new InMemoryCache(), link: new SseLink(sseTo(token, singleConnection)) })
    const received: Json[] = []
    const codes: string[] = []
    const subscription = client
      .subscribe<Json>({ query: gql(QUERY), variables: { since } })
      .subscribe(({ data, error }) => {
        if (data) received.push(data.clientChanged)
        if (error)
          codes.push(CombinedGraphQLErrors.is(error) ? String(error.errors[0]?.extensions?.code) : error.message)
      })
    return {
      received,
      codes,
      stop() {
        subscription.unsubscribe()
        client.stop()
      },
    }
  }

const urql =
  (clientOf: (token: string) => Client): Subscribe =>
  (token, since) => {
    const received: Json[] = []
    const codes: string[] = []
    const { unsubscribe } = clientOf(token)
      .subscription(QUERY, { since })
      .subscribe(({ data, error }) => {
        if (data) received.push(data.clientChanged)
        if (error) codes.push(String(error.graphQLErrors[0]?.extensions.code ?? error))
      })
    return { received, codes, stop: unsubscribe }
  }

/** With the exchange of graphql-sse's recipe. */
const overExchange = (singleConnection: boolean) => (token: string) => {
  const sse = sseTo(token, singleConnection)
  return new Client({
    url: `${server.url}/graphql`,
    preferGetMethod: false,
    exchanges: [
      cacheExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: sse.subscribe({ query, variables: { ...variables } }, sink) }),
        }),
      }),
    ],
  })
}

/** With nothing but what urql brings, on the one address of the gateway. */
const overFetch = (token: string) =>
  new Client({
    url: `${server.url}/graphql`,
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetchOptions: { headers: { Authorization: `Bearer ${token}` } },
    exchanges: [cacheExchange, fetchExchange],
  })

const CLIENTS: [string, Subscribe][] = [
  ['Apollo Client', apollo(false)],
  ['Apollo Client on a single connection', apollo(true)],
  ['urql', urql(overExchange(false))],
  ['urql on a single connection', urql(overExchange(true))],
  ['urql without graphql-sse', urql(overFetch)],
]

describe.each(CLIENTS)('%s', (_, subscribe) => {
  /** Follows, to where the stream begins. */
  async function following(actor: Actor): Promise<Subscription> {
    const stream = subscribe(actor.token)
    await until('the beginning', () => stream.received[0]?.event === 'ready')
    return stream
  }

  test('tells changes, resumes behind an id, and frees the stream when it unsubscribes', async () => {
    const actor = server.actor()
    const stream = await following(actor)
    for (const name of ['A', 'B', 'C']) await aClient(actor, { name })
    await until('the changes', () => stream.received.length > 3)
    expect(stream.received.map(({ data }) => data?.client.name)).toEqual([undefined, 'A', 'B', 'C'])
    expect(stream.codes).toEqual([])
    stream.stop()
    await until('the stream to be freed', async () => (await openStreams()) === 0)
    await aClient(actor, { name: 'D' })
    const resumed = subscribe(actor.token, stream.received.at(-2).id)
    await until('what was missed', () => resumed.received.length > 2)
    expect(resumed.received.map(({ data }) => data?.client.name)).toEqual([undefined, 'C', 'D'])
    expect(resumed.received[1]).toEqual(stream.received.at(-1))
    resumed.stop()
    await until('the stream to be freed', async () => (await openStreams()) === 0)
  })

  test('surfaces the error with which a stream ends', async () => {
    const stream = await beforeExpiry(async (expiresIn) => {
      const started = subscribe(server.actor({ expiresIn }).token)
      await until('an answer', () => started.received.length + started.codes.length > 0)
      if (started.received.length > 0) return started
      started.stop()
      return undefined
    })
    await until('the error', () => stream.codes.length > 0)
    // urql repeats its last result when a subscription is over.
    expect(new Set(stream.codes)).toEqual(new Set(['UNAUTHORIZED']))
    stream.stop()
  })

  test('surfaces that nobody may follow without a token', async () => {
    const stream = subscribe('not-a-token')
    await until('the error', () => stream.codes.length > 0)
    expect(stream.codes[0]).toMatch(/UNAUTHORIZED|Unauthorized/)
    expect(stream.received).toEqual([])
    stream.stop()
  })
})
