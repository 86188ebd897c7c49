/*
 * Bytes of answers under way. `admission.ts` gives each request an answer; the engine reserves its bytes before it reads,
 * and both surfaces call `ready` before they send.
 */

import { getHeapStatistics } from 'node:v8'
import type { Response } from 'express'
import type { Deadline } from '../data/deadline.ts'
import { PATIENCE_FOR_ONE, Shares } from '../data/shares.ts'
import { type AnswerClaim, demandSendable } from '../engine/answer-room.ts'
import type { Operation } from '../engine/operation.ts'
import type { Charges } from './charges.ts'

const MIB = 1024 * 1024
/** Copies of an answer while it is built: what the database sent, its text, the text that is sent, and its bytes. */
const COPIES = 4
/** What answers may take of the heap. */
const PART_OF_HEAP = 0.4
/** Rows of a list that is asked for as a whole count as one request. */
const ROWS_PER_REQUEST = 500

/** How many requests an answer counts for by its size. */
const requestsOf = (bytes: number, rows: number) => Math.max(Math.ceil(bytes / MIB), Math.ceil(rows / ROWS_PER_REQUEST))

/** The bytes that all answers under way share. One tenant holds at most half of them. */
export class AnswerBudget {
  readonly shares: Shares
  readonly size: number

  constructor(size = Math.floor(getHeapStatistics().heap_size_limit * PART_OF_HEAP)) {
    this.size = size
    // A quarter is left to tenants that hold nothing.
    this.shares = new Shares(size, PATIENCE_FOR_ONE, { most: size / 2, spare: size / 4 })
  }

  get held(): number {
    return this.size - this.shares.free
  }
}

/** Who waits for an answer. */
interface Receiver {
  response: Response
  /** Whose share of the budget the answer takes. */
  party: string
  deadline: Deadline
  charges: Charges
}

/** The answer to one request. Its bytes are released when the response is closed and no work on the answer goes on. */
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
    const { party, deadline } = this.#receiver
    const { shares, size } = this.#budget
    const amount = Math.min(bytes * COPIES, size)
    this.#release()
    this.#isBuilding = true
    const turn = shares.enter(party, amount)
    if (turn !== undefined) await deadline.bound(turn, { late: () => shares.leave(party, amount) })
    this.#held = amount
  }

  built(): void {
    this.#isBuilding = false
    if (this.#isReceived) this.#release()
  }

  /**
   * Holds the bytes that are about to be sent, and draws the requests that they count for. The answer exists already:
   * nothing is refused for the allowance, and the next request is.
   * @throws PAYLOAD_TOO_LARGE for a read that no list was the reason of
   */
  async ready(operation: Operation, bytes: number, wholeRows = 0): Promise<void> {
    demandSendable(operation, bytes)
    this.#release()
    if (!this.#isReceived) {
      this.#budget.shares.force(this.#receiver.party, bytes)
      this.#held = bytes
    }
    this.#bytes += bytes
    await this.#receiver.charges.settle(requestsOf(this.#bytes, wholeRows))
  }

  /** Holds the bytes after the response is closed: the answer is sent on another one. @returns what releases them */
  detach(): () => void {
    this.#receiver.response.off('close', this.#close)
    return this.#close
  }

  readonly #close = (): void => {
    this.#isReceived = true
    if (!this.#isBuilding) this.#release()
  }

  #release(): void {
    if (this.#held > 0) this.#budget.shares.leave(this.#receiver.party, this.#held)
    this.#held = 0
  }
}
