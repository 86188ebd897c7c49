import type { Response } from 'express'
import { ServiceError } from '../../common/errors.ts'
import type { Metrics } from '../../common/metrics.ts'
import type { Allowance, Bucket, RateLimits } from './limits.ts'

/** Gives back all units that were drawn, or the given number of units. */
export type GiveBack = (units?: number) => Promise<void>

/** The units that one request drew from its caller's allowances. The response headers show the remaining units. */
export class Charges {
  readonly #limits: RateLimits
  readonly #metrics: Metrics
  readonly #response: Response
  readonly #buckets: readonly Bucket[]
  #drawn = 0
  /** The minimum cost of the request, for any response. */
  #least = 0

  constructor(limits: RateLimits, metrics: Metrics, response: Response, buckets: readonly Bucket[]) {
    this.#limits = limits
    this.#metrics = metrics
    this.#response = response
    this.#buckets = buckets
  }

  /**
   * Draws the cost that every request has. A call of `demand` refuses the request if it exceeds the limit. It is
   * separate, because other errors of the request may come first.
   */
  async begin(): Promise<{ demand: () => void }> {
    this.#least = 1
    const allowance = await this.#draw(1)
    return { demand: () => this.#demand(allowance) }
  }

  /**
   * Draws the additional cost of a request before it is executed. A refused request costs no more.
   * @param units the cost with an estimate of the texts that are read
   * @param least the cost without the estimate
   * @returns a function that gives back all units, or the given number of units
   * @throws RATE_LIMIT_EXCEEDED
   */
  async add(units: number, least = units): Promise<GiveBack> {
    if (units <= 0) return async () => {}
    const allowance = await this.#draw(units)
    const giveBack = async (unused = units) => {
      this.#least = Math.max(1, this.#least - unused)
      await this.settle(1)
    }
    if (allowance.isExceeded) await giveBack()
    this.#demand(allowance)
    this.#least += least
    return giveBack
  }

  /** Draws or gives back the difference to the final cost when the response is complete. Never throws. */
  async settle(units: number): Promise<void> {
    const missing = Math.max(units, this.#least) - this.#drawn
    if (missing > 0) await this.#draw(missing)
    if (missing >= 0) return
    this.#drawn += missing
    const allowance = await this.#limits.giveBack(this.#buckets, -missing)
    this.#show(allowance)
  }

  /** The units that the request has drawn so far. */
  get drawn(): number {
    return this.#drawn
  }

  async refund(): Promise<void> {
    await this.#limits.giveBack(this.#buckets, 1)
  }

  async #draw(units: number): Promise<Allowance> {
    this.#drawn += units
    const allowance = await this.#limits.draw(this.#buckets, units)
    this.#show(allowance)
    return allowance
  }

  #show({ limit, remaining, reset }: Allowance): void {
    if (this.#response.headersSent) return
    this.#response.setHeader('X-RateLimit-Limit', limit)
    this.#response.setHeader('X-RateLimit-Remaining', Math.max(0, remaining))
    this.#response.setHeader('X-RateLimit-Reset', reset)
  }

  #demand({ isExceeded, scope, limit, reset }: Allowance): void {
    if (!isExceeded) return
    this.#metrics.rateLimited(scope)
    const seconds = Math.max(1, reset - Math.floor(Date.now() / 1000))
    const message = `Rate limit exceeded; try again in ${seconds} s`
    throw new ServiceError('RATE_LIMIT_EXCEEDED', message, { limit, reset }, { 'Retry-After': String(seconds) })
  }
}
