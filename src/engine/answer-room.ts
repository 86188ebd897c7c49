/*
 * How much an execution may read. `listing.ts`, `execute.ts` and `nodes.ts` ask before they read rows, so that the
 * database withholds a text that is too large; `query.ts` and `mutations.ts` reserve the bytes and repeat the execution.
 */

import { OperationTypeNode } from 'graphql'
import { ServiceError } from '../common/errors.ts'
import type { Operation } from './operation.ts'

const MIB = 1024 * 1024

/** The largest answer, bytes of JSON. Each batch of an export counts alone. */
export const LARGEST_ANSWER = 32 * MIB
/** What an execution may read before the size of its answer is known. */
const FIRST_READ = MIB
/** An execution that is repeated may find more rows than before. */
const SLACK = 1.25
/** How much more an execution may read after rows whose size was unknown before they were read. */
const GROWTH = 4

/** 413: the answer is larger than any answer may be. */
function tooLarge(list: string, bytes: number): ServiceError {
  const limit = `${LARGEST_ANSWER / MIB} MiB`
  const message = `The answer exceeds ${limit}, most of it from ${list}; ask for fewer items (first, or page and limit) or fewer fields`
  return new ServiceError('PAYLOAD_TOO_LARGE', message, { list, bytes, limit: LARGEST_ANSWER })
}

/** @throws PAYLOAD_TOO_LARGE for a read that is larger than any answer may be. What a mutation did cannot be refused. */
export function demandSendable({ type, fields }: Operation, bytes: number): void {
  if (bytes > LARGEST_ANSWER && type === OperationTypeNode.QUERY)
    throw tooLarge(fields.map(({ name }) => name).join(', ') || 'the schema', bytes)
}

/** The bytes of the answer to one request, out of those that all answers under way share. */
export interface AnswerClaim {
  /** Waits until an answer of so many bytes may be built. Releases an earlier reservation first. @throws NOT_READY */
  reserve(bytes: number): Promise<void>
  /** Ends the work on the answer. */
  built(): void
}

/** Thrown by an execution whose answer is larger than its room. */
class MoreRoom extends Error {
  readonly bytes: number

  constructor(bytes: number) {
    super('The answer needs more room')
    this.bytes = Math.min(LARGEST_ANSWER, Math.ceil(bytes))
  }
}

/** The bytes that one execution may read for its answer. */
export class AnswerRoom {
  readonly #granted: number
  #read = 0
  /** Bytes read and bytes withheld. */
  #needed = 0
  /** The room that a repetition needs; 0 while this room is enough. */
  #wanted = 0
  #largest = { list: '', bytes: 0 }
  #turn: Promise<unknown> = Promise.resolve()
  /** Rows of lists that were asked for as a whole. */
  wholeRows = 0

  constructor(granted = LARGEST_ANSWER) {
    this.#granted = granted
  }

  /** Reads of one execution follow each other: each is given what the reads before left over. */
  inTurn<T>(read: (bytes: number) => Promise<T>): Promise<T> {
    const next = this.#turn.then(() => {
      if (this.#refusal) throw this.#refusal
      return read(this.#granted - this.#read)
    })
    this.#turn = next.catch(() => {})
    return next
  }

  /** Counts bytes that were read. */
  count(list: string, bytes: number): void {
    this.#note(list, bytes)
    this.#read += bytes
  }

  /** Counts bytes that the database withheld. @returns what their reader throws */
  withheld(list: string, bytes: number): Error {
    this.#note(list, bytes)
    this.#wanted = this.#needed * SLACK
    return this.#refusal ?? new MoreRoom(this.#wanted)
  }

  /** Counts bytes whose number was unknown before they were read. @throws when they exceed the room */
  countRead(list: string, bytes: number): void {
    this.count(list, bytes)
    if (this.#read <= this.#granted) return
    this.#wanted = Math.max(this.#wanted, this.#granted * GROWTH)
    this.demandWhole()
  }

  /** The error of a field that was withheld must not become part of an answer. @throws when something was withheld */
  demandWhole(): void {
    if (this.#refusal) throw this.#refusal
    if (this.#wanted > 0) throw new MoreRoom(this.#wanted)
  }

  #note(list: string, bytes: number): void {
    this.#needed += bytes
    if (bytes > this.#largest.bytes) this.#largest = { list, bytes }
  }

  get #refusal(): ServiceError | undefined {
    return this.#needed > LARGEST_ANSWER ? tooLarge(this.#largest.list, this.#needed) : undefined
  }
}

/** Executes work whose answer fits its room. Repeats the work with more room, in another transaction, where it does not. */
export async function inRoom<T>(claim: AnswerClaim, work: (room: AnswerRoom) => Promise<T>): Promise<T> {
  try {
    for (let bytes = FIRST_READ; ; ) {
      // Outside of a transaction: who waits here holds no connection.
      await claim.reserve(bytes)
      try {
        return await work(new AnswerRoom(bytes))
      } catch (error) {
        if (!(error instanceof MoreRoom)) throw error
        bytes = error.bytes
      }
    }
  } finally {
    claim.built()
  }
}
