import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { readCredentials } from '../../ops/cli/secrets.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { FakeServer } from './support/http.ts'
import { Kit, type Settings } from './support/php.ts'
import { proxySuite, startPushProxy } from './support/push-proxy.ts'
import { copyOfStack, type TemporaryFolder, TRACED } from './support/stack.ts'

const hasPhp = requireTool('php', 'apt-get install php-cli php-curl')

interface Span {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}

interface Export {
  resourceSpans: [{ resource: { attributes: Span['attributes'] }; scopeSpans: [{ spans: Span[] }] }]
}

/** The application: a shop, which fails in the ways that applications fail. */
const SHOP = `<?php
function charge(): string { throw new DomainException('card 4111111111111111 refused'); }
$what = explode('/', $_SERVER['PATH_INFO'] ?? '/')[1];
if ($what === 'missing') { http_response_code(404); }
if ($what === 'broken') { http_response_code(503); }
if ($what === 'fatal') { no_such_function(); }
if ($what === 'caught') {
    try { ClientTrace::span('charge card', charge(...)); } catch (DomainException $e) { echo get_class($e), ' '; }
}
if ($what === 'many') { for ($i = 0; $i < 300; $i++) { ClientTrace::span("part $i", fn () => 1); } }
echo ClientTrace::span('cart', fn () => ClientTrace::span('prices', fn () => 'shop ' . ClientTrace::header()));
register_shutdown_function(function () { echo ' done'; });
`

const suite = hasPhp ? proxySuite : describe.skip

