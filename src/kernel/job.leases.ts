import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from './transaction.ts'

const LEASE_SECONDS = 60

/** Leases are renewed this often: one may fail, and the next is still in time. */
export const RENEW_SECONDS = 20

const SYSTEM = { role: 'gateway_system' } as const

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
    await sql`insert into job (name, due_at)
      select key, now() + make_interval(secs => value::float8) from jsonb_each_text(${JSON.stringify(delays)}::jsonb)
      on conflict do nothing`.execute(db)
  })

/**
 * Takes the jobs that are due and nobody runs. A lease is a mark in the row and no lock, so it holds behind a pooler,
 * and that of a process which died runs out.
 */
export const takeJobs = (database: Database, names: readonly string[]): Promise<Taken> =>
  database.transaction(SYSTEM, async ({ db }) => {
    const lease = randomUUID()
    const { rows: taken } = await sql<{ name: string }>`
      update job set lease = ${lease}, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where name = any(array(
        select name from job where name = any(${[...names]}::text[])
          and due_at <= now() and (leased_until is null or leased_until <= now())
        for update skip locked
      )) returning name`.execute(db)
    const { rows: rest } = await sql<{ seconds: number | null }>`
      select extract(epoch from min(greatest(due_at, leased_until)) - now())::float8 as seconds from job
      where name = any(${[...names]}::text[]) and lease is distinct from ${lease}`.execute(db)
    return { lease, names: taken.map(({ name }) => name), nextIn: rest[0]?.seconds ?? undefined }
  })

/** Renews leases by job. Returns the jobs whose lease still held: another process may have taken the others. */
export const renewLeases = (database: Database, leases: ReadonlyMap<string, string>): Promise<Set<string>> =>
  database.transaction(SYSTEM, async ({ db }) => {
    const { rows } = await sql<{ name: string }>`
      update job set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from unnest(${[...leases.keys()]}::text[], ${[...leases.values()]}::uuid[]) as held(job_name, job_lease)
      where name = job_name and lease = job_lease returning name`.execute(db)
    return new Set(rows.map(({ name }) => name))
  })

/** Gives a job back, to be due again in so many seconds. */
export const giveBack = (database: Database, name: string, lease: string, seconds: number): Promise<void> =>
  database.transaction(SYSTEM, async ({ db }) => {
    await sql`update job set lease = null, leased_until = null, due_at = now() + make_interval(secs => ${seconds}::float8)
      where name = ${name} and lease = ${lease}`.execute(db)
  })
