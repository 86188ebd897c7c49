import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A PostgreSQL server with an empty database, owned by a login role that cannot bypass row-level security. */
export interface Cluster {
  url: string
  stop(): Promise<void>
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** The folder of initdb and postgres: Debian keeps them off the path, one folder per version. */
function binaries(): string {
  const root = '/usr/lib/postgresql'
  try {
    const newest = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0]
    if (newest) return `${join(root, newest, 'bin')}/`
  } catch {
    // Not Debian: whatever the path has.
  }
  return ''
}

/** PostgreSQL refuses to run as root; its own user is made by its package. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Durability is part of the claim: fsync and synchronous_commit stay on. Only sizes are set. */
const SETTINGS = [
  'shared_buffers=512MB',
  'max_connections=120',
  'max_wal_size=4GB',
  'jit=off',
  'fsync=on',
  'synchronous_commit=on',
]

/** Starts a throw-away server in a temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'))
  const user = await postgresUser()
  if (user) await chown(folder, user.uid, user.gid)
  const [bin, port, password] = [binaries(), await freePort(), randomUUID()]
  const options = { cwd: folder, ...user }
  const data = join(folder, 'data')
  await run(`${bin}initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'], options)
  const settings = SETTINGS.flatMap((setting) => ['-c', setting])
  const address = ['-p', String(port), '-k', folder, '-h', '127.0.0.1']
  const server = spawn(`${bin}postgres`, ['-D', data, ...address, ...settings], { ...options, stdio: 'ignore' })
  const stopped = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    // SIGINT is PostgreSQL's fast stop: it does not wait for sessions.
    server.kill('SIGINT')
    await stopped
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await makeDatabase(`postgres://postgres@127.0.0.1:${port}/postgres`, password)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: `postgres://gateway:${password}@127.0.0.1:${port}/gateway`, stop }
}

async function makeDatabase(url: string, password: string): Promise<void> {
  const admin = await connected(url)
  await admin.query(`create role gateway login createrole createdb password '${password}'`)
  await admin.query('create database gateway owner gateway')
  await admin.end()
}

/** Connects, waiting at most ten seconds for a server that is starting. */
async function connected(url: string): Promise<pg.Client> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
