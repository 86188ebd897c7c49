import { Redis } from 'ioredis'
import { askForJson } from '../common/outgoing.ts'
import type { Ask } from '../data/store/ask.ts'
import { demandServable } from '../data/store/demand.ts'
import { MIGRATE } from '../data/store/migrations.ts'
import { overOneConnection } from '../data/store/one-connection.ts'
import { openMailbox } from '../features/delivery/reports/report.imap.ts'
import type { Config } from './config.ts'
import { type Check, codeOf, type Finding } from './doctor-machine.ts'

const PATIENCE_MS = 5000
/** The clock difference that token verification tolerates. */
const MOST_SKEW_SECONDS = 5

const quiet = { info() {}, warn() {} }

type Variable = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

/** Checks a database with one of its logins. The code that refuses the database gives the reason and the next step. */
async function overLogin(
  name: string,
  server: { url: string; variable: Variable },
  work: (ask: Ask, database: string) => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await overOneConnection(
      server,
      { log: quiet, seconds: 1, silentSeconds: PATIENCE_MS / 1000 },
      async (ask) => {
        const { rows } = await ask<{ name: string }>('select current_database()::text as name', [])
        return work(ask, rows[0]?.name ?? '')
      },
    )
  } catch (error) {
    const lines = (error instanceof Error ? error.message : String(error)).split('\n')
    const next = lines.length > 1 ? lines.pop() : undefined
    return [{ name, said: lines.join('\n'), next: next ?? `check that ${server.variable} is right` }]
  }
}

/** Compares the clock of this machine with another one, as exactly as one request permits. */
function clock(who: string, theirs: number, askedAt: number): Finding {
  const skew = Math.round((Date.now() + askedAt) / 2 - theirs) / 1000
  const isFar = Math.abs(skew) > MOST_SKEW_SECONDS + (Date.now() - askedAt) / 1000
  const said = `differs by ${Math.abs(skew).toFixed(1)} s from that of ${who}`
  return { name: 'Clock', said, ...(isFar && { next: 'set the clock by NTP (timedatectl set-ntp true)' }) }
}

const database: Check = async ({ DATABASE_URL: url, DATA_DIR }) => {
  if (!url) return [{ name: 'Database', said: `embedded (PGlite) in ${DATA_DIR}; set DATABASE_URL to use a server` }]
  return overLogin('Database', { url, variable: 'DATABASE_URL' }, async (ask, name) => {
    const askedAt = Date.now()
    const { rows } = await ask<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now', [])
    const difference = clock('the database', Number(rows[0]?.now), askedAt)
    await demandServable(ask, name)
    return [
      { name: 'Database', said: `${name} has the schema of this version, and the login can serve it` },
      difference,
    ]
  })
}

const owner: Check = async ({ DATABASE_OWNER_URL: url }) => {
  if (!url) return []
  const name = 'Owner’s login'
  return overLogin(name, { url, variable: 'DATABASE_OWNER_URL' }, async (ask) => {
    const { rows } = await ask<{ isOwner: boolean }>(
      `select pg_get_userbyid(relowner) = current_user as "isOwner" from pg_class where oid = to_regclass('schema_migration')`,
      [],
    )
    if (!rows[0]) return [{ name, said: 'finds no tables yet', next: MIGRATE }]
    if (rows[0].isOwner) return [{ name, said: 'owns the tables' }]
    return [{ name, said: 'does not own the tables', next: 'use the owner that npm run db -- init printed' }]
  })
}

const redis: Check = async ({ REDIS_URL: url }) => {
  if (!url) return []
  const name = 'Redis'
  const client = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
  })
  let reason: unknown
  client.on('error', (error) => (reason ??= error))
  try {
    await client.connect()
    await client.ping()
    return [{ name, said: `${new URL(url).host} answers` }]
  } catch (error) {
    const said = `${new URL(url).host} does not answer (${codeOf(reason ?? error)})`
    return [{ name, said, next: 'start it, or correct REDIS_URL; a single instance needs no Redis' }]
  } finally {
    client.disconnect()
  }
}

const keysOf = ({ AUTH_ISSUER, AUTH_JWKS_URL }: Config) =>
  AUTH_JWKS_URL ?? (AUTH_ISSUER && `${AUTH_ISSUER.replace(/\/$/, '')}/.well-known/jwks.json`)

const provider: Check = async (config) => {
  const name = 'Identity provider'
  const url = keysOf(config)
  if (!url)
    return [{ name, said: 'none: this server is its own provider, for development (set AUTH_ISSUER to use another)' }]
  const next = 'check that it runs, and that AUTH_ISSUER and AUTH_JWKS_URL name it'
  const askedAt = Date.now()
  try {
    const { document, headers } = await askForJson(url, AbortSignal.timeout(PATIENCE_MS))
    const { keys } = document as { keys?: unknown }
    if (!Array.isArray(keys) || keys.length === 0) return [{ name, said: `${url} has no keys`, next }]
    const date = Date.parse(headers.get('date') ?? '')
    return [
      { name, said: `${url} has ${keys.length} key${keys.length === 1 ? '' : 's'}` },
      ...(Number.isNaN(date) ? [] : [clock('the identity provider', date + 500, askedAt)]),
    ]
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return [{ name, said: `${url} cannot be read (${codeOf(cause)})`, next }]
  }
}

const mailbox: Check = async ({ REPORT_IMAP_URL: url }) => {
  if (!url) return []
  const name = 'Report mailbox'
  try {
    const client = await openMailbox(url)
    await client.logout()
    return [{ name, said: `${new URL(url).host} lets the gateway read it` }]
  } catch (error) {
    const said = `${new URL(url).host}: ${error instanceof Error ? error.message : error}`
    return [{ name, said, next: 'check that REPORT_IMAP_URL is right' }]
  }
}

export const serviceChecks: readonly Check[] = [database, owner, redis, provider, mailbox]
