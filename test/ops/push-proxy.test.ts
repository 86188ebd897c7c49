import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { type Credentials, readCredentials } from '../../ops/cli/secrets.ts'
import { setUp } from '../support/set-up.ts'
import { FakeServer } from './support/http.ts'
import { proxySuite, startPushProxy } from './support/push-proxy.ts'
import { ACME, copyOfStack, type TemporaryFolder, TRACED } from './support/stack.ts'

proxySuite('the push proxy, by nginx', () => {
  let stack: TemporaryFolder
  let loki: FakeServer
  let tempo: FakeServer
  let url: string
  let credentials: Credentials

  setUp(async (opened) => {
    stack = opened.use(copyOfStack())
    addClient(stack.path, TRACED, 'acme.yml')
    addClient(stack.path, TRACED.replace('acme-water', 'other'), 'other.yml')
    addClient(stack.path, ACME.replace('acme-water', 'logs-only'), 'logs-only.yml')
    addClient(stack.path, `${TRACED.replace('acme-water', 'traces-only')}activity: null\n`, 'traces-only.yml')
    credentials = readCredentials(stack.path)
    loki = opened.use(await FakeServer.open(() => ({ status: 204 })))
    tempo = opened.use(await FakeServer.open(() => ({ status: 200, body: {} })))
    const [nginx, address] = await startPushProxy(stack.path, loki.url, tempo.url)
    opened.use(nginx)
    url = address
  })

  const password = (id: string) => credentials[id]?.pushPassword ?? ''
  const basic = (user: string, secret: string) => `Basic ${btoa(`${user}:${secret}`)}`
  const push = (path: string, user: string, secret: string, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(url + path, {
      method,
      body: method === 'POST' ? '{"streams":[]}' : null,
      headers: { 'content-type': 'application/json', authorization: basic(user, secret), ...headers },
    })
  const seen = () => loki.received.length + tempo.received.length

  describe.each([
    { what: 'logs', path: '/loki/api/v1/push', taken: 204, store: () => loki, off: 'traces-only' },
    { what: 'traces', path: '/v1/traces', taken: 200, store: () => tempo, off: 'logs-only' },
  ])('$what', ({ path, taken, store, off }) => {
    const own = (headers: Record<string, string> = {}) => push(path, 'acme-water', password('acme-water'), headers)

    test('pass as what a client pushes, under his name and without his password', async () => {
      expect((await own()).status).toBe(taken)
      const received = store().received.at(-1)
      expect(received).toMatchObject({ path, body: '{"streams":[]}', headers: { 'x-scope-orgid': 'acme-water' } })
      expect(received?.headers.authorization).toBeUndefined()
    })

    test.each(['other', 'acme-water|other', 'ops', ''])(
      'overwrite the tenant "%s" that a client claims',
      async (name) => {
        for (const header of ['X-Scope-OrgID', 'x-scope-orgid']) await own({ [header]: name })
        expect(store().received.at(-1)?.headers['x-scope-orgid']).toBe('acme-water')
      },
    )

    test.each<[string, () => [string, string]]>([
      ['a wrong password', () => ['acme-water', 'wrong']],
      ["another client's password", () => ['acme-water', password('other')]],
      ['an unknown client', () => ['nobody', password('acme-water')]],
      ['two names in one', () => ['acme-water|other', password('acme-water')]],
      ["the stack's own tenant", () => ['ops', password('acme-water')]],
      ['an empty password', () => ['acme-water', '']],
      ['a client whose record has them switched off', () => [off, password(off)]],
    ])('are refused from %s', async (_, of) => {
      const before = seen()
      expect((await push(path, ...of())).status).toBe(401)
      expect(seen()).toBe(before)
    })

    test('are refused without a credential', async () => {
      const before = seen()
      expect((await fetch(url + path, { method: 'POST', body: '{}' })).status).toBe(401)
      expect(seen()).toBe(before)
    })

    test('are limited by credential: neither strangers nor other clients use up the share of a client', async () => {
      // As many as no machine is too slow to send within burst and rate: until one is refused.
      const until429 = async (user: string, secret: string) => {
        const statuses = new Set<number>()
        for (let round = 0; round < 20 && !statuses.has(429); round += 1) {
          const answers = await Promise.all(Array.from({ length: 120 }, () => push(path, user, secret)))
          for (const { status } of answers) statuses.add(status)
        }
        return statuses
      }
      expect(await until429('acme-water', 'wrong')).toEqual(new Set([401, 429]))
      expect((await own()).status).toBe(taken)
      expect(await until429('acme-water', password('acme-water'))).toEqual(new Set([taken, 429]))
      expect((await push(path, 'other', password('other'))).status).toBe(taken)
    })

    test('reach the store at this path only, however it is written', async () => {
      const before = store().received.length
      const raw = (target: string) =>
        new Promise<number>((resolve, reject) => {
          const headers = { authorization: basic('other', password('other')), 'content-length': '0' }
          const { hostname, port } = new URL(url)
          const request = httpRequest({ hostname, port, method: 'POST', path: target, headers }, (response) => {
            response.resume()
            resolve(response.statusCode ?? 0)
          })
          request.once('error', reject).end()
        })
      for (const target of [`/api/v1/query/../../..${path}`, `/api/v1/query/..%2f..%2f..${path}`, `/${path}?query=x`])
        await raw(target)
      await raw(`${path}#/../query_range`)
      const paths = store()
        .received.slice(before)
        .map((received) => received.path)
      expect(paths.length).toBeGreaterThan(0)
      expect(new Set(paths)).toEqual(new Set([path]))
    })

    test('can be pushed and nothing else', async () => {
      const before = seen()
      const other = ['other', password('other')] as const
      expect((await push(path, ...other, {}, 'GET')).status).toBe(403)
      expect((await push(`${path}/../query_range`, ...other)).status).toBe(404)
      for (const asked of ['/loki/api/v1/query', '/api/search', '/api/traces/1', '/v1/metrics', '/v1/logs', '/'])
        expect([asked, (await push(asked, ...other)).status]).toEqual([asked, 404])
      expect(seen()).toBe(before)
    })
  })

  test('a flood of traces leaves the logs alone', async () => {
    let refused = false
    for (let round = 0; round < 20 && !refused; round += 1) {
      const own = () => push('/v1/traces', 'other', password('other'))
      refused = (await Promise.all(Array.from({ length: 120 }, own))).some(({ status }) => status === 429)
    }
    expect(refused).toBe(true)
    expect((await push('/loki/api/v1/push', 'other', password('other'))).status).toBe(204)
  })

  test.each(['logs', 'traces'])('holds no password in clear (%s)', (what) => {
    const file = readFileSync(join(stack.path, 'secrets/push', what), 'utf8')
    expect(file).toMatch(/^acme-water:\{SSHA\}/m)
    expect(file).not.toContain(password('acme-water'))
  })
})
