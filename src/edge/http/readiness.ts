import { sql } from 'kysely'
import { migrations } from '../../../schema/migrations/index.ts'
import { ServiceError } from '../../common/errors.ts'
import { LOOKUPS } from '../../common/fair-pool.ts'
import type { Database } from '../../data/database.ts'
import { faultOf } from '../../data/database-faults.ts'
import { Deadline } from '../../data/deadline.ts'
import { newId } from '../../data/ids.ts'

/** A check ends within two seconds, including the half second in which a silent connection is closed. */
const CHECK_SECONDS = 1.25
/** Probes within this time share the result of the last check. */
const FRESH_MS = 3_000

/**
 * Makes the database write a new file that is larger than the pages that an audit record of a read needs. An inserted
 * row proves nothing: it fits into an existing page even when the disk is full and audit records are refused.
 */
const WRITE_FILE = sql`select count(distinct md5(number::text)) from generate_series(1, 4000) as number`

const notReady = (message: string, details = {}) =>
  new ServiceError('NOT_READY', message, details, { 'Retry-After': '3' })

/**
 * Checks that this process can serve: the database accepts a write, its disk has room, and every migration is applied.
 */
export class Readiness {
  readonly #database: Database
  /** Id of the row that this process writes. */
  readonly #id = newId()
  #isCleared = false
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

  /**
   * Writes a row, and returns the missing migrations. Each process has its own row, so none waits for the lock of
   * another.
   */
  #missing(deadline: Deadline): Promise<string[]> {
    return this.#database.transaction({ role: 'gateway_system', poolUser: LOOKUPS, deadline }, async ({ db }) => {
      await sql`insert into readiness_check (id) values (${this.#id})
        on conflict (id) do update set checked_at = excluded.checked_at`.execute(db)
      // Deletes, once, the rows of processes that have ended.
      if (!this.#isCleared)
        await sql`delete from readiness_check where checked_at < now() - interval '1 hour'`.execute(db)
      this.#isCleared = true
      await sql`set local work_mem = '64kB'`.execute(db)
      await WRITE_FILE.execute(db)
      const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(db)
      const applied = new Set(rows.map(({ name }) => name))
      return migrations.map(({ name }) => name).filter((name) => !applied.has(name))
    })
  }
}
