import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
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
  }
}

const BATCH = 5000

/** A job that forgets the rows of a table that are past their time and meet a condition, all of them in each run. */
export const pruning = (
  name: string,
  {
    table,
    since = 'created_at',
    hours,
    everySeconds,
    condition = sql`true`,
  }: { table: string; since?: string; hours: number; everySeconds: number; condition?: RawBuilder<unknown> },
): Job => ({
  name,
  everySeconds,
  run: async (tools) => {
    const prune = () =>
      tools.database.transaction({ role: 'gateway_system' }, async ({ db }) => {
        const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.ref(since)} < now() - make_interval(hours => ${hours})
          and ${condition} limit ${sql.lit(BATCH)}
        ))`.execute(db)
        return Number(numAffectedRows)
      })
    await inBatches(tools, BATCH, prune)
  },
})
