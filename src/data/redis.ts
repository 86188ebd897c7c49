import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Metrics } from '../common/metrics.ts'

/** Milliseconds without an answer after which the connection is closed. A caller waits no longer than this. */
const SILENCE_MS = 500
const CONNECT_MS = 1_000
const RETRY_MS = 1_000
const KEEP_ALIVE_MS = 10_000

/**
 * The connection to Redis. Redis stores only data that the process can do without for a while. Each caller passes a
 * fallback, which runs at once while Redis is unavailable. A silent connection is closed. A new connection is tried
 * each second, and is used only after Redis has answered on it.
 */
export class SharedRedis {
  /** The client, for libraries that need one. Call it only within `use`. */
  readonly client: Redis
  readonly #log: Logger
  readonly #metrics: Metrics
  #isUp: boolean | undefined

  private constructor(client: Redis, log: Logger, metrics: Metrics) {
    this.client = client
    this.#log = log
    this.#metrics = metrics
    metrics.redisIsUp(false)
    let cause: unknown
    client.on('error', (error) => {
      cause = error
    })
    client.on('reconnecting', () => this.#isAway(cause))
    client.on('ready', () => this.#isBack())
  }

  /** Connects to Redis. The process also starts when Redis is unavailable. */
  static async open(url: string, log: Logger, metrics: Metrics): Promise<SharedRedis> {
    const { Redis } = await import('ioredis')
    const client = new Redis(url, {
      connectTimeout: CONNECT_MS,
      commandTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      keepAlive: KEEP_ALIVE_MS,
      retryStrategy: () => RETRY_MS,
      enableOfflineQueue: false,
      // The fallback has done the work of an unanswered command, so Redis must not run it again.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    })
    const redis = new SharedRedis(client, log, metrics)
    await new Promise<void>((resolve) => {
      // Redis answers while it loads its data, but it is not ready. This timer limits the wait.
      const patience = setTimeout(resolve, CONNECT_MS + SILENCE_MS)
      const settle = () => {
        clearTimeout(patience)
        resolve()
      }
      client.once('ready', settle).once('reconnecting', settle)
    })
    if (redis.#isUp === undefined) redis.#isAway(new Error('Redis is not ready'))
    return redis
  }

  /** Returns the result of `work`, or of `instead` when Redis is unavailable or fails. */
  async use<T>(work: () => Promise<T>, instead: () => Promise<T>): Promise<T> {
    if (this.client.status !== 'ready') return instead()
    try {
      const result = await work()
      this.#isBack()
      return result
    } catch (error) {
      this.#isAway(error)
      return instead()
    }
  }

  /**
   * Listens to a channel with a connection of its own, until the returned function is called. `onWord` is called
   * without a word when messages may have been missed.
   */
  async listen(channel: string, onWord: (word?: string) => void): Promise<() => Promise<void>> {
    // No timeouts: silence is normal for this connection. ioredis reconnects and subscribes again.
    const listener = this.client.duplicate({
      socketTimeout: undefined,
      commandTimeout: undefined,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
    })
    listener.on('error', () => {})
    listener.on('message', (_channel, word: string) => onWord(word))
    listener.on('ready', () => onWord())
    listener.subscribe(channel).catch(() => {})
    return async () => listener.disconnect()
  }

  close(): void {
    this.client.disconnect()
  }

  #isAway(err: unknown): void {
    if (this.#isUp === false) return
    this.#isUp = false
    this.#metrics.redisIsUp(false)
    this.#log.warn({ err }, 'Redis does not answer: this process counts rate limits alone until Redis answers')
  }

  #isBack(): void {
    if (this.#isUp) return
    this.#isUp = true
    this.#metrics.redisIsUp(true)
    this.#log.info('Redis answers: rate limits are counted together with the other instances')
  }
}
