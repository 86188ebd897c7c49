import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { isRemovable } from '../data/held-rows.ts'
import { planAnew } from '../data/plans.ts'
import type { Database } from '../data/transaction.ts'
import type { Job, JobTools } from './jobs.ts'

const LONGEST_PAUSE_MS = 1_000

/**
 * Repeats a bounded batch of work until one comes back short, or the job must end. In between it pauses for as long as
 * the batch took: whoever else needs the database has half of the time. Returns whether there is more to do.
 */
export async function inBatches(
  { signal }: Pick<JobTools, 'signal'>,
  size: number,
  work: () => Promise<number>,
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let batches = 0; batches < most && !signal.aborted; batches++) {
    const started = performance.now()
    if ((await work()) < size) return false
    await pause(Math.min(performance.now() - started, LONGEST_PAUSE_MS))
  }
  return true
}

/** Works on each of several things by itself: what goes wrong with one is logged, and the next has its turn. */
export async function eachApart<T extends { organizationId: string }>(
  { log, signal }: Pick<JobTools, 'log' | 'signal'>,
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  for (const thing of things) {
    if (signal.aborted) return
    await work(thing).catch((error) => log.error({ err: error, thing }, 'a job failed for one organization'))
    // An embedded database answers within the turn: those who wait for this process would get none.
    await setImmediate()
  }
}

const PAGE = 500

/** A page of the organizations that ever did anything, behind one of them. */
const organizationsBehind = (database: Database, last: string) =>
  database.transaction({ role: 'gateway_system', readOnly: true }, async ({ db }) => {
    const { rows } = await sql<{ organizationId: string }>`select organization_id from organization_head
      where organization_id > ${last} order by organization_id limit ${sql.lit(PAGE)}`.execute(db)
    return rows
  })

/**
 * Gives each organization its turn, and those that are not done with it another, until all are: nobody waits for one
 * that has much.
 * @param turn a bounded piece of work; returns whether there is more
 */
export async function sweep(tools: JobTools, turn: (organizationId: string) => Promise<boolean>): Promise<void> {
  const left: { organizationId: string }[] = []
  const takeTurns = (organizations: typeof left) =>
    eachApart(tools, organizations, async (each) => {
      if (await turn(each.organizationId)) left.push(each)
    })
  let last: string | undefined = ''
  while (last !== undefined && !tools.signal.aborted) {
    const page = await organizationsBehind(tools.database, last)
    await takeTurns(page)
    last = page.at(-1)?.organizationId
  }
  while (left.length > 0 && !tools.signal.aborted) await takeTurns(left.splice(0))
}

/** Rows that are of no use any more when they are past their time. */
export interface Perishable {
  table: string
  /** The column that a row's age is counted from. */
  since?: string
  hours: number
}

const BATCH = 5000
/** Batches that an organization gets before others have a turn. */
const MOST_BATCHES = 5

/** Deletes a batch of each table. Returns how many rows of one table there were at most. */
const prune = (database: Database, organizationId: string, tables: readonly Perishable[]): Promise<number> =>
  database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db, metadata }) => {
    planAnew(db)
    const deleted = tables.map(async ({ table, since = 'created_at', hours }) => {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)}
        where organization_id = ${organizationId} and ctid = any(array(
          select t.ctid from ${sql.table(table)} t where t.organization_id = ${organizationId}
          and ${sql.ref(`t.${since}`)} < now() - make_interval(hours => ${hours})
          and ${isRemovable(metadata, table, 't')} limit ${sql.lit(BATCH)}
        ))`.execute(db)
      return Number(numAffectedRows)
    })
    return Math.max(...(await Promise.all(deleted)))
  })

/** A job that forgets what is past its time, all of it in each run. */
export const pruning = (tables: readonly Perishable[]): Job => ({
  name: 'prune',
  everySeconds: 3600,
  async run(tools) {
    const { database } = tools
    await sweep(tools, (organizationId) =>
      inBatches(tools, BATCH, () => prune(database, organizationId, tables), MOST_BATCHES),
    )
    // Of processes that are gone.
    await database.transaction({ role: 'gateway_system' }, ({ db }) =>
      sql`delete from readiness_check where checked_at < now() - interval '1 hour'`.execute(db),
    )
  },
})
