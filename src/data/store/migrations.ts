import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, faultOf } from '../database-faults.ts'
import { ROLES } from './acting-roles.ts'
import type { Ask, Place, Progress } from './ask.ts'

/** A change of the schema. Released migrations never change. */
export interface Migration {
  name: string
  /**
   * A text is applied in one transaction. A list is applied one statement at a time without a transaction, as `create
   * index concurrently` requires. A list may be interrupted after any statement and is then repeated, so each statement
   * must be repeatable.
   */
  sql: string | readonly string[]
}

/** Commands that messages name. */
export const INIT = "npm run db -- init --url <administrator's URL>"
export const MIGRATE = 'DATABASE_OWNER_URL=... npm run db -- migrate'

/** Describes a database on a server, for messages. */
export const databasePlace = (name: string): Place => ({
  name: `The database "${name}"`,
  another: `${INIT} --name <another name>`,
})

/**
 * Maximum wait for a table lock. All other statements on the table queue after a waiting migration, so the wait is
 * short and is repeated later.
 */
const LOCK_TIMEOUT = '2s'
/**
 * A concurrent index build blocks no other statements while it waits for transactions to end, so it may wait longer.
 */
const CONCURRENT_LOCK_TIMEOUT = '60s'
const LOCK_NOT_AVAILABLE = '55P03'
const MOST_ATTEMPTS = 60
const RETRY_MS = 2_000

export const checksumOf = ({ sql }: Migration): string =>
  createHash('sha256').update([sql].flat().join(';\n')).digest('hex')

/**
 * Checksums of earlier texts of migrations that were corrected before their release. A database that has applied one is
 * served, because the result is the same.
 */
export const EARLIER: Readonly<Record<string, string>> = {
  '0044_api_key_rotation': '8d0c446651e04cb6179e87699a822d7ecf1361e8e84ff28d5f97c3cb37753f8b',
  '0052_oauth_clients': '6fa62b55dae010f27e85ba6aba54caf4b7b4295cb59e1421fa3cd84d4a8d1e37',
}

/** A migration that the database has applied. */
export interface Stored {
  name: string
  checksum: string
}

/** The result of a migration: the names of applied migrations, and of migrations of a newer version in the database. */
export interface Outcome {
  applied: string[]
  newer: string[]
}

/**
 * Applies the missing migrations, as the owner of the tables.
 * @throws Error with the next step, when the database does not fit these migrations
 */
export async function migrate(
  ask: Ask,
  migrations: readonly Migration[],
  { place, log }: { place: Place; log: Progress },
): Promise<Outcome> {
  await prepare(ask, place)
  const { rows } = await ask<Stored>('select name, checksum from schema_migration', [])
  const missing = missingFrom(rows, migrations, place)
  for (const migration of missing) {
    await patiently(migration, log, () => apply(ask, migration))
    log.info(`applied the migration ${migration.name}`)
  }
  return { applied: missing.map(({ name }) => name), newer: unknownOf(rows, migrations) }
}

/** Facts that show which program and version the database belongs to. */
export interface Layout {
  version: number
  /** The schema in which new tables would be created. */
  schema: string | null
  hasRoles: boolean
  isOlder: boolean
  isMigrated: boolean
  isUsed: boolean
  encoding: string
  /** Whether `i` is the small letter of `I`, which it is not in Turkish. */
  hasUsualCase: boolean
}

const LAYOUT = `select current_setting('server_version_num')::int as version, current_schema()::text as schema,
  (select count(*) from pg_roles where rolname in (${ROLES.map((role) => `'${role}'`)})) = ${ROLES.length} as "hasRoles",
  to_regclass('public.mikro_orm_migrations') is not null as "isOlder",
  to_regclass('public.schema_migration') is not null as "isMigrated",
  exists (
    select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  ) as "isUsed",
  current_setting('server_encoding') as encoding, lower('I') = 'i' as "hasUsualCase"`

export async function layoutOf(ask: Ask): Promise<Layout> {
  const { rows } = await ask<Layout>(LAYOUT, [])
  if (!rows[0]) throw new Error('The database did not answer')
  return rows[0]
}

/** @throws Error for versions older than 15, in which everyone may create tables in the schema public */
export function demandVersion({ version }: Layout, name: string): void {
  if (version < 150_000)
    throw new Error(`${name} is PostgreSQL ${Math.floor(version / 10_000)}, and the gateway needs 15 or newer.`)
}

