import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ormOptions } from '../../mikro-orm.config.ts'
import type { Listen } from '../../src/data/listen.ts'
import { type OpenDatabase, openPool } from '../../src/data/open-database.ts'
import { openTestDatabase } from './database.ts'
import { startServer, type TestServer } from './server.ts'

/** Receives no notifications of other processes. */
const deaf: Listen = async () => async () => {}

/**
 * The database as another process sees it: it notices commits by notifications only. PGlite has no notifications, so it
 * polls there.
 */
async function another({ pool }: OpenDatabase, isDeaf: boolean): Promise<OpenDatabase> {
  const { size, options } = pool
  const connect: typeof pool.connect = (deadline) => pool.connect(deadline)
  const lent = { size, options, connect, end: async () => {}, interrupt() {} }
  return { ...(await openPool(lent, ormOptions, async () => {})), listen: (isDeaf ? undefined : pool.listen) ?? deaf }
}

/** Starts two gateways on one database with the same keys, so that both accept the same tokens. */
export async function startReplicas(
  opened: AsyncDisposableStack,
  { isDeaf = false, environment = {} as Record<string, string> } = {},
): Promise<[first: TestServer, second: TestServer]> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'gateway-replicas-'))
  opened.defer(() => rm(DATA_DIR, { recursive: true, force: true }))
  const connection = await openTestDatabase()
  opened.defer(() => connection.close())
  const start = async () =>
    opened.use(await startServer({ DATA_DIR, ...environment }, () => another(connection, isDeaf)))
  return [await start(), await start()]
}
