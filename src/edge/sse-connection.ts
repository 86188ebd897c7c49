import type { Response } from 'express'
import { taken } from './taken.ts'

/** Results that graphql-sse may hold for a client; the operations keep the others back. */
const MOST_PENDING = 16

const EVENT_STREAM = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // Proxies such as nginx would keep events back until a buffer is full.
  'X-Accel-Buffering': 'no',
}

/**
 * A connection on which operations send their results. graphql-sse queues them without a bound, so an operation hands
 * over another only while the client takes them: what then waits in its stream is bounded.
 */
export class SseConnection {
  /** What each result that graphql-sse holds calls when the client has taken it. */
  readonly #pending: (() => void)[] = []
  #isLeft = false
  #room = Promise.withResolvers<void>()

  /** The results of an operation, at the pace of the client. `onTaken` is called when the client took one, or left. */
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

  /** Writes what graphql-sse has to say, until it ends or the client leaves. */
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
      await taken(response)
      if (text.startsWith('event: next')) this.#makeRoom(1)
    }
    response.end()
  }

  /** The client takes nothing any more. */
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
