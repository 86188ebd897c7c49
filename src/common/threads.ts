import { extname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type CodedFault, type ErrorCode, type ErrorDetails, ServiceError, STATUS } from './errors.ts'
import { FairPool, PATIENCE_FOR_ONE, type PoolUser } from './fair-pool.ts'

declare module './services.ts' {
  interface Services {
    threads: Threads
  }
}

/** A call of a module's function in a thread. Arguments are copied; the result is JSON. */
export interface Call {
  module: URL
  name: string
  args: readonly unknown[]
  /** The limit of processor time that the thread uses from the start to the end of the call, milliseconds. */
  cpuMilliseconds?: number | undefined
}

/** Receives a part of the work of a thread. Its result is the answer that the thread waits for. */
type Take = (part: unknown) => unknown

/** Gives a part of the work to the caller, and waits for the answer. A function in a thread has it as last argument. */
export type Give = (part: unknown) => Promise<unknown>

/** An error, as a thread sends it. */
export interface Thrown {
  message: string
  code?: string | undefined
  details?: ErrorDetails | undefined
  reasons?: Record<string, CodedFault> | undefined
}

/** What the main thread sends: a call, or the answer to a part. */
export type Asked =
  | { id: number; module: string; name: string; args: readonly unknown[] }
  | { id: number; answer: unknown }

/** What a thread sends about a call: its start, a part of the work, the result, or the error. */
export type Said = { id: number } & ({ started: true } | { part: unknown } | { result: unknown } | { error: Thrown })

/**
 * The module `name` in the folder of the module at `url`, with the same extension: TypeScript in tests, JavaScript
 * after the build.
 */
export const moduleBeside = (url: string, name: string): URL => new URL(`${name}${extname(url)}`, url)

/**
 * The number of threads, of the calls of one thread at the same time, and the limits of each call. The time of a call counts
 * from when its module is loaded.
 */
export interface ThreadLimits {
  most: number
  atOnce: number
  milliseconds: number
  megabytes: number
}

const USUAL: ThreadLimits = { most: 2, atOnce: 1, milliseconds: 30_000, megabytes: 512 }

/** A call may take as long as `milliseconds`, and the calls of others come first. */
const PATIENCE = { ...PATIENCE_FOR_ONE, mostWaiting: 100 }

/** The share of one organization, user or part of the service. */
export interface ThreadShare {
  /**
   * Calls a function in a thread. `take` gets each part that the function gives, and answers it.
   * @throws NOT_READY if the share has too many calls, or they wait for too long; PAYLOAD_TOO_LARGE for a call that needs
   * too much memory
   */
  run<T>(call: Call, take?: Take): Promise<T>
}

/**
 * A few worker threads for work that would block the event loop and so all requests. The threads start on first use and
 * are reused. Each call has limited time and memory. The calls of several organizations take turns, and one of them
 * alone never has all threads.
 */
export class Threads {
  readonly #limits: ThreadLimits
  readonly #all = new Set<Thread>()
  readonly #shares: FairPool

  constructor(limits: Partial<ThreadLimits> = {}) {
    this.#limits = { ...USUAL, ...limits }
    this.#shares = new FairPool(this.#limits.most * this.#limits.atOnce, PATIENCE)
  }

  of(poolUser: PoolUser): ThreadShare {
    return { run: (call, take) => this.run(poolUser, call, take) }
  }

