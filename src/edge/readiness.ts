import { sql } from 'kysely'
import { migrations } from '../../schema/migrations/index.ts'
import { ServiceError } from '../common/errors.ts'
import { faultOf } from '../data/database-faults.ts'
import { Deadline } from '../data/deadline.ts'
import { newId } from '../data/ids.ts'
import { LOOKUPS } from '../data/shares.ts'
import type { Database } from '../data/transaction.ts'

/** With the half second that a silent connection is given beyond it, a check ends within two. */
const CHECK_SECONDS = 1.25
/** Probes that come sooner share what the last check found. */
const FRESH_MS = 3_000

/**
 * Makes the database write a new file, larger than the pages that an audit record of a read needs. A row alone is not
 * enough: it fits into a page that is there, also on a disk that is full, while audit records are refused.
 */
const WRITE_FILE = sql`select count(distinct md5(number::text)) from generate_series(1, 4000) as number`

const notReady = (message: string, details = {}) =>
  new ServiceError('NOT_READY', message, details, { 'Retry-After': '3' })

/** Whether this process can serve: the database takes a change, has room on its disk, and has every migration. */
export class Readiness {
  readonly #database: Database
  /** Of the row that this process writes. Those of processes that are gone, the job that prunes forgets. */
  readonly #id = newId()
  #checking: Promise<ServiceError | undefined> | undefined
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws NOT_READY */
  async demand(): Promise<void> {
    if (performance.now() - this.#checkedAt > FRESH_MS) {
      this.#checkedAt = Number.POSITIVE_INFINITY
      this.#checking = this.#check().finally(() => {
        this.#checkedAt = performance.now()
      })
    }
    const failure = await this.#checking
    if (failure) throw failure
  }

  async #check(): Promise<ServiceError | undefined> {
    const deadline = new Deadline(CHECK_SECONDS)
    try {
      const missing = await deadline.bound(this.#missing(deadline), { grace: 600 })
      return missing.length > 0 ? notReady('The database lacks migrations', { pending: missing }) : undefined
    } catch (error) {
      return notReady(faultOf(error)?.message ?? 'The database cannot be used')
    }
  }

  /** Writes, and finds out which migrations are missing. No process waits for a row of another. */
  #missing(deadline: Deadline): Promise<string[]> {
    return this.#database.transaction({ role: 'gateway_system', party: LOOKUPS, deadline }, async ({ db }) => {
      await sql`insert into readiness_check (id) values (${this.#id})
        on conflict (id) do update set checked_at = excluded.checked_at`.execute(db)
      await sql`set local work_mem = '64kB'`.execute(db)
      await WRITE_FILE.execute(db)
      const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
      const applied = new Set(rows.map(({ name }) => name))
      return migrations.map(({ name }) => name).filter((name) => !applied.has(name))
    })
  }
}
