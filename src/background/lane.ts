import type { WorkKind } from '../data/due-times.ts'
import { Pacer } from '../events/pacer.ts'
import { organizationsDue, PAGE, putOff } from './due-work.ts'
import { type Lease, RENEW_SECONDS, renewLease } from './leases.ts'
import type { WorkTools } from './work.ts'

/** Leases and performs tasks of one kind. */
export interface TaskSource<Task> {
  kind: WorkKind
  /** Maximum number of concurrent tasks of this process. */
  atOnce: number
  /** Milliseconds that a stop waits for running tasks before it aborts them. */
  stopMs: number
  /** Leases up to `most` tasks of an organization. The transaction has ended when this returns. */
  take(organizationId: string, most: number): Promise<Task[]>
  leaseOf(task: Task): Lease
  /** Performs a task outside of a transaction, and records the result. */
  perform(task: Task, signal: AbortSignal): Promise<void>
}

interface Running {
  lease: Lease
  since: number
  abort: AbortController
  ended: Promise<void>
}

const NOT_TAKEN = 'due work could not be leased; the next round tries again'

/**
 * Does the work of one kind in this process, with a limited number of concurrent tasks. Leases prevent that replicas do
 * the same task.
 */
export class Lane<Task> {
  readonly #source: TaskSource<Task>
  readonly #tools: WorkTools
  readonly #running = new Set<Running>()
  readonly #pacer: Pacer
  /** Resolved when a task ends or the lane closes. */
  #freed = Promise.withResolvers<void>()
  #isClosed = false
  #isTaking = false

  constructor(source: TaskSource<Task>, tools: WorkTools) {
    this.#source = source
    this.#tools = tools
    this.#pacer = new Pacer({ name: source.kind, failure: NOT_TAKEN }, tools, () => this.#take())
  }

  get kind(): WorkKind {
    return this.#source.kind
  }

  /** Whether the lane is leasing work. It then looks for more work by itself. */
  get isTaking(): boolean {
    return this.#isTaking
  }

  /** Looks for work now. */
  wake(): void {
    this.#pacer.wake()
  }

  /** Renews the leases of long tasks, and aborts tasks that have lost their lease. */
  async renew(): Promise<void> {
    const long = [...this.#running].filter(({ since }) => performance.now() - since > (RENEW_SECONDS * 1000) / 2)
    for (const task of long) if (!(await renewLease(this.#tools.database, task.lease))) task.abort.abort()
  }

  /** Waits for running tasks. Waiting work stays for the next process. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#freed.resolve()
    const patience = setTimeout(() => {
      for (const { abort } of this.#running) abort.abort()
    }, this.#source.stopMs)
    await this.#pacer.stop()
    await Promise.all([...this.#running].map(({ ended }) => ended))
    clearTimeout(patience)
  }

  async #take(): Promise<number | undefined> {
    this.#isTaking = true
    try {
      const due = await organizationsDue(this.#tools.database, this.#source.kind)
      for (const [index, { organizationId }] of due.entries()) {
        await this.#slot()
        if (this.#isClosed) return undefined
        // Divides the free slots equally. An organization with more work waits until the others had a turn.
        const free = this.#source.atOnce - this.#running.size
        await this.#takeFrom(organizationId, Math.max(1, Math.floor(free / (due.length - index))))
      }
      return due.length === PAGE ? 0 : undefined
    } finally {
      this.#isTaking = false
    }
  }

  /** Waits until a slot is free. */
  async #slot(): Promise<void> {
    while (this.#running.size >= this.#source.atOnce && !this.#isClosed) await this.#freed.promise
  }

  /** Leases and starts tasks of one organization. A failure is logged and delays this organization only. */
  async #takeFrom(organizationId: string, most: number): Promise<void> {
    const { kind } = this.#source
    const { database, log, metrics } = this.#tools
    try {
      for (const task of await this.#source.take(organizationId, most)) this.#start(task)
    } catch (error) {
      log.error({ err: error, kind, organizationId }, 'work failed for one organization; it will be tried again')
      metrics.backgroundFailed(kind)
      await putOff(database, { kind, organizationId }).catch((err) =>
        log.error({ err, kind, organizationId }, 'failed work could not be delayed'),
      )
    }
  }

  #start(task: Task): void {
    const { leaseOf, perform, kind } = this.#source
    const abort = new AbortController()
    const ended = perform(task, abort.signal)
      .catch((err) =>
        this.#tools.log.error({ err, kind }, 'the result of work could not be recorded; it will be done again'),
      )
      .finally(() => {
        this.#running.delete(running)
        this.#freed.resolve()
        this.#freed = Promise.withResolvers()
        this.wake()
      })
    const running: Running = { lease: leaseOf(task), since: performance.now(), abort, ended }
    this.#running.add(running)
  }
}
