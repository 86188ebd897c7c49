import type { PostgresPool } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { faultOf } from './database-faults.ts'
import { type OpenDatabase, openPool } from './open-database.ts'
import { ServerPool } from './server-pool.ts'
import type { Session } from './session.ts'
import { demandServable } from './store/demand.ts'
import type { Transaction } from './transaction.ts'

type OrmOptions = Parameters<typeof openPool>[1]

/** Milliseconds after which an unavailable or refused replica is tried again. */
const RETRY_MS = 10_000

export type ReadSession = Session & { role: 'gateway_tenant'; organizationId: string; readOnly: true }

/** The replica lacks commits of the primary. */
const BEHIND = Symbol('behind')

/**
 * A copy of the database for exports and reports. A read uses the replica only if the replica has all commits of the
 * organization that the primary had at that time. So a user always sees an earlier change.
 */
export class ReadReplica {
  readonly #url: string
  readonly #poolSize: number
  readonly #options: OrmOptions
  readonly #log: Logger
  #connection: Promise<OpenDatabase | undefined> | undefined
  #triedAt = Number.NEGATIVE_INFINITY

  constructor(url: string, poolSize: number, options: OrmOptions, log: Logger) {
    this.#url = url
    this.#poolSize = poolSize
    this.#options = options
    this.#log = log
  }

  /** Runs `work` on the replica, or on `primary` when the replica is unavailable, fails or lacks commits. */
  async read<T>(primary: Database, session: ReadSession, work: (unit: Transaction) => Promise<T>): Promise<T> {
    const replica = await this.#open()
    if (!replica) return primary.transaction(session, work)
    const needed = await primary.transaction(session, headOf)
    try {
      const result = await replica.database.transaction(session, async (unit) =>
        reaches(await headOf(unit), needed) ? work(unit) : BEHIND,
      )
      if (result !== BEHIND) return result as T
    } catch (error) {
      if (!faultOf(error)) throw error
      this.#log.warn({ err: error }, 'the read replica failed; the primary is read')
    }
    return primary.transaction(session, work)
  }

  async close(): Promise<void> {
    await (await this.#connection)?.close()
  }

  /** Opened at the first read: the gateway starts and serves without the replica. */
  #open(): Promise<OpenDatabase | undefined> {
    if (!this.#connection && performance.now() - this.#triedAt > RETRY_MS) {
      this.#triedAt = performance.now()
      const pool: PostgresPool & ServerPool = new ServerPool(this.#url, this.#poolSize)
      this.#connection = openPool(pool, this.#options, demandServable).catch((error) => {
        this.#log.warn({ err: error }, 'the read replica cannot be used; the primary is read')
        this.#connection = undefined
        return undefined
      })
    }
    return this.#connection ?? Promise.resolve(undefined)
  }
}

interface Head {
  auditSequence: number
  eventNumber: number
}

const headOf = async ({ db }: Transaction): Promise<Head> =>
  (await db.selectFrom('organizationHead').select(['auditSequence', 'eventNumber']).executeTakeFirst()) ?? {
    auditSequence: 0,
    eventNumber: 0,
  }

const reaches = (head: Head, needed: Head) =>
  head.auditSequence >= needed.auditSequence && head.eventNumber >= needed.eventNumber
