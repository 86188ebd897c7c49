import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { giveAccess, reload, takeAccess } from '../../ops/cli/grafana.ts'
import { FakeServer, type Received, type Reply } from './support/http.ts'
import { ops } from './support/ops.ts'
import { copyOfStack, TRACED } from './support/stack.ts'

interface Body {
  name: string
  login: string
  OrgId: number
  role: string
  uid: string
  dashboard: { uid: string }
}

/** As much of Grafana's API as giving and taking access needs, with the rule that everything belongs to an organization. */
class FakeGrafana {
  readonly orgs = new Map<string, number>()
  readonly users = new Map<string, { id: number; org: number; role?: string }>()
  readonly dataSources = new Map<string, Body>()
  readonly dashboards = new Map<string, Body['dashboard']>()

  readonly reply = ({ method, path, headers, body }: Received): Reply => {
    if (headers.authorization !== `Basic ${btoa('admin:secret')}`)
      return { status: 401, body: { message: 'Invalid username or password' } }
    const org = headers['x-grafana-org-id']
    const json = (body ? JSON.parse(body) : {}) as Body
    const missing = { status: 404, body: { message: 'not found' } }
    const [, orgByName] = /^\/api\/orgs\/name\/(.+)$/.exec(path) ?? []
    if (orgByName) return this.orgs.has(orgByName) ? { status: 200, body: { id: this.orgs.get(orgByName) } } : missing
    if (method === 'POST' && path === '/api/orgs') {
      this.orgs.set(json.name, this.orgs.size + 2)
      return { status: 200, body: { orgId: this.orgs.get(json.name) } }
    }
    const [, login] = /^\/api\/users\/lookup\?loginOrEmail=(.+)$/.exec(path) ?? []
    if (login) return this.users.has(login) ? { status: 200, body: { id: this.users.get(login)?.id } } : missing
    if (method === 'POST' && path === '/api/admin/users') {
      this.users.set(json.login, { id: this.users.size + 10, org: json.OrgId })
      return { status: 200, body: { id: this.users.get(json.login)?.id } }
    }
    const [, userOrg, userId] = /^\/api\/orgs\/(\d+)\/users\/(\d+)$/.exec(path) ?? []
    const user = [...this.users.values()].find(({ id }) => id === Number(userId))
    if (userOrg && user?.org === Number(userOrg)) {
      user.role = json.role
      return { status: 200, body: {} }
    }
    const [, uid] = /^\/api\/datasources\/uid\/(.+)$/.exec(path) ?? []
    if (uid && !this.dataSources.has(`${org}/${uid}`)) return missing
    if (uid || path === '/api/datasources') {
      if (method !== 'GET') this.dataSources.set(`${org}/${json.uid}`, json)
      return { status: 200, body: {} }
    }
    if (path === '/api/dashboards/db') {
      this.dashboards.set(`${org}/${json.dashboard.uid}`, json.dashboard)
      return { status: 200, body: {} }
    }
    if (method === 'DELETE' && path.startsWith('/api/admin/users/')) {
      for (const [name, { id }] of this.users) if (path.endsWith(`/${id}`)) this.users.delete(name)
      return { status: 200, body: {} }
    }
    if (method === 'DELETE' && path.startsWith('/api/orgs/')) {
      for (const [name, id] of this.orgs) if (path.endsWith(`/${id}`)) this.orgs.delete(name)
      return { status: 200, body: {} }
    }
    return missing
  }
}

const setUp = async () => {
  const stack = copyOfStack()
  const { client } = addClient(stack.path, TRACED, 'acme.yml')
  const grafana = new FakeGrafana()
  const server = await FakeServer.open(grafana.reply)
  return {
    stack,
    client,
    grafana,
    server,
    at: { url: server.url, user: 'admin', password: 'secret' },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      stack[Symbol.dispose]()
    },
  }
}

