import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { describe, expect, test } from '@jest/globals'
import { Client, cacheExchange, fetchExchange } from '@urql/core'
import { aClient, clientBody } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => void unhandled.push(reason)
setUp(async (opened) => {
  process.on('unhandledRejection', onUnhandled)
  opened.defer(() => {
    process.off('unhandledRejection', onUnhandled)
    expect(unhandled).toEqual([])
  })
  server = opened.use(await startServer())
})

const CLIENTS = '{ clients { totalCount } }'
const CREATE = 'mutation ($input: ClientInput!) { createClient(input: $input) { name } }'
const FOLLOW = 'subscription { clientChanged { id event data { client { name } } } }'
const URQL =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed'
const EVENTS = 'text/event-stream'
const JSON_TYPE = 'application/json'
const MODERN = 'application/graphql-response+json'

/** The type of what is answered; of errors, the code. A stream is left. */
async function answerTo(actor: Actor, path: string, query: string, accept: string | undefined) {
  const leaving = new AbortController()
  const variables = query === CREATE ? { input: clientBody() } : undefined
  const { status, headers } = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${actor.token}`,
      'Content-Type': JSON_TYPE,
      ...(accept !== undefined && { Accept: accept }),
    },
    body: JSON.stringify({ query, variables }),
    signal: leaving.signal,
  })
  leaving.abort()
  return `${status} ${headers.get('content-type')?.split(';')[0]}`
}

/** Accept, and what a query and a subscription are answered with at /graphql, and the same at /graphql/stream. */
const TABLE: [accept: string | undefined, ...answers: [string, string, string, string]][] = [
  [URQL, `200 ${MODERN}`, `200 ${EVENTS}`, `200 ${MODERN}`, `200 ${EVENTS}`],
  [`${EVENTS}, multipart/mixed`, `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`],
  [EVENTS, `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`],
  ['Text/Event-Stream;charset=utf-8', `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`],
  ['text/*', `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`],
  [`${EVENTS}, ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${EVENTS}`, `200 ${JSON_TYPE}`, `200 ${EVENTS}`],
  [`${EVENTS};q=0.1, ${JSON_TYPE};q=0.9`, `200 ${JSON_TYPE}`, `200 ${EVENTS}`, `200 ${JSON_TYPE}`, `200 ${EVENTS}`],
  [`${JSON_TYPE};q=0, ${MODERN};q=0, ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`, `200 ${EVENTS}`],
  [`${EVENTS};q=0, */*`, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`],
  ['*/*', `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${EVENTS}`],
  [undefined, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${EVENTS}`],
  [JSON_TYPE, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`, `200 ${JSON_TYPE}`],
  ['image/png', `406 ${JSON_TYPE}`, `406 ${JSON_TYPE}`, `406 ${JSON_TYPE}`, `406 ${JSON_TYPE}`],
  [';;q=,text', `406 ${JSON_TYPE}`, `406 ${JSON_TYPE}`, `406 ${JSON_TYPE}`, `406 ${JSON_TYPE}`],
]

describe.each(TABLE)('Accept: %s', (accept, ...answers) => {
  const cases = [
    ['/graphql', 'query', CLIENTS],
    ['/graphql', 'subscription', FOLLOW],
    ['/graphql/stream', 'query', CLIENTS],
    ['/graphql/stream', 'subscription', FOLLOW],
  ] as const
  test.each(cases.map((each, index) => [...each, answers[index]] as const))(
    '%s, a %s',
    async (path, _, query, answer) => {
      expect(await answerTo(server.actor(), path, query, accept)).toBe(answer)
    },
  )
})

test.each([
  ['application/problem+json', true],
  ['application/problem+json, application/json', true],
  ['application/json;q=0.5, application/problem+json', true],
  ['application/problem+json;q=0.5, application/json', false],
  ['application/problem+json;q=0, */*', false],
  ['application/json', false],
  ['*/*', false],
  [';;q=,text', false],
])('REST, Accept: %s: problem+json %s', async (accept, isProblem) => {
  const { headers, status } = await server.actor().rest('GET', '/api/clients/x', undefined, { Accept: accept })
  expect([status, headers.get('content-type')?.includes('problem')]).toEqual([404, isProblem])
})

describe('clients as they come', () => {
  test('urql, with nothing but what it brings', async () => {
    const { token } = server.actor()
    const client = new Client({
      url: `${server.url}/graphql`,
      preferGetMethod: false,
      fetchSubscriptions: true,
      fetchOptions: { headers: { Authorization: `Bearer ${token}` } },
      exchanges: [cacheExchange, fetchExchange],
    })
    expect((await client.query(CLIENTS, {}).toPromise()).data.clients.totalCount).toBe(0)
    const received: string[] = []
    const { unsubscribe } = client.subscription(FOLLOW, {}).subscribe(({ data }) => {
      received.push(data?.clientChanged.data?.client.name ?? data?.clientChanged.event)
    })
    await until('the beginning', () => received.length > 0)
    const made = await client.mutation(CREATE, { input: clientBody({ name: 'Karoo' }) }).toPromise()
    expect(made.data.createClient.name).toBe('Karoo')
    await until('the change', () => received.includes('Karoo'))
    unsubscribe()
    const again = await client.query(CLIENTS, {}, { requestPolicy: 'network-only' }).toPromise()
    expect(again.data.clients.totalCount).toBe(1)
  })

  test('Apollo Client', async () => {
    const actor = server.actor()
    const headers = { Authorization: `Bearer ${actor.token}` }
    const client = new ApolloClient({
      cache: new InMemoryCache(),
      link: new HttpLink({ uri: `${server.url}/graphql`, headers }),
    })
    const made = await client.mutate<{ createClient: { name: string } }>({
      mutation: gql(CREATE),
      variables: { input: clientBody({ name: 'Karoo' }) },
    })
    expect(made.data?.createClient.name).toBe('Karoo')
    await aClient(actor)
    const { data } = await client.query<{ clients: { totalCount: number } }>({ query: gql(CLIENTS) })
    expect(data?.clients.totalCount).toBe(2)
    client.stop()
  })
})
