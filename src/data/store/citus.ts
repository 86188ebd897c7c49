import { ROLES } from './acting-roles.ts'
import type { Ask, Progress } from './migrations.ts'

/** Whether the database is a coordinator of Citus, which spreads tables over several servers. */
export async function isCitus(ask: Ask): Promise<boolean> {
  const { rows } = await ask("select 1 from pg_extension where extname = 'citus'", [])
  return rows.length > 0
}

/** What all tables of tenants are colocated with. */
const ROOT = 'organization'

interface Table {
  name: string
  /** Whether its rows belong to organizations. */
  isTenants: boolean
  hasRows: boolean
}

/** A table that is not distributed yet: first what others are colocated with and refer to. */
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

/** Functions that work on one organization, where that is not known to Citus yet. */
const FUNCTIONS = `select p.oid::regprocedure::text as name from pg_proc p
  where pronamespace = 'public'::regnamespace and 'organization' = any(proargnames)
  and not exists (
    select 1 from pg_dist_object where classid = 'pg_proc'::regclass and objid = p.oid
    and distribution_argument_index is not null
  )`

/**
 * Spreads what migrations have made: tables of tenants by their organization, all rows of one on one server; the others
 * are copied to each. Where there is no Citus, nothing is done.
 * @throws Error that says what to do, for tables of tenants that were filled before
 */
export async function distribute(ask: Ask, log: Progress): Promise<void> {
  if (!(await isCitus(ask))) return
  for (let table = await nextTable(ask); table; table = await nextTable(ask)) {
    if (table.isTenants && table.hasRows)
      throw new Error(
        `The table ${table.name} has rows already, and Citus moves none that are behind row-level security.\n` +
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
 * Nodes reach each other as the role that a transaction acts as, so each must be able to log in there; it has no password,
 * so only the nodes that trust each other let it. Settings of a transaction, such as its organization, go with it.
 */
export const settingsOfCitus = (database: string, runtimeLogin: string): string[] => [
  ...ROLES.map((role) => `alter role ${role} login`),
  `grant connect on database ${database} to ${ROLES.join(', ')}`,
  `alter role ${runtimeLogin} set citus.propagate_set_commands = 'local'`,
]
