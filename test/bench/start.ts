import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { freePort } from '../support/redis.ts'
import type { Issuer } from './issuer.ts'
import { memory, peakMemory, type Running, startServer } from './processes.ts'
import type { ServerName } from './scenarios.ts'

/** What `npm start` passes to Node. */
const GATEWAY = packageJson.scripts.start.replace(/^.*&& node /, '').split(' ')

/** What a gateway needs to run as in production. Rate limits are out of the way: they are not what is measured. */
export const environment = (issuer: Issuer) => ({
  AUTH_ISSUER: issuer.url,
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
  RATE_LIMIT_AUTHENTICATED: '1000000000',
  RATE_LIMIT_ANONYMOUS: '1000000000',
})

/** Starts the gateway; ready is who answers a list of clients, through token, database and audit. */
export async function startGateway(name: ServerName, issuer: Issuer, store: Record<string, string>): Promise<Running> {
  const headers = { authorization: `Bearer ${issuer.token('org_0', 'user_start')}` }
  const answers = async (url: string) => (await fetch(`${url}/api/clients?page=1&limit=20`, { headers })).ok
  return startServer(name, await freePort(), GATEWAY, { ...environment(issuer), ...store }, answers)
}

/** Starts the floor. */
export async function startFloor(databaseUrl: string, issuer: Issuer): Promise<Running> {
  const headers = { authorization: `Bearer ${issuer.token('org_0', 'user_start')}` }
  const answers = async (url: string) => (await fetch(`${url}/api/clients?page=1&limit=1`, { headers })).ok
  const env = { DATABASE_URL: databaseUrl, AUTH_ISSUER: issuer.url }
  return startServer('floor', await freePort(), ['test/bench/floor.ts'], env, answers)
}

/** Starts PostGraphile, by itself or with a durable record of each request. */
export async function startPostGraphile(name: ServerName, databaseUrl: string): Promise<Running> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-organization': 'org_0' },
    body: JSON.stringify({ query: '{ allClients(first: 1) { nodes { rowId } } }' }),
  }
  const answers = async (url: string) => (await fetch(`${url}/graphql`, request)).ok
  const env = { DATABASE_URL: databaseUrl, GRAPHILE_ENV: 'production', AUDIT: String(name !== 'PostGraphile') }
  return startServer(name, await freePort(), ['test/bench/postgraphile.ts'], env, answers)
}

/** What the gateway takes on PGlite: to the first answer, with clients from an earlier run in its folder, and memory in MiB. */
interface Pglite {
  startMs: number
  idle: number
  peak: number
}

/** Starts on PGlite, imports, and starts again. */
export async function startOnPglite(issuer: Issuer): Promise<Pglite> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-pglite-'))
  try {
    const first = await startGateway('gateway', issuer, { DATA_DIR: folder })
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      name: `Client ${index}`,
      type: 'MEDIUM_BUSINESS',
      industry: 'Retail',
      sector: 'BUSINESS',
      contact: { name: 'Office' },
    }))
    const response = await fetch(`${first.url}/api/clients/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${issuer.token('org_0', 'user_start')}`, 'content-type': 'application/json' },
      body: JSON.stringify(rows),
    })
    if (!response.ok) throw new Error(`the import answers ${response.status}: ${await response.text()}`)
    const peak = peakMemory(first.pid)
    await first.stop()
    const again = await startGateway('gateway', issuer, { DATA_DIR: folder })
    const idle = await idleMemory(again)
    await again.stop()
    return { startMs: again.startMs, idle, peak }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Memory of a server that has answered once and waits, MiB. */
export async function idleMemory({ pid }: Running): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return memory(pid)
}
