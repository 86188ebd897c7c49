import type { Services } from '../common/services.ts'
import type { Database } from '../data/transaction.ts'
import { enterJobs, giveBack, RENEW_SECONDS, renewLeases, takeJobs } from './job.leases.ts'
import { Pacer, type Watch } from './pacer.ts'

/** What a job may use. */
export interface JobTools extends Watch {
  database: Database
  services: Partial<Services>
  /** Aborted when the process stops or lost the job to another: a long job ends at its next batch. */
  signal: AbortSignal
}

/**
 * Work that the clock demands: the database's, which also knows when each job ran last. One replica runs it at a time;
 * only one that stood still for longer than its lease, and goes on, may for a moment have company.
 */
export interface Job {
  /** Never changes: what is known of the job is kept under it. */
  name: string
  everySeconds: number
  run(tools: JobTools): Promise<void>
}

/** Jobs of up to so long an interval run as soon as the process does. */
const FREQUENT_SECONDS = 60
/** Rarer ones go through all tenants, and whoever has just started has callers to serve first. */
const SETTLED_SECONDS = 20
/** A database that never saw a job waits for its interval, but hardly longer than this. */
const LONGEST_FIRST_SECONDS = 600
/** At least so often somebody looks what is due. */
const LOOK_SECONDS = 15

const isFrequent = ({ everySeconds }: Job) => everySeconds <= FREQUENT_SECONDS

const firstDelay = (job: Job) =>
  isFrequent(job) ? 0 : Math.min(job.everySeconds, LONGEST_FIRST_SECONDS) * (1 + Math.random())

interface Run {
  lease: string
  abort: AbortController
  ended: Promise<void>
}

class JobRunner {
  readonly #jobs: readonly Job[]
  readonly #tools: Omit<JobTools, 'signal'>
  readonly #runs = new Map<string, Run>()
  readonly #startedAt = performance.now()
  readonly #looking: Pacer
  readonly #renewing: Pacer
  #isEntered = false

  constructor(jobs: readonly Job[], tools: Omit<JobTools, 'signal'>) {
    this.#jobs = jobs
    this.#tools = tools
    const look = {
      name: 'jobs',
      failure: 'the jobs that are due could not be found out; they will be looked for again',
    }
    this.#looking = new Pacer(look, tools, async (stopping) => (await this.#startDue(stopping)) * 1000)
    this.#looking.wake()
    const renew = { name: 'leases', failure: 'the leases of jobs could not be renewed', idleMs: RENEW_SECONDS * 1000 }
    this.#renewing = new Pacer(renew, tools, () => this.#renew())
    this.#renewing.wait()
  }

  /** Lets the jobs under way end; what they leave, the next process goes on with at once. */
  async stop(): Promise<void> {
    const stopped = [this.#looking.stop(), this.#renewing.stop()]
    for (const { abort } of this.#runs.values()) abort.abort()
    await Promise.all(stopped)
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended))
  }

  /** Starts what is due. Returns after how many seconds to look again. */
  async #startDue(stopping: AbortSignal): Promise<number> {
    const { database } = this.#tools
    if (!this.#isEntered) {
      await enterJobs(database, Object.fromEntries(this.#jobs.map((job) => [job.name, firstDelay(job)])))
      this.#isEntered = true
    }
    const isSettled = performance.now() - this.#startedAt > SETTLED_SECONDS * 1000
    const idle = this.#jobs.filter((job) => !this.#runs.has(job.name) && (isSettled || isFrequent(job)))
    const {
      lease,
      names,
      nextIn = LOOK_SECONDS,
    } = await takeJobs(
      database,
      idle.map(({ name }) => name),
    )
    for (const job of idle) if (names.includes(job.name)) this.#start(job, lease, stopping)
    return Math.min(nextIn, LOOK_SECONDS)
  }

  #start(job: Job, lease: string, stopping: AbortSignal): void {
    const abort = new AbortController()
    if (stopping.aborted) abort.abort()
    const ended = this.#run(job, lease, abort.signal).finally(() => {
      this.#runs.delete(job.name)
      this.#looking.wake()
    })
    this.#runs.set(job.name, { lease, abort, ended })
  }

  async #run(job: Job, lease: string, signal: AbortSignal): Promise<void> {
    const { database, log } = this.#tools
    try {
      if (!signal.aborted) await job.run({ ...this.#tools, signal })
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed')
    }
    try {
      await giveBack(database, job.name, lease, signal.aborted ? 0 : job.everySeconds)
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job could not be given back; it is free when its lease runs out')
    }
  }

  async #renew(): Promise<void> {
    if (this.#runs.size === 0) return
    const leases = new Map([...this.#runs].map(([name, { lease }]) => [name, lease]))
    const held = await renewLeases(this.#tools.database, leases)
    for (const [name, { lease, abort }] of this.#runs) {
      if (leases.get(name) === lease && !held.has(name)) abort.abort()
    }
  }
}

/** Runs each job when it is due, one run of it at a time among all replicas. Returns how to stop. */
export function startJobs(jobs: readonly Job[], tools: Omit<JobTools, 'signal'>): () => Promise<void> {
  const runner = new JobRunner(jobs, tools)
  return () => runner.stop()
}
