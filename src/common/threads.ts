import { extname } from 'node:path'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import { type ErrorCode, type ErrorDetails, ServiceError, STATUS } from './errors.ts'

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
}

type Take = (part: unknown) => void | Promise<void>

/** An error, as a thread sends it. */
interface Thrown {
  message: string
  code?: string | undefined
  details?: ErrorDetails | undefined
}

/** A message of a thread: a part of a generator's output, the result, or the error. */
export type Said = { part: unknown } | { result: unknown } | { error: Thrown }

/**
 * The module `name` in the folder of the module at `url`, with the same extension: TypeScript in tests, JavaScript
 * after the build.
 */
export const moduleBeside = (url: string, name: string): URL => new URL(`${name}${extname(url)}`, url)

const MOST_WAITING = 100

/** The number of threads, and the limits of each call. */
export interface ThreadLimits {
  most: number
  milliseconds: number
  megabytes: number
}

const USUAL: ThreadLimits = { most: 2, milliseconds: 30_000, megabytes: 512 }

const busy = () =>
  new ServiceError('NOT_READY', 'The server is busy with too many computations. Try again later', undefined, {
    'Retry-After': '5',
  })

/**
 * A few worker threads for work that would block the event loop and so all requests. The threads start on first use and
 * are reused. Each call has limited time and memory.
 */
export class Threads {
  readonly #limits: ThreadLimits
  readonly #all = new Set<Worker>()
  readonly #idle: Worker[] = []
  readonly #waiting: ((worker: Worker) => void)[] = []

  constructor(limits: Partial<ThreadLimits> = {}) {
    this.#limits = { ...USUAL, ...limits }
  }

  /**
   * Calls a function in a thread. For a generator, each part goes to `take`, and the next part is produced only after
   * `take` has settled.
   * @throws NOT_READY if too many calls are waiting; PAYLOAD_TOO_LARGE for a call that needs too much memory
   */
  async run<T>(call: Call, take: Take = () => {}): Promise<T> {
    const worker = await this.#acquire()
    let isSound = true
    try {
      return (await converse(worker, call, take, this.#limits)) as T
    } catch (error) {
      isSound = error instanceof ServiceError && error.code !== 'NOT_READY' && error.code !== 'PAYLOAD_TOO_LARGE'
      throw error
    } finally {
      this.#release(worker, isSound)
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
  }

  async #acquire(): Promise<Worker> {
    const idle = this.#idle.pop()
    if (idle) return idle
    if (this.#all.size < this.#limits.most) return this.#start()
    if (this.#waiting.length >= MOST_WAITING) throw busy()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** A thread that may still be running its call is not reused. */
  #release(worker: Worker, isSound: boolean): void {
    if (!isSound) {
      this.#all.delete(worker)
      worker.terminate().catch(() => {})
    }
    const next = this.#waiting.shift()
    if (next) next(isSound ? worker : this.#start())
    else if (isSound) this.#idle.push(worker)
  }

  #start(): Worker {
    const worker = new Worker(moduleBeside(import.meta.url, './thread.worker'), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes },
    })
    // Without a listener, an error event would end the process. The caller has its own listener.
    worker.on('error', () => this.#all.delete(worker)).unref()
    this.#all.add(worker)
    return worker
  }
}

function converse(worker: Worker, call: Call, take: Take, { milliseconds, megabytes }: ThreadLimits): Promise<unknown> {
  const { port1: ours, port2: theirs } = new MessageChannel()
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      worker.off('error', failed)
      ours.close()
      end()
    }
    const failed = (error: Error) => settle(() => reject(faultOf(error, megabytes)))
    const timer = setTimeout(() => failed(tooLong()), milliseconds)
    worker.once('error', failed)
    ours.on('message', (text: string) => {
      const said: Said = JSON.parse(text)
      if ('part' in said) accept(said.part, take, ours).catch(failed)
      else if ('result' in said) settle(() => resolve(said.result))
      else failed(thrown(said.error))
    })
    worker.postMessage({ ...call, module: call.module.href, port: theirs }, [theirs])
  })
}

async function accept(part: unknown, take: Take, port: MessagePort): Promise<void> {
  await take(part)
  port.postMessage('next')
}

const tooLong = () => new ServiceError('NOT_READY', 'The computation took too long', undefined, { 'Retry-After': '60' })

/** The error of the function, unchanged if callers may see it. */
function thrown({ message, code, details }: Thrown): Error {
  const isOurs = code !== undefined && Object.hasOwn(STATUS, code)
  return isOurs ? new ServiceError(code as ErrorCode, message, details) : new Error(message)
}

function faultOf(error: Error, megabytes: number): Error {
  const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isMemory
    ? new ServiceError('PAYLOAD_TOO_LARGE', `The request needs more than ${megabytes} MiB of memory`, {})
    : error
}
