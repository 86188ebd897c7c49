/** @database none */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { LOOKUPS } from '../src/common/fair-pool.ts'
import { Metrics } from '../src/common/metrics.ts'
import { ServerPool } from '../src/data/server-pool.ts'
import { createLog } from '../src/main/log.ts'
import { asAdministrator, openTestDatabase } from './support/database.ts'
import { aClient, clientBody } from './support/samples.ts'
import { type Json, startOwnServer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/** An OTLP/HTTP collector that keeps the spans it is sent. */
async function startCollector() {
  const spans: Json[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString())
    for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans)
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { spans, url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const METRICS_TOKEN = 'a-token-for-metrics'
const withMetricsToken = { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } }

describe('traces and logs of one request', () => {
  const lines: Json[] = []
  let spans: Json[]
  let organizationId: string
  let clientId: string

  beforeAll(async () => {
    const collector = await startCollector()
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, LOG_LEVEL: 'info' }
    const server = await startServer(environment, undefined, createLog('info', destination))
    const actor = server.actor({ email: 'n.dlamini@example.org' })
    organizationId = actor.organizationId
    clientId = (await aClient(actor, { name: 'Secret Holdings', contact: { email: 'owner@example.org' } })).id
    lines.length = 0
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, 'X-Request-Id': 'request-1' }
    await actor.rest('GET', `/api/clients/${clientId}?note=n.dlamini@example.org`, undefined, headers)
    await actor.graphql('query Secret { client(id: "n.dlamini@example.org") { name } }', {}, headers)
    await server.close()
    await collector.close()
    spans = collector.spans.filter(({ traceId }) => traceId === TRACE)
  })

  const spanNamed = (name: string) => spans.find((span) => span.name === name)

  test('the request is a child of the caller’s span and has its pattern as name', () => {
    expect(spanNamed('GET /api/clients/[id]')).toMatchObject({ parentSpanId: CALLER, kind: 2 })
    expect(spanNamed('POST /graphql')).toMatchObject({ parentSpanId: CALLER, kind: 2 })
  })

  test('the operation is a child of the request, the transaction of the operation', () => {
    const request = spanNamed('GET /api/clients/[id]')
    const operation = spans.find(({ parentSpanId, name }) => parentSpanId === request.spanId && name === 'query client')
    expect(operation).toBeDefined()
    const inside = spans.filter(({ parentSpanId }) => parentSpanId === operation.spanId)
    expect(inside.map(({ name }) => name)).toContain('transaction')
  })

  test('nothing that a person typed is in a span or in a log line', () => {
    for (const text of [JSON.stringify(spans), JSON.stringify(lines)]) {
      expect(text).not.toMatch(/example\.org|Secret|Bearer|eyJ/)
      expect(text).not.toContain(clientId)
    }
  })

  test('a log line has its level’s name, the request, the organization and the trace', () => {
    const requests = lines.filter(({ msg }) => msg === 'request')
    expect(requests).toHaveLength(2)
    expect(requests[0]).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      traceId: TRACE,
      requestId: 'request-1',
      method: 'GET',
      route: '/api/clients/[id]',
      status: 200,
      organizationId,
      userId: expect.any(String),
      // The last octet is masked.
      address: '127.0.0.0',
      milliseconds: expect.any(Number),
      msg: 'request',
    })
  })
})

