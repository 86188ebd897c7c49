import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'

/** What is left of a caller's allowance. */
export interface Allowance {
  scope: 'user' | 'address'
  limit: number
  remaining: number
  /** When the window ends, Unix seconds. */
  reset: number
  isExceeded: boolean
}

/** Counts requests in fixed windows that start with the first request, one bucket for both surfaces. */
export class RateLimits {
  readonly #limiters: Record<Allowance['scope'], RateLimiterAbstract>

  constructor(config: Config, redis: Redis | undefined) {
    const make = (keyPrefix: string, points: number) => {
      const options = { keyPrefix, points, duration: config.RATE_LIMIT_WINDOW_SECONDS }
      const memory = new RateLimiterMemory(options)
      // Without Redis the counts of this process still hold.
      return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory
    }
    this.#limiters = {
      user: make('limit:user', config.RATE_LIMIT_AUTHENTICATED),
      address: make('limit:address', config.RATE_LIMIT_ANONYMOUS),
    }
  }

  /** Counts one request of a user or of an address. */
  async count(scope: Allowance['scope'], key: string): Promise<Allowance> {
    const limiter = this.#limiters[scope]
    const { result, isExceeded } = await limiter.consume(key).then(
      (result) => ({ result, isExceeded: false }),
      (error: unknown) => {
        if (error instanceof RateLimiterRes) return { result: error, isExceeded: true }
        throw error
      },
    )
    return {
      scope,
      limit: limiter.points,
      remaining: Math.max(0, result.remainingPoints),
      reset: Math.ceil((Date.now() + result.msBeforeNext) / 1000),
      isExceeded,
    }
  }
}
