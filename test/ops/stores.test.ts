import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { startChain } from '../../ops/cli/loopback/chain.ts'
import { Daemon, freePorts } from '../../ops/cli/loopback/processes.ts'
import { readCredentials } from '../../ops/cli/secrets.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { openHost } from './support/fault-sites.ts'
import { startedByHand } from './support/programs.ts'
import { startPushProxy } from './support/push-proxy.ts'
import { copyOfStack, TemporaryFolder, TRACED } from './support/stack.ts'

/** Loki and Tempo on the files that are mounted, behind the real push proxy. */

const CLIENTS = ['acme-water', 'other']

const basic = (root: string, client: string): string =>
  `Basic ${btoa(`${client}:${readCredentials(root)[client]?.pushPassword}`)}`

const push = (url: string, authorization: string, body: unknown) =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization },
  })

const stackOfClients = (opened: DisposableStack): string => {
  const root = opened.use(copyOfStack()).path
  for (const client of [...CLIENTS, 'behind']) addClient(root, TRACED.replace('acme-water', client), `${client}.yml`)
  return root
}

const logSuite = startedByHand('loki') ? describe : describe.skip

logSuite('Loki', () => {
  let root: string
  let loki: string
  let proxy: string

  setUp(async (opened) => {
    root = stackOfClients(opened.use(new DisposableStack()))
    const chain = opened.use(await startChain(root, { pace: 'quick', probes: [], loki: true }))
    loki = chain.urls.loki
    const [nginx, url] = await startPushProxy(root, loki, loki)
    opened.use(nginx)
    proxy = url
  })

  const as = (client?: string): RequestInit => ({ headers: client ? { 'X-Scope-OrgID': client } : {} })
  const line = (text: string, age = 0) => {
    const stream = { client: 'acme-water', job: 'activity', level: 'info', action_type: age ? 'old' : 'login' }
    return { streams: [{ stream, values: [[`${Date.now() - age}000000`, text]] }] }
  }
  const pushed = (client: string, body: unknown) => push(`${proxy}/loki/api/v1/push`, basic(root, client), body)

  test('keeps what clients push apart, whatever their labels say, and shows nothing without a tenant', async () => {
    for (const client of CLIENTS) expect((await pushed(client, line(`of ${client}`))).status).toBe(204)
    const query = `${loki}/loki/api/v1/query_range?${new URLSearchParams({ query: '{job="activity"}', since: '1h' })}`
    const seen = async (client: string) => {
      const { data } = (await (await fetch(query, as(client))).json()) as { data: { result: { values: string[][] }[] } }
      return data.result.flatMap(({ values }) => values.map(([, text]) => text))
    }
    expect(await Promise.all(CLIENTS.map(seen))).toEqual(CLIENTS.map((client) => [`of ${client}`]))
    expect((await fetch(query)).status).toBe(401)
  })

  test('refuses lines older than 1680 hours', async () => {
    expect((await pushed('other', line('old', 1679 * 3_600_000))).status).toBe(204)
    const refused = await pushed('other', line('too old', 1681 * 3_600_000))
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('too old')])
  })

  test('takes what the full run of a client ships hours after his security runs', async () => {
    await using opened = new AsyncDisposableStack()
    const host = await openHost(opened, root, 'behind', `${proxy}/loki/api/v1/push`)
    const now = Math.floor(Date.now() / 1000)
    const actions = ['logout', 'login', 'update', 'login', 'error', 'login']
    await host.log(actions.map((action, index) => ({ id: index + 1, action, time: now - (6 - index) * 1500 })))
    expect(await host.kit.ship('security')).toMatchObject({ code: 0, err: '' })
    expect(await host.kit.ship()).toMatchObject({ code: 0, err: '' })
    const query = new URLSearchParams({
      query: 'sum(count_over_time({action_type=~"log.*|update|error"} |= "row" [3h]))',
    })
    const counted = await (await fetch(`${loki}/loki/api/v1/query?${query}`, as('behind'))).text()
    expect(counted).toContain('"6"]')
  })

  test('deletes nothing on request', async () => {
    const query = new URLSearchParams({ query: '{job="activity"}', start: '0' })
    const response = await fetch(`${loki}/loki/api/v1/delete?${query}`, { method: 'POST', ...as('acme-water') })
    expect(response.status).toBeGreaterThanOrEqual(400)
  })

  test.each([...CLIENTS.map((client) => [client, 'SecurityLogSilent']), ['ops', '']])(
    'reads the rules of %s',
    async (tenant, rule) => {
      const response = await fetch(`${loki}/prometheus/api/v1/rules`, as(tenant))
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(rule)])
    },
  )
})

const traceSuite = startedByHand('tempo') ? describe : describe.skip

traceSuite('Tempo', () => {
  let root: string
  let tempo: string
  let proxy: string

  setUp(async (opened) => {
    root = stackOfClients(opened.use(new DisposableStack()))
    const { path } = opened.use(new TemporaryFolder())
    const [http, grpc, otlpGrpc, otlpHttp] = await freePorts(4)
    cpSync(join(root, 'tempo'), join(path, 'etc'), { recursive: true })
    mkdirSync(join(path, 'data'))
    // Only addresses and paths of the container are replaced.
    const config = readFileSync(join(root, 'tempo/tempo.yml'), 'utf8')
      .replace(
        'http_listen_port: 3200',
        `http_listen_address: 127.0.0.1\n  http_listen_port: ${http}\n  grpc_listen_address: 127.0.0.1\n  grpc_listen_port: ${grpc}`,
      )
      .replace('0.0.0.0:4317', `127.0.0.1:${otlpGrpc}`)
      .replace('0.0.0.0:4318', `127.0.0.1:${otlpHttp}`)
      .replaceAll('/etc/tempo', join(path, 'etc'))
      .replaceAll('/var/tempo', join(path, 'data'))
    const file = join(path, 'tempo.yml')
    writeFileSync(file, config)
    tempo = `http://127.0.0.1:${http}`
    const daemon = opened.use(new Daemon('tempo', ['-target=all', `-config.file=${file}`]))
    await daemon.ready(`${tempo}/ready`)
    const [nginx, url] = await startPushProxy(root, tempo, `http://127.0.0.1:${otlpHttp}`)
    opened.use(nginx)
    proxy = url
  })

  test("takes a client's trace through the push proxy, and shows it to his tenant only", async () => {
    const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    const now = `${Date.now()}000000`
    const span = { traceId, spanId, name: 'GET /', kind: 2, startTimeUnixNano: now, endTimeUnixNano: now }
    const body = { resourceSpans: [{ resource: {}, scopeSpans: [{ spans: [span] }] }] }
    expect((await push(`${proxy}/v1/traces`, basic(root, 'acme-water'), body)).status).toBe(200)
    const show = (tenant?: string) =>
      fetch(`${tempo}/api/v2/traces/${traceId}`, { headers: tenant ? { 'X-Scope-OrgID': tenant } : {} })
    await until('the trace', async () => (await (await show('acme-water')).text()).includes('GET /'))
    expect(await (await show('other')).text()).not.toContain('GET /')
    expect((await show()).status).toBe(401)
  })
})
