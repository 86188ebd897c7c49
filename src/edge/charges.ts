import type { Response } from 'express'
import { ServiceError } from '../common/errors.ts'
import type { Metrics } from '../common/metrics.ts'
import type { Allowance, Bucket, RateLimits } from './limits.ts'

/** Gives back all that was drawn, or so many units of it. */
export type GiveBack = (units?: number) => Promise<void>

/** What one request has drawn from the allowances of its caller; its response tells what is left. */
export class Charges {
  readonly #limits: RateLimits
  readonly #metrics: Metrics
  readonly #response: Response
  readonly #buckets: readonly Bucket[]
  #drawn = 0
  /** What the request costs at least, whatever its answer. */
  #least = 0

  constructor(limits: RateLimits, metrics: Metrics, response: Response, buckets: readonly Bucket[]) {
    this.#limits = limits
    this.#metrics = metrics
    this.#response = response
    this.#buckets = buckets
  }

  /** Draws what every request costs. Whether that was too much `demand` says: more may be wrong with the request. */
  async begin(): Promise<{ demand: () => void }> {
    this.#least = 1
    const allowance = await this.#draw(1)
    return { demand: () => this.#demand(allowance) }
  }

  /**
   * Draws what a request costs beyond that, before it is executed; a request that is refused costs no more.
   * @param units with an estimate of the texts that are read
   * @param least without the estimate
   * @returns a function that gives back all units, or as many as it is given
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

  /** Draws or gives back what is missing to the price of an answer that is ready. Never throws. */
  async settle(units: number): Promise<void> {
    const missing = Math.max(units, this.#least) - this.#drawn
    if (missing > 0) await this.#draw(missing)
    if (missing >= 0) return
    this.#drawn += missing
    const allowance = await this.#limits.giveBack(this.#buckets, -missing)
    this.#show(allowance)
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
