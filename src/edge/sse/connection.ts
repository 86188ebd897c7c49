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
   * disconnected.
   */
  paced<T>(results: AsyncIterator<T>, onTaken = () => {}): AsyncIterator<T> {
    return {
      next: async () => {
        while (this.#pending.length >= MOST_PENDING) await this.#room.promise
        const result = await results.next()
        if (!result.done) this.#pending.push(onTaken)
        if (this.#isLeft) this.leave()
        return result
      },
      return: async () => {
        onTaken()
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
    for await (const text of texts) {
      if (response.destroyed) break
      response.write(text)
      await drained(response)
      if (text.startsWith('event: next')) this.#makeRoom(1)
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