suite('tracing.php', () => {
  let stack: TemporaryFolder
  let tempo: FakeServer
  let url: string

  setUp(async (opened) => {
    stack = opened.use(copyOfStack())
    for (const id of ['acme-water', 'other']) addClient(stack.path, TRACED.replace('acme-water', id), `${id}.yml`)
    tempo = opened.use(await FakeServer.open(() => ({ status: 200, body: {} })))
    const [nginx, address] = await startPushProxy(stack.path, 'http://127.0.0.1:9', tempo.url)
    opened.use(nginx)
    url = address
  })

  /** A client's host that serves the shop, traced. */
  const hostOf = (id: string, settings: Settings = {}): Kit => {
    const kit = new Kit({
      CLIENT_ID: id,
      TRACES_URL: `${url}/v1/traces`,
      TRACES_SHARE: 1,
      PUSH_PASSWORD: readCredentials(stack.path)[id]?.pushPassword ?? '',
      ...settings,
    })
    writeFileSync(join(kit.folder, 'shop.php'), SHOP)
    return kit
  }
  const serve = (kit: Kit) => kit.serve(`auto_prepend_file=${join(kit.folder, 'tracing.php')}`, 'display_errors=0')

  /** What arrives behind the first so many. */
  const arrived = (before: number) =>
    until('a trace', () => tempo.received.length > before && tempo.received.slice(before))
  const logged = (kit: Kit, problem: string) =>
    until(problem, () => kit.errors.find((line) => line.includes('tracing.php: ') && line.includes(problem)))

  /** What a request to the shop answers, and the spans that arrive because of it. */
  const traced = async (id: string, path: string, init: RequestInit = {}) => {
    await using kit = hostOf(id)
    const host = await serve(kit)
    const before = tempo.received.length
    const response = await fetch(`${host}/shop.php${path}`, init)
    const body = await response.text()
    const [received] = await arrived(before)
    const sent = JSON.parse(received?.body ?? '') as Export
    return { status: response.status, body, received, sent, spans: sent.resourceSpans[0].scopeSpans[0].spans }
  }
  const named = (spans: Span[], name: string) => spans.find((span) => span.name === name)

  test('makes each request a trace in the tenant of its client', async () => {
    const { body, received, sent, spans } = await traced('acme-water', '/orders/17')
    expect(body).toMatch(/^shop 00-[0-9a-f]{32}-[0-9a-f]{16}-01 done$/)
    expect(received).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-scope-orgid': 'acme-water', 'content-type': 'application/json' },
    })
    expect(sent.resourceSpans[0].resource.attributes).toEqual([
      { key: 'service.name', value: { stringValue: 'acme-water' } },
    ])
    const [root, cart, prices] = ['GET /shop.php/orders/{id}', 'cart', 'prices'].map((name) => named(spans, name))
    expect(root).toMatchObject({
      kind: 2,
      parentSpanId: '',
      status: {},
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(root?.attributes).toEqual([
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'http.response.status_code', value: { intValue: '200' } },
    ])
    expect(cart).toMatchObject({ kind: 1, parentSpanId: root?.spanId, traceId: root?.traceId })
    expect(prices).toMatchObject({ parentSpanId: cart?.spanId })
    for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
      expect(startTimeUnixNano).toMatch(/^\d{19}$/)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
      expect(Math.abs(Number(startTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(600_000)
    }
  })

  test('keeps clients apart, whatever a host claims to be', async () => {
    expect((await traced('other', '/')).received?.headers['x-scope-orgid']).toBe('other')
    // The password of one with the name of the other.
    await using kit = hostOf('acme-water', { CLIENT_ID: 'other' })
    const host = await serve(kit)
    const before = tempo.received.length
    expect((await fetch(`${host}/shop.php`)).status).toBe(200)
    await logged(kit, 'the trace store answered 401')
    expect(tempo.received).toHaveLength(before)
  })

  test('continues the trace of its caller, and passes it on', async () => {
    const [trace, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const { body, spans } = await traced('acme-water', '/', { headers: { traceparent: `00-${trace}-${caller}-01` } })
    expect(named(spans, 'GET /shop.php/')).toMatchObject({ traceId: trace, parentSpanId: caller })
    expect(body).toBe(`shop 00-${trace}-${named(spans, 'prices')?.spanId}-01 done`)
  })

  test.each([
    '00-x',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-b7ad6b7169203331-01`,
  ])('begins a trace where the caller sends "%s"', async (traceparent) => {
    const [root] = (await traced('acme-water', '/', { headers: { traceparent } })).spans.filter(
      ({ kind }) => kind === 2,
    )
    expect(root).toMatchObject({ parentSpanId: '', traceId: expect.not.stringMatching(/^(0+|a+|A+)$/) })
  })

  test.each([
    ['/broken', 503, 'GET /shop.php/broken', 2],
    ['/fatal', 500, 'GET /shop.php/fatal', 2],
    ['/missing', 404, 'GET', undefined],
  ])('tells of %s as it ended', async (path, status, name, code) => {
    const answer = await traced('acme-water', path)
    expect(answer.status).toBe(status)
    expect(named(answer.spans, name)?.status.code).toBe(code)
  })

  test('records the class of an exception, and throws the exception again', async () => {
    const { body, received, spans } = await traced('acme-water', '/caught')
    expect(body).toMatch(/^DomainException shop /)
    expect(named(spans, 'charge card')).toMatchObject({
      status: { code: 2 },
      attributes: [{ key: 'error.type', value: { stringValue: 'DomainException' } }],
    })
    expect(received?.body).not.toContain('refused')
  })

  test('sends nothing of an address but its words', async () => {
    const path = '/reset/tok3n/%41bc/thandi@acme.example/abcdefghijklmnopqrstuvwxyz?password=hunter2'
    const { received, spans } = await traced('acme-water', path, {
      headers: { 'user-agent': 'secret-agent', cookie: 'session=hunter2' },
    })
    expect(named(spans, 'GET /shop.php/reset/{id}/{id}/{id}/{id}')).toBeDefined()
    expect(received?.body).not.toMatch(/tok3n|hunter|agent|thandi|abcdef|127\.0\.0\.1/)
  })

  test('a method that nobody knows makes no name of its own', async () => {
    const { spans } = await traced('acme-water', '/', { method: 'PROPFIND' })
    expect(named(spans, '_OTHER /shop.php/')).toBeDefined()
  })

  test('a request of many parts sends a bounded number', async () => {
    expect((await traced('acme-water', '/many')).spans.length).toBe(101)
  })

  test('traces only the share that is set, of the same traces as other services', async () => {
    await using kit = hostOf('acme-water', { TRACES_SHARE: 0.5 })
    const host = await serve(kit)
    const ask = async (end: string) => {
      const traceparent = `00-${'a'.repeat(24)}${end}-b7ad6b7169203331-01`
      return (await fetch(`${host}/shop.php`, { headers: { traceparent } })).text()
    }
    const before = tempo.received.length
    expect(await ask('80000000')).toMatch(/-00 done$/)
    expect(await ask('7fffffff')).toMatch(/-01 done$/)
    const received = await arrived(before)
    expect(received.map(({ body }) => body.includes(`${'a'.repeat(24)}7fffffff`))).toEqual([true])
  })

  test.each<[string, Settings, string | undefined]>([
    ['the trace store is away', { TRACES_URL: 'http://127.0.0.1:9/v1/traces' }, 'the trace store did not answer'],
    [
      'the address is not secure',
      { TRACES_URL: 'http://push.example.org/v1/traces' },
      'TRACES_URL must be an https address',
    ],
    ['the password is wrong', { PUSH_PASSWORD: 'wrong' }, 'the trace store answered 401'],
    ['there is no address', { TRACES_URL: '' }, undefined],
  ])('the page is the same where %s', async (_, settings, problem) => {
    await using kit = hostOf('acme-water', settings)
    const response = await fetch(`${await serve(kit)}/shop.php`)
    expect([response.status, await response.text()]).toEqual([200, expect.stringMatching(/^shop \S* ?done$/)])
    if (problem) await logged(kit, problem)
    else expect(kit.errors.filter((line) => line.includes('tracing.php:'))).toEqual([])
  })

  test('the page is the same without any settings', async () => {
    for (const settings of ['<?php return [', '']) {
      await using kit = hostOf('acme-water')
      writeFileSync(join(kit.folder, 'config.php'), settings)
      const response = await fetch(`${await serve(kit)}/shop.php`)
      expect([response.status, await response.text()]).toEqual([200, 'shop  done'])
    }
  })
})
