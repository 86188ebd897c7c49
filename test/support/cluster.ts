import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { urlOf } from '../../src/data/store/database-url.ts'
import type { Installation } from '../../src/data/store/init.logins.ts'
import { initialize } from '../../src/data/store/init.ts'
import { migrateServer } from '../../src/data/store/migrate-server.ts'
import { createLog } from '../../src/main/log.ts'
import { imagePath } from './image-path.ts'
import { freePort } from './redis.ts'
import { requireTool } from './tools.ts'
import { until } from './until.ts'

const run = promisify(execFile)

/** Signals that stop PostgreSQL: `fast` ends all sessions, `immediate` also skips the shutdown checkpoint. */
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

const log = createLog('silent')

const database = 'gateway'
const owner = { name: 'gateway_owner', password: 'of-the-owner-of-a-throw-away-server' }
const runtime = { name: 'gateway', password: 'of-the-gateway-on-a-throw-away-server' }
const INSTALLATION: Installation = { database, owner, runtime }

/** Ends all connections of the gateway, and no others. */
export const TERMINATE = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = 'gateway' and usename = 'gateway'`

/** A PostgreSQL server that belongs to one test, which may stop, freeze and reconfigure it. */
export interface Cluster extends AsyncDisposable {
  /** The address of a migrated database, for the login of the gateway. */
  url: string
  /** The address for the owner of the tables. */
  ownerUrl: string
  /** The address for the superuser. */
  administratorUrl: string
  /** Runs statements as superuser in the same database. Returns the rows of the last one. */
  admin<R extends pg.QueryResultRow>(...statements: string[]): Promise<R[]>
  stop(mode?: keyof typeof SIGNALS): Promise<void>
  start(): Promise<void>
  /** Freezes all processes of the server: connections stay open, but nothing answers. */
  freeze(): Promise<void>
  thaw(): Promise<void>
}

/** The folder of initdb and postgres. Debian has one folder per version, outside of the PATH. */
export function binaries(): string {
  const root = '/usr/lib/postgresql'
  const [newest] = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return newest ? `${join(root, newest, 'bin')}/` : ''
}

/** Whether a PostgreSQL server is installed on this machine. */
export const hasPostgres = (): boolean => requireTool(`${binaries()}postgres`, 'apt-get install postgresql')

/** The user that runs PostgreSQL, which refuses to run as root. The package creates this user. */
export async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Sends a signal, unless the process has already ended. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Creates an empty folder that the user of PostgreSQL owns. */
async function makeFolder(parent: string, user?: { uid: number; gid: number }): Promise<string> {
  const folder = await mkdtemp(join(parent, 'gateway-cluster-'))
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

/** The data folder of a server with a migrated database. It is created once and copied for each server. */
async function migratedFolder(): Promise<string> {
  const bin = binaries()
  const kept = await imagePath(`cluster${basename(dirname(bin))}`)
  if (existsSync(kept)) return kept
  const user = await postgresUser()
  const folder = await makeFolder(tmpdir(), user)
  const kind = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  await run(`${bin}initdb`, ['-D', join(folder, 'data'), ...kind], { cwd: folder, ...user })
  await using cluster = await serve(folder, [])
  await initialize(cluster.administratorUrl, INSTALLATION, { log, renew: true })
  await migrateServer(cluster.ownerUrl, { log })
  await cluster.stop()
  // Another process may have created it first.
  await rename(join(folder, 'data'), kept).catch(() => {})
  return kept
}

/**
 * Starts a temporary server in a new folder below `parent`. `settings` have the form of postgresql.conf:
 * `max_connections=20`.
 */
export async function startCluster(settings: readonly string[] = [], parent = tmpdir()): Promise<Cluster> {
  const template = await migratedFolder()
  const folder = await makeFolder(parent, await postgresUser())
  await run('cp', ['-a', template, join(folder, 'data')])
  return serve(folder, settings)
}

/** Runs a server on the data below a folder. The disposal removes both. */
async function serve(folder: string, settings: readonly string[]): Promise<Cluster> {
  const [bin, port, data] = [binaries(), await freePort(), join(folder, 'data')]
  const options = { cwd: folder, ...(await postgresUser()) }
  const address = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
  // fsync is off: tests end processes, never the machine, so data in the system's cache is not lost.
  const flags = [...address, ...['fsync=off', ...settings].flatMap((setting) => ['-c', setting])]
  const launch = () => spawn(`${bin}postgres`, flags, { ...options, stdio: 'ignore' })
  const administratorUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
  const superuserUrl = `postgres://postgres@127.0.0.1:${port}/gateway`
  let server = launch()
  const isOver = () => server.exitCode !== null || server.signalCode !== null
  const signalAll = async (signal: NodeJS.Signals) => {
    // The server first: once it is frozen, it starts no process that the list lacks.
    if (server.pid) signalTo(server.pid, signal)
    const { stdout } = await run('pgrep', ['-P', String(server.pid)]).catch(() => ({ stdout: '' }))
    for (const pid of stdout.split('\n').filter(Boolean)) signalTo(Number(pid), signal)
  }
  const stop = async (mode: keyof typeof SIGNALS = 'fast') => {
    if (isOver()) return
    await signalAll('SIGCONT')
    const ended = once(server, 'exit')
    server.kill(SIGNALS[mode])
    await ended
  }
  const cluster: Cluster = {
    url: urlOf(administratorUrl, { database, login: runtime }),
    ownerUrl: urlOf(administratorUrl, { database, login: owner }),
    administratorUrl,
    admin: (...statements) => asked(superuserUrl, statements),
    stop,
    async start() {
      server = launch()
      await cluster.admin('select 1')
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async [Symbol.asyncDispose]() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    await asked(administratorUrl, ['select 1'])
    return cluster
  } catch (error) {
    await cluster[Symbol.asyncDispose]()
    throw error
  }
}

/** Runs statements on a new connection, as soon as the server accepts it. */
async function asked<R extends pg.QueryResultRow>(url: string, statements: readonly string[]): Promise<R[]> {
  const client = await until('the server to take a connection', async () => {
    const next = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
    next.on('error', () => {})
    return next.connect().catch(() => undefined)
  })
  try {
    let rows: R[] = []
    for (const statement of statements) rows = (await client.query<R>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
