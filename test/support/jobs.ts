import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import type { Turn } from '../../src/background/due-work.ts'
import { Lane, type TaskSource } from '../../src/background/lane.ts'
import { makeAllDue, schedulesOf } from '../../src/background/schedules.ts'
import { sourceOf } from '../../src/background/sources.ts'
import { isItemWork, type OrganizationWork, type Work, type WorkTools } from '../../src/background/work.ts'
import { Metrics } from '../../src/common/metrics.ts'
import type { WorkKind } from '../../src/data/due-times.ts'
import { work } from '../../src/main/features.ts'
import type { Actor, TestServer } from './server.ts'
import { until } from './until.ts'

/** The dependencies of background work, for tests that run it themselves. */
export const toolsOf = ({ database }: Pick<TestServer, 'database'>, changes: Partial<WorkTools> = {}): WorkTools => ({
  database,
  log: pino({ level: 'silent' }),
  metrics: new Metrics(),
  services: {},
  signal: new AbortController().signal,
  ...changes,
})

const SYSTEM = { role: 'gateway_system' } as const

/**
 * Puts off the schedules of a new database. One of them raises alerts every five minutes: it would write audit records
 * and events into the organization of whatever test runs at that moment.
 */
export const putOffSchedules = ({ database }: Pick<TestServer, 'database'>) =>
  database.transaction(SYSTEM, ({ db }) =>
    sql`insert into job (name, due_at) select kind, now() + interval '1 day'
      from unnest(${schedulesOf(work).map(({ kind }) => kind)}::text[]) as kind on conflict do nothing`.execute(db),
  )

/** A lane as another process would run it. */
export const laneOf = (work: Work, tools: WorkTools): Lane<never> => new Lane(sourceOf(work, tools) as never, tools)

/** Does all due work of a kind. Scheduled work is first made due for every organization. */
export async function performDue(work: OrganizationWork, tools: WorkTools): Promise<void> {
  const { database } = tools
  if (work.everySeconds) await database.transaction(SYSTEM, (unit) => makeAllDue(unit, work.kind))
  const lane = laneOf(work, tools)
  lane.wake()
  await until(`the end of ${work.kind}`, async () => {
    // Ignores rows that `holdWork` leased for a day.
    const { rows } = await database.transaction({ ...SYSTEM, readOnly: true }, ({ db }) =>
      sql`select organization_id from due_work where kind = ${work.kind} and (due_at <= now() or lease is not null)
        and (lease is null or leased_until < now() + interval '1 hour') limit 1`.execute(db),
    )
    return rows.length === 0
  })
  await lane.close()
}

/** Does all due work on organizations, except work that needs a service. */
export async function performAll(server: Pick<TestServer, 'database'>): Promise<void> {
  for (const each of work) if (!isItemWork(each) && !each.needs) await performDue(each, toolsOf(server))
}

/**
 * Does all work of a kind that an organization has now, instead of the gateway and with the given tools only. Other
 * organizations of a shared gateway, which belong to earlier test files, are left out.
 */
export async function performFor(
  { organizationId }: Pick<Actor, 'organizationId'>,
  work: OrganizationWork,
  tools: WorkTools,
): Promise<void> {
  const session = { role: 'gateway_tenant', organizationId } as const
  const isLeft = sql`select 1 from due_work
    where organization_id = ${organizationId} and kind = ${work.kind} and due_at <= now()`
  do {
    const turn = await until('the turn', () =>
      tools.database.transaction(session, async ({ db }) => {
        const { rows } = await sql<Turn>`insert into due_work (organization_id, kind, lease, leased_until)
          values (${organizationId}, ${work.kind}, ${randomUUID()}, now() + interval '1 minute')
          on conflict (organization_id, kind) do update set lease = excluded.lease, leased_until = excluded.leased_until
          where due_work.lease is null returning organization_id, kind, lease, due_at`.execute(db)
        return rows[0]
      }),
    )
    await (sourceOf(work, tools) as TaskSource<Turn>).perform(turn, tools.signal)
  } while ((await tools.database.transaction(session, ({ db }) => isLeft.execute(db))).rows.length > 0)
}

/** Leases the turn of an organization without ending it, as a stuck replica would. Nobody else does the work. */
export const holdWork = (
  { database }: Pick<TestServer, 'database'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  kind: WorkKind,
) =>
  database.transaction({ role: 'gateway_tenant', organizationId }, ({ db }) =>
    sql`insert into due_work (organization_id, kind, lease, leased_until)
      values (${organizationId}, ${kind}, ${randomUUID()}, now() + interval '1 day')
      on conflict (organization_id, kind) do update set lease = excluded.lease, leased_until = excluded.leased_until`.execute(
      db,
    ),
  )

/** Ends the hold of `holdWork`. */
export const releaseWork = (
  { database }: Pick<TestServer, 'database'>,
  { organizationId }: Pick<Actor, 'organizationId'>,
  kind: WorkKind,
) =>
  database.transaction({ role: 'gateway_tenant', organizationId }, ({ db }) =>
    sql`update due_work set lease = null, leased_until = null, due_at = now()
      where organization_id = ${organizationId} and kind = ${kind}`.execute(db),
  )
