import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ormOptions } from '../../mikro-orm.config.ts'
import { type Connection, connectDatabase, connectPool, type Patience } from '../../src/kernel/connect.ts'
import { openPglite, PglitePool } from '../../src/kernel/database.ts'
import { createLog } from '../../src/log.ts'

const log = createLog('silent')

/** The PostgreSQL server of this run, if it is not PGlite's turn. Its role must be able to create databases and roles. */
export const SERVER = process.env.TEST_DATABASE_URL

const MIGRATIONS = join(import.meta.dirname, '../../schema/migrations')

/** Changes whenever a migration does, so that no test meets the tables of yesterday. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await readdir(MIGRATIONS)).sort()) hash.update(await readFile(join(MIGRATIONS, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Opens a database of its own for a test file, migrated, and gone afterwards. */
export const openTestDatabase = (): Promise<Connection> => (SERVER ? openOnServer(SERVER) : openInProcess())

/** PGlite from an image that was migrated once: loading it takes a tenth of migrating. Written aside, then renamed. */
async function openInProcess(): Promise<Connection> {
  const folder = join(tmpdir(), 'gateway-test-images')
  const image = join(folder, `${await fingerprint()}.tar`)
  const bytes = await readFile(image).catch(async () => {
    const fresh = await openPglite({})
    const connection = await connectPool(new PglitePool(fresh), ormOptions)
    const dump = Buffer.from(await (await fresh.dumpDataDir('none')).arrayBuffer())
    await connection.close()
    await mkdir(folder, { recursive: true })
    await writeFile(`${image}.${process.pid}`, dump)
    await rename(`${image}.${process.pid}`, image)
    return dump
  })
  const pglite = await openPglite({ loadDataDir: new Blob([new Uint8Array(bytes)]) })
  return connectPool(new PglitePool(pglite), ormOptions)
}

const withName = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A copy of a template that the first test file migrates; the lock makes the others wait for it. */
async function openOnServer(url: string): Promise<Connection> {
  const template = `gateway_template_${await fingerprint()}`
  const name = `gateway_test_${process.pid}_${createHash('sha256').update(`${performance.now()}${Math.random()}`).digest('hex').slice(0, 12)}`
  await onServer(url, async (client) => {
    await client.query('select pg_advisory_lock(92)')
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (!rowCount) {
      await client.query(`create database ${template}_draft`)
      await (
        await connectDatabase({ databaseUrl: withName(url, `${template}_draft`), poolSize: 2 }, ormOptions, { log })
      ).close()
      await client.query(`alter database ${template}_draft rename to ${template}`)
    }
    await client.query(`create database ${name} template ${template}`)
  })
  const connection = await connectDatabase({ databaseUrl: withName(url, name), poolSize: 5 }, ormOptions, { log })
  return {
    ...connection,
    async close() {
      await connection.close()
      // Without `force`: that needs rights over an autovacuum worker, and would hide a connection left open.
      await onServer(url, (client) => client.query(`drop database if exists ${name}`))
    },
  }
}

/** A database on a server of the test's own, which it may use as it likes. */
export const openOn = (databaseUrl: string, poolSize = 5, patience: Partial<Patience> = {}): Promise<Connection> =>
  connectDatabase({ databaseUrl, poolSize }, ormOptions, { log, ...patience })

/** An empty database on the server, for a gateway that is a process of its own. */
export async function emptyDatabase(url: string): Promise<{ url: string } & AsyncDisposable> {
  const name = `gateway_test_${process.pid}_empty`
  await onServer(url, (client) => client.query(`create database ${name}`))
  return {
    url: withName(url, name),
    [Symbol.asyncDispose]: () => onServer(url, async (client) => void (await client.query(`drop database ${name}`))),
  }
}

/** Runs statements as the role that the gateway logs in with: PGlite's superuser, or the owner of the tables. */
export async function asOwner({ pool }: Connection, ...statements: string[]): Promise<void> {
  const client = await pool.connect()
  try {
    for (const statement of statements) await client.query(statement, [])
  } finally {
    client.release()
  }
}
