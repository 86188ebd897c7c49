import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { Daemon, freePorts } from '../../ops/cli/loopback/processes.ts'
import { aClient } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { FakeServer } from './support/http.ts'
import { readOps, TemporaryFolder } from './support/stack.ts'

const suite = requireTool('caddy', 'apt-get install caddy') ? describe : describe.skip

const NAMES = { DASHBOARD_ROOT_URL: 'dash.test', PUSH_URL: 'push.test', GATEWAY_URL: 'gateway.test' }

suite('the edge, by Caddy', () => {
  let grafana: FakeServer
  let push: FakeServer
  let gateway: TestServer
  let ports: { http: number; https: number }
  let ca: string
  let caddy: Daemon

  setUp(async (opened) => {
    const folder = opened.use(new TemporaryFolder()).path
    grafana = opened.use(await FakeServer.open(() => ({ status: 200, body: { is: 'grafana' } })))
    push = opened.use(await FakeServer.open(() => ({ status: 204 })))
    gateway = opened.use(await startServer({ TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'a-token-of-the-metrics' }))
    const [http = 0, https = 0, health = 0] = await freePorts(3)
    ports = { http, https }
    // Only addresses of the containers are replaced.
    const caddyfile = readOps('edge/Caddyfile')
      .replace('http_port 8080', `http_port ${http}`)
      .replace('https_port 8443', `https_port ${https}`)
      .replace('127.0.0.1:8081', `127.0.0.1:${health}`)
      .replace('grafana:3000', new URL(grafana.url).host)
      .replace('push-proxy:8080', new URL(push.url).host)
      .replace('gateway:4000', new URL(gateway.url).host)
    const path = join(folder, 'Caddyfile')
    writeFileSync(path, caddyfile)
    const names = Object.entries(NAMES).map(([variable, name]) => [variable, `https://${name}`])
    const env = { ...Object.fromEntries(names), EDGE_TLS: 'internal', XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    caddy = opened.use(new Daemon('caddy', ['run', '--adapter', 'caddyfile', '--config', path], env))
    await caddy.ready(`http://127.0.0.1:${health}/`)
    ca = await until('the authority', () => {
      try {
        return readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8')
      } catch {
        return undefined
      }
    })
    // Made in the background, one after the other.
    for (const name of Object.values(NAMES))
      await until(`the certificate of ${name}`, () =>
        ask(name).then(
          () => true,
          () => false,
        ),
      )
  })

  /** Asks the edge by a name, and checks its certificate. */
  const ask = async (name: string, path = '/', options: RequestOptions = {}): Promise<IncomingMessage> => {
    const { https: port } = ports
    const headers = { host: name, ...options.headers }
    const asked = request({ host: '127.0.0.1', port, path, servername: name, ca, ...options, headers }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return response
  }
  const body = async (name: string, path: string, options: RequestOptions = {}) => text(await ask(name, path, options))

  test('serves each of the three by its name, with a certificate for it', async () => {
    expect(JSON.parse(await body('dash.test', '/d/stack'))).toEqual({ is: 'grafana' })
    expect(grafana.received.at(-1)).toMatchObject({ path: '/d/stack', headers: { host: 'dash.test' } })
    expect((await ask('push.test', '/loki/api/v1/push', { method: 'POST' })).statusCode).toBe(204)
    expect(push.received.at(-1)?.path).toBe('/loki/api/v1/push')
    const answer = await ask('gateway.test', '/healthz')
    expect(answer.statusCode).toBe(200)
    for (const name of Object.values(NAMES))
      expect((await ask(name)).headers['strict-transport-security']).toMatch(/^max-age=31536000(; includeSubDomains)?$/)
  })

  test('logs the network of the caller and the status, and nothing that the caller said', async () => {
    const headers = { authorization: 'Bearer token-of-a-caller' }
    // No other test sends this method, by which the line is found.
    await body('dash.test', '/d/of-a-person?email=n.dlamini', { method: 'PATCH', headers })
    const line = await until('the line', () => caddy.output.split('\n').find((each) => each.includes('"PATCH"')))
    expect(JSON.parse(line)).toMatchObject({ status: 200, request: { host: 'dash.test', remote_ip: '127.0.0.0' } })
    expect(line).not.toMatch(/127\.0\.0\.1|dlamini|person|token/)
  })

  test('knows no other name', async () => {
    await expect(ask('elsewhere.test')).rejects.toThrow(/alert/)
    await expect(ask('dash.test', '/', { ca: undefined })).rejects.toThrow(/self-signed|unable to/)
  })

  test.each(Object.values(NAMES))('sends %s from http to https, at its public port', async (name) => {
    const asked = plainRequest({ host: '127.0.0.1', port: ports.http, path: '/a?b=c', headers: { host: name } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([308, `https://${name}/a?b=c`])
  })

  test('says who calls, whatever the caller says', async () => {
    const claims = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'dash.test' }
    await body('push.test', '/healthz', { headers: claims })
    expect(push.received.at(-1)?.headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'push.test',
    })
  })

  test.each([
    '/metrics',
    '/hooks/alertmanager',
    '/hooks/',
    '/%6detrics',
    '/metrics/',
    '//metrics',
    '/hooks/../metrics',
    '/METRICS',
  ])('keeps %s of the gateway inside', async (path) => {
    const { statusCode } = await ask('gateway.test', path, {
      headers: { authorization: 'Bearer a-token-of-the-metrics' },
    })
    expect(statusCode).toBe(404)
  })

  test('compresses what the gateway answers, for who takes it', async () => {
    const plain = await body('gateway.test', '/openapi.json')
    const answer = await ask('gateway.test', '/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      'gzip',
      expect.stringMatching(/Accept-Encoding/),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    const packed = Buffer.concat(chunks)
    expect(gunzipSync(packed).toString()).toBe(plain)
    expect(packed.length).toBeLessThan(plain.length / 4)
    const zstd = await ask('gateway.test', '/openapi.json', { headers: { 'accept-encoding': 'zstd, gzip' } })
    expect(zstd.headers['content-encoding']).toBe('zstd')
    zstd.destroy()
  })

  test('hands each event of a stream on at once, uncompressed', async () => {
    const actor = gateway.actor()
    const stream = await ask('gateway.test', '/api/realtime/dashboard', {
      headers: { authorization: `Bearer ${actor.token}`, accept: 'text/event-stream', 'accept-encoding': 'gzip, zstd' },
    })
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/)
    expect(stream.headers['content-encoding']).toBeUndefined()
    let seen = ''
    stream.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
    })
    await until('the snapshot', () => seen.includes('event: snapshot'))
    for (const clients of [1, 2]) {
      await aClient(actor)
      await until(`the update to ${clients}`, () => seen.includes(`"clients":${clients},`))
    }
    stream.destroy()
  })
})
