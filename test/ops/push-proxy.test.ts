import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { Daemon, freePorts } from '../../ops/cli/loopback/processes.ts'
import { type Credentials, readCredentials } from '../../ops/cli/secrets.ts'
import { findTool } from '../../ops/cli/tools.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { FakeServer } from './support/http.ts'
import { ACME, copyOfStack, readOps, type TemporaryFolder } from './support/stack.ts'

const installed = findTool('nginx') !== undefined || requireTool('nginx', 'apt-get install nginx-light')
const suite = installed ? describe : describe.skip

suite('the push proxy, by nginx', () => {
  let stack: TemporaryFolder
  let loki: FakeServer
  let url: string
  let credentials: Credentials

  setUp(async (opened) => {
    stack = opened.use(copyOfStack())
    addClient(stack.path, ACME, 'acme.yml')
    addClient(stack.path, ACME.replace('acme-water', 'other'), 'other.yml')
    credentials = readCredentials(stack.path)
    loki = opened.use(await FakeServer.open(() => ({ status: 204 })))
    const [port] = await freePorts(1)
    // Only addresses and paths of the container are replaced.
    const config = readOps('push-proxy/nginx.conf')
      .replaceAll('/tmp/', `${stack.path}/nginx-`)
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace('resolver 127.0.0.11 valid=10s;', '')
      .replace('loki:3100', new URL(loki.url).host)
      .replace('/etc/nginx/push/htpasswd', join(stack.path, 'secrets/push/htpasswd'))
      // The output of a child process is a socket here, which cannot be opened by name.
      .replace('/dev/stderr', `${stack.path}/nginx.log`)
    const path = join(stack.path, 'nginx.conf')
    writeFileSync(path, `daemon off;\n${process.getuid?.() === 0 ? 'user root;\n' : ''}${config}`)
    const nginx = opened.use(new Daemon('nginx', ['-e', `${stack.path}/nginx.log`, '-c', path]))
    url = `http://127.0.0.1:${port}`
    await nginx.ready(`${url}/healthz`)
  })

  const push = (
    user: string,
    password: string,
    headers: Record<string, string> = {},
    path = '/loki/api/v1/push',
    method = 'POST',
  ) =>
    fetch(url + path, {
      method,
      body: method === 'POST' ? '{"streams":[]}' : undefined,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${btoa(`${user}:${password}`)}`,
        ...headers,
      },
    })

  const password = (id: string) => credentials[id]?.pushPassword ?? ''

  test('passes what a client pushes, as that client', async () => {
    expect((await push('acme-water', password('acme-water'))).status).toBe(204)
    expect(loki.received.at(-1)).toMatchObject({
      path: '/loki/api/v1/push',
      body: '{"streams":[]}',
      headers: { 'x-scope-orgid': 'acme-water' },
    })
    expect(loki.received.at(-1)?.headers.authorization).toBeUndefined()
  })

  test('overwrites the tenant that a client claims', async () => {
    await push('acme-water', password('acme-water'), { 'X-Scope-OrgID': 'other' })
    expect(loki.received.at(-1)?.headers['x-scope-orgid']).toBe('acme-water')
  })

  test.each<[string, () => [string, string]]>([
    ['a wrong password', () => ['acme-water', 'wrong']],
    ["another client's password", () => ['acme-water', password('other')]],
    ['an unknown client', () => ['nobody', password('acme-water')]],
    ['an empty password', () => ['acme-water', '']],
  ])('refuses %s', async (_, of) => {
    const before = loki.received.length
    expect((await push(...of())).status).toBe(401)
    expect(loki.received).toHaveLength(before)
  })

  test('limits each credential for itself: neither strangers nor other clients use up the share of a client', async () => {
    const flood = async (user: string, secret: string) => {
      const answers = await Promise.all(Array.from({ length: 80 }, () => push(user, secret)))
      return new Set(answers.map(({ status }) => status))
    }
    // As many as no machine is too slow to send within the burst of 50 and ten a second: until one is refused.
    const until429 = async (user: string, secret: string) => {
      const seen = new Set<number>()
      for (let round = 0; round < 20 && !seen.has(429); round += 1)
        for (const status of await flood(user, secret)) seen.add(status)
      return seen
    }
    expect(await until429('acme-water', 'wrong')).toEqual(new Set([401, 429]))
    expect((await push('acme-water', password('acme-water'))).status).toBe(204)
    expect(await until429('acme-water', password('acme-water'))).toEqual(new Set([204, 429]))
    expect((await push('other', password('other'))).status).toBe(204)
  })

  test('lets nothing else through: no queries, no other paths', async () => {
    const before = loki.received.length
    const own = ['acme-water', password('acme-water')] as const
    expect((await push(...own, {}, '/loki/api/v1/query')).status).toBe(404)
    expect((await push(...own, {}, '/loki/api/v1/push/../query_range')).status).toBe(404)
    expect((await push(...own, {}, '/loki/api/v1/push', 'GET')).status).toBe(403)
    expect(loki.received).toHaveLength(before)
  })

  test('holds no password in clear', () => {
    const file = readFileSync(join(stack.path, 'secrets/push/htpasswd'), 'utf8')
    expect(file).toMatch(/^acme-water:\{SSHA\}/m)
    expect(file).not.toContain(password('acme-water'))
  })
})
