import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { binaries, type Cluster, postgresUser } from './cluster.ts'
import { freePort } from './redis.ts'
import { until } from './until.ts'

const run = promisify(execFile)

/** A streaming replica of a cluster. */
export interface Standby extends AsyncDisposable {
  /** Its address, for the login of the gateway. */
  url: string
  /** Runs a statement as superuser, in the gateway's database. */
  admin<R extends pg.QueryResultRow>(statement: string): Promise<R[]>
  stop(): Promise<void>
}

export async function startStandby({ url, administratorUrl }: Cluster): Promise<Standby> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-standby-'))
  const user = await postgresUser()
  if (user) await chown(folder, user.uid, user.gid)
  const [bin, port, data] = [binaries(), await freePort(), join(folder, 'data')]
  const options = { cwd: folder, ...user }
  await run(`${bin}pg_basebackup`, ['-d', administratorUrl, '-D', data, '-R', '-c', 'fast', '-X', 'stream'], options)
  const flags = ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1']
  const server = spawn(`${bin}postgres`, flags, { ...options, stdio: 'ignore' })
  const at = (address: string, database: string) =>
    Object.assign(new URL(address), { port: String(port), pathname: `/${database}` }).href
  const standby: Standby = {
    url: at(url, 'gateway'),
    async admin<R extends pg.QueryResultRow>(statement: string) {
      const client = await until('the standby to take a connection', () => {
        const next = new pg.Client({ connectionString: at(administratorUrl, 'gateway') })
        next.on('error', () => {})
        return next.connect().catch(() => undefined)
      })
      try {
        return (await client.query<R>(statement)).rows
      } finally {
        await client.end()
      }
    },
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    },
    async [Symbol.asyncDispose]() {
      await standby.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return standby
}
