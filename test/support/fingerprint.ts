import { sql } from 'kysely'
import { behindGateway } from './database.ts'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

/** Tables that are not compared: a refused request writes to some of them, and jobs write to others at any time. */
const TRAILS = [
  'organization_head',
  'audit_record',
  'audit_tile',
  'audit_checkpoint',
  'audit_publication',
  'idempotency_key',
  'notification',
  'event_cursor',
  'due_work',
  'announced_alert',
]

const TENANT_TABLES = `select relname::text as name from pg_class
  where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
  and has_table_privilege('gateway_tenant', oid, 'select')
  order by relname`

/** Leaves out events of jobs, which may run at any time. */
const ofPeople = (table: string) => (table === 'event' ? "where user_id <> 'system'" : '')

/** Tables whose rows a job changes at any time: only their number is compared. */
const CHANGED_BY_JOBS = ['recipient_import', 'test_message']

const versions = (table: string) => (CHANGED_BY_JOBS.includes(table) ? '0' : 'coalesce(sum(xmin::text::bigint), 0)')

const stateOf = (table: string) =>
  `select '${table}'::text, count(*) || ' rows, ' || ${versions(table)} from public.${table} ${ofPeople(table)}`

/**
 * Creates a function that reads the state of every table that the tenant role may read. It is a function so that the
 * database caches its plan.
 */
async function createStateFunction(server: TestServer): Promise<void> {
  await behindGateway(server.connection, async (ask) => {
    const { rows } = await ask<{ name: string }>(TENANT_TABLES, [])
    const states = rows.flatMap(({ name }) => (TRAILS.includes(name) ? [] : [stateOf(name)]))
    const statements = [
      'create schema if not exists test_support',
      'grant usage on schema test_support to gateway_tenant',
      `create or replace function test_support.state() returns table (name text, state text) language plpgsql stable
        as $$ begin return query ${states.join(' union all ')}; end $$`,
    ]
    for (const statement of statements) await ask(statement, [])
  })
}

/**
 * Returns a function that fingerprints an organization's rows by table: their number and their versions. So it detects
 * changed, new and deleted rows. It reads in the session of the organization.
 */
export async function fingerprints(
  server: TestServer,
): Promise<(organizationId: string) => Promise<Record<string, string>>> {
  await createStateFunction(server)
  const sessionOf = (organizationId: string) => ({ role: 'gateway_tenant', organizationId, readOnly: true }) as const
  const isImporting = (organizationId: string) =>
    server.database.transaction(sessionOf(organizationId), async ({ db }) => {
      const { rows } = await sql`select 1 from due_work where organization_id = ${organizationId}
        and kind in ('client_imports', 'recipient_imports') and (due_at <= now() or lease is not null)`.execute(db)
      return rows.length > 0
    })
  return async (organizationId) => {
    // An import that was started before writes its rows at any time.
    await until('the end of imports', async () => !(await isImporting(organizationId)))
    return server.database.transaction(sessionOf(organizationId), async ({ db }) => {
      const { rows } = await sql<{ name: string; state: string }>`select * from test_support.state()`.execute(db)
      return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
    })
  }
}