describe("a client's access to Grafana", () => {
  test('is an organization with his data sources, his dashboard and a viewer', async () => {
    await using t = await setUp()
    const access = await giveAccess(t.stack.path, t.at, t.client)
    expect(access).toMatchObject({
      login: 'acme-water',
      password: expect.stringMatching(/^[\w-]{24}$/),
      url: `${t.at.url}/d/client-acme-water?orgId=2`,
    })
    expect(t.grafana.users.get('acme-water')).toEqual({ id: 10, org: 2, role: 'Viewer' })
    expect([...t.grafana.dashboards.keys()]).toEqual(['2/client-acme-water'])
  })

  test('reaches nothing but his own: metrics through the label proxy, logs and traces of his tenant', async () => {
    await using t = await setUp()
    await giveAccess(t.stack.path, t.at, t.client)
    expect([...t.grafana.dataSources.keys()]).toEqual(['2/prometheus', '2/loki-acme-water', '2/tempo-acme-water'])
    expect(t.grafana.dataSources.get('2/prometheus')).toMatchObject({
      url: 'http://prom-label-proxy:8080',
      jsonData: { httpHeaderName1: 'X-Client' },
      secureJsonData: { httpHeaderValue1: 'acme-water' },
    })
    for (const store of ['loki', 'tempo'])
      expect(t.grafana.dataSources.get(`2/${store}-acme-water`)).toMatchObject({
        jsonData: { httpHeaderName1: 'X-Scope-OrgID' },
        secureJsonData: { httpHeaderValue1: 'acme-water' },
      })
  })

  test('his dashboard asks no data source that his organization lacks', async () => {
    await using t = await setUp()
    await giveAccess(t.stack.path, t.at, t.client)
    const text = JSON.stringify(t.grafana.dashboards.get('2/client-acme-water'))
    const asked = new Set(
      [...text.matchAll(/"uid":"([^"]+)"/g)].map(([, uid]) => uid).filter((uid) => uid !== 'client-acme-water'),
    )
    expect([...asked].sort()).toEqual(['loki-acme-water', 'prometheus', 'tempo-acme-water'])
  })

  test('given twice stays the same, and no password is changed', async () => {
    await using t = await setUp()
    await giveAccess(t.stack.path, t.at, t.client)
    const again = await giveAccess(t.stack.path, t.at, t.client)
    expect(again.password).toBeUndefined()
    expect([t.grafana.orgs.size, t.grafana.users.size, t.grafana.dataSources.size]).toEqual([1, 1, 3])
  })

  test('is taken away whole, and taking it twice is fine', async () => {
    await using t = await setUp()
    await giveAccess(t.stack.path, t.at, t.client)
    expect(await takeAccess(t.at, 'acme-water')).toEqual(['user acme-water', 'organization client-acme-water'])
    expect([t.grafana.orgs.size, t.grafana.users.size]).toEqual([0, 0])
    expect(await takeAccess(t.at, 'acme-water')).toEqual([])
  })

  test('the command line gives it, and offboarding takes it away with everything else', async () => {
    await using t = await setUp()
    writeFileSync(join(t.stack.path, '.env'), 'DASHBOARD_ADMIN_PASSWORD=secret\n')
    const urls = { GRAFANA_URL: t.at.url }
    const given = await ops(t.stack.path, ['grafana', 'client', 'acme-water'], urls)
    expect(given.stdout).toMatch(/\/d\/client-acme-water\?orgId=2\nuser: acme-water\npassword: [\w-]{24}\n$/)
    const removed = await ops(t.stack.path, ['client', 'remove', 'acme-water'], urls)
    expect(removed.stdout).toMatch(
      /- clients\/acme-water\.yml\n[\s\S]*- Grafana user acme-water\n- Grafana organization client-acme-water\n$/,
    )
    expect([t.grafana.orgs.size, t.grafana.users.size]).toEqual([0, 0])
  })

  test('a Grafana that does not answer leaves a command to repeat', async () => {
    await using t = await setUp()
    const removed = await ops(t.stack.path, ['client', 'remove', 'acme-water'], { GRAFANA_URL: 'http://127.0.0.1:9' })
    expect(removed).toMatchObject({ status: 1, stderr: expect.stringContaining('then: ops grafana remove acme-water') })
  })

  test('a wrong administrator password is told as such', async () => {
    await using t = await setUp()
    await expect(giveAccess(t.stack.path, { ...t.at, password: 'wrong' }, t.client)).rejects.toThrow(
      /answered 401: .*Invalid username/,
    )
  })
})

test('reload asks Prometheus, Alertmanager and Grafana, and says who refused', async () => {
  await using server = await FakeServer.open(({ headers }) => ({
    status: headers.authorization === 'Basic YTpi' ? 200 : 401,
  }))
  await using plain = await FakeServer.open(({ path }) => ({ status: path === '/-/reload' ? 200 : 404 }))
  const urls = { prometheus: plain.url, alertmanager: plain.url }
  await reload(urls, { url: server.url, user: 'a', password: 'b' })
  expect(plain.received.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
    'POST /-/reload ',
    'POST /-/reload ',
  ])
  expect(server.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/admin/provisioning/datasources/reload',
  ])
  await expect(reload(urls, { url: server.url, user: 'a', password: 'x' })).rejects.toThrow(
    /datasources\/reload answered 401/,
  )
})
