import { describe, expect, test } from '@jest/globals'
import { serverAudits } from 'graphql-http'
import { clientBody } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
let actor: Actor
setUp(async (opened) => {
  server = opened.use(await startServer())
  actor = server.actor()
})

const withToken = (url: string, init: RequestInit = {}) =>
  fetch(url, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${actor.token}` },
  })

describe('audits of graphql-http: every MUST, SHOULD and MAY', () => {
  const audits = serverAudits({ url: () => `${server.url}/graphql`, fetchFn: withToken })

  test('the suite is whole', () => expect(audits).toHaveLength(61))

  for (const audit of audits) {
    test(`${audit.id} ${audit.name}`, async () => {
      const result = await audit.fn()
      expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
    })
  }
})

const MODERN = 'application/graphql-response+json'
const CREATE = 'mutation ($input: ClientInput!) { createClient(input: $input) { id } }'

describe('status, media type and code', () => {
  test.each([
    ['a document that does not parse', { query: '{' }, 'VALIDATION_ERROR'],
    ['a field that does not exist', { query: '{ nonsense }' }, 'VALIDATION_ERROR'],
    ['a variable that does not fit', { query: 'query ($id: ID!) { client(id: $id) { id } }' }, 'VALIDATION_ERROR'],
    [
      'an operation that does not exist',
      { query: 'query a { me: __typename }', operationName: 'b' },
      'VALIDATION_ERROR',
    ],
    [
      'several operations and no name',
      { query: 'query a { me: __typename } query b { me: __typename }' },
      'VALIDATION_ERROR',
    ],
  ])('%s', async (_, request, code) => {
    const headers = { Accept: MODERN }
    const modern = await actor.rest('POST', '/graphql', request, headers)
    expect(modern.status).toBe(400)
    expect(modern.headers.get('content-type')).toContain(MODERN)
    expect(modern.body.errors[0].extensions.code).toBe(code)
    const legacy = await actor.rest('POST', '/graphql', request, { Accept: 'application/json' })
    expect(legacy.status).toBe(200)
    expect(legacy.headers.get('content-type')).toContain('application/json')
    expect(legacy.body.errors[0].extensions.code).toBe(code)
    expect(legacy.body).not.toHaveProperty('data')
  })

  test.each(['application/json', MODERN])('no token is 401, as %s', async (accept) => {
    const headers = { 'Content-Type': 'application/json', Accept: accept }
    const body = JSON.stringify({ query: '{ clients { totalCount } }' })
    const answer = await server.fetch('/graphql', { method: 'POST', headers, body })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('content-type')).toContain(accept)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="gateway"')
    expect(answer.body).toEqual({ errors: [{ message: 'Unauthorized', extensions: { code: 'UNAUTHORIZED' } }] })
  })

  test('no token is 401 before variables are looked at', async () => {
    const body = JSON.stringify({ query: CREATE, variables: { input: 1 } })
    const headers = { 'Content-Type': 'application/json' }
    expect((await server.fetch('/graphql', { method: 'POST', headers, body })).status).toBe(401)
  })

  test('a user without organization is 400', async () => {
    const { status, body } = await server.actor({ organizationId: null }).graphql('{ clients { totalCount } }')
    expect([status, body.errors[0].message]).toEqual([400, 'Organization required'])
  })

  test('a mutation without permission changes nothing, and says FORBIDDEN', async () => {
    const viewer = server.actor({ role: 'viewer' })
    const { body } = await viewer.graphql(CREATE, { input: clientBody() })
    expect(body).toMatchObject({ data: null, errors: [{ path: ['createClient'], extensions: { code: 'FORBIDDEN' } }] })
    expect((await viewer.graphql('{ clients { totalCount } }')).body.data.clients.totalCount).toBe(0)
  })

  test('what is not found is null beside the rest, and 200', async () => {
    const { status, body } = await actor.graphql('{ client(id: "x") { id } clients { totalCount } }')
    expect(status).toBe(200)
    expect(body.errors).toMatchObject([{ path: ['client'], extensions: { code: 'NOT_FOUND' } }])
  })

  test('beyond the rate limit is 429, with Retry-After', async () => {
    await using limited = await startServer({ RATE_LIMIT_AUTHENTICATED: '1' })
    const someone = limited.actor()
    expect((await someone.graphql('{ __typename }')).status).toBe(200)
    const { status, headers, body } = await someone.graphql('{ __typename }')
    expect([status, body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

/** What is known goes past parsing and validation, and must be answered as when it first came. */
describe('a document that comes again', () => {
  const NAMED = 'query a { me: __typename } query b($id: ID!) { client(id: $id) { id } }'
  const NOWHERE = { id: '00000000-0000-7000-8000-000000000000' }
  const asked: [string, Record<string, unknown>][] = [
    ['data', { query: '{ clients(first: 1) { totalCount } }' }],
    ['introspection', { query: '{ __typename }' }],
    ['an error beside data', { query: 'query ($id: ID!) { client(id: $id) { id } }', variables: NOWHERE }],
    ['one of several operations', { query: NAMED, operationName: 'b', variables: NOWHERE }],
    ['variables that do not fit', { query: NAMED, operationName: 'b', variables: {} }],
    ['variables that are none', { query: NAMED, operationName: 'a', variables: 'none' }],
    ['variables that are null', { query: NAMED, operationName: 'a', variables: null }],
    ['an operation without a name', { query: NAMED }],
    ['a name that is empty', { query: NAMED, operationName: '' }],
    ['a name that is no text', { query: NAMED, operationName: 1 }],
    ['a name that is unknown', { query: NAMED, operationName: 'c' }],
    ['extensions', { query: '{ __typename }', extensions: { a: 1 } }],
    ['a refusal of the whole', { query: CREATE, variables: { input: { name: '' } } }],
    [
      'a cost that is too high',
      {
        query:
          'query ($n: Int) { clients(first: $n) { nodes { id campaigns(first: $n) { nodes { id content(first: $n) { nodes { id } } } } } } }',
        variables: { n: 100 },
      },
    ],
  ]
  const accepts = [undefined, '*/*', 'application/json', MODERN, `${MODERN}, application/json;q=0.9`, 'image/png']
  const answerTo = async (body: object, accept: string | undefined) => {
    const response = await actor.rest('POST', '/graphql', body, accept === undefined ? {} : { accept })
    const { status, headers } = response
    const kept = [...headers].filter(([name]) => !/^(date|x-request-id|x-ratelimit.*|content-length)$/.test(name))
    return { status, headers: kept, body: JSON.stringify(response.body).replace(/"requestId":"[^"]*"/g, '') }
  }

  test.each(asked)('%s', async (_, body) => {
    for (const accept of accepts) {
      // A blank more makes it another document, which nobody has asked before.
      const another = { ...body, query: `${body.query}${' '.repeat(accepts.indexOf(accept) + 1)}` }
      const first = await answerTo(another, accept)
      for (const repeated of [await answerTo(another, accept), await answerTo(another, accept)])
        expect(repeated).toEqual(first)
    }
  })
})

describe('requests', () => {
  test('a query may be a GET', async () => {
    const query = encodeURIComponent('query ($n: Int) { clients(first: $n) { totalCount } }')
    const { status, body } = await actor.rest(
      'GET',
      `/graphql?query=${query}&variables=${encodeURIComponent('{"n":1}')}`,
    )
    expect([status, body]).toEqual([200, { data: { clients: { totalCount: 0 } } }])
  })

  test('a mutation may not be a GET: 405, and nothing changes', async () => {
    const variables = encodeURIComponent(JSON.stringify({ input: clientBody() }))
    const path = `/graphql?query=${encodeURIComponent(CREATE)}&variables=${variables}`
    const { status, headers, body } = await actor.rest('GET', path)
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    expect(body.errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED')
    expect((await actor.graphql('{ clients { totalCount } }')).body.data.clients.totalCount).toBe(0)
  })

  test.each(['PUT', 'DELETE', 'PATCH'])('%s is 405', async (method) => {
    const { status, body } = await actor.rest(method, '/graphql', { query: '{ __typename }' })
    expect([status, body.errors[0].extensions.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
  })

  test.each([
    ['another media type', 'text/plain', '{ __typename }', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'application/x-www-form-urlencoded', 'query={__typename}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['what is not JSON', 'application/json', '{"query":', 400, 'MALFORMED_JSON'],
    ['what is not UTF-8', 'application/json', new Uint8Array([0x7b, 0xff, 0x7d]), 400, 'MALFORMED_JSON'],
    ['a key that reaches the prototype', 'application/json', '{"__proto__":{"query":"{a}"}}', 400, 'VALIDATION_ERROR'],
    ['no query', 'application/json', '{"variables":{}}', 400, 'VALIDATION_ERROR'],
    ['a query that is no text', 'application/json', '{"query":{"kind":"Document"}}', 400, 'VALIDATION_ERROR'],
    [
      'variables that are no object',
      'application/json',
      '{"query":"{__typename}","variables":[1]}',
      400,
      'VALIDATION_ERROR',
    ],
    ['a body of 2 MiB', 'application/json', `{"query":"${'a'.repeat(2 ** 21)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['a batch', 'application/json', '[{"query":"{__typename}"},{"query":"{__typename}"}]', 400, 'VALIDATION_ERROR'],
  ])('%s is refused', async (_, type, body, status, code) => {
    const answer = await actor.rest('POST', '/graphql', body, { 'Content-Type': type })
    expect(answer.status).toBe(status)
    expect(answer.body.errors).toMatchObject([{ extensions: { code } }])
    expect(JSON.stringify(answer.body)).not.toContain('stack')
  })

  test('a response that nobody accepts is 406', async () => {
    const { status, body } = await actor.graphql('{ __typename }', {}, { Accept: 'image/png' })
    expect([status, body.errors[0].extensions.code]).toEqual([406, 'NOT_ACCEPTABLE'])
  })

  test('an Idempotency-Key replays a mutation', async () => {
    const someone = server.actor()
    const headers = { 'Idempotency-Key': 'k1' }
    const first = await someone.graphql(CREATE, { input: clientBody() }, headers)
    const second = await someone.graphql(CREATE, { input: clientBody() }, headers)
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replay')).toBe('true')
    const other = await someone.graphql(CREATE, { input: clientBody({ name: 'Other' }) }, headers)
    expect([other.status, other.body.errors[0].extensions.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const bad = await someone.graphql(CREATE, { input: clientBody() }, { 'Idempotency-Key': 'k'.repeat(256) })
    expect([bad.status, bad.body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR'])
  })
})
