import pg from 'pg'
import type { Ask } from '../../src/data/store/ask.ts'
import { urlOf } from '../../src/data/store/database-url.ts'
import { type Installation, installationOf } from '../../src/data/store/init.logins.ts'
import { closeDatabase, initialize } from '../../src/data/store/init.ts'
import { migrateServer } from '../../src/data/store/migrate-server.ts'
import { startCluster } from './cluster.ts'

/** A database of the benchmark's own, migrated. */
export interface BenchDatabase {
  installation: Installation
  /** For who serves. */
  url: string
  /** For who fills it, past triggers and row-level security. */
  administratorUrl: string
}

const silent = { info() {}, warn() {} }

/** Runs statements over a connection of their own, and returns the rows of the last. */
export async function query<T = unknown>(url: string, ...statements: string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: T[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** The server to measure on, by its superuser's address: a running one, or one that is started and thrown away. */
export async function openServer(databaseUrl: string | undefined, cleanup: AsyncDisposableStack): Promise<string> {
  if (databaseUrl) return databaseUrl
  process.stderr.write('starting a throw-away PostgreSQL server\n')
  return cleanup.use(await startCluster()).administratorUrl
}

const databaseOf = (server: string, installation: Installation): BenchDatabase => ({
  installation,
  url: urlOf(server, { database: installation.database, login: installation.runtime }),
  administratorUrl: urlOf(server, { database: installation.database }),
})

const dropDatabase = (server: string, { database }: Installation) =>
  query(server, `drop database if exists ${database} with (force)`)

/** Makes a database and its logins; they go with `cleanup`. */
export async function openDatabase(
  server: string,
  name: string,
  cleanup: AsyncDisposableStack,
): Promise<BenchDatabase> {
  const installation = installationOf(name)
  const { owner, runtime } = installation
  cleanup.defer(() => query(server, `drop role if exists ${owner.name}, ${runtime.name}`).then(() => {}))
  cleanup.defer(() => dropDatabase(server, installation).then(() => {}))
  await initialize(server, installation, { log: silent, renew: false })
  await migrateServer(urlOf(server, { database: name, login: owner }), { log: silent })
  return databaseOf(server, installation)
}

/** Makes a copy of a database, for the same logins. */
export async function copyDatabase(
  server: string,
  { installation: original }: BenchDatabase,
  name: string,
  cleanup: AsyncDisposableStack,
): Promise<BenchDatabase> {
  const installation = { ...original, database: name }
  cleanup.defer(() => dropDatabase(server, installation).then(() => {}))
  const ask: Ask = async <R>(text: string) => ({ rows: await query<R>(server, text) })
  await query(server, `create database ${name} owner ${installation.owner.name} template ${original.database}`)
  await closeDatabase(ask, installation)
  return databaseOf(server, installation)
}
