import type { WorkKind } from '../data/due-times.ts'
import { Pacer } from '../events/pacer.ts'
import { dueByKind, kindsDue } from './due-work.ts'
import { Lane } from './lane.ts'
import { RENEW_SECONDS } from './leases.ts'
import { addSchedules, schedulesOf, startSchedules } from './schedules.ts'
import { sourceOf } from './sources.ts'
import type { Work, WorkTools } from './work.ts'

/**
 * Polling interval, milliseconds. A commit of this process that makes work due wakes the lane. Polling finds retries,
 * and work that other processes made due.
 */
const LOOK_MS = 1_000
const SCHEDULE_MS = 15_000
/** The interval at which Prometheus reads the metrics. */
const COUNT_MS = 15_000

const NOT_LOOKED = 'could not look for due work; the next round tries again'
const NOT_RENEWED = 'the leases of work could not be renewed'
const NOT_COUNTED = 'due work could not be counted for the metrics'
const NOT_SCHEDULED = 'could not check the schedules; the next round tries again'

/** Runs all background work. Each process has one queue. Leases prevent that replicas do the same work. */
export class Queue {
  readonly #tools: WorkTools
  readonly #lanes: Lane<never>[]
  readonly #pacers: Pacer[]
  readonly #stopHearing: () => void

  constructor(work: readonly Work[], tools: Omit<WorkTools, 'signal'>) {
    this.#tools = { ...tools, signal: new AbortController().signal }
    const able = work.filter(({ needs }) => !needs || tools.services[needs] !== undefined)
    this.#lanes = able.map((each) => new Lane(sourceOf(each, this.#tools) as never, this.#tools))
    const schedules = schedulesOf(able)
    let isAdded = false
    const look = new Pacer({ name: 'queue', failure: NOT_LOOKED, idleMs: LOOK_MS }, tools, () => this.#look())
    const renew = new Pacer({ name: 'leases', failure: NOT_RENEWED, idleMs: RENEW_SECONDS * 1000 }, tools, () =>
      Promise.all(this.#lanes.map((lane) => lane.renew())),
    )
    const schedule = new Pacer({ name: 'schedules', failure: NOT_SCHEDULED, idleMs: SCHEDULE_MS }, tools, async () => {
      if (!isAdded) await addSchedules(tools.database, schedules)
      isAdded = true
      await startSchedules(tools.database, schedules)
    })
    const count = new Pacer({ name: 'due work', failure: NOT_COUNTED, idleMs: COUNT_MS }, tools, async () =>
      tools.metrics.workDue(await dueByKind(tools.database)),
    )
    this.#pacers = [look, renew, schedule, count]
    this.#stopHearing = tools.database.onDue((kinds) => this.wake(kinds))
    look.wake()
    renew.wait()
    schedule.wait()
    count.wait()
  }

  /** Looks for work of these kinds now. */
  wake(kinds: Iterable<WorkKind>): void {
    const woken = new Set(kinds)
    for (const lane of this.#lanes) if (woken.has(lane.kind)) lane.wake()
  }

  /** Starts no new tasks, and waits for running tasks. */
  async close(): Promise<void> {
    this.#stopHearing()
    await Promise.all([...this.#pacers.map((pacer) => pacer.stop()), ...this.#lanes.map((lane) => lane.close())])
  }

  /** Wakes the lanes with due work. A lane that is leasing work looks for more by itself. */
  async #look(): Promise<void> {
    const kinds = this.#lanes.filter((lane) => !lane.isTaking).map(({ kind }) => kind)
    if (kinds.length > 0) this.wake(await kindsDue(this.#tools.database, kinds))
  }
}