  async run<T>(poolUser: PoolUser, call: Call, take: Take = () => {}): Promise<T> {
    await this.#shares.enter(poolUser)
    const thread = this.#free()
    thread.reserved++
    try {
      return (await thread.run(call, take)) as T
    } finally {
      thread.reserved--
      this.#shares.leave(poolUser)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((thread) => thread.end(new Error('The threads are closed'))))
  }

  /** A thread that can take another call. There is one, because the shares let in no more calls than all threads take. */
  #free(): Thread {
    const { atOnce } = this.#limits
    for (const thread of this.#all) if (thread.isEnded) this.#all.delete(thread)
    const thread = [...this.#all].find(({ reserved }) => reserved < atOnce) ?? new Thread(this.#limits)
    this.#all.add(thread)
    return thread
  }
}

interface Conversation {
  take: Take
  /** Called when the thread has loaded the module: the start of a thread takes a part of a second. */
  start(): void
  settle(result: Promise<unknown>): void
}

/** A worker thread with its calls. It ends, and all of its calls fail, when one takes too long or too much memory. */
class Thread {
  reserved = 0
  isEnded = false
  readonly #limits: ThreadLimits
  readonly #worker: Worker
  readonly #calls = new Map<number, Conversation>()
  #lastId = 0

  constructor(limits: ThreadLimits) {
    this.#limits = limits
    this.#worker = new Worker(moduleBeside(import.meta.url, './thread.worker'), {
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    })
    this.#worker.on('message', (text: string) => this.#hear(JSON.parse(text)))
    this.#worker.on('error', (error) => this.end(faultOf(error, limits.megabytes)))
    this.#worker.unref()
  }

  run({ module, name, args, cpuMilliseconds }: Call, take: Take): Promise<unknown> {
    const id = ++this.#lastId
    // First, because it throws if the arguments cannot be copied.
    this.#ask({ id, module: module.href, name, args })
    const timer = setTimeout(() => this.end(new TimeLimit(...TOO_LONG)), this.#limits.milliseconds)
    return new Promise((resolve) => {
      const settle = (result: Promise<unknown>) => {
        clearTimeout(timer)
        this.#calls.delete(id)
        resolve(result)
      }
      const start = () => {
        timer.refresh()
        // An error means that the thread has ended, with all calls.
        if (cpuMilliseconds) this.#limitCpu(id, cpuMilliseconds).catch(() => {})
      }
      this.#calls.set(id, { take, start, settle })
    })
  }

  /** Ends the thread. Its calls fail with this error. */
  async end(error: Error): Promise<void> {
    this.isEnded = true
    for (const { settle } of this.#calls.values()) settle(Promise.reject(error))
    await this.#worker.terminate()
  }

  /** Ends the thread when a call has used this much processor time. The clock would also count what a busy machine does. */
  async #limitCpu(id: number, limit: number): Promise<void> {
    const before = await this.#worker.cpuUsage()
    while (this.#calls.has(id)) {
      const { user, system } = await this.#worker.cpuUsage(before)
      const left = limit - (user + system) / 1000
      if (left <= 0) return this.end(new ThreadLimit(...TOO_LONG))
      await pause(left, undefined, { ref: false })
    }
  }

  #ask(asked: Asked): void {
    this.#worker.postMessage(asked)
  }

  #hear(said: Said): void {
    const call = this.#calls.get(said.id)
    if (!call) return
    if ('started' in said) call.start()
    else if ('part' in said) this.#accept(said.id, call.take, said.part).catch((error) => this.end(error))
    else call.settle('result' in said ? Promise.resolve(said.result) : Promise.reject(thrown(said.error)))
  }

  async #accept(id: number, take: Take, part: unknown): Promise<void> {
    this.#ask({ id, answer: await take(part) })
  }
}

/** The error of a call that needed more time, processor time or memory than allowed. */
export class ThreadLimit extends ServiceError {}

/** The error of a call that needed more time than allowed. The cause can be a busy machine. */
export class TimeLimit extends ThreadLimit {}

const TOO_LONG = ['NOT_READY', 'The computation took too long', undefined, { 'Retry-After': '60' }] as const

/** The error of the function, unchanged if callers may see it. */
function thrown({ message, code, details, reasons }: Thrown): Error {
  const isOurs = code !== undefined && Object.hasOwn(STATUS, code)
  return isOurs
    ? new ServiceError(code as ErrorCode, message, details, {}, { ...(reasons && { reasons }) })
    : new Error(message)
}

function faultOf(error: Error, megabytes: number): Error {
  const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory
    ? new ThreadLimit('PAYLOAD_TOO_LARGE', `The request needs more than ${megabytes} MiB of memory`, {})
    : error
}
