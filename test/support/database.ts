import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { ormOptions } from '../../mikro-orm.config.ts'
import { type OpenDatabase, openDatabase, openPool, type Patience } from '../../src/data/open-database.ts'
import { openPglite, PglitePool } from '../../src/data/pglite-pool.ts'
import { SETTINGS } from '../../src/data/settings.ts'
import { makeActingRoles } from '../../src/data/store/acting-roles.ts'
import type { Ask } from '../../src/data/store/ask.ts'
import { altering } from '../../src/data/store/citus.alter.ts'
import { dropSpread, makeSpread, type Spread } from '../../src/data/store/citus.nodes.ts'
import { urlOf } from '../../src/data/store/database-url.ts'
import type { Installation } from '../../src/data/store/init.logins.ts'
import { closeDatabase, initialize, makeDatabase } from '../../src/data/store/init.ts'
import { migrateEmbedded } from '../../src/data/store/migrate-embedded.ts'
import { migrateServer } from '../../src/data/store/migrate-server.ts'
import type { StorePool } from '../../src/data/store-pool.ts'
import { createLog } from '../../src/main/log.ts'
import { restoreText, spreadForTests } from './citus.ts'
import { fingerprint } from './image-path.ts'
import { type Fill, openFilledInProcess, openInProcess } from './images.ts'

const log = createLog('silent')

/** The superuser's address of the PostgreSQL server of this run. Undefined for a run on PGlite. */
export const SERVER = process.env.TEST_DATABASE_URL

/** Opens a new migrated database for a test file, which is dropped afterwards. */
export const openTestDatabase = (): Promise<OpenDatabase> => (SERVER ? openOnServer(SERVER) : openInProcess())

/** Like `openTestDatabase`, with the rows that `fill` writes. */
export async function openFilled(name: string, version: string, fill: Fill): Promise<OpenDatabase> {
  if (!SERVER) return openFilledInProcess(name, version, fill)
  const connection = await openOnServer(SERVER)
  await fill(connection)
  return connection
}

/** The superuser's address of the database of each gateway pool. */
const administrators = new WeakMap<StorePool, string>()
/** The address of the database of each gateway pool, for the login of the gateway. */
const runtimes = new WeakMap<StorePool, string>()

/**
 * All test databases of a server, and all concurrent runs, share the logins. So names and passwords are derived from
 * the server's address.
 */
function installationFor(server: string, database: string): Installation {
  const derived = (text: string) => createHmac('sha256', server).update(text).digest('hex')
  const login = (role: string) => ({
    name: `gateway_test_${derived('name').slice(0, 8)}_${role}`,
    password: derived(role),
  })
  return { database, owner: login('owner'), runtime: login('runtime') }
}

/** Without parameters, a text may contain several statements. */
const asks =
  (client: pg.Client): Ask =>
  async (sql, parameters) => {
    const result = await (parameters.length > 0 ? client.query(sql, [...parameters]) : client.query(sql))
    return { rows: [result].flat().at(-1)?.rows ?? [] }
  }

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Creates missing logins and the template database. The caller holds a lock, so that other processes wait. */
async function templateOn(server: string, client: pg.Client): Promise<string> {
  const { owner } = installationFor(server, '')
  const template = `${owner.name}_${await fingerprint()}`
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
  if (rowCount) return template
  const draft = installationFor(server, `${template}_draft`)
  await initialize(server, draft, { log, renew: false })
  await makeUnusual(client, draft.database, owner)
  await migrateServer(urlOf(server, { database: draft.database, login: owner }), { log })
  await client.query(`alter database ${draft.database} rename to ${template}`)
  return template
}

/**
 * Defaults that a server, a database or a login may have, and that change what a statement means or how a value is
 * written. All suites run with them.
 */
const UNUSUAL = [
  "timezone = 'Asia/Kolkata'",
  "datestyle = 'SQL, DMY'",
  "intervalstyle = 'sql_standard'",
  "bytea_output = 'escape'",
  'extra_float_digits = 0',
  'standard_conforming_strings = off',
  'quote_all_identifiers = on',
  'row_security = off',
  'array_nulls = off',
  "default_transaction_isolation = 'repeatable read'",
  'default_transaction_deferrable = on',
]

/** Gives a login unusual defaults in a database. */
const makeUnusual = (client: pg.Client, database: string, { name }: Installation['owner']) =>
  client.query(UNUSUAL.map((setting) => `alter role ${name} in database ${database} set ${setting}`).join(';'))

/** Gives the other nodes of a distributed database unusual defaults, except for the administrator. */
async function makeNodesUnusual(server: string, database: string, { workers }: Spread): Promise<void> {
  const changes = [
    'set citus.enable_ddl_propagation = off',
    ...UNUSUAL.map((setting) => `alter database ${database} set ${setting}`),
    ...SETTINGS.map((setting) => `alter role current_user in database ${database} set ${setting}`),
  ]
  for (const node of workers)
    await onServer(urlOf(server, { database, node }), (there) => there.query(changes.join(';')))
}

async function openOnServer(server: string): Promise<OpenDatabase> {
  const installation = installationFor(server, databaseName())
  const { database, owner, runtime } = installation
  let spread: Spread | undefined
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock(92)')
    spread = await spreadForTests(asks(client), server)
    if (spread) {
      await makeSpread(server, database, spread, log)
      await initialize(server, installation, { log, renew: false })
      await migrateServer(urlOf(server, { database, login: owner }), { log })
      await makeNodesUnusual(server, database, spread)
      return
    }
    const template = await templateOn(server, client)
    await makeDatabase(asks(client), installation, { log, template })
    await closeDatabase(asks(client), installation)
    await makeUnusual(client, database, runtime)
  })
  const url = urlOf(server, { database, login: runtime })
  const connection = await openOn(url)
  administrators.set(connection.pool, urlOf(server, { database }))
  runtimes.set(connection.pool, url)
  return {
    ...connection,
    async close() {
      await connection.close()
      await drop(server, spread, database)
    },
  }
}

