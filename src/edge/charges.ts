import type { Response } from 'express'
import { ServiceError } from '../common/errors.ts'
import type { Metrics } from '../common/metrics.ts'
import type { Allowance, Bucket, RateLimits } from './limits.ts'

/** What one request has drawn from the allowances of its caller; its response tells what is left. */
export class Charges {
  readonly #limits: RateLimits
  readonly #metrics: Metrics
  readonly #response: Response
  readonly #buckets: readonly Bucket[]

  constructor(limits: RateLimits, metrics: Metrics, response: Response, buckets: readonly Bucket[]) {
    this.#limits = limits
    this.#metrics = metrics
    this.#response = response
    this.#buckets = buckets
  }

  /** Draws what every request costs. Whether that was too much `demand` says: more may be wrong with the request. */
  async begin(): Promise<{ demand: () => void }> {
    const allowance = await this.#draw(1)
    return { demand: () => this.#demand(allowance) }
  }

  /**
   * Draws what a request costs beyond that, before it is executed; a request that is refused costs no more.
   * @returns how to give it back
   * @throws RATE_LIMIT_EXCEEDED
   */
  async add(units: number): Promise<() => Promise<void>> {
    if (units <= 0) return async () => {}
    const allowance = await this.#draw(units)
    const giveBack = async () => {
      await this.#limits.giveBack(this.#buckets, units)
      if (!this.#response.headersSent) this.#show({ ...allowance, remaining: allowance.unspent + units })
    }
    if (allowance.isExceeded) await giveBack()
    this.#demand(allowance)
    return giveBack
  }

  async refund(): Promise<void> {
    await this.#limits.giveBack(this.#buckets, 1)
  }

  async #draw(units: number): Promise<Allowance> {
    const allowance = await this.#limits.draw(this.#buckets, units)
    this.#show(allowance)
    return allowance
  }

  #show({ limit, remaining, reset }: Allowance): void {
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
