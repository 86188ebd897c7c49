/*
 * Limits how many bytes an execution may read. `listing.ts`, `execute.ts` and `nodes.ts` check the limit before they
 * read rows, so that the database withholds a text that is too large. `query.ts` and `mutations.ts` reserve the bytes
 * and repeat the execution with a higher limit.
 */

import { OperationTypeNode } from 'graphql'
import { ServiceError } from '../../common/errors.ts'
import type { Operation } from '../declare/operation.ts'

const MIB = 1024 * 1024

/** The largest response, in bytes of JSON. For an export this limits each batch. */
export const LARGEST_ANSWER = 32 * MIB
/** Bytes that an execution may read before the size of its response is known. */
const FIRST_READ = MIB
/** A repeated execution may read more than the first one by this factor, because rows may have been added. */
const SLACK = 1.25
/** Factor by which the limit grows after rows whose size was unknown before the read. */
const GROWTH = 4

/** 413: the response exceeds the maximum size. */
function tooLarge(list: string, bytes: number): ServiceError {
  const limit = `${LARGEST_ANSWER / MIB} MiB`
  const message = `The answer exceeds ${limit}, most of it from ${list}; ask for fewer items (first, or page and limit) or fewer fields`
  return new ServiceError('PAYLOAD_TOO_LARGE', message, { list, bytes, limit: LARGEST_ANSWER })
}

/**
 * @throws PAYLOAD_TOO_LARGE for a read that exceeds the maximum size. A mutation is already done, so it cannot be
 * refused.
 */
export function demandSendable({ type, fields }: Operation, bytes: number): void {
  if (bytes > LARGEST_ANSWER && type === OperationTypeNode.QUERY)
    throw tooLarge(fields.map(({ name }) => name).join(', ') || 'the schema', bytes)
}

/** The bytes of one response, from the budget that all responses in progress share. */
export interface AnswerClaim {
  /** Waits until this number of bytes is available. Releases an earlier reservation first. @throws NOT_READY */
  reserve(bytes: number): Promise<void>
  /** The work on the response has ended. */
  built(): void
}

/** Thrown by an execution whose response exceeds its limit. */
class MoreRoom extends Error {
  readonly bytes: number

  constructor(bytes: number) {
    super('The answer needs more room')
    this.bytes = Math.min(LARGEST_ANSWER, Math.ceil(bytes))
  }
}

/** The bytes that one execution may read for its response. */
export class AnswerRoom {
  readonly #granted: number
  #read = 0
  /** Bytes read plus bytes withheld. */
  #needed = 0
  /** The limit that a repetition needs; 0 while the current limit is enough. */
  #wanted = 0
  #largest = { list: '', bytes: 0 }
  #turn: Promise<unknown> = Promise.resolve()
  /** Rows of lists that are requested with `all`. */
  wholeRows = 0

  constructor(granted = LARGEST_ANSWER) {
    this.#granted = granted
  }

  /** Runs the reads of one execution one after the other. Each gets the bytes that earlier reads left. */
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

  /** Counts bytes that the database withheld. @returns the error that the reader throws */
  withheld(list: string, bytes: number): Error {
    this.#note(list, bytes)
    this.#wanted = this.#needed * SLACK
    return this.#refusal ?? new MoreRoom(this.#wanted)
  }

  /** Counts bytes whose number was unknown before the read. @throws if they exceed the limit */
  countRead(list: string, bytes: number): void {
    this.count(list, bytes)
    if (this.#read <= this.#granted) return
    this.#wanted = Math.max(this.#wanted, this.#granted * GROWTH)
    this.demandWhole()
  }

  /** A field whose rows were withheld must not appear as an error in a response. @throws if rows were withheld */
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

/**
 * Executes work within a limit of bytes. If the response is larger, repeats the work in another transaction with a
 * higher limit.
 */
export async function inRoom<T>(claim: AnswerClaim, work: (room: AnswerRoom) => Promise<T>): Promise<T> {
  try {
    for (let bytes = FIRST_READ; ; ) {
      // Reserved outside of a transaction, so that a waiting request holds no connection.
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
