import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { codeOf, faultOf } from '../database-faults.ts'
import { ROLES } from './acting-roles.ts'

/** A step of the schema. Released ones never change. */
export interface Migration {
  name: string
  /**
   * Applied in one transaction. A list is applied statement by statement outside of any, as `create index concurrently`
   * needs: it may be broken off anywhere and is then begun again, so each statement must bear that.
   */
  sql: string | readonly string[]
}

/** A connection: without parameters a text may hold several statements. */
export type Ask = <R = unknown>(sql: string, parameters: readonly unknown[]) => Promise<{ rows: R[] }>

/** Where a start or a migration says what it does. */
export interface Progress {
  info(message: string): void
  warn(message: string): void
}

/** What is migrated, for messages: its name, and how to have another one. */
export interface Place {
  name: string
  another: string
}

/** The commands that messages point to. */
export const INIT = "npm run db -- init --url <administrator's URL>"
export const MIGRATE = 'DATABASE_OWNER_URL=... npm run db -- migrate'

/** A database on a server. */
export const databasePlace = (name: string): Place => ({
  name: `The database "${name}"`,
  another: `${INIT} --name <another name>`,
})

/** Whoever waits for a lock on a table makes all others wait behind it: so not for long, and again later. */
const LOCK_TIMEOUT = '2s'
/** What is built beside the traffic holds up nobody while it waits for transactions to end. */
const CONCURRENT_LOCK_TIMEOUT = '60s'
const LOCK_NOT_AVAILABLE = '55P03'
const MOST_ATTEMPTS = 60
const RETRY_MS = 2_000

export const checksumOf = ({ sql }: Migration): string =>
  createHash('sha256').update([sql].flat().join(';\n')).digest('hex')

/** A migration that a database has. */
export interface Stored {
  name: string
  checksum: string
}

/** What a migration came to: by name, what it applied, and what the database has of a newer version. */
export interface Outcome {
  applied: string[]
  newer: string[]
}

/**
 * Applies the migrations that the database does not have yet, as the owner of its tables.
 * @throws Error that says what to do, where the database is none that these migrations can go on with
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

/** What says of a database whose it is. */
export interface Layout {
  version: number
  /** Where new tables would go. */
  schema: string | null
  hasRoles: boolean
  isOlder: boolean
  isBegun: boolean
  isUsed: boolean
}

const LAYOUT = `select current_setting('server_version_num')::int as version, current_schema()::text as schema,
  (select count(*) from pg_roles where rolname in (${ROLES.map((role) => `'${role}'`)})) = ${ROLES.length} as "hasRoles",
  to_regclass('public.mikro_orm_migrations') is not null as "isOlder",
  to_regclass('public.schema_migration') is not null as "isBegun",
  exists (
    select 1 from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  ) as "isUsed"`

export async function layoutOf(ask: Ask): Promise<Layout> {
  const { rows } = await ask<Layout>(LAYOUT, [])
  if (!rows[0]) throw new Error('The database did not answer')
  return rows[0]
}

/** PostgreSQL 15 is the first to let nobody make tables in the schema public. */
export function demandVersion({ version }: Layout, name: string): void {
  if (version < 150_000)
    throw new Error(`${name} is PostgreSQL ${Math.floor(version / 10_000)}, and the gateway needs 15 or newer.`)
}

/** @throws Error for tables that are not this version's to go on with */
export function refuseOtherTables({ isOlder, isBegun, isUsed }: Layout, { name, another }: Place): void {
  if (isOlder)
    throw new Error(
      `${name} has the tables of version 0.1, which this version does not take over.\n` +
        `Go on with version 0.1 there, or begin anew elsewhere: ${another}`,
    )
  if (isUsed && !isBegun)
    throw new Error(`${name} has tables already, and they are not the gateway's.\nGive it one of its own: ${another}`)
}

/** The table of migrations, in a place that has no other tables. */
async function prepare(ask: Ask, place: Place): Promise<void> {
  const layout = await layoutOf(ask)
  demandVersion(layout, 'The server')
  refuseOtherTables(layout, place)
  if (!layout.hasRoles)
    throw new Error(`Not all of ${ROLES.join(', ')} are roles of the server yet. Make them: ${INIT}`)
  if (layout.schema !== 'public')
    throw new Error(
      `New tables of ${place.name} would go to the schema "${layout.schema}", and the gateway's are in "public".\n` +
        'Take search_path out of the settings of the login and of DATABASE_OWNER_URL.',
    )
  if (layout.isBegun) return
  await ask(
    `create table schema_migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    );
    grant select on schema_migration to gateway_system, gateway_backup`,
    [],
  )
}

/** @throws Error where the database was made by other migrations than these */
export function missingFrom(
  stored: readonly Stored[],
  migrations: readonly Migration[],
  { name }: Place,
): readonly Migration[] {
  const applied = new Map(stored.map((each) => [each.name, each.checksum]))
  const other = migrations.find((each) => applied.has(each.name) && applied.get(each.name) !== checksumOf(each))
  if (other)
    throw new Error(
      `${name} was made with another migration ${other.name} than this version has: released migrations never change.\n` +
        'Serve it with the version that made it; what an unreleased version made must be made anew.',
    )
  const missing = migrations.filter((each) => !applied.has(each.name))
  const unknown = unknownOf(stored, migrations)
  if (missing[0] && unknown.length > 0)
    throw new Error(
      `${name} lacks the migration ${missing[0].name}, yet has ${unknown.join(', ')}, which this version does not know.\n` +
        'Its schema went another way; serve it with the version that made it.',
    )
  return missing
}

/** Migrations of a newer version. */
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
    // Where even that fails, the connection is lost, and the transaction with it.
    await ask('rollback', []).catch(() => {})
    throw error
  }
}

/** Tries again while others hold the tables. */
async function patiently(migration: Migration, log: Progress, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw faultOf(error) ? error : failureOf(migration, error)
      if (attempt === MOST_ATTEMPTS)
        throw new Error(
          `The migration ${migration.name} was tried ${attempt} times, and others held its tables each time.\n` +
            'See pg_stat_activity for transactions that are open for long, end them, and run it again.',
        )
      log.warn(`the migration ${migration.name} waits for tables that others hold; it is tried again`)
    }
    await pause(RETRY_MS)
  }
}

const failureOf = ({ name }: Migration, error: unknown) =>
  new Error(`The migration ${name} failed: ${error instanceof Error ? error.message : error}`)
