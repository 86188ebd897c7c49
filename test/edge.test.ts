/**
 * @database none
 * @long it sends requests with every fault of HTTP.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from '@jest/globals'
import { answerUnreadable } from '../src/edge/http/unreadable.ts'
import { createLog } from '../src/main/log.ts'
import { asAdministrator } from './support/database.ts'
import { aClient, aContent, campaignBody, clientBody } from './support/samples.ts'
import { type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
const lines: string[] = []
setUp(async (opened) => {
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  server = opened.use(await startServer({ CORS_ORIGINS: 'https://app.example' }, undefined, log))
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CREATE = 'mutation ($input: ClientInput!) { createClient(input: $input) { id } }'

describe('Idempotency-Key', () => {
  const key = () => ({ 'Idempotency-Key': `key ${Math.random()}` })
  const clientCount = async (actor: ReturnType<TestServer['actor']>) =>
    (await actor.rest('GET', '/api/clients')).body.meta.total

  test('the same request again is answered with the first response, and done once', async () => {
    const actor = server.actor()
    const headers = key()
    const first = await actor.rest('POST', '/api/clients', clientBody(), headers)
    const again = await actor.rest('POST', '/api/clients', clientBody(), headers)
    expect([first.status, first.headers.get('idempotency-replay')]).toEqual([201, null])
    expect([again.status, again.headers.get('idempotency-replay')]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await clientCount(actor)).toBe(1)
  })

  test('the same over GraphQL', async () => {
    const actor = server.actor()
    const headers = key()
    const first = await actor.graphql(CREATE, { input: clientBody() }, headers)
    const again = await actor.graphql(CREATE, { input: clientBody() }, headers)
    expect(again.headers.get('idempotency-replay')).toBe('true')
    expect(again.body).toEqual(first.body)
    const other = await actor.graphql(CREATE, { input: clientBody({ name: 'Other' }) }, headers)
    expect([other.status, other.body.errors[0].extensions.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await clientCount(actor)).toBe(1)
  })

  test('ten concurrent requests have exactly one effect; the others replay it or have to wait', async () => {
    const actor = server.actor()
    const headers = key()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => actor.rest('POST', '/api/clients', clientBody(), headers)),
    )
    const made = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status === 409)
    expect(made.length + refused.length).toBe(10)
    expect(made.filter((each) => each.headers.get('idempotency-replay') === null)).toHaveLength(1)
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1)
    for (const { body, headers } of refused) {
      expect([body.code, headers.get('retry-after')]).toEqual(['IDEMPOTENCY_IN_PROGRESS', '1'])
    }
    expect(await clientCount(actor)).toBe(1)
  })

  test('with another body: 422, and nothing is done', async () => {
    const actor = server.actor()
    const headers = key()
    await actor.rest('POST', '/api/clients', clientBody(), headers)
    const { status, body } = await actor.rest('POST', '/api/clients', clientBody({ name: 'B' }), headers)
    expect([status, body.code, body.statusCode]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED', 422])
    expect(await clientCount(actor)).toBe(1)
  })

  test('it belongs to the organization, the user and the route', async () => {
    const actor = server.actor()
    const headers = key()
    const colleague = server.actor({ organizationId: actor.organizationId })
    const elsewhere = server.actor({ userId: actor.userId })
    for (const each of [actor, colleague, elsewhere]) {
      const { status, headers: answered } = await each.rest('POST', '/api/clients', clientBody(), headers)
      expect([status, answered.get('idempotency-replay')]).toEqual([201, null])
    }
    const { status } = await actor.rest('POST', '/api/campaigns', campaignBody(), headers)
    expect(status).toBe(201)
  })

  test('an error is not kept: the request may be corrected', async () => {
    const actor = server.actor()
    const headers = key()
    expect((await actor.rest('POST', '/api/clients', clientBody({ name: '' }), headers)).status).toBe(400)
    expect((await actor.rest('POST', '/api/clients', clientBody(), headers)).status).toBe(201)
  })

  test('255 characters are a key, 256 are not, and none are not', async () => {
    const actor = server.actor()
    const send = (value: string) => actor.rest('POST', '/api/clients', clientBody(), { 'Idempotency-Key': value })
    expect((await send('k'.repeat(255))).status).toBe(201)
    for (const value of ['k'.repeat(256), '']) {
      const { status, body } = await send(value)
      expect([status, Object.keys(body.details)]).toEqual([400, ['Idempotency-Key']])
    }
    const { status, body } = await actor.graphql(
      CREATE,
      { input: clientBody() },
      { 'Idempotency-Key': 'k'.repeat(256) },
    )
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR'])
  })

  test('neither the key nor the response can be read in the database', async () => {
    const actor = server.actor()
    await actor.rest('POST', '/api/clients', clientBody({ name: 'Sealed' }), { 'Idempotency-Key': 'a known key' })
    const session = { role: 'gateway_tenant', organizationId: actor.organizationId } as const
    const rows = await server.database.transaction(session, ({ db }) =>
      db.selectFrom('idempotencyKey').selectAll().where('userId', '=', actor.userId).execute(),
    )
    expect(rows).toHaveLength(1)
    const bytes = Buffer.from(rows[0]?.response ?? '', 'base64').toString('latin1')
    expect(JSON.stringify(rows) + bytes).not.toMatch(/Sealed|a known key/)
  })
})

describe('entity tags', () => {
  const ITEMS = [
    ['/api/clients', clientBody({ contact: { telephone: '1', name: 'N', cc: 'x' }, zzz: 1, b: { dd: 1, c: 2 } })],
    ['/api/campaigns', campaignBody()],
  ] as const

  test.each(ITEMS)('%s/[id]: the tag of a change is that of the next read', async (path, body) => {
    const actor = server.actor()
    const { id } = (await actor.rest('POST', path, body)).body.data
    const change = await actor.rest('PUT', `${path}/${id}`, { ...body, name: 'Changed' })
    const read = await actor.rest('GET', `${path}/${id}`)
    expect(change.headers.get('etag')).toMatch(/^"[\w-]{27}"$/)
    expect(read.headers.get('etag')).toBe(change.headers.get('etag'))
  })

  test.each(ITEMS)('%s/[id]: If-None-Match: 304 without a body until it changes', async (path, body) => {
    const actor = server.actor()
    const { id } = (await actor.rest('POST', path, body)).body.data
    const etag = (await actor.rest('GET', `${path}/${id}`)).headers.get('etag') ?? ''
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, body, headers } = await actor.rest('GET', `${path}/${id}`, undefined, { 'If-None-Match': tags })
      expect([status, body, headers.get('etag')]).toEqual([304, '', etag])
    }
    await actor.rest('PUT', `${path}/${id}`, { name: 'Changed' })
    expect((await actor.rest('GET', `${path}/${id}`, undefined, { 'If-None-Match': etag })).status).toBe(200)
  })

  test('a list has no tag, so only If-None-Match: * names it', async () => {
    const actor = server.actor()
    const asked = (tags: string) => actor.rest('GET', '/api/clients', undefined, { 'If-None-Match': tags })
    expect((await asked('"other", ""')).status).toBe(200)
    const { status, body, headers } = await asked('*')
    expect([status, body, headers.get('etag')]).toEqual([304, '', null])
  })

  test.each(ITEMS)('%s/[id]: a stale If-Match is 412, and nothing changes', async (path, body) => {
    const actor = server.actor()
    const { id } = (await actor.rest('POST', path, body)).body.data
    const etag = (await actor.rest('GET', `${path}/${id}`)).headers.get('etag') ?? ''
    await actor.rest('PUT', `${path}/${id}`, { name: 'Changed' })
    const before = await actor.rest('GET', `${path}/${id}`)
    const status = path === '/api/clients' ? 'ACTIVE' : 'CANCELLED'
    const attempts = [
      await actor.rest('PUT', `${path}/${id}`, { name: 'Lost' }, { 'If-Match': etag }),
      await actor.rest('DELETE', `${path}/${id}`, undefined, { 'If-Match': etag }),
      await actor.rest('PUT', `${path}/${id}/status`, { status }, { 'If-Match': etag }),
    ]
    for (const { status, body } of attempts) expect([status, body.code]).toEqual([412, 'PRECONDITION_FAILED'])
    expect((await actor.rest('GET', `${path}/${id}`)).body).toEqual(before.body)
    const current = { 'If-Match': before.headers.get('etag') ?? '' }
    const change = await actor.rest('PUT', `${path}/${id}/status`, { status }, current)
    expect(change.status).toBe(200)
    const next = { 'If-Match': change.headers.get('etag') ?? '' }
    expect((await actor.rest('DELETE', `${path}/${id}`, undefined, next)).status).toBe(204)
  })

  test.each(ITEMS)('%s/[id]: of ten changes with the same If-Match exactly one wins', async (path, body) => {
    const actor = server.actor()
    const { id } = (await actor.rest('POST', path, body)).body.data
    const etag = (await actor.rest('GET', `${path}/${id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        actor.rest('PUT', `${path}/${id}`, { name: `Writer ${index}` }, { 'If-Match': etag }),
      ),
    )
    const [winner, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9)
    expect((await actor.rest('GET', `${path}/${id}`)).body.data.name).toBe(winner?.body.data.name)
  })

  test('If-Match on what is not there is 404', async () => {
    const { status } = await server.actor().rest('PUT', '/api/clients/nobody', { name: 'A' }, { 'If-Match': '*' })
    expect(status).toBe(404)
  })
})

describe('request ids and headers', () => {
  test.each(['abc-1.2:3_4', 'x'.repeat(128)])('X-Request-Id %j is returned', async (id) => {
    const { headers } = await server.fetch('/api/clients', { headers: { 'X-Request-Id': id } })
    expect(headers.get('x-request-id')).toBe(id)
  })

  test.each(['x'.repeat(129), 'a b', '<script>', '../..', 'é', '{"a":1}'])(
    'X-Request-Id %j is replaced',
    async (id) => {
      const { headers } = await server.fetch('/api/clients', { headers: { 'X-Request-Id': id } })
      expect(headers.get('x-request-id')).toMatch(UUID)
    },
  )

  test('every surface makes one, and names nothing of its machinery', async () => {
    for (const path of ['/api/clients', '/graphql', '/healthz', '/nothing']) {
      const { headers } = await server.fetch(path)
      expect(headers.get('x-request-id')).toMatch(UUID)
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toBeTruthy()
      expect(headers.get('strict-transport-security')).toBeTruthy()
      expect(headers.get('x-frame-options')).toBeTruthy()
    }
  })

  test('CORS: the configured origin may read, with the headers of the API', async () => {
    const asked = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'PUT' }
    const preflight = await server.fetch('/api/clients', { method: 'OPTIONS', headers: asked })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT')
    const { headers } = await server.actor().rest('GET', '/api/clients', undefined, { Origin: 'https://app.example' })
    expect(headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(headers.get('access-control-expose-headers')).toMatch(/ETag.*X-RateLimit-Remaining.*X-Request-Id/)
  })

  test('CORS: any other origin may not', async () => {
    for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'null']) {
      const { headers } = await server.actor().rest('GET', '/api/clients', undefined, { Origin: origin })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('what bad input gets', () => {
  const bytes = (...values: number[]) => new Uint8Array(values)
  const send = (body: string | Uint8Array, type: string | null = 'application/json', path = '/api/clients') =>
    server.actor().rest('POST', path, body, type ? { 'Content-Type': type } : {})

  const refusals: [
    what: string,
    answer: () => Promise<Answer>,
    status: number,
    code: string,
    field?: string | undefined,
  ][] = [
    ['malformed JSON', () => send('{"name":'), 400, 'MALFORMED_JSON'],
    ['malformed UTF-8', () => send(bytes(0x7b, 0xff, 0xfe, 0x7d)), 400, 'MALFORMED_JSON'],
    ['CSV in malformed UTF-8', () => send(bytes(0xff), 'text/csv', '/api/clients/import'), 400, 'MALFORMED_JSON'],
    ['a list for a body', () => send('[]'), 400, 'VALIDATION_ERROR', 'body'],
    ['text for a body', () => send('"x"'), 400, 'VALIDATION_ERROR', 'body'],
    ['__proto__', () => send('{"__proto__": {"isAdmin": true}}'), 400, 'VALIDATION_ERROR', 'body'],
    ['__proto__ below', () => send('{"contact": {"__proto__": 1}}'), 400, 'VALIDATION_ERROR', 'body'],
    ['constructor.prototype', () => send('{"constructor": {"prototype": 1}}'), 400, 'VALIDATION_ERROR', 'body'],
    ['NUL in text', () => send(JSON.stringify(clientBody({ name: 'a\0b' }))), 400, 'VALIDATION_ERROR', 'name'],
    [
      'NUL in JSON',
      () => send(JSON.stringify(clientBody({ x: { y: '\0' } }))),
      400,
      'VALIDATION_ERROR',
      'attributes.x.y',
    ],
    ['half a surrogate', () => send(JSON.stringify(clientBody({ name: '\ud800' }))), 400, 'VALIDATION_ERROR', 'name'],
    ['no media type', () => send(new TextEncoder().encode('{}'), null), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another media type', () => send('name=x', 'application/x-www-form-urlencoded'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a body of 1 MiB and a byte', () => send(' '.repeat(1024 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE'],
    ['a body of 10 MiB', () => send(' '.repeat(10 * 1024 * 1024)), 413, 'PAYLOAD_TOO_LARGE'],
    [
      'an unknown encoding',
      async () => {
        const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'rot13' }
        return server.actor().rest('POST', '/api/clients', '{}', headers)
      },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'gzip that is none',
      async () => {
        const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
        return server.actor().rest('POST', '/api/clients', '{}', headers)
      },
      400,
      'VALIDATION_ERROR',
    ],
    ...['page=1&page=2', 'page[a]=1'].map((query): (typeof refusals)[number] => [
      `?${query}`,
      () => server.actor().rest('GET', `/api/clients?${query}`),
      query.startsWith('page=') ? 400 : 200,
      query.startsWith('page=') ? 'VALIDATION_ERROR' : '',
      query.startsWith('page=') ? 'page' : undefined,
    ]),
    ...['0', '-1', '1.5', 'x', '1e2', '99999999999', ' 1', 'NaN'].map((value): (typeof refusals)[number] => [
      `?page=${value}`,
      () => server.actor().rest('GET', `/api/clients?page=${encodeURIComponent(value)}`),
      400,
      'VALIDATION_ERROR',
      'page',
    ]),
    ['?limit=101', () => server.actor().rest('GET', '/api/campaigns?limit=101'), 400, 'VALIDATION_ERROR', 'limit'],
    [
      'the year 0',
      () =>
        send(JSON.stringify(campaignBody({ startsAt: '0000-01-01T00:00:00Z' })), 'application/json', '/api/campaigns'),
      400,
      'VALIDATION_ERROR',
      'startsAt',
    ],
    [
      'the year 10000, by the offset of a time in 9999',
      () =>
        send(
          JSON.stringify(campaignBody({ endsAt: '9999-12-31T23:59:59.999-14:00' })),
          'application/json',
          '/api/campaigns',
        ),
      400,
      'VALIDATION_ERROR',
      'endsAt',
    ],
    [
      'a day of the year 0',
      () => server.actor().rest('GET', '/api/analytics/sector?from=0000-12-31&to=2026-01-31'),
      400,
      'VALIDATION_ERROR',
      'from',
    ],
    [
      'a day that does not exist',
      () =>
        send(JSON.stringify(campaignBody({ startsAt: '2026-02-30T00:00:00Z' })), 'application/json', '/api/campaigns'),
      400,
      'VALIDATION_ERROR',
      'startsAt',
    ],
    ['an unknown path', () => server.actor().rest('GET', '/api/nothing'), 404, 'ROUTE_NOT_FOUND'],
    ['an unknown path outside /api', () => server.actor().rest('GET', '/nothing'), 404, 'ROUTE_NOT_FOUND'],
    ['a path in capitals', () => server.actor().rest('GET', '/API/clients'), 404, 'ROUTE_NOT_FOUND'],
    ['a path that cannot be decoded', () => server.actor().rest('GET', '/api/clients/%zz'), 404, 'ROUTE_NOT_FOUND'],
    ['an id that is none', () => server.actor().rest('GET', '/api/clients/1'), 404, 'NOT_FOUND'],
    ['an id with NUL', () => server.actor().rest('GET', '/api/clients/%00'), 400, 'VALIDATION_ERROR', 'id'],
    [
      'an id of SQL',
      () => server.actor().rest('GET', `/api/clients/${encodeURIComponent("' or 1=1 --")}`),
      404,
      'NOT_FOUND',
    ],
    ['a method that is not offered', () => server.actor().rest('PATCH', '/api/clients'), 405, 'METHOD_NOT_ALLOWED'],
  ]
  test.each(refusals)('%s', async (...[, answer, status, code, field]) => {
    const { status: got, body } = await answer()
    expect([got, body.code ?? '']).toEqual([status, code])
    if (field) expect(Object.keys(body.details)).toEqual([field])
  })

  test('nothing of it was polluted', () => {
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test('an import may be larger than other bodies', async () => {
    const body = `${JSON.stringify([clientBody()]).slice(0, -1)}${' '.repeat(2 * 1024 * 1024)}]`
    expect((await send(body, 'application/json', '/api/clients/import')).body.data).toMatchObject({ imported: 1 })
  })

  test.each([
    ['2026-01-01T00:00:00.000Z', 'not an id', 'createdAt'],
    ['yesterday', '01a1fd2e-fa60-73a5-9297-2ce7acd71826', 'createdAt'],
    ['0000-01-01T00:00:00.000Z', '01a1fd2e-fa60-73a5-9297-2ce7acd71826', 'createdAt'],
    ['+010000-01-01T00:00:00.000Z', '01a1fd2e-fa60-73a5-9297-2ce7acd71826', 'createdAt'],
    [1, '01a1fd2e-fa60-73a5-9297-2ce7acd71826', 'createdAt'],
    ['\0', '01a1fd2e-fa60-73a5-9297-2ce7acd71826', 'createdAt'],
    ['2026-01-01T00:00:00.000Z', '01a1fd2e-fa60-73a5-9297-2ce7acd71826', 'name'],
  ])('a forged cursor: %j', async (...key) => {
    const after = Buffer.from(JSON.stringify(key)).toString('base64url')
    const { body } = await server
      .actor()
      .graphql('query ($after: String) { clients(after: $after) { nodes { id } } }', { after })
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { after: expect.any(String) },
    })
  })

  test.each([2 ** 31, -(2 ** 31) - 1, 1.5])('a forged cursor of the versions of content: %j', async (version) => {
    const actor = server.actor()
    const { id } = await aContent(actor)
    const position = [version, '01a1fd2e-fa60-73a5-9297-2ce7acd71826', 'version']
    const after = Buffer.from(JSON.stringify(position)).toString('base64url')
    const query = 'query ($id: ID!, $after: String) { contentVersions(id: $id, after: $after) { totalCount } }'
    const { body } = await actor.graphql(query, { id, after })
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { after: expect.any(String) },
    })
  })

  test.each(['abc', 1.5, '1'])('a forged cursor of the audit trail: %j', async (value) => {
    const after = Buffer.from(JSON.stringify([value, '01a1fd2e-fa60-73a5-9297-2ce7acd71826', 'sequence'])).toString(
      'base64url',
    )
    const { body } = await server
      .actor()
      .graphql('query ($after: String) { auditRecords(after: $after) { nodes { id } } }', { after })
    expect(body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
  })
})

describe('bytes that are no request', () => {
  /** Sends bytes on a connection of their own, and reads all that the server sends. */
  async function sent(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(bytes)
    return text(socket)
  }
  const LONG = 'x'.repeat(20_000)

  test.each([
    [
      'a token that is too long',
      `GET /api/clients HTTP/1.1\r\nAuthorization: Bearer ${LONG}\r\n\r\n`,
      431,
      'exceed 16384 bytes',
    ],
    ['a header without a name', 'GET /api/clients HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n', 400, 'Invalid header token'],
    ['TLS', '\x16\x03\x01\x02', 400, 'Invalid method'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'PRI'],
    [
      'two lengths of a body',
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'Transfer-Encoding',
    ],
    [
      'a chunk without a length',
      'POST /api/clients HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n',
      400,
      'chunk size',
    ],
  ])('%s: the answer names the fault', async (_, bytes, statusCode, message) => {
    const [head = '', body = ''] = (await sent(bytes)).split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${statusCode} `)
    expect(JSON.parse(body)).toMatchObject({ statusCode, message: expect.stringContaining(message) })
  })

  test('a request that never ends: the answer says that it was too late', async () => {
    const limits = { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 20 }
    const impatient = createServer(limits)
    answerUnreadable(impatient)
    await once(impatient.listen(0, '127.0.0.1'), 'listening')
    const socket = connect((impatient.address() as AddressInfo).port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: ')
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    impatient.close()
    expect(head).toContain('HTTP/1.1 408 Request Timeout')
    expect(JSON.parse(body)).toMatchObject({ statusCode: 408, message: 'The request did not arrive in time' })
  })

  test('after a response has started: it ends, and no other response is written into it', async () => {
    const query = encodeURIComponent('subscription { clientChanged { id } }')
    const headers = `Host: x\r\nAuthorization: Bearer ${server.actor().token}\r\nAccept: text/event-stream`
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(`GET /graphql/stream?query=${query} HTTP/1.1\r\n${headers}\r\n\r\n`)
    const [begin] = await once(socket, 'data')
    socket.write('\x16\x03\x01\x02')
    const rest = await text(socket)
    expect(`${begin}`).toContain('HTTP/1.1 200 OK')
    expect(rest).not.toContain('HTTP/1.1')
  })
})

describe('methods', () => {
  test.each([
    ['PATCH', '/api/clients', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/api/clients', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/api/clients/x', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['GET', '/api/clients/import', 'OPTIONS, POST'],
    ['PUT', '/api/audit/log', 'GET, HEAD, OPTIONS'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const { status, headers, body } = await server.actor().rest(method, path)
    expect([status, headers.get('allow'), body.code]).toEqual([405, allow, 'METHOD_NOT_ALLOWED'])
  })

  test('OPTIONS says what is allowed, without a token', async () => {
    await using plain = await startServer()
    const { status, headers, body } = await plain.fetch('/api/clients/x', { method: 'OPTIONS' })
    expect([status, headers.get('allow'), body]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PUT', ''])
  })

  test('HEAD answers as GET does, without a body', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    const get = await actor.rest('GET', `/api/clients/${id}`)
    const head = await actor.rest('HEAD', `/api/clients/${id}`)
    expect([head.status, head.body, head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')])
    expect((await actor.rest('HEAD', '/api/clients/x')).status).toBe(404)
  })
})

describe('problem+json', () => {
  const problem = { Accept: 'application/problem+json' }
  const kinds: [string, () => Promise<Answer>, Json][] = [
    [
      '401',
      () => server.fetch('/api/clients', { headers: problem }),
      { status: 401, code: 'UNAUTHORIZED', detail: 'Unauthorized' },
    ],
    [
      '400',
      () => server.actor({ organizationId: null }).rest('GET', '/api/clients', undefined, problem),
      { status: 400, detail: 'Organization required' },
    ],
    [
      '400 of a field',
      () => server.actor().rest('POST', '/api/clients', {}, problem),
      { status: 400, detail: 'name is required', title: 'Bad Request' },
    ],
    [
      '403',
      () => server.actor({ role: 'viewer' }).rest('POST', '/api/clients', {}, problem),
      { status: 403, type: 'urn:problem:forbidden' },
    ],
    [
      '404',
      () => server.actor().rest('GET', '/api/clients/x', undefined, problem),
      { status: 404, instance: '/api/clients/x' },
    ],
    [
      '404 of a path',
      () => server.actor().rest('GET', '/nothing', undefined, problem),
      { status: 404, code: 'ROUTE_NOT_FOUND' },
    ],
    [
      '415',
      () => server.actor().rest('POST', '/api/clients', 'x', { ...problem, 'Content-Type': 'text/html' }),
      { status: 415 },
    ],
  ]
  test.each(kinds)('%s', async (_, answer, expected) => {
    const { status, headers, body } = await answer()
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(body).toMatchObject({ type: expect.any(String), title: expect.any(String), ...expected })
    expect(status).toBe(expected.status)
  })
})

describe('what is unforeseen', () => {
  test('shows a request id and no internals, and the log has both, without personal data', async () => {
    const actor = server.actor({ userId: 'user_x', email: 'me@person.example' })
    await aClient(actor)
    lines.length = 0
    await asAdministrator(server.connection, `alter table client add constraint broken check (name <> 'Broken')`)
    const body = clientBody({ name: 'Broken', contact: { email: 'you@person.example' }, secretField: 'hush-hush' })
    const answers = [
      await actor.rest('POST', '/api/clients', body),
      await actor.rest('POST', '/api/clients', body, { Accept: 'application/problem+json' }),
      await actor.graphql(CREATE, { input: clientBody({ name: 'Broken', contact: { email: 'you@person.example' } }) }),
    ]
    await asAdministrator(server.connection, 'alter table client drop constraint broken')
    expect(answers[0]?.status).toBe(500)
    expect(answers[0]?.body).toEqual({
      error: 'Internal server error',
      code: 'INTERNAL_ERROR',
      requestId: answers[0]?.headers.get('x-request-id'),
    })
    expect(answers[2]?.body.errors).toEqual([
      expect.objectContaining({
        message: 'Internal server error',
        extensions: expect.objectContaining({ code: 'INTERNAL_ERROR' }),
      }),
    ])
    const shown = JSON.stringify(answers.map((answer) => answer.body))
    expect(shown).not.toMatch(/constraint|broken|violates|node_modules|insert into/i)
    for (const { headers } of answers) {
      const id = headers.get('x-request-id') ?? ''
      expect(shown).toContain(id)
      const logged = lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === id && line.err)
      expect(logged).toEqual([expect.objectContaining({ level: 'error' })])
      expect(logged[0].err.message).toContain('violates check constraint')
    }
    expect(lines.join('')).not.toMatch(/person\.example|hush-hush|eyJ|Karoo/)
  })

  test('each request is logged with its id, pattern, status and organization, and nothing of its content', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    lines.length = 0
    const { headers } = await actor.rest('GET', `/api/clients/${id}?search=jo@person.example`, undefined, {
      'User-Agent': 'jo@person.example',
    })
    await actor.graphql('{ clients(filter: { search: "jo@person.example" }) { totalCount } }')
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    expect(requests).toEqual([
      expect.objectContaining({
        ...{ level: 'info', requestId: headers.get('x-request-id'), method: 'GET', route: '/api/clients/[id]' },
        ...{ status: 200, organizationId: actor.organizationId },
      }),
      expect.objectContaining({ route: '/graphql', method: 'POST', organizationId: actor.organizationId }),
    ])
    expect(lines.join('')).not.toMatch(new RegExp(`person\\.example|${id}|${actor.token}`))
  })
})

test('no answer of the API may be kept on its way, of whatever kind and however it ends', async () => {
  const actor = server.actor()
  const { id } = await aClient(actor)
  const { headers } = await actor.rest('GET', `/api/clients/${id}`)
  const known = { 'If-None-Match': headers.get('etag') ?? '' }
  const stream = { headers: { Authorization: `Bearer ${actor.token}`, Accept: 'text/event-stream' } }
  const answers = [
    await actor.rest('GET', `/api/clients/${id}`, undefined, known),
    await actor.rest('GET', '/api/clients/export'),
    await actor.rest('POST', '/api/service-provider/api-keys', { name: 'K', role: 'viewer' }),
    await actor.rest('DELETE', `/api/clients/${id}`),
    await actor.rest('GET', '/api/nowhere'),
    await server.fetch('/api/clients'),
    await actor.graphql('{ caller { userId } }'),
    await actor.graphql('{ nothing }'),
    await server.fetch('/api/realtime/dashboard', stream),
    await server.fetch('/graphql/stream?query=subscription{dashboard{id}}', stream),
  ]
  expect(answers.map(({ status }) => status)).toEqual([304, 200, 201, 204, 404, 401, 200, 200, 200, 200])
  for (const answer of answers) expect(answer.headers.get('cache-control')).toBe('no-store')
})
