import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { SharedRedis } from '../kernel/redis.ts'

/** What is left of a caller's allowance. */
export interface Allowance {
  scope: 'user' | 'address'
  limit: number
  remaining: number
  /** When the window ends, Unix seconds. */
  reset: number
  isExceeded: boolean
}

interface Counted {
  result: RateLimiterRes
  isExceeded: boolean
}

interface Counting {
  limit: number
  count: (key: string) => Promise<Counted>
}

const counter =
  (limiter: RateLimiterAbstract) =>
  (key: string): Promise<Counted> =>
    limiter.consume(key).then(
      (result) => ({ result, isExceeded: false }),
      (error: unknown) => {
        if (error instanceof RateLimiterRes) return { result: error, isExceeded: true }
        throw error
      },
    )

/** In Redis, and while that is away in this process: its own counts still hold. */
function counting(options: IRateLimiterOptions, redis: SharedRedis | undefined): Counting {
  const here = counter(new RateLimiterMemory(options))
  if (!redis) return { limit: options.points, count: here }
  const together = counter(new RateLimiterRedis({ ...options, storeClient: redis.client }))
  return {
    limit: options.points,
    count: (key) =>
      redis.use(
        () => together(key),
        () => here(key),
      ),
  }
}

/** Counts requests in fixed windows that start with the first request, one bucket for both surfaces. */
export class RateLimits {
  readonly #limiters: Record<Allowance['scope'], Counting>

  constructor(config: Config, redis: SharedRedis | undefined) {
    const make = (keyPrefix: string, points: number) =>
      counting({ keyPrefix, points, duration: config.RATE_LIMIT_WINDOW_SECONDS }, redis)
    this.#limiters = {
      user: make('limit:user', config.RATE_LIMIT_AUTHENTICATED),
      address: make('limit:address', config.RATE_LIMIT_ANONYMOUS),
    }
  }

  /** Counts one request of a user or of an address. */
  async count(scope: Allowance['scope'], key: string): Promise<Allowance> {
    const { limit, count } = this.#limiters[scope]
    const { result, isExceeded } = await count(key)
    return {
      scope,
      limit,
      remaining: Math.max(0, result.remainingPoints),
      reset: Math.ceil((Date.now() + result.msBeforeNext) / 1000),
      isExceeded,
    }
  }
}