describe('metrics', () => {
  let server: TestServer
  let text: string
  setUp(async (opened) => {
    server = opened.use(await startServer({ METRICS_TOKEN, RATE_LIMIT_ANONYMOUS: '1' }))
    const actor = server.actor()
    const { id } = await aClient(actor)
    await actor.rest('GET', `/api/clients/${id}`)
    await actor.rest('POST', '/api/clients', clientBody({ name: '' }))
    await actor.graphql('query Mine { clients { totalCount } }')
    await actor.graphql('{ clients { totalCount } campaigns { totalCount } }')
    await actor.graphql('{ __typename }')
    for (let index = 0; index < 20; index++) {
      await actor.rest('GET', `/api/nowhere/${index}`)
      await actor.rest('GET', `/nowhere/${index}`)
    }
    await server.fetch('/api/clients')
    await server.fetch('/api/clients')
    text = (await server.fetch('/metrics', withMetricsToken)).body as Json
  })

  test('show the due work by kind, and no kind that has none any more', async () => {
    const metrics = new Metrics()
    metrics.workDue([{ kind: 'delivery', organizations: 3, oldestSeconds: 12.5 }])
    expect(await metrics.registry.metrics()).toMatch(
      /^background_work_due\{work="delivery"\} 3$[\s\S]*^background_work_oldest_seconds\{work="delivery"\} 12\.5$/m,
    )
    metrics.workDue([])
    expect(await metrics.registry.metrics()).not.toContain('work="delivery"')
  })

  test('count the cost of requests as the allowance of the caller does', async () => {
    await using own = await startOwnServer({ METRICS_TOKEN })
    const actor = own.actor()
    const remaining = ({ headers }: { headers: Headers }) => Number(headers.get('X-RateLimit-Remaining'))
    const first = remaining(await actor.rest('GET', '/api/clients'))
    const lists = Array.from({ length: 10 }, (_, index) => `l${index}: clients(first: 100) { nodes { id name } }`)
    const last = remaining(await actor.graphql(`{ ${lists.join(' ')} }`))
    expect(first - last).toBeGreaterThan(3)
    // A request is counted after its answer was received.
    await until('both requests are counted', async () => {
      const { body } = await own.fetch('/metrics', withMetricsToken)
      return Number(/^request_cost_total (\d+)$/m.exec(String(body))?.[1]) === 1 + first - last
    })
  })

  test('name the release', () => {
    expect(text).toMatch(/^gateway_info\{version="\d+\.\d+\.\d+",instance=".+"\} 1$/m)
  })

  test('need their token', async () => {
    expect((await server.fetch('/metrics')).status).toBe(401)
    expect((await server.fetch('/metrics', { headers: { Authorization: 'Bearer wrong' } })).status).toBe(401)
    await using none = await startServer()
    expect((await none.fetch('/metrics', withMetricsToken)).status).toBe(404)
  })

  test.each([
    'http_request_duration_seconds_count{method="GET",route="/api/clients/[id]",status="200"} 1',
    'http_request_duration_seconds_count{method="POST",route="/api/clients",status="201"} 1',
    'http_request_duration_seconds_count{method="POST",route="/api/clients",status="400"} 1',
    'http_request_duration_seconds_count{method="POST",route="/graphql",status="200"} 3',
    'http_request_duration_seconds_count{method="GET",route="other",status="404"} 40',
    'graphql_operation_duration_seconds_count{operation="createClient",type="mutation",outcome="ok"} 1',
    'graphql_operation_duration_seconds_count{operation="clients",type="query",outcome="ok"} 1',
    'graphql_operation_duration_seconds_count{operation="several",type="query",outcome="ok"} 1',
    'graphql_operation_duration_seconds_count{operation="introspection",type="query",outcome="ok"} 1',
    'rate_limit_rejections_total{scope="address"} 1',
    'audit_queue_depth 0',
  ])('%s', (line) => expect(text.split('\n')).toContain(line))

  test.each(['audit_flush_duration_seconds_count', 'nodejs_eventloop_lag_seconds', 'process_resident_memory_bytes'])(
    '%s',
    (name) => expect(text).toMatch(new RegExp(`^${name} \\d`, 'm')),
  )

  test('no path, id or name of an operation makes a series', () => {
    expect(text).not.toMatch(/nowhere|Mine|[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  test('the pool of a PostgreSQL server', async () => {
    const metrics = new Metrics()
    const pool = new ServerPool('postgres://nobody@127.0.0.1:1/none', 3)
    metrics.poolConnections(pool.counts)
    expect(await metrics.registry.metrics()).toContain('database_pool_connections{state="waiting"} 0')
    await pool.end()
  })
})

describe('probes', () => {
  test('healthz and readyz of a gateway that is well', async () => {
    await using server = await startServer()
    expect(await server.fetch('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } })
    expect(await server.fetch('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  test('readyz asks the database once for all, at most every few seconds, and gives up within two', async () => {
    await using server = await startOwnServer()
    const probes = () => Promise.all(Array.from({ length: 20 }, () => server.fetch('/readyz')))
    const statuses = async () => [...new Set((await probes()).map(({ status }) => status))]
    let isSilent = false
    let checks = 0
    const { transaction } = server.database
    jest.spyOn(server.database, 'transaction').mockImplementation((session, work) => {
      const isCheck = session.role === 'gateway_system' && session.poolUser === LOOKUPS
      if (isCheck) checks += 1
      return isCheck && isSilent ? new Promise(() => {}) : transaction.call(server.database, session, work)
    })
    // The clock that deadlines and probes go by, which stands still in between.
    let now = performance.now()
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now)
    try {
      expect([await statuses(), checks]).toEqual([[200], 1])
      now += 2_000
      expect([await statuses(), checks]).toEqual([[200], 1])
      now += 10_000
      expect([await statuses(), checks]).toEqual([[200], 2])
      isSilent = true
      now += 10_000
      const silent = probes()
      await until('the check', () => checks === 3)
      // Every request during the check waits for the same check.
      now += 1_000
      const more = probes()
      now += 1_000
      for (const { status, body, headers } of [...(await silent), ...(await more)]) {
        expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'NOT_READY', '3'])
      }
      expect(checks).toBe(3)
    } finally {
      clock.mockRestore()
    }
  })

  test('readyz is 503 while a migration is missing', async () => {
    await using server = await startOwnServer()
    await asAdministrator(server.connection, 'delete from schema_migration')
    const { status, body } = await server.fetch('/readyz')
    expect([status, body.code]).toEqual([503, 'NOT_READY'])
    expect(body.details.pending.length).toBeGreaterThan(0)
  })

  test('readyz is 503 when the database is gone, and healthz is not', async () => {
    const opened = await openTestDatabase()
    let isGone = false
    const connect = opened.pool.connect.bind(opened.pool)
    opened.pool.connect = () =>
      isGone ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })) : connect()
    await using server = await startServer({}, async () => opened)
    isGone = true
    expect(await server.fetch('/readyz')).toMatchObject({ status: 503, body: { code: 'NOT_READY' } })
    expect((await server.fetch('/healthz')).status).toBe(200)
    expect((await server.actor().rest('GET', '/api/clients')).status).toBe(503)
    isGone = false
    await until('the next check', async () => (await server.fetch('/readyz')).status === 200)
  })
})
