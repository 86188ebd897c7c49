import { type RawBuilder, sql } from 'kysely'
import type { WorkKind } from '../../src/data/due-times.ts'
import type { Actor, TestServer } from './server.ts'
import { until } from './until.ts'

type Of = Pick<Actor, 'organizationId'>

/** Runs a statement in the session of an organization. Returns its rows. */
export const inOrganization = <R>(
  { database }: Pick<TestServer, 'database'>,
  { organizationId }: Of,
  statement: RawBuilder<R>,
): Promise<R[]> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => (await statement.execute(db)).rows)

/** Expires the leases of a process that has crashed, by changing their times in the database. */
export async function outliveLeases(
  server: Pick<TestServer, 'database'>,
  of: Of,
  kind: WorkKind,
  table: 'mail' | 'webhook_delivery',
): Promise<void> {
  // The next turn is due exactly when the lease expires.
  await until('the time of the look', async () => {
    const [row] = await inOrganization(
      server,
      of,
      sql<{ isKnown: boolean }>`select due_at = (select min(leased_until) from ${sql.table(table)}) as is_known
        from due_work where kind = ${kind}`,
    )
    return row?.isKnown
  })
  const { organizationId } = of
  await server.database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => {
    await sql`update ${sql.table(table)} set leased_until = now() where leased_until > now()`.execute(db)
    await sql`update due_work set due_at = now() where kind = ${kind}`.execute(db)
  })
}

/**
 * Sets columns to times that are hours earlier, in an update. Citus takes the difference of times without a time zone
 * only.
 */
export const earlier = (hours: number, ...columns: string[]): RawBuilder<unknown> =>
  sql.join(
    columns.map((name) => {
      const column = sql.ref(name)
      return sql`${column} = (${column} at time zone 'UTC' - make_interval(secs => ${hours * 3600}::float8)) at time zone 'UTC'`
    }),
  )

/** Changes times in the database as if time had passed, and makes the work due. */
export const passTime = (
  { database }: Pick<TestServer, 'database'>,
  { organizationId }: Of,
  kind: WorkKind,
  change: RawBuilder<unknown>,
): Promise<void> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    await change.execute(unit.db)
    unit.makeDue(kind)
  })