const databaseName = () => `gateway_test_${process.pid}_${randomUUID().slice(-12)}`

/** Drops a database without `force` (except on Citus), because `force` would hide a connection that was left open. */
const drop = (server: string, spread: Spread | undefined, name: string) =>
  spread
    ? dropSpread(server, name, spread, log)
    : onServer(server, async (client) => void (await client.query(`drop database if exists ${name}`)))

/** Opens a database on the test's own server. With `ownerUrl` it is migrated first. */
export const openOn = (
  databaseUrl: string,
  poolSize = 5,
  { ownerUrl, ...patience }: Partial<Patience> & { ownerUrl?: string } = {},
): Promise<OpenDatabase> => openDatabase({ databaseUrl, ownerUrl, poolSize }, ormOptions, { log, ...patience })

/** Opens the database of a connection again, as another replica does. Undefined if a test opened it in its own way. */
export async function openAgain({ pool }: OpenDatabase): Promise<OpenDatabase | undefined> {
  const url = runtimes.get(pool)
  return url === undefined ? undefined : openOn(url)
}

/** Creates an empty database on the server, for a gateway in a separate process. */
export async function emptyDatabase(server: string): Promise<{ url: string; ownerUrl: string } & AsyncDisposable> {
  const installation = installationFor(server, databaseName())
  const { database, owner, runtime } = installation
  let spread: Spread | undefined
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock(92)')
    spread = await spreadForTests(asks(client), server)
    if (spread) await makeSpread(server, database, spread, log)
    await initialize(server, installation, { log, renew: false })
    if (!spread) await makeUnusual(client, database, runtime)
  })
  return {
    url: urlOf(server, { database, login: runtime }),
    ownerUrl: urlOf(server, { database, login: owner }),
    [Symbol.asyncDispose]: () => drop(server, spread, database),
  }
}

/** Creates an empty database. Returns a connection as the future owner of its tables. */
export async function openEmpty(opened: AsyncDisposableStack): Promise<Ask> {
  if (SERVER) {
    const { ownerUrl } = opened.use(await emptyDatabase(SERVER))
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    opened.defer(() => client.end())
    return asks(client)
  }
  const pool = new PglitePool(await openPglite({}))
  opened.defer(() => pool.end())
  const client = await pool.connect()
  const ask: Ask = (sql, parameters) => client.query(sql, parameters)
  await makeActingRoles(ask)
  return ask
}

/** A database restored from a dump. */
export interface Restored {
  /** A connection as the owner of the tables. */
  ask: Ask
  /** Migrates the database, and opens it in the same way as a gateway. */
  open(): Promise<OpenDatabase>
}

/** Restores the text of a dump into a new database. */
export async function openRestored(dump: string, opened: AsyncDisposableStack): Promise<Restored> {
  if (SERVER) {
    const { url, ownerUrl } = opened.use(await emptyDatabase(SERVER))
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    opened.defer(() => client.end())
    await restoreText(asks(client), dump, log)
    const ask: Ask = async (sql, parameters) => (await altering(asks(client), log))(sql, parameters)
    return { ask, open: () => openOn(url, 5, { ownerUrl }) }
  }
  const pool = new PglitePool(await openPglite({}))
  opened.defer(() => pool.end())
  const ask: Ask = async (sql, parameters) => {
    const client = await pool.connect()
    return client.query<never>(sql, parameters).finally(client.release)
  }
  await makeActingRoles(ask)
  await restoreText(ask, dump, log)
  // Closing a gateway must keep this pool open for the next gateway.
  const kept = { size: 1, options: {}, connect: () => pool.connect(), end: async () => {}, interrupt() {} }
  const place = { name: 'PGlite', another: '' }
  return { ask, open: () => openPool(kept, ormOptions, (each) => migrateEmbedded(each, place)) }
}

/** Runs `work` on a connection that may change the schema, also on Citus. */
export const alterBehind = <T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> =>
  onServer(url, async (client) => work(await altering(asks(client), log)))

const reached = new WeakSet<StorePool>()

/** Whether a test used a superuser's connection, which can change rows that belong to no organization. */
export const wasReachedBehind = ({ pool }: Pick<OpenDatabase, 'pool'>): boolean => reached.has(pool)

/** Runs `work` on a superuser's connection to the database of a gateway. */
export async function behindGateway<T>(
  { pool }: Pick<OpenDatabase, 'pool'>,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  reached.add(pool)
  const url = administrators.get(pool)
  if (url) return onServer(url, async (client) => work(await altering(asks(client), log)))
  const client = await pool.connect()
  try {
    return await work((sql, parameters) => client.query(sql, parameters))
  } finally {
    client.release()
  }
}

/** Runs statements as superuser on the database of a gateway. Returns the rows of the last one. */
export const asAdministrator = <R = unknown>(
  connection: Pick<OpenDatabase, 'pool'>,
  ...statements: string[]
): Promise<R[]> =>
  behindGateway(connection, async (ask) => {
    let rows: R[] = []
    for (const statement of statements) rows = (await ask<R>(statement, [])).rows
    return rows
  })
