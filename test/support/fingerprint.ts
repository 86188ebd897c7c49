import { type RawBuilder, sql } from 'kysely'
import type { TestServer } from './server.ts'

/** Records of what was asked, which even a refusal leaves; and what only jobs write, in their own time. */
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
]

/** The state of every table that the tenant role may read, as one query. */
async function stateQuery({ database }: TestServer): Promise<RawBuilder<{ name: string; state: string }>> {
  const session = { role: 'gateway_tenant', organizationId: 'nobody', readOnly: true } as const
  const { rows } = await database.transaction(session, ({ db }) =>
    sql<{ name: string }>`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and has_table_privilege(oid, 'select')
      order by relname`.execute(db),
  )
  const states = rows
    .filter(({ name }) => !TRAILS.includes(name))
    .map(
      ({ name }) => sql`select ${sql.lit(name)} as name,
        count(*) || ' rows, ' || coalesce(sum(xmin::text::bigint), 0) as state from ${sql.table(name)}`,
    )
  return sql`${sql.join(states, sql` union all `)}`
}

/**
 * What an organization's rows are, table by table: how many, and which versions of them, so that a changed row shows as
 * well as one more or less. Read as the organization itself, since nobody else may.
 */
export async function fingerprints(
  server: TestServer,
): Promise<(organizationId: string) => Promise<Record<string, string>>> {
  const query = await stateQuery(server)
  return (organizationId) =>
    server.database.transaction({ role: 'gateway_tenant', organizationId, readOnly: true }, async ({ db }) => {
      const { rows } = await query.execute(db)
      return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
    })
}
