import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import type { SharedRedis } from '../../data/redis.ts'

/** Requests in a window that the deployment allows. */
export interface LimitSettings {
  RATE_LIMIT_AUTHENTICATED: number
  RATE_LIMIT_ORGANIZATION?: number | undefined
  RATE_LIMIT_ANONYMOUS: number
  RATE_LIMIT_WINDOW_SECONDS: number
}

/**
 * What a counter counts: requests of a user, of all keys of an organization, of an organization or an address; failed
 * look-ups of tokens; or probes.
 */
export type Scope = 'user' | 'keys' | 'organization' | 'address' | 'lookup' | 'probe'

/** One counter: a scope and its key. */
export interface Bucket {
  scope: Scope
  key: string
}

/** The state of an allowance. */
export interface Allowance {
  scope: Scope
  limit: number
  remaining: number
  /** Like `remaining`, but negative when the limit is exceeded. */
  unspent: number
  /** The end of the window, Unix seconds. */
  reset: number
  isExceeded: boolean
}

interface Counting {
  limit: number
  count: (key: string, units: number) => Promise<RateLimiterRes>
  giveBack: (key: string, units: number) => Promise<RateLimiterRes>
}

/** A penalty counts like a consumption, but does not throw when it exceeds the limit. */
const counter = (limiter: RateLimiterAbstract) => ({
  count: (key: string, units: number) => limiter.penalty(key, units),
  giveBack: (key: string, units: number) => limiter.reward(key, units),
})

/** Counts in Redis, or in this process while Redis is unavailable. The counts of this process still apply then. */
function counting(options: IRateLimiterOptions & { points: number }, redis?: SharedRedis): Counting {
  const here = counter(new RateLimiterMemory(options))
  if (!redis) return { limit: options.points, ...here }
  const together = counter(new RateLimiterRedis({ ...options, storeClient: redis.client }))
  return {
    limit: options.points,
    count: (key, units) =>
      redis.use(
        () => together.count(key, units),
        () => here.count(key, units),
      ),
    giveBack: (key, units) =>
      redis.use(
        () => together.giveBack(key, units),
        () => here.giveBack(key, units),
      ),
  }
}

/** Without a configured limit, an organization may send as many requests as this number of users. */
const USERS_WORTH = 20
/** The part of an organization's limit that all its keys together may use. The rest is for its people. */
const KEYS_PART = 0.5
/** Maximum number of probes a minute: no prober sends more than ten a second. The count never depends on Redis. */
const PROBES = { points: 600, duration: 60 }

/** Counts the cost of requests in fixed windows, for both surfaces together. A window starts with its first request. */
export class RateLimits {
  readonly #limiters: Record<Scope, Counting>

  constructor(config: LimitSettings, redis: SharedRedis | undefined) {
    const duration = config.RATE_LIMIT_WINDOW_SECONDS
    const make = (scope: Scope, points: number) => counting({ keyPrefix: `limit:${scope}`, points, duration }, redis)
    const organization = config.RATE_LIMIT_ORGANIZATION ?? config.RATE_LIMIT_AUTHENTICATED * USERS_WORTH
    this.#limiters = {
      user: make('user', config.RATE_LIMIT_AUTHENTICATED),
      keys: make('keys', Math.max(1, Math.floor(organization * KEYS_PART))),
      organization: make('organization', organization),
      address: make('address', config.RATE_LIMIT_ANONYMOUS),
      lookup: make('lookup', config.RATE_LIMIT_ANONYMOUS),
      probe: counting({ keyPrefix: 'limit:probe', ...PROBES }),
    }
  }

  /** Draws on each bucket. @returns the allowance that is exceeded, else the one with the fewest remaining units */
  draw(buckets: readonly Bucket[], units: number): Promise<Allowance> {
    return this.#least(buckets, ({ scope, key }) => this.#limiters[scope].count(key, units))
  }

  /** Gives back to each bucket. @returns the same allowance as `draw` */
  giveBack(buckets: readonly Bucket[], units: number): Promise<Allowance> {
    return this.#least(buckets, ({ scope, key }) => this.#limiters[scope].giveBack(key, units))
  }

  async #least(buckets: readonly Bucket[], count: (bucket: Bucket) => Promise<RateLimiterRes>): Promise<Allowance> {
    const counts = await Promise.all(buckets.map(count))
    return buckets
      .map(({ scope }, index) => this.#allowance(scope, counts[index] as RateLimiterRes))
      .reduce((least, each) => (each.unspent < least.unspent ? each : least))
  }

  #allowance(scope: Scope, { consumedPoints, msBeforeNext }: RateLimiterRes): Allowance {
    const { limit } = this.#limiters[scope]
    const unspent = limit - consumedPoints
    const reset = Math.ceil((Date.now() + msBeforeNext) / 1000)
    return { scope, limit, remaining: Math.max(0, unspent), unspent, reset, isExceeded: unspent < 0 }
  }
}

/**
 * Counts the /64 network of an IPv6 address as one client, since its holder has all of it. Counts a mapped address as
 * IPv4.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return isIPv4(address) ? address : 'unknown'
  const read = ipaddr.IPv6.parse(address)
  if (read.isIPv4MappedAddress()) return read.toIPv4Address().toString()
  return `${read.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
