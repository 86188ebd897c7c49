import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { Metrics } from '../common/metrics.ts'

/** How long Redis may be silent before its connection is given up; who asked meanwhile waits no longer than this. */
const SILENCE_MS = 500
const CONNECT_MS = 1_000
const RETRY_MS = 1_000
const KEEP_ALIVE_MS = 10_000

/**
 * The one way to Redis, which holds only what the process can do without for a while. Whoever asks brings what to do
 * instead, and it is done at once while Redis is away: a connection that fell silent is dropped, one new one is tried
 * each second, and nobody asks before Redis has answered on it.
 */
export class SharedRedis {
  /** For what is built over it; asked within `use` only. */
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

  /** Connects, or finds that it cannot: Redis is not needed to start. */
  static async open(url: string, log: Logger, metrics: Metrics): Promise<SharedRedis> {
    const { Redis } = await import('ioredis')
    const client = new Redis(url, {
      connectTimeout: CONNECT_MS,
      commandTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
      keepAlive: KEEP_ALIVE_MS,
      retryStrategy: () => RETRY_MS,
      enableOfflineQueue: false,
      // What was not answered was done without Redis, so it must not be done there as well.
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    })
    const redis = new SharedRedis(client, log, metrics)
    await new Promise<void>((resolve) => {
      // A server that loads its data answers, and is not ready for as long as that takes.
      const patience = setTimeout(resolve, CONNECT_MS + SILENCE_MS)
      const settle = () => {
        clearTimeout(patience)
        resolve()
      }
      client.once('ready', settle).once('reconnecting', settle)
    })
    if (redis.#isUp === undefined) redis.#isAway(new Error('It is not ready'))
    return redis
  }

  /** What `work` gets from Redis, or else what `instead` does. */
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

  /** Hears a channel over a connection of its own, until the result is called. Without a word: some may have been missed. */
  async listen(channel: string, onWord: (word?: string) => void): Promise<() => Promise<void>> {
    // It waits for words, so silence is no fault; what is lost is made anew, and subscribed to again.
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
    this.#log.warn({ err }, 'Redis does not answer: until it does, this process counts rate limits by itself')
  }

  #isBack(): void {
    if (this.#isUp) return
    this.#isUp = true
    this.#metrics.redisIsUp(true)
    this.#log.info('Redis answers: rate limits are counted together with the other instances')
  }
}
