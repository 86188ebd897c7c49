import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { clientDataSources } from './data-sources.ts'
import type { ClientRecord } from './record.ts'
import { request, sendJson } from './urls.ts'

/** Grafana's internal and public address, and its administrator. */
export interface Grafana {
  url: string
  /** DASHBOARD_ROOT_URL: people cannot open the address within the stack's network. */
  publicUrl: string
  user: string
  password: string
}

const withId = z.object({ id: z.number() })
const lookUp = (login: string) => `/api/users/lookup?loginOrEmail=${encodeURIComponent(login)}`
/**
 * The name of a client's organization and the login of its viewer. It never equals a person's login such as `admin`.
 */
export const accessName = ({ id }: Pick<ClientRecord, 'id'>): string => `client-${id}`

/** Sends requests as the administrator, in one organization if one is named. */
const api = ({ url, user, password }: Grafana) => {
  const headers = (org?: number): Record<string, string> => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    ...(org && { 'x-grafana-org-id': String(org) }),
  })
  return {
    get: async (path: string, org?: number): Promise<unknown> =>
      (await request(url + path, { headers: headers(org) })).json(),
    find: async (path: string, org?: number): Promise<unknown> => {
      const response = await request(url + path, { headers: headers(org) }, [404])
      return response.status === 404 ? undefined : response.json()
    },
    send: async (method: string, path: string, body: unknown, org?: number): Promise<unknown> =>
      (await sendJson(method, url + path, body, headers(org))).json(),
    reloadDataSources: () =>
      request(`${url}/api/admin/provisioning/datasources/reload`, { method: 'POST', headers: headers() }),
    remove: (path: string, org?: number) => request(url + path, { method: 'DELETE', headers: headers(org) }),
  }
}

type Api = ReturnType<typeof api>

const organization = async (grafana: Api, client: ClientRecord): Promise<number> => {
  const found = await grafana.find(`/api/orgs/name/${accessName(client)}`)
  if (found) return withId.parse(found).id
  const created = z
    .object({ orgId: z.number() })
    .parse(await grafana.send('POST', '/api/orgs', { name: accessName(client) }))
  return created.orgId
}

const viewer = async (grafana: Api, client: ClientRecord, org: number): Promise<string | undefined> => {
  if (await grafana.find(lookUp(accessName(client)))) return undefined
  const password = randomBytes(18).toString('base64url')
  // Grafana accepts an e-mail address for one user only, and two clients may have the same contact.
  const user = { name: client.name, login: accessName(client), password, OrgId: org }
  const { id } = withId.parse(await grafana.send('POST', '/api/admin/users', user))
  // A user that the admin API creates gets the default role of new users, which is a setting.
  await grafana.send('PATCH', `/api/orgs/${org}/users/${id}`, { role: 'Viewer' })
  return password
}

/** The login of a client; the password only if the user was just created. */
export interface Access {
  login: string
  password?: string | undefined
  url: string
}

const listed = z.array(z.object({ uid: z.string() }))

/**
 * Updates the data sources and the dashboard of a client's organization to match the record. Removes those that the
 * record no longer has.
 */
const fill = async (root: string, grafana: Api, client: ClientRecord, org: number): Promise<void> => {
  const present = listed.parse(await grafana.get('/api/datasources', org)).map(({ uid }) => uid)
  const wanted = clientDataSources(client)
  for (const source of wanted)
    if (present.includes(source.uid)) await grafana.send('PUT', `/api/datasources/uid/${source.uid}`, source, org)
    else await grafana.send('POST', '/api/datasources', source, org)
  for (const uid of present.filter((uid) => !wanted.some((source) => source.uid === uid)))
    await grafana.remove(`/api/datasources/uid/${uid}`, org)
  const dashboard: unknown = JSON.parse(readFileSync(join(root, `grafana/dashboards/${client.id}.json`), 'utf8'))
  await grafana.send('POST', '/api/dashboards/db', { dashboard, overwrite: true }, org)
}

/**
 * Updates a client's organization and viewer to match the record, if they exist. Returns the names of those that exist.
 */
export const updateAccess = async (root: string, where: Grafana, client: ClientRecord): Promise<string[]> => {
  const grafana = api(where)
  const org = await grafana.find(`/api/orgs/name/${accessName(client)}`)
  if (!org) return []
  await fill(root, grafana, client, withId.parse(org).id)
  const login = accessName(client)
  const user = await grafana.find(lookUp(login))
  if (!user) return [`organization ${login}`]
  await grafana.send('PUT', `/api/users/${withId.parse(user).id}`, { name: client.name, login })
  return [`organization ${login}`, `user ${login}`]
}

/**
 * Creates an organization for a client with its data sources, its dashboard and a viewer (onboarding step 8). In the
 * open-source edition a viewer can query every data source of the organization, so each client needs an organization of
 * its own.
 */
export const giveAccess = async (root: string, where: Grafana, client: ClientRecord): Promise<Access> => {
  const grafana = api(where)
  const org = await organization(grafana, client)
  await fill(root, grafana, client, org)
  const password = await viewer(grafana, client, org)
  return { login: accessName(client), password, url: `${where.publicUrl}/d/client-${client.id}?orgId=${org}` }
}

/** Removes a client's user and organization, if they exist. Returns what was removed. */
export const takeAccess = async (where: Grafana, id: string): Promise<string[]> => {
  const grafana = api(where)
  const removed: string[] = []
  const name = accessName({ id })
  const user = await grafana.find(lookUp(name))
  if (user) {
    await grafana.remove(`/api/admin/users/${withId.parse(user).id}`)
    removed.push(`user ${name}`)
  }
  const org = await grafana.find(`/api/orgs/name/${name}`)
  if (org) {
    await grafana.remove(`/api/orgs/${withId.parse(org).id}`)
    removed.push(`organization ${name}`)
  }
  return removed
}

/** Changes the administrator's password. */
export const changeAdministrator = (where: Grafana, newPassword: string): Promise<unknown> =>
  api(where).send('PUT', '/api/user/password', { oldPassword: where.password, newPassword, confirmNew: newPassword })

/** Fails if the administrator has another password. */
export const isAdministrator = (where: Grafana): Promise<unknown> => api(where).get('/api/user')

/** Makes Grafana reload the operators' data sources. Grafana finds dashboards by itself. */
export const reloadDataSources = async (where: Grafana): Promise<void> => {
  await api(where).reloadDataSources()
}
