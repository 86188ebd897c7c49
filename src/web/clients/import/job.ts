import { useEffect, useRef, useState } from 'preact/hooks'
import { ImportClientsDocument } from '../../api/generated.ts'
import type { Fault as Cause } from '../../api/request.ts'
import { session } from '../../api/session.ts'
import { begin, type Unfinished } from '../../api/unfinished.ts'

/** A row as it is sent. */
export interface Row {
  number: number
  record: Record<string, unknown>
  /** The reason why the row is not sent. */
  refusal?: string | undefined
}

export interface Fault {
  /** Null if the fault concerns the whole row. */
  field: string | null
  message: string
  cause: Cause | null
}

/** Faults by row number. */
export type Faults = ReadonlyMap<number, readonly Fault[]>

/** The number of rows that the server counts as one request. */
const MOST_ROWS = 500
const MOST_CHARACTERS = 250_000

export const isTooLong = (record: object) => JSON.stringify(record).length > MOST_CHARACTERS

function batchesOf(rows: readonly Row[]): Row[][] {
  const batches: Row[][] = []
  let size = 0
  for (const row of rows) {
    const length = JSON.stringify(row.record).length
    const last = batches.at(-1)
    const fits = last && last.length < MOST_ROWS && size + length <= MOST_CHARACTERS
    if (fits) last.push(row)
    else batches.push([row])
    size = fits ? size + length : length
  }
  return batches
}

/**
 * Tries or imports rows, batch by batch. If the answer of a batch is lost, the batch is sent again with the same
 * idempotency key, so it is imported once, even if the import is started again.
 */
export class Job {
  readonly isTrial: boolean
  readonly total: number
  done = 0
  imported = 0
  readonly faults = new Map<number, Fault[]>()
  readonly #batches: readonly Row[][]
  #next = 0
  #work: Unfinished | undefined

  constructor(rows: readonly Row[], isTrial: boolean) {
    const sent = rows.filter(({ refusal }) => refusal === undefined)
    for (const { number, refusal } of rows)
      if (refusal !== undefined) this.faults.set(number, [{ field: null, message: refusal, cause: null }])
    this.#batches = batchesOf(sent)
    this.total = sent.length
    this.isTrial = isTrial
  }

  get isDone(): boolean {
    return this.#next === this.#batches.length
  }

  /** Sends the next batch. @throws RequestError. Then the same batch is sent at the next call */
  async step(): Promise<void> {
    const batch = this.#batches[this.#next] ?? []
    const rows = batch.map(({ record }) => record)
    const headers = await this.#headersFor()
    const { report } = await session.request(ImportClientsDocument, { rows, dryRun: this.isTrial }, { headers })
    for (const { row, ...fault } of report.errors) {
      const { number } = batch[row - 1] ?? { number: 0 }
      this.faults.set(number, [...(this.faults.get(number) ?? []), fault])
    }
    this.imported += report.imported
    this.done += batch.length
    this.#next++
    if (this.isDone) this.#work?.finish()
  }

  async #headersFor(): Promise<Record<string, string>> {
    if (this.isTrial) return {}
    const work = () => this.#batches.map((batch) => batch.map(({ record }) => record))
    this.#work ??= await begin(session.caller.value, ['import', work()])
    return { 'Idempotency-Key': `${this.#work.key} ${this.#next}` }
  }
}

/** Runs jobs and reports their progress and failures. A running job ends when its page is closed. */
export function useJob(onDone: (job: Job) => void) {
  const [job, setJob] = useState<Job>()
  const [error, setError] = useState<unknown>()
  const [isRunning, setRunning] = useState(false)
  const [, setStep] = useState(0)
  const isShown = useRef(true)
  useEffect(
    () => () => {
      isShown.current = false
    },
    [],
  )
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isRunning])

  const go = async (job: Job) => {
    setError(undefined)
    setRunning(true)
    try {
      while (!job.isDone && isShown.current) {
        await job.step()
        setStep((step) => step + 1)
      }
      if (job.isDone) onDone(job)
    } catch (failure) {
      setError(failure)
    }
    setRunning(false)
    if (!job.isTrial) void session.queries.invalidateQueries()
  }
  const start = (rows: readonly Row[], isTrial: boolean) => {
    const job = new Job(rows, isTrial)
    setJob(job)
    return go(job)
  }
  return { job, error, isRunning, start, goOn: () => job && go(job) }
}
