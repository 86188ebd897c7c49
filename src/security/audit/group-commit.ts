import { sql } from 'kysely'
import { ServiceError } from '../../common/errors.ts'
import type { PoolUser } from '../../common/fair-pool.ts'
import type { Metrics } from '../../common/metrics.ts'
import type { Database } from '../../data/database.ts'
import { codeOf } from '../../data/database-faults.ts'
import type { Transaction } from '../../data/transaction.ts'
import { appendAudit, type RecordFacts, recordsOf } from './writer.ts'

interface Waiting {
  facts: RecordFacts[]
  resolve: () => void
  reject: (error: unknown) => void
}

/** The waiting records of one organization, written by one commit. */
interface Batch {
  organizationId: string
  waiting: Waiting[]
}

const MOST_PER_COMMIT = 500
const MOST_WAITING = 20_000
const MOST_WAITING_OF_ONE = 5_000
/** How long one attempt to lock a chain may hold a connection while another transaction writes to that chain. */
const LOCK_TIMEOUT = '1s'
/** How long the records of an organization wait for its chain. */
const LONGEST_WAIT_MS = 10_000

/** Group commits and separate commits have shares of their own in the connection pool. */
const TOGETHER: PoolUser = Symbol('audit')
const APART: PoolUser = Symbol('audit of one')

const notReady = (message: string) => new ServiceError('NOT_READY', message, undefined, { 'Retry-After': '1' })

const isLocked = (error: unknown) => codeOf(error) === '55P03'
/** Whether the database refused the records themselves: invalid data or a violated constraint. */
const isRefused = (error: unknown) => /^(22|23)/.test(codeOf(error))

/** Appends nothing for an organization whose chain is locked; `last` is null then. */
const APPEND_FREE = `select append(organization, records, false, '{}'::jsonb, '{}'::uuid[]) as last, organization
  from jsonb_each($1::jsonb) as batch (organization, records)`

/** Appends records to all chains that are not locked. Returns the batches that were not written. */
async function appendFree(unit: Transaction, batches: Batch[]): Promise<Batch[]> {
  const records = batches.map((batch) => [batch.organizationId, recordsOf(factsOf(batch))])
  const rows = await unit.rows<{ last: number | null; organization: string }>(APPEND_FREE, [
    JSON.stringify(Object.fromEntries(records)),
  ])
  const locked = new Set(rows.filter(({ last }) => last === null).map(({ organization }) => organization))
  return batches.filter(({ organizationId }) => locked.has(organizationId))
}

const factsOf = ({ waiting }: Pick<Batch, 'waiting'>) => waiting.flatMap(({ facts }) => facts)

/**
 * Group commit of the audit records of reads: all requests that wait during one commit share the next commit, with one
 * statement. `append` resolves when the records are durable, so no response is sent before its record is stored. An
 * organization whose chain is locked, or whose records the database refuses, is written separately, so that no other
 * organization waits or fails with it.
 */
export class AuditWriter {
  readonly #database: Database
  readonly #metrics: Metrics
  /** Requests that wait for the next commit, by organization. */
  readonly #queues = new Map<string, Waiting[]>()
  /** Organizations that are being written separately. */
  readonly #apart = new Map<string, Promise<void>>()
  #waiting = 0
  #flushing: Promise<void> | undefined

