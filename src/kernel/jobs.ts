import type { Logger } from 'pino'
import type { AuditWriter } from './audit/writer.ts'
import type { Services } from './context.ts'
import type { Database } from './transaction.ts'

/** What a job may use. */
export interface JobTools {
  database: Database
  audit: AuditWriter
  log: Logger
  services: Partial<Services>
}

/** Work that the clock demands. Every replica runs every job, so a job must bear company. */
export interface Job {
  name: string
  everySeconds: number
  run(tools: JobTools): Promise<void>
}

/** Jobs of up to so long an interval run as soon as the process does. */
const FREQUENT_SECONDS = 60
/** Rarer ones wait for their interval, but hardly longer than this. */
const LONGEST_WAIT_SECONDS = 600

/**
 * Rare jobs go through all tenants: whoever has just started has callers to serve first, and replicas that start
 * together spread them.
 */
const firstAfterSeconds = ({ everySeconds }: Job) =>
  everySeconds <= FREQUENT_SECONDS ? 0 : Math.min(everySeconds, LONGEST_WAIT_SECONDS) * (1 + Math.random())

/** Runs each job soon, and then at its interval; never two runs of one job at a time. Returns how to stop. */
export function startJobs(jobs: readonly Job[], tools: JobTools): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const runOnce = (job: Job) => {
    const run = job.run(tools).catch((error) => tools.log.error({ err: error, job: job.name }, 'job failed'))
    running.add(run)
    return run.finally(() => running.delete(run))
  }
  const timers = new Map<string, NodeJS.Timeout>()
  let isStopped = false
  const loop = async (job: Job) => {
    await runOnce(job)
    if (!isStopped) schedule(job, job.everySeconds)
  }
  const schedule = (job: Job, seconds: number) =>
    void timers.set(job.name, setTimeout(loop, seconds * 1000, job).unref())
  for (const job of jobs) schedule(job, firstAfterSeconds(job))
  return async () => {
    isStopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running)
  }
}
