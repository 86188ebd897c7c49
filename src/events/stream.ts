import type { ServiceError } from '../common/errors.ts'

/** Maximum number of items in one page. */
export const PAGE_SIZE = 100
const MOST_WAITING = 1000

/** A sequence of pages. */
export type Pages<T> = AsyncIterableIterator<readonly T[]>

/**
 * A bounded buffer between publishers and one reader that may be slower. Items that are published together, or that
 * wait together, form one page. When the buffer is full, the stream ends without an error. The reader then resumes
 * after the last id that it received.
 */
export class Stream<T> implements Pages<T> {
  readonly #waiting: T[] = []
  readonly #onEnd: () => void
  #reader: PromiseWithResolvers<IteratorResult<T[]>> | undefined
  #isEnded = false
  #isCut = false
  #error: ServiceError | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  /** Whether the reader receives no further items, because it may have lost access to them. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Runs the preparation of a stream. If it throws, the stream ends. */
  async begin<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work()
    } catch (error) {
      this.end()
      throw error
    }
  }

  push(items: readonly T[]): void {
    if (this.#isEnded || items.length === 0) return
    this.#waiting.push(...items)
    if (this.#reader) {
      this.#reader.resolve({ value: this.#waiting.splice(0, PAGE_SIZE), done: false })
      this.#reader = undefined
    }
    if (this.#waiting.length <= MOST_WAITING) return
    this.#waiting.length = MOST_WAITING
    this.end()
  }

  /** Ends the stream at once, without the waiting items. The reader receives the error, if there is one. */
  cut(error?: ServiceError): void {
    if (this.#isEnded) return
    this.#isCut = true
    this.#waiting.length = 0
    this.end(error)
  }

  /** Ends the stream after the waiting items. The reader then receives the error, if there is one. */
  end(error?: ServiceError): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#error = error
    this.#onEnd()
    if (!this.#reader) return
    const reader = this.#reader
    this.#reader = undefined
    this.#finish().then(reader.resolve, reader.reject)
  }

  async #finish(): Promise<IteratorResult<T[]>> {
    const error = this.#error
    this.#error = undefined
    if (error) throw error
    return { value: undefined, done: true }
  }

  next(): Promise<IteratorResult<T[]>> {
    if (this.#waiting.length > 0) return Promise.resolve({ value: this.#waiting.splice(0, PAGE_SIZE), done: false })
    if (this.#isEnded) return this.#finish()
    this.#reader = Promise.withResolvers()
    return this.#reader.promise
  }

  async return(): Promise<IteratorResult<T[]>> {
    this.#waiting.length = 0
    this.end()
    return { value: undefined, done: true }
  }

  [Symbol.asyncIterator](): this {
    return this
  }
}

/**
 * Maps each item; undefined results are skipped. With `onError`, an error becomes the last item. This is not a
 * generator, because `return` of a generator waits for its pending item, and so would never end a stream without
 * events.
 */
export function mapped<T, U>(
  source: AsyncIterator<T>,
  map: (item: T) => Promise<U | undefined>,
  onError?: (error: unknown) => U,
): AsyncIterableIterator<U> {
  let isOver = false
  const done = { value: undefined, done: true } as const
  return {
    async next() {
      try {
        while (!isOver) {
          const { value, done: isDone } = await source.next()
          if (isDone) break
          const item = await map(value)
          if (item !== undefined) return { value: item, done: false }
        }
        return done
      } catch (error) {
        if (!onError || isOver) throw error
        isOver = true
        await source.return?.()
        return { value: onError(error), done: false }
      }
    },
    async return() {
      isOver = true
      await source.return?.()
      return done
    },
    async throw(error) {
      isOver = true
      await source.return?.()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** The items of the pages, one by one. The next page is read when the current one is used up. */
export function oneByOne<T>(pages: AsyncIterator<readonly T[]>): AsyncIterableIterator<T> {
  let page: readonly T[] = []
  let place = 0
  return {
    async next() {
      while (place === page.length) {
        const { value, done } = await pages.next()
        if (done) return { value: undefined, done }
        page = value
        place = 0
      }
      return { value: page[place++] as T, done: false }
    },
    async return() {
      await pages.return?.()
      return { value: undefined, done: true }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** Yields `missed` first, then `live`. When the reader stops, the live stream ends. */
export function inTurn<T>(missed: AsyncIterator<readonly T[]>, live: AsyncIterator<readonly T[]>): Pages<T> {
  let isCaughtUp = false
  return {
    async next() {
      try {
        const first = isCaughtUp ? undefined : await missed.next()
        if (first && !first.done) return first
        isCaughtUp = true
        return await live.next()
      } catch (error) {
        await live.return?.()
        throw error
      }
    },
    return: () => live.return?.() ?? Promise.resolve({ value: undefined, done: true }),
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
