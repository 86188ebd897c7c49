/** @database none */
import { describe, expect, test } from '@jest/globals'
import { getIntrospectionQuery } from 'graphql'
import { readConfig } from '../src/main/config.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let closed: TestServer
let actor: Actor
setUp(async (opened) => {
  closed = opened.use(await startServer({ PUBLIC_DOCS: 'false', FEDERATION: 'true' }))
  actor = closed.actor()
})

/** Every way in for a document. */
const WAYS: Record<string, (query: string, variables?: Record<string, unknown>) => Promise<Answer>> = {
  POST: (query, variables) => actor.graphql(query, variables),
  'POST, legacy type': (query, variables) => actor.graphql(query, variables, { Accept: 'application/json' }),
  GET: (query, variables) => {
    const parameters = new URLSearchParams({ query, ...(variables && { variables: JSON.stringify(variables) }) })
    return actor.rest('GET', `/graphql?${parameters}`)
  },
  stream: (query, variables) =>
    actor.rest('POST', '/graphql/stream', { query, variables }, { Accept: 'text/event-stream' }),
  'stream, by GET': (query) =>
    actor.rest('GET', `/graphql/stream?${new URLSearchParams({ query })}`, undefined, { Accept: 'text/event-stream' }),
  'as a stream at /graphql': (query, variables) => actor.graphql(query, variables, { Accept: 'text/event-stream' }),
  anonymous: (query, variables) =>
    closed.fetch('/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    }),
}

const textOf = ({ body }: Answer) => (typeof body === 'string' ? body : JSON.stringify(body))

describe.each(Object.keys(WAYS))('with introspection switched off, by %s', (way) => {
  const send = (query: string, variables?: Record<string, unknown>) => WAYS[way]?.(query, variables) as Promise<Answer>

  test.each([
    ['the query of tools', getIntrospectionQuery()],
    ['__schema', '{ __schema { types { name } } }'],
    ['__type', '{ __type(name: "Client") { fields { name } } }'],
    ['an alias', '{ clients: __schema { nodes: types { name } } }'],
    ['a fragment', '{ ...a } fragment a on Query { ...b } fragment b on Query { s: __schema { types { name } } }'],
    [
      'an inline fragment with directives',
      '{ ... @include(if: true) { ... on Query { __type(name: "Client") { name } } } }',
    ],
    ['a second operation', 'query A { __typename } query B { __schema { types { name } } }'],
    ['the schema for federation', '{ _service { sdl } }'],
    ['the schema for federation, by a fragment', '{ ...s } fragment s on Query { x: _service { y: sdl } }'],
  ])('%s is refused', async (_, query) => {
    const answer = await send(query)
    const text = textOf(answer)
    expect(text).toContain('"errors"')
    expect(text).not.toMatch(/"data":\{|consents|securityClearance|type Client/)
  })

  test.each([
    ['a root field', '{ clint { id } }', 'client'],
    ['a field', '{ clients { nodes { nam } } }', 'name'],
    ['a field of another type', '{ node(id: "x") { securityClearanc } }', 'securityClearance'],
    ['an argument', '{ clients(filte: {}) { totalCount } }', 'filter'],
    ['a field of an input', '{ clients(filter: { sectr: BUSINESS }) { totalCount } }', 'sector'],
    ['a value of an enumeration', '{ clients(filter: { sector: BUSINES }) { totalCount } }', 'BUSINESS'],
    ['a type', '{ node(id: "x") { ... on Clent { id } } }', 'Client'],
    ['a directive', '{ clients @includ(if: true) { totalCount } }', 'include'],
    ['a selection that is missing', '{ clients }', 'clients {'],
    ['a mutation', 'mutation { createClint { id } }', 'createClient'],
    ['a subscription', 'subscription { clientChange { id } }', 'clientChanged'],
  ])('a slip in %s is not put right', async (_, query, secret) => {
    const text = textOf(await send(query))
    expect(text).toContain('"errors"')
    expect(text).not.toMatch(/did you mean/i)
    expect(text).not.toContain(secret)
  })

  test.each([
    ['a field of a variable', { filter: { sectr: 'BUSINESS' } }, 'sector'],
    ['a value of a variable', { filter: { sector: ['BUSINES'] } }, 'BUSINESS'],
    ['a long value', { filter: { ['statu'.padEnd(480, 's')]: 1, serch: 'x' } }, 'search'],
  ])('a slip in %s is not put right', async (_, variables, secret) => {
    if (way === 'stream, by GET') return
    const query = 'query ($filter: ClientFilter) { clients(filter: $filter) { totalCount } }'
    const text = textOf(await send(query, variables))
    expect(text).toContain('"errors"')
    expect(text).not.toMatch(/did you mean/i)
    expect(text).not.toContain(secret)
  })
})

describe('with introspection switched off', () => {
  test('documents work, __typename among them', async () => {
    const { body } = await actor.graphql('{ __typename clients { __typename totalCount } }')
    expect(body).toEqual({ data: { __typename: 'Query', clients: { __typename: 'ClientConnection', totalCount: 0 } } })
  })

  test('the sentence says so, and names the field', async () => {
    const accepted = { Accept: 'application/graphql-response+json' }
    const { status, body } = await actor.graphql('{ __schema { types { name } } }', {}, accepted)
    expect([status, body.errors[0]]).toEqual([
      400,
      expect.objectContaining({
        message: 'Introspection is switched off: __schema',
        extensions: { code: 'VALIDATION_ERROR' },
      }),
    ])
  })

  test('a caller with introspection gets suggestions for a wrong name', async () => {
    await using open = await startServer()
    const developer = open.actor()
    const { body } = await developer.graphql('{ clents { totalCount } }')
    expect(body.errors[0].message).toMatch(/Did you mean "clients"/)
    const query = 'query ($filter: ClientFilter) { clients(filter: $filter) { totalCount } }'
    const { body: second } = await developer.graphql(query, { filter: { sectr: 'BUSINESS' } })
    expect(second.errors[0].message).toMatch(/Did you mean "sector"/)
  })
})

describe('PUBLIC_DOCS=false', () => {
  test.each(['/docs', '/docs/', '/docs/page.css', '/docs/page.mjs', '/openapi.json', '/DOCS', '/OpenAPI.json'])(
    '%s is not there',
    async (path) => {
      for (const headers of [{}, { Accept: 'text/html' }, { Authorization: `Bearer ${actor.token}` }]) {
        const { status, body } = await closed.fetch(path, { headers })
        expect([path, status, body.code]).toEqual([path, 404, 'ROUTE_NOT_FOUND'])
      }
    },
  )

  test('the explorer is not there, nor are its files', async () => {
    const { headers, body } = await closed.fetch('/graphql', { headers: { Accept: 'text/html' } })
    expect(headers.get('content-type')).not.toContain('html')
    expect(JSON.stringify(body)).not.toMatch(/graphiql/i)
    expect((await closed.fetch('/assets/explorer/graphiql.js')).status).toBe(404)
  })

  test('the dashboard and the API are', async () => {
    expect((await closed.fetch('/')).status).toBe(200)
    expect((await actor.rest('GET', '/api/clients?page=1')).status).toBe(200)
  })
})

describe('the defaults', () => {
  const production = {
    NODE_ENV: 'production',
    AUTH_ISSUER: 'https://idp.example',
    SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  }
  test.each<[Record<string, string>, boolean, boolean]>([
    [{}, true, true],
    [{ NODE_ENV: 'test' }, true, true],
    [production, false, false],
    [{ ...production, PUBLIC_DOCS: 'true' }, true, true],
    [{ ...production, INTROSPECTION: 'true' }, false, true],
    [{ PUBLIC_DOCS: 'false' }, false, false],
    [{ INTROSPECTION: 'false' }, true, false],
    [{ PUBLIC_DOCS: 'false', INTROSPECTION: 'true' }, false, true],
  ])('%j', (environment, docs, introspection) => {
    const { PUBLIC_DOCS, INTROSPECTION } = readConfig(environment)
    expect([PUBLIC_DOCS, INTROSPECTION]).toEqual([docs, introspection])
  })

  test('documents of REST may be public where the schema is not: then there is no explorer', async () => {
    await using half = await startServer({ INTROSPECTION: 'false' })
    expect((await half.fetch('/docs')).status).toBe(200)
    const { headers } = await half.fetch('/graphql', { headers: { Accept: 'text/html' } })
    expect(headers.get('content-type')).not.toContain('html')
  })
})
