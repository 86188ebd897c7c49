import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Unit } from '../data/transaction.ts'

const LEASE_SECONDS = 60

/** Leases are renewed this often: one may fail, and the next is still in time. */
export const RENEW_SECONDS = 20

const SYSTEM = { role: 'gateway_system' } as const

/** Nobody looks again sooner: what is due may be another replica's already. */
const SOONEST_SECONDS = 1

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::float8)`

/** What is due, now taken, and when the next of the rest is. */
export interface Taken {
  lease: string
  names: string[]
  /** Seconds until a job that was not taken comes due; undefined when there is none. */
  nextIn: number | undefined
}

/** Enters the jobs that the database does not know yet; `delays` are the seconds until their first run. */
export const enterJobs = (database: Database, delays: Record<string, number>): Promise<void> =>
  database.transaction(SYSTEM, async ({ db }) => {
    for (const [name, seconds] of Object.entries(delays))
      await sql`insert into job (name, due_at) values (${name}, ${inSeconds(seconds)}) on conflict do nothing`.execute(
        db,
      )
  })

/**
 * Takes the jobs that are due and nobody runs. A lease is a mark in the row and no lock, so it holds behind a pooler,
 * and that of a process which died runs out. Of replicas that try at once the second finds the mark of the first.
 */
export const takeJobs = (database: Database, names: readonly string[]): Promise<Taken> =>
  database.transaction(SYSTEM, async ({ db }) => {
    const lease = randomUUID()
    const { rows } = await sql<{ name: string; seconds: number }>`select name,
      extract(epoch from greatest(due_at, leased_until) - now())::float8 as seconds from job
      where name = any(${[...names]}::text[]) order by name`.execute(db)
    const taken = rows.filter(({ seconds }) => seconds <= 0).map(({ name }) => takeJob(db, name, lease))
    const own = new Set((await Promise.all(taken)).flat())
    const others = rows.filter(({ name }) => !own.has(name)).map(({ seconds }) => Math.max(seconds, SOONEST_SECONDS))
    return { lease, names: [...own], nextIn: others.length > 0 ? Math.min(...others) : undefined }
  })

async function takeJob(db: Unit['db'], name: string, lease: string): Promise<string[]> {
  const { rows } = await sql`update job set lease = ${lease}, leased_until = ${inSeconds(LEASE_SECONDS)}
    where name = ${name} and due_at <= now() and (leased_until is null or leased_until <= now())
    returning name`.execute(db)
  return rows.map(() => name)
}

/** Renews leases by job. Returns the jobs whose lease still held: another process may have taken the others. */
export const renewLeases = (database: Database, leases: ReadonlyMap<string, string>): Promise<Set<string>> =>
  database.transaction(SYSTEM, async ({ db }) => {
    const held = new Set<string>()
    for (const [name, lease] of leases) {
      const { rows } = await sql`update job set leased_until = ${inSeconds(LEASE_SECONDS)}
        where name = ${name} and lease = ${lease} returning name`.execute(db)
      if (rows.length > 0) held.add(name)
    }
    return held
  })

/** Gives a job back, to be due again in so many seconds. */
export const giveBack = (database: Database, name: string, lease: string, seconds: number): Promise<void> =>
  database.transaction(SYSTEM, async ({ db }) => {
    await sql`update job set lease = null, leased_until = null, due_at = ${inSeconds(seconds)}
      where name = ${name} and lease = ${lease}`.execute(db)
  })
