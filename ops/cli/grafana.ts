import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { clientDataSources } from './data-sources.ts'
import type { ClientRecord } from './record.ts'
import { request, sendJson } from './urls.ts'

/** Where Grafana answers and who administers it. */
export interface Grafana {
  url: string
  user: string
  password: string
}

const withId = z.object({ id: z.number() })
const lookUp = (login: string) => `/api/users/lookup?loginOrEmail=${encodeURIComponent(login)}`
const orgName = (client: Pick<ClientRecord, 'id'>) => `client-${client.id}`

/** Requests as the administrator, in one organization where one is named. */
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
  const found = await grafana.find(`/api/orgs/name/${orgName(client)}`)
  if (found) return withId.parse(found).id
  const created = z
    .object({ orgId: z.number() })
    .parse(await grafana.send('POST', '/api/orgs', { name: orgName(client) }))
  return created.orgId
}

const viewer = async (grafana: Api, client: ClientRecord, org: number): Promise<string | undefined> => {
  if (await grafana.find(lookUp(client.id))) return undefined
  const password = randomBytes(18).toString('base64url')
  const user = { name: client.name, login: client.id, email: client.contact, password, OrgId: org }
  const { id } = withId.parse(await grafana.send('POST', '/api/admin/users', user))
  // Whoever is created through the admin API gets the default role of new users, which is a setting.
  await grafana.send('PATCH', `/api/orgs/${org}/users/${id}`, { role: 'Viewer' })
  return password
}

/** What a client needs to log in; the password only when the user was made now. */
export interface Access {
  login: string
  password?: string | undefined
  url: string
}

const listed = z.array(z.object({ uid: z.string() }))

/** Brings data sources and dashboard of a client's organization to his record, with what the record has no more taken away. */
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

/** Brings a client's organization and viewer to his record, where he has them; returns what there was. */
export const updateAccess = async (root: string, where: Grafana, client: ClientRecord): Promise<string[]> => {
  const grafana = api(where)
  const org = await grafana.find(`/api/orgs/name/${orgName(client)}`)
  if (!org) return []
  await fill(root, grafana, client, withId.parse(org).id)
  const user = await grafana.find(lookUp(client.id))
  if (!user) return [`organization ${orgName(client)}`]
  const profile = { name: client.name, login: client.id, email: client.contact }
  await grafana.send('PUT', `/api/users/${withId.parse(user).id}`, profile)
  return [`organization ${orgName(client)}`, `user ${client.id}`]
}

/**
 * Gives a client an organization of his own with his data sources, his dashboard and a viewer (onboarding step 8). In the
 * open-source edition a viewer may query every data source of his organization, hence one organization per client.
 */
export const giveAccess = async (root: string, where: Grafana, client: ClientRecord): Promise<Access> => {
  const grafana = api(where)
  const org = await organization(grafana, client)
  await fill(root, grafana, client, org)
  const password = await viewer(grafana, client, org)
  return { login: client.id, password, url: `${where.url}/d/client-${client.id}?orgId=${org}` }
}

/** Takes a client's user and organization away; what is gone already is fine. Returns what was removed. */
export const takeAccess = async (where: Grafana, id: string): Promise<string[]> => {
  const grafana = api(where)
  const removed: string[] = []
  const user = await grafana.find(lookUp(id))
  if (user) {
    await grafana.remove(`/api/admin/users/${withId.parse(user).id}`)
    removed.push(`user ${id}`)
  }
  const org = await grafana.find(`/api/orgs/name/${orgName({ id })}`)
  if (org) {
    await grafana.remove(`/api/orgs/${withId.parse(org).id}`)
    removed.push(`organization ${orgName({ id })}`)
  }
  return removed
}

/** Gives the administrator a new password. */
export const changeAdministrator = (where: Grafana, newPassword: string): Promise<unknown> =>
  api(where).send('PUT', '/api/user/password', { oldPassword: where.password, newPassword, confirmNew: newPassword })

/** Fails where this is not the administrator's password. */
export const isAdministrator = (where: Grafana): Promise<unknown> => api(where).get('/api/user')

/** Makes Grafana read the operators' data sources again; dashboards it finds by itself. */
export const reloadDataSources = async (where: Grafana): Promise<void> => {
  await api(where).reloadDataSources()
}
