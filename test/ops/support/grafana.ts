import { addClient } from '../../../ops/cli/clients.ts'
import type { Grafana } from '../../../ops/cli/grafana.ts'
import type { ClientRecord } from '../../../ops/cli/record.ts'
import { FakeServer, type Received, type Reply } from './http.ts'
import { copyOfStack, type TemporaryFolder, TRACED } from './stack.ts'

interface Body {
  name: string
  login: string
  email: string
  OrgId: number
  role: string
  uid: string
  dashboard: { uid: string }
  oldPassword: string
  newPassword: string
}

/** As much of Grafana's API as access needs, with the rule that everything belongs to an organization. */
export class FakeGrafana {
  readonly orgs = new Map<string, number>()
  readonly users = new Map<string, { id: number; org: number; role?: string; name?: string; email?: string }>([
    ['admin', { id: 1, org: 1, role: 'Admin', email: 'admin@localhost' }],
  ])
  readonly dataSources = new Map<string, Body>()
  readonly dashboards = new Map<string, Body['dashboard']>()
  /** Of the administrator. */
  password = 'secret'

  readonly reply = ({ method, path, headers, body }: Received): Reply => {
    if (headers.authorization !== `Basic ${btoa(`admin:${this.password}`)}`)
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
      const { name, email = json.login, OrgId } = json
      const isTaken = this.users.has(json.login) || [...this.users.values()].some((user) => user.email === email)
      if (isTaken) return { status: 412, body: { message: `User with email '${email}' or username already exists` } }
      this.users.set(json.login, { id: this.users.size + 10, org: OrgId, name, email })
      return { status: 200, body: { id: this.users.get(json.login)?.id } }
    }
    const [, userOrg, userId] = /^\/api\/orgs\/(\d+)\/users\/(\d+)$/.exec(path) ?? []
    const user = [...this.users.values()].find(({ id }) => id === Number(userId))
    if (userOrg && user?.org === Number(userOrg)) {
      user.role = json.role
      return { status: 200, body: {} }
    }
    if (method === 'GET' && path === '/api/user') return { status: 200, body: { login: 'admin' } }
    if (method === 'PUT' && path === '/api/user/password') {
      if (json.oldPassword !== this.password) return { status: 401, body: { message: 'Invalid old password' } }
      this.password = json.newPassword
      return { status: 200, body: { message: 'User password changed' } }
    }
    const profile = this.users.get(json.login)
    if (method === 'PUT' && profile && path === `/api/users/${profile.id}`) {
      Object.assign(profile, { name: json.name, email: json.email ?? profile.email })
      return { status: 200, body: {} }
    }
    if (method === 'GET' && path === '/api/datasources') {
      const own = [...this.dataSources].filter(([key]) => key.startsWith(`${org}/`))
      return { status: 200, body: own.map(([, source]) => ({ uid: source.uid })) }
    }
    const [, uid] = /^\/api\/datasources\/uid\/(.+)$/.exec(path) ?? []
    if (uid && !this.dataSources.has(`${org}/${uid}`)) return missing
    if (uid || path === '/api/datasources') {
      if (method === 'DELETE') this.dataSources.delete(`${org}/${uid}`)
      else this.dataSources.set(`${org}/${json.uid}`, json)
      return { status: 200, body: {} }
    }
    if (path === '/api/admin/provisioning/datasources/reload') return { status: 200, body: {} }
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

/** A stack with one client, and a Grafana that knows its administrator. */
export class WithGrafana implements AsyncDisposable {
  readonly stack: TemporaryFolder
  readonly client: ClientRecord
  readonly grafana: FakeGrafana
  readonly at: Grafana
  readonly #server: FakeServer

  private constructor(stack: TemporaryFolder, client: ClientRecord, grafana: FakeGrafana, server: FakeServer) {
    this.stack = stack
    this.client = client
    this.grafana = grafana
    this.#server = server
    this.at = { url: server.url, publicUrl: 'https://dash.example', user: 'admin', password: 'secret' }
  }

  static async open(): Promise<WithGrafana> {
    const stack = copyOfStack()
    const { client } = addClient(stack.path, TRACED, 'acme.yml')
    const grafana = new FakeGrafana()
    return new WithGrafana(stack, client, grafana, await FakeServer.open(grafana.reply))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
    this.stack[Symbol.dispose]()
  }
}
