import { SETTINGS } from '../settings.ts'
import { ROLES } from './acting-roles.ts'
import type { Ask, Progress } from './ask.ts'

/** Whether the database is a Citus coordinator, which distributes tables over several servers. */
export async function isCitus(ask: Ask): Promise<boolean> {
  const { rows } = await ask("select 1 from pg_extension where extname = 'citus'", [])
  return rows.length > 0
}

/** The table with which all tables of organizations are colocated. */
const ROOT = 'organization'

interface Table {
  name: string
  /** Whether the rows belong to organizations. */
  isTenants: boolean
  hasRows: boolean
}

/** The next undistributed table. Tables come first if other tables refer to them or are colocated with them. */
const NEXT_TABLE = `select c.oid::regclass::text as name, pg_relation_size(c.oid) > 0 as "hasRows", exists (
    select 1 from pg_attribute where attrelid = c.oid and attname = 'organization_id' and not attisdropped
  ) as "isTenants"
  from pg_class c
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  and not exists (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  and not exists (select 1 from pg_dist_partition where logicalrelid = c.oid)
  and not exists (
    select 1 from pg_constraint where conrelid = c.oid and contype = 'f' and confrelid <> c.oid
    and not exists (select 1 from pg_dist_partition where logicalrelid = confrelid)
  )
  order by relname = '${ROOT}' desc, "isTenants" desc, c.oid limit 1`

/** Functions of one organization that are not distributed yet. */
const FUNCTIONS = `select p.oid::regprocedure::text as name from pg_proc p
  where pronamespace = 'public'::regnamespace and 'organization' = any(proargnames)
  and not exists (
    select 1 from pg_dist_object where classid = 'pg_proc'::regclass and objid = p.oid
    and distribution_argument_index is not null
  )`

/**
 * Distributes the new tables and functions of migrations. Tables of organizations are distributed so that all rows of
 * an organization are on one server; other tables are copied to each server. Does nothing without Citus.
 * @throws Error with the next step, for a table of organizations that already has rows
 */
export async function distribute(ask: Ask, log: Progress): Promise<void> {
  if (!(await isCitus(ask))) return
  for (let table = await nextTable(ask); table; table = await nextTable(ask)) {
    if (table.isTenants && table.hasRows)
      throw new Error(
        `The table ${table.name} has rows already, and Citus cannot move rows that row-level security protects.\n` +
          'Back the database up, and restore it into an empty one of Citus: npm run db -- backup FILE, restore FILE',
      )
    if (table.isTenants) {
      const with_ = table.name === ROOT ? 'default' : ROOT
      await ask("select create_distributed_table($1::regclass, 'organization_id', colocate_with => $2)", [
        table.name,
        with_,
      ])
    } else await ask('select create_reference_table($1::regclass)', [table.name])
    log.info(`distributed the table ${table.name}`)
  }
  const { rows } = await ask<{ name: string }>(FUNCTIONS, [])
  for (const { name } of rows)
    await ask("select create_distributed_function($1::regprocedure, 'organization', colocate_with => $2)", [name, ROOT])
}

async function nextTable(ask: Ask): Promise<Table | undefined> {
  const { rows } = await ask<Table>(NEXT_TABLE, [])
  return rows[0]
}

/**
 * @throws Error with the next step, if an earlier version prepared a database on Citus, which gave the acting roles no
 * settings
 */
export async function demandSettings(ask: Ask): Promise<void> {
  if (!(await isCitus(ask))) return
  const { rows } = await ask<{ name: string }>(
    `select r.rolname || ': ' || given.name as name from pg_roles r
      cross join unnest($2::text[]) as given(name)
      where rolname = any($1) and not exists (
        select 1 from unnest(rolconfig) as entry where lower(split_part(entry, '=', 1)) = given.name
      )`,
    [ROLES, SETTINGS.map((setting) => setting.split(' ')[0])],
  )
  if (rows.length > 0)
    throw new Error(
      `Connections between the nodes lack settings (${rows.map(({ name }) => name).join(', ')}).\n` +
        'Let an administrator prepare the nodes again: npm run db -- init --url URL --name DATABASE',
    )
}

/**
 * Statements with the settings that Citus needs. A node connects to another node as the acting role of the transaction,
 * so these roles need login, and the settings of the gateway's connections. The roles have no password, so only nodes
 * that trust each other accept them. Citus sends the settings of a transaction, such as its organization, to the other
 * nodes.
 */
export const settingsOfCitus = (database: string, runtimeLogin: string): string[] => [
  ...ROLES.map((role) => `alter role ${role} login`),
  ...ROLES.flatMap((role) => SETTINGS.map((setting) => `alter role ${role} set ${setting}`)),
  `grant connect on database ${database} to ${ROLES.join(', ')}`,
  `alter role ${runtimeLogin} set citus.propagate_set_commands = 'local'`,
]
