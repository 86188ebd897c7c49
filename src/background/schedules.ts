import { sql } from 'kysely'
import type { Database } from '../data/database.ts'
import { storedNow, type WorkKind } from '../data/due-times.ts'
import type { Transaction } from '../data/transaction.ts'
import { inSeconds } from './due-work.ts'
import type { OrganizationWork, Work } from './work.ts'

/*
 * A schedule makes a kind of work due for every organization at an interval. The table `job` stores the next time, so
 * that one of several replicas starts the schedule. A time that passed while no process ran is caught up.
 */

const SYSTEM = { role: 'gateway_system' } as const

/**
 * The first run of a new schedule is after its interval, but at most about this many seconds (up to twice as many, at
 * random).
 */
const LONGEST_FIRST_SECONDS = 600

interface Schedule {
  kind: WorkKind
  everySeconds: number
}

const hasSchedule = (work: Work): work is OrganizationWork & Schedule => 'everySeconds' in work

export const schedulesOf = (work: readonly Work[]): Schedule[] => work.filter(hasSchedule)

/** Stores schedules that are missing in the database. */
export const addSchedules = (database: Database, schedules: readonly Schedule[]): Promise<void> =>
  database.transaction(SYSTEM, async ({ db }) => {
    for (const { kind, everySeconds } of schedules) {
      const first = Math.min(everySeconds, LONGEST_FIRST_SECONDS) * (1 + Math.random())
      await sql`insert into job (name, due_at) values (${kind}, ${inSeconds(first)}) on conflict do nothing`.execute(db)
    }
  })

/** Makes a kind of work due for every organization that ever wrote anything. */
export const makeAllDue = ({ db }: Transaction, kind: WorkKind): Promise<unknown> =>
  sql`insert into due_work (organization_id, kind)
    select organization_id, ${kind}::text from organization_head on conflict do nothing`.execute(db)

/** Starts the schedules that are due. */
export async function startSchedules(database: Database, schedules: readonly Schedule[]): Promise<void> {
  for (const { kind, everySeconds } of schedules)
    await database.transaction(SYSTEM, async (unit) => {
      const { rows } = await sql`update job set due_at = ${inSeconds(everySeconds)}
        where name = ${kind} and due_at <= ${storedNow} returning name`.execute(unit.db)
      if (rows.length > 0) await makeAllDue(unit, kind)
    })
}
