import type { Response } from 'express'
import { drained } from '../http/drained.ts'

/** Maximum number of results that graphql-sse may queue for a client. Operations hold back further results. */
const MOST_PENDING = 16

const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Proxies such as nginx would otherwise hold back events until a buffer is full.
  'X-Accel-Buffering': 'no',
}

/**
 * A connection on which operations send their results. graphql-sse queues results without a limit. Therefore an
 * operation passes on the next result only while the client reads, so that the queue stays bounded.
 */
export class SseConnection {
  /** A callback for each result in graphql-sse's queue, called when the client has read the result. */
  readonly #pending: (() => void)[] = []
  #isLeft = false
  #room = Promise.withResolvers<void>()

  /**
   * The results of an operation, at the pace of the client. Calls `onTaken` when the client has read a result or
   * disconnected, or when the operation is ended before its first result.
   */
  paced<T>(results: AsyncIterator<T>, onTaken = () => {}): AsyncIterator<T> {
    let isQueued = false
    return {
      next: async () => {
        while (this.#pending.length >= MOST_PENDING) await this.#room.promise
        const result = await results.next()
        if (!result.done) {
          this.#pending.push(onTaken)
          isQueued = true
        }
        if (this.#isLeft) this.leave()
        return result
      },
      return: async () => {
        // graphql-sse also ends an operation that is complete, when the client has not read its result yet.
        if (!isQueued) onTaken()
        return results.return?.() ?? { value: undefined, done: true }
      },
    }
  }

  /** Writes the output of graphql-sse until it ends or the client disconnects. */
  async write(response: Response, texts: AsyncGenerator<string>): Promise<void> {
    response.writeHead(200, EVENT_STREAM)
    const leave = () => {
      this.leave()
      texts.return(undefined).catch(() => {})
    }
    response.once('close', leave)
    for (let part = await writeNext(response, texts); part !== 'end'; part = await writeNext(response, texts)) {
      await drained(response)
      if (part === 'result') this.#makeRoom(1)
    }
    response.end()
  }

  /** The client reads no more results. */
  leave(): void {
    this.#isLeft = true
    this.#makeRoom(this.#pending.length)
  }

  #makeRoom(results: number): void {
    for (const onTaken of this.#pending.splice(0, results)) onTaken()
    this.#room.resolve()
    this.#room = Promise.withResolvers()
  }
}

/**
 * Writes the next part of the output as bytes. The text can take twice as much memory, so nothing keeps it while the
 * client reads.
 */
async function writeNext(response: Response, texts: AsyncGenerator<string>): Promise<'result' | 'other' | 'end'> {
  const { value: text, done } = await texts.next()
  if (done) return 'end'
  if (response.destroyed) {
    // The client may have left before anything listened for the end of the response.
    await texts.return(undefined)
    return 'end'
  }
  response.write(Buffer.from(text))
  return text.startsWith('event: next') ? 'result' : 'other'
}