/** @throws Error for tables of version 0.1 or of another program */
export function refuseOtherTables({ isOlder, isMigrated, isUsed }: Layout, { name, another }: Place): void {
  if (isOlder)
    throw new Error(
      `${name} has the tables of version 0.1, which this version cannot use.\n` +
        `Keep version 0.1 for this data, or start with a new database: ${another}`,
    )
  if (isUsed && !isMigrated)
    throw new Error(
      `${name} has tables already, and they are not the gateway's.\nGive the gateway a database of its own: ${another}`,
    )
}

/** @throws Error for a database that cannot store every character, or in which names of tables change their letters */
export function refuseCharacters({ encoding, hasUsualCase }: Layout, { name }: Place): void {
  const next =
    "Create an empty database, for example with: create database gateway2 template template0 encoding 'UTF8' " +
    `locale_provider libc locale 'C.UTF-8'\nThen prepare it: ${INIT} --name gateway2`
  if (encoding !== 'UTF8') throw new Error(`${name} has the encoding ${encoding}, and the gateway needs UTF8.\n${next}`)
  if (!hasUsualCase)
    throw new Error(`${name} has a locale in which the small letter of I is not i, as in Turkish.\n${next}`)
}

/** Creates the table of migrations, if the database has no other tables. */
async function prepare(ask: Ask, place: Place): Promise<void> {
  const layout = await layoutOf(ask)
  demandVersion(layout, 'The server')
  refuseCharacters(layout, place)
  refuseOtherTables(layout, place)
  if (!layout.hasRoles)
    throw new Error(`Not all of ${ROLES.join(', ')} are roles of the server yet. Create them: ${INIT}`)
  if (layout.schema !== 'public')
    throw new Error(
      `New tables of ${place.name} would go to the schema "${layout.schema}", and the gateway's are in "public".\n` +
        'Remove search_path from the settings of the login and from DATABASE_OWNER_URL.',
    )
  if (layout.isMigrated) return
  await ask(
    `create table schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    );
    grant select on schema_migration to gateway_system, gateway_backup`,
    [],
  )
}

/** @throws Error when the database has other migrations than these */
export function missingFrom(
  stored: readonly Stored[],
  migrations: readonly Migration[],
  { name }: Place,
): readonly Migration[] {
  const applied = new Map(stored.map((each) => [each.name, each.checksum]))
  const isOther = (each: Migration, checksum: string | undefined) =>
    checksum !== undefined && checksum !== checksumOf(each) && checksum !== EARLIER[each.name]
  const other = migrations.find((each) => isOther(each, applied.get(each.name)))
  if (other)
    throw new Error(
      `${name} has another migration ${other.name} than this version, and released migrations never change.\n` +
        'Serve it with the version that created it. Create it again if that was an unreleased version.',
    )
  const missing = migrations.filter((each) => !applied.has(each.name))
  const unknown = unknownOf(stored, migrations)
  if (missing[0] && unknown.length > 0)
    throw new Error(
      `${name} lacks the migration ${missing[0].name}, yet has ${unknown.join(', ')}, which this version does not know.\n` +
        'Its schema belongs to another version; serve it with the version that created it.',
    )
  return missing
}

/** Stored migrations of a newer version. */
export const unknownOf = (stored: readonly Stored[], migrations: readonly Migration[]): string[] =>
  stored.map(({ name }) => name).filter((name) => migrations.every((each) => each.name !== name))

async function apply(ask: Ask, migration: Migration): Promise<void> {
  const { name, sql } = migration
  const record = () =>
    ask('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksumOf(migration)])
  if (typeof sql !== 'string') {
    await ask(`set lock_timeout = '${CONCURRENT_LOCK_TIMEOUT}'; set statement_timeout = 0`, [])
    for (const statement of sql) await ask(statement, [])
    await record()
    await ask('reset lock_timeout; reset statement_timeout', [])
    return
  }
  await ask(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'; set local statement_timeout = 0`, [])
  try {
    await ask(sql, [])
    await record()
    await ask('commit', [])
  } catch (error) {
    // If the rollback fails, the connection is lost, which ends the transaction too.
    await ask('rollback', []).catch(() => {})
    throw error
  }
}

/** Retries while other transactions lock the tables. */
async function patiently(migration: Migration, log: Progress, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw faultOf(error) ? error : failureOf(migration, error)
      if (attempt === MOST_ATTEMPTS)
        throw new Error(
          `The migration ${migration.name} was tried ${attempt} times, and other transactions locked its tables each time.\n` +
            'Find long transactions in pg_stat_activity, end them, and run the migration again.',
        )
      log.warn(`the migration ${migration.name} waits for tables that other transactions lock; it is tried again`)
    }
    await pause(RETRY_MS)
  }
}

const failureOf = ({ name }: Migration, error: unknown) =>
  new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : error}`)
