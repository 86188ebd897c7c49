/*
 * Limits the bytes of responses in progress. `admission.ts` gives each request an answer. The engine reserves its bytes
 * before it reads, and both surfaces call `ready` before they send.
 */

import { getHeapStatistics } from 'node:v8'
import type { Response } from 'express'
import { FairPool, PATIENCE_FOR_ONE } from '../../common/fair-pool.ts'
import type { Deadline } from '../../data/deadline.ts'
import type { Operation } from '../../engine/declare/operation.ts'
import { type AnswerClaim, demandSendable } from '../../engine/execute/answer-room.ts'
import type { Charges } from './charges.ts'

const MIB = 1024 * 1024
/**
 * Copies of a response while it is built: the data from the database, its text, the text that is sent, and its bytes.
 */
const COPIES = 4
/** The part of the heap that responses may take. A copy that is a string can take two bytes for each byte. */
const PART_OF_HEAP = 0.3
/** The number of rows that count as one request, in a list that is requested with `all`. */
const ROWS_PER_REQUEST = 500

/** The number of requests that a response counts for, by its size. */
const requestsOf = (bytes: number, rows: number) => Math.max(Math.ceil(bytes / MIB), Math.ceil(rows / ROWS_PER_REQUEST))

/** The bytes that all responses in progress share. One tenant holds at most half of them. */
export class AnswerBudget {
  readonly shares: FairPool
  readonly size: number

  constructor(size = Math.floor(getHeapStatistics().heap_size_limit * PART_OF_HEAP)) {
    this.size = size
    // A quarter is reserved for tenants that hold nothing.
    this.shares = new FairPool(size, PATIENCE_FOR_ONE, { most: size / 2, spare: size / 4 })
  }

  get held(): number {
    return this.size - this.shares.free
  }
}

/** The caller that waits for the response. */
interface Receiver {
  response: Response
  /** The pool user whose share of the budget the response takes. */
  poolUser: string
  deadline: Deadline
  charges: Charges
}

/** The response to one request. Its bytes are released when the response is closed and no more work is done for it. */
export class Answer implements AnswerClaim {
  readonly #budget: AnswerBudget
  readonly #receiver: Receiver
  #held = 0
  #bytes = 0
  #isBuilding = false
  #isReceived = false

  constructor(budget: AnswerBudget, receiver: Receiver) {
    this.#budget = budget
    this.#receiver = receiver
    receiver.response.once('close', this.#close)
  }

  async reserve(bytes: number): Promise<void> {
    const { poolUser, deadline } = this.#receiver
    const { shares, size } = this.#budget
    const amount = Math.min(bytes * COPIES, size)
    this.#release()
    this.#isBuilding = true
    const turn = shares.enter(poolUser, amount)
    if (turn !== undefined) await deadline.bound(turn, { late: () => shares.leave(poolUser, amount) })
    this.#held = amount
  }

  built(): void {
    this.#isBuilding = false
    if (this.#isReceived) this.#release()
  }

  /**
   * Reserves the bytes that are about to be sent, and draws the requests that they count for. The response is complete,
   * so it is sent even when the allowance is exceeded. Then the next request is refused.
   * @throws PAYLOAD_TOO_LARGE when a read without a list is too large
   */
  async ready(operation: Operation, bytes: number, wholeRows = 0): Promise<void> {
    demandSendable(operation, bytes)
    this.#release()
    if (!this.#isReceived) {
      this.#budget.shares.force(this.#receiver.poolUser, bytes)
      this.#held = bytes
    }
    this.#bytes += bytes
    await this.#receiver.charges.settle(requestsOf(this.#bytes, wholeRows))
  }

  /**
   * Keeps the bytes reserved after this response is closed, because the data is sent on another response. @returns a
   * function that releases them
   */
  detach(): () => void {
    this.#receiver.response.off('close', this.#close)
    return this.#close
  }

  readonly #close = (): void => {
    this.#isReceived = true
    if (!this.#isBuilding) this.#release()
  }

  #release(): void {
    if (this.#held > 0) this.#budget.shares.leave(this.#receiver.poolUser, this.#held)
    this.#held = 0
  }
}
