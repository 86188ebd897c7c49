import { type RawBuilder, sql } from 'kysely'
import type { WorkKind } from '../../src/data/due-times.ts'
import type { Actor, TestServer } from './server.ts'
import { until } from './until.ts'

type Of = Pick<Actor, 'organizationId'>

/** The rows of a statement in the session of an organization. */
export const inOrganization = <R>(
  { database }: Pick<TestServer, 'database'>,
  { organizationId }: Of,
  statement: RawBuilder<R>,
): Promise<R[]> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => (await statement.execute(db)).rows)

/** Lets the leases run out that a process left when it died: all that others learn is that the time has passed. */
export async function outliveLeases(
  server: Pick<TestServer, 'database'>,
  of: Of,
  kind: WorkKind,
  table: 'mail' | 'webhook_delivery',
): Promise<void> {
  // By then, and not later, somebody looks.
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

/** Changes what is due as time would; only the clock is moved, the way there is the real one. */
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
