/** @long it starts a PostgreSQL server and connection poolers. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { migrateServer } from '../../src/data/store/migrate-server.ts'
import { createLog } from '../../src/main/log.ts'
import { type Cluster, hasPostgres, postgresUser, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { freePort } from '../support/redis.ts'
import { aClient } from '../support/samples.ts'
import { startServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'

const canRun = requireTool('pgbouncer', 'apt-get install pgbouncer') && hasPostgres()
const suite = canRun ? describe : describe.skip

const log = createLog('silent')

let cluster: Cluster
setUp(async (opened) => {
  if (canRun) cluster = opened.use(await startCluster())
})

const isOpen = async (port: number) => {
  const socket = connect(port, '127.0.0.1')
  const opened = await once(socket, 'connect').catch(() => undefined)
  socket.destroy()
  return opened !== undefined
}

/** Starts PgBouncer in front of the server of this suite. */
async function startPooler(mode: 'session' | 'transaction') {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'gateway-pooler-')), await freePort()]
  await chmod(folder, 0o755)
  const users = join(folder, 'users')
  await writeFile(users, '"gateway" ""\n"gateway_owner" ""\n', { mode: 0o644 })
  const settings = join(folder, 'settings.ini')
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${new URL(cluster.url).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
`,
    { mode: 0o644 },
  )
  // It refuses to run as root.
  const pooler = spawn('pgbouncer', ['--quiet', settings], { ...(await postgresUser()), stdio: 'ignore' })
  await until('the pooler to listen', () => isOpen(port))
  return {
    through: (url: string) => Object.assign(new URL(url), { port: String(port) }).href,
    async [Symbol.asyncDispose]() {
      const ended = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

suite('a connection pooler', () => {
  test('that shares sessions between transactions is refused by a start and by a migration', async () => {
    await using pooler = await startPooler('transaction')
    const next = (variable: string) =>
      new RegExp(`is a connection pooler in transaction mode\\.\\nGive ${variable} the address of PostgreSQL itself`)
    await expect(openOn(pooler.through(cluster.url), 5, { log })).rejects.toThrow(next('DATABASE_URL'))
    await expect(migrateServer(pooler.through(cluster.ownerUrl), { log })).rejects.toThrow(next('DATABASE_OWNER_URL'))
  })

  test('that is used by another gateway at the same time is refused too', async () => {
    await using pooler = await startPooler('transaction')
    const starts = Array.from({ length: 8 }, () => openOn(pooler.through(cluster.url), 5, { log }))
    for (const start of starts) await expect(start).rejects.toThrow('pooler in transaction mode')
  })

  test('with a session for each connection serves requests', async () => {
    await using pooler = await startPooler('session')
    await using server = await startServer({}, () => openOn(pooler.through(cluster.url), 5, { log }))
    const actor = server.actor()
    const { id } = await aClient(actor)
    expect((await actor.rest('GET', `/api/clients/${id}`)).status).toBe(200)
  })
})
