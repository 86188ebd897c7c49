import type { PostgresPool } from 'kysely'
import type { Logger } from 'pino'
import type { Session } from './database.ts'
import { faultOf } from './database-faults.ts'
import { type OpenDatabase, openPool } from './open-database.ts'
import { ServerPool } from './server-pool.ts'
import { demandServable } from './store/demand.ts'
import type { Database, Unit } from './transaction.ts'

type OrmOptions = Parameters<typeof openPool>[1]

/** A replica that is away, or must not be used, is tried again after so long. */
const RETRY_MS = 10_000

/** A session that reads the rows of one organization. */
export type ReadSession = Session & { role: 'gateway_tenant'; organizationId: string; readOnly: true }

/** The replica lacks what the primary has committed. */
const BEHIND = Symbol('behind')

/**
 * A copy of the database for exports and reports. An organization's reads go there only once the copy has all that the
 * primary had committed for it when they were asked: nobody misses what was just written.
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

  /** Reads from the replica, or else from `primary`. */
  async read<T>(primary: Database, session: ReadSession, work: (unit: Unit) => Promise<T>): Promise<T> {
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

  /** The gateway starts and serves without it. */
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

const headOf = async ({ db }: Unit): Promise<Head> =>
  (await db.selectFrom('organizationHead').select(['auditSequence', 'eventNumber']).executeTakeFirst()) ?? {
    auditSequence: 0,
    eventNumber: 0,
  }

const reaches = (head: Head, needed: Head) =>
  head.auditSequence >= needed.auditSequence && head.eventNumber >= needed.eventNumber
