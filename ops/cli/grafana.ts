import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { clientDataSources } from './data-sources.ts'
import type { ClientRecord } from './record.ts'
import { request, sendJson, type Urls } from './urls.ts'

/** Where Grafana answers and who administers it. */
export interface Grafana {
  url: string
  user: string
  password: string
}

const withId = z.object({ id: z.number() })
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
    remove: (path: string) => request(url + path, { method: 'DELETE', headers: headers() }),
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
  if (await grafana.find(`/api/users/lookup?loginOrEmail=${encodeURIComponent(client.id)}`)) return undefined
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
  password?: string
  url: string
}

/**
 * Gives a client an organization of his own with his data sources, his dashboard and a viewer (onboarding step 8). In the
 * open-source edition a viewer may query every data source of his organization, hence one organization per client.
 */
export const giveAccess = async (root: string, where: Grafana, client: ClientRecord): Promise<Access> => {
  const grafana = api(where)
  const org = await organization(grafana, client)
  for (const source of clientDataSources(client)) {
    const exists = await grafana.find(`/api/datasources/uid/${source.uid}`, org)
    if (exists) await grafana.send('PUT', `/api/datasources/uid/${source.uid}`, source, org)
    else await grafana.send('POST', '/api/datasources', source, org)
  }
  const dashboard: unknown = JSON.parse(readFileSync(join(root, `grafana/dashboards/${client.id}.json`), 'utf8'))
  await grafana.send('POST', '/api/dashboards/db', { dashboard, overwrite: true }, org)
  const password = await viewer(grafana, client, org)
  return { login: client.id, password, url: `${where.url}/d/client-${client.id}?orgId=${org}` }
}

/** Takes a client's user and organization away; what is gone already is fine. Returns what was removed. */
export const takeAccess = async (where: Grafana, id: string): Promise<string[]> => {
  const grafana = api(where)
  const removed: string[] = []
  const user = await grafana.find(`/api/users/lookup?loginOrEmail=${encodeURIComponent(id)}`)
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

/** Makes Prometheus, Alertmanager and Grafana read what the command writes; Loki and the push proxy look by themselves. */
export const reload = async (urls: Pick<Urls, 'prometheus' | 'alertmanager'>, grafana: Grafana): Promise<void> => {
  await request(`${urls.prometheus}/-/reload`, { method: 'POST' })
  await request(`${urls.alertmanager}/-/reload`, { method: 'POST' })
  await api(grafana).reloadDataSources()
}
