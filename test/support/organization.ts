import type { RawBuilder } from 'kysely'
import type { WorkKind } from '../../src/kernel/due-times.ts'
import type { Actor, TestServer } from './server.ts'

type Of = Pick<Actor, 'organizationId'>

/** The rows of a statement in the session of an organization. */
export const inOrganization = <R>(
  { database }: Pick<TestServer, 'database'>,
  { organizationId }: Of,
  statement: RawBuilder<R>,
): Promise<R[]> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => (await statement.execute(db)).rows)

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