  constructor(database: Database, metrics: Metrics) {
    this.#database = database
    this.#metrics = metrics
    metrics.auditQueueDepth(() => this.#waiting)
  }

  /** Appends records of one organization. @throws NOT_READY if its chain stays locked */
  append(facts: RecordFacts[]): Promise<void> {
    const [first] = facts
    if (!first) return Promise.resolve()
    const { organizationId } = first
    const queue = this.#queues.get(organizationId) ?? []
    if (this.#waiting >= MOST_WAITING || queue.length >= MOST_WAITING_OF_ONE)
      throw notReady('The audit trail is overloaded. Try again later')
    this.#queues.set(organizationId, queue)
    this.#waiting++
    return new Promise<void>((resolve, reject) => {
      queue.push({ facts, resolve, reject })
      this.#wake()
    }).finally(() => this.#waiting--)
  }

  /** Resolves when no record is waiting. */
  async drain(): Promise<void> {
    while (this.#flushing || this.#apart.size > 0) await Promise.all([this.#flushing, ...this.#apart.values()])
  }

  #wake(): void {
    this.#flushing ??= this.#flush()
  }

  async #flush(): Promise<void> {
    // Waits one turn of the event loop, so that requests that arrived together share the first insert.
    await new Promise(setImmediate)
    for (let batches = this.#take(); batches.length > 0; batches = this.#take()) {
      await this.#timed(() => this.#writeTogether(batches))
    }
    this.#flushing = undefined
  }

  /**
   * Takes the same number of records from each organization, so that an organization with many records does not delay
   * the others.
   */
  #take(): Batch[] {
    const ready = [...this.#queues.keys()].filter((organizationId) => !this.#apart.has(organizationId))
    const most = Math.ceil(MOST_PER_COMMIT / ready.length)
    return ready
      .slice(0, MOST_PER_COMMIT)
      .map((organizationId) => ({ organizationId, waiting: this.#takeOf(organizationId, most) }))
  }

  #takeOf(organizationId: string, most: number): Waiting[] {
    const queue = this.#queues.get(organizationId) ?? []
    this.#queues.delete(organizationId)
    const taken = queue.splice(0, most)
    // Re-inserted last, so that the other organizations come first.
    if (queue.length > 0) this.#queues.set(organizationId, queue)
    return taken
  }

  async #writeTogether(batches: Batch[]): Promise<void> {
    let left: Batch[] = []
    try {
      await this.#database.transaction({ role: 'gateway_system', poolUser: TOGETHER }, async (unit) => {
        const appended = appendFree(unit, batches).then((locked) => {
          left = locked
        })
        unit.finishWith(appended)
      })
    } catch (error) {
      if (isRefused(error) && batches.length > 1) return this.#writeInHalves(batches)
      if (!isRefused(error) && !isLocked(error)) return rejectAll(batches, error)
      left = batches
    }
    for (const batch of batches) {
      if (left.includes(batch)) this.#startApart(batch)
      else resolveAll(batch)
    }
  }

  /** Bisects a failed group to find the organization whose records are refused. */
  async #writeInHalves(batches: Batch[]): Promise<void> {
    const half = Math.ceil(batches.length / 2)
    await this.#writeTogether(batches.slice(0, half))
    await this.#writeTogether(batches.slice(half))
  }

  /** Later records of this organization wait until this ends, because the next commit would fail in the same way. */
  #startApart(batch: Batch): void {
    const { organizationId } = batch
    const writing = this.#timed(() => this.#writeApart(batch, performance.now() + LONGEST_WAIT_MS)).finally(() => {
      this.#apart.delete(organizationId)
      if (this.#queues.has(organizationId)) this.#wake()
    })
    this.#apart.set(organizationId, writing)
  }

  async #writeApart(batch: Batch, until: number): Promise<void> {
    try {
      await this.#database.transaction({ role: 'gateway_system', poolUser: APART }, async (unit) => {
        const limited = sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(unit.db)
        unit.finishWith(Promise.all([limited, appendAudit(unit, factsOf(batch))]))
      })
      resolveAll(batch)
    } catch (error) {
      if (isLocked(error) && performance.now() < until) return this.#writeApart(batch, until)
      if (isRefused(error) && batch.waiting.length > 1) return this.#writeHalves(batch, until)
      rejectAll(
        [batch],
        isLocked(error) ? notReady('The audit trail of the organization is locked. Try again later') : error,
      )
    }
  }

  /** Bisects to find the refused record: only its request fails. */
  async #writeHalves({ organizationId, waiting }: Batch, until: number): Promise<void> {
    const half = Math.ceil(waiting.length / 2)
    await this.#writeApart({ organizationId, waiting: waiting.slice(0, half) }, until)
    await this.#writeApart({ organizationId, waiting: waiting.slice(half) }, until)
  }

  async #timed(work: () => Promise<void>): Promise<void> {
    const stop = this.#metrics.auditFlush()
    await work().finally(stop)
  }
}

const resolveAll = ({ waiting }: Batch) => {
  for (const { resolve } of waiting) resolve()
}

const rejectAll = (batches: Batch[], error: unknown) => {
  for (const { waiting } of batches) for (const { reject } of waiting) reject(error)
}
