import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible'
import type { SharedRedis } from '../data/redis.ts'

/** What the deployment configures of it: requests in a window. */
export interface LimitSettings {
  RATE_LIMIT_AUTHENTICATED: number
  RATE_LIMIT_ORGANIZATION?: number | undefined
  RATE_LIMIT_ANONYMOUS: number
  RATE_LIMIT_WINDOW_SECONDS: number
}

/** Whose requests are counted: a user's, together with those of the organization, or of an address; and failed look-ups of tokens. */
export type Scope = 'user' | 'keys' | 'organization' | 'address' | 'lookup' | 'probe'

/** Something that has an allowance. */
export interface Bucket {
  scope: Scope
  key: string
}

/** What is left of an allowance. */
export interface Allowance {
  scope: Scope
  limit: number
  remaining: number
  /** The same, and below zero by as much as was drawn too much. */
  unspent: number
  /** When the window ends, Unix seconds. */
  reset: number
  isExceeded: boolean
}

interface Counting {
  limit: number
  count: (key: string, units: number) => Promise<RateLimiterRes>
  giveBack: (key: string, units: number) => Promise<RateLimiterRes>
}

/** A penalty is counted as what is consumed is, and past the limit it is no error. */
const counter = (limiter: RateLimiterAbstract) => ({
  count: (key: string, units: number) => limiter.penalty(key, units),
  giveBack: (key: string, units: number) => limiter.reward(key, units),
})

/** In Redis, and while that is away in this process: its own counts still hold. */
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

/** Users' worth of an organization that is given no figure of its own. */
const USERS_WORTH = 20
/** What all keys of an organization together may take of it, so that its people are left something. */
const KEYS_PART = 0.5
/** Probes by the minute: ten a second are more than any prober sends. They never depend on Redis. */
const PROBES = { points: 600, duration: 60 }

/** Counts what requests cost in fixed windows that start with the first of them, for both surfaces together. */
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

  /** Draws on each of the buckets. @returns the allowance that is exceeded, or of which the least is left */
  draw(buckets: readonly Bucket[], units: number): Promise<Allowance> {
    return this.#least(buckets, ({ scope, key }) => this.#limiters[scope].count(key, units))
  }

  /** Gives back to each of the buckets. @returns the same */
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

/** Whoever holds an IPv6 address holds its /64 too: that is counted as one. A mapped address is the IPv4 one. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return isIPv4(address) ? address : 'unknown'
  const read = ipaddr.IPv6.parse(address)
  if (read.isIPv4MappedAddress()) return read.toIPv4Address().toString()
  return `${read.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
