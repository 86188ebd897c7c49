import { errorOf } from './error-of.ts'
import { ConnectionError, DeadlineError, GatewayError } from './errors.ts'

/** The options of a client. */
export interface Options {
  /** The address of the gateway, including its path, if any: `https://campaigns.example.org`. */
  url: string
  /** Access token or API key. A function is called for each attempt, so that it can renew the token. */
  token: string | (() => string | Promise<string>)
  /** The organization to act for, if the token names several. */
  organization?: string
  /** Deadline of a call including retries, milliseconds. Default 60,000. */
  timeoutMs?: number
  /** Maximum number of retries of a call. Default 3. */
  retries?: number
  /**
   * Maximum delay before the first retry, milliseconds; doubled for each further retry. The delay is random. Default
   * 250.
   */
  backoffMs?: number
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch
}

/** Options of a single call. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

export type Body = string | Uint8Array<ArrayBuffer> | Blob

export interface Sent extends CallOptions {
  method: string
  /** The path with its query. */
  path: string
  headers: Record<string, string>
  body?: Body | undefined
  /** Whether a repetition has no effect: the request only reads, or has an Idempotency-Key. */
  isRepeatable: boolean
}

const LONGEST_BACKOFF_MS = 8_000

/** Resolves after `ms` milliseconds. @throws the reason of the signal */
export function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

/** Sends requests, and retries them if that is safe. */
export class Transport {
  readonly #options: Required<Pick<Options, 'timeoutMs' | 'retries' | 'backoffMs' | 'fetch'>> & Options

  constructor(options: Options) {
    this.#options = {
      timeoutMs: 60_000,
      retries: 3,
      backoffMs: 250,
      fetch: (...request) => globalThis.fetch(...request),
      ...options,
      url: options.url.replace(/(?<!\/)\/+$/, ''),
    }
  }

  get retries(): number {
    return this.#options.retries
  }

  /** The delay before a retry, with full jitter, so that clients that failed together do not retry together. */
  backoff(attempt: number): number {
    return Math.random() * Math.min(LONGEST_BACKOFF_MS, this.#options.backoffMs * 2 ** attempt)
  }

  /**
   * Sends a request and reads its answer. Retries after a failure. A 429 is always retried, because the gateway refuses
   * before it acts. A cut connection, 502, 503, 504 and IDEMPOTENCY_IN_PROGRESS are retried only if the request is
   * repeatable.
   * @throws GatewayError, ConnectionError, DeadlineError, or the reason of the signal
   */
  async send<T>(sent: Sent, read: (response: Response) => Promise<T>): Promise<T> {
    const { timeoutMs = this.#options.timeoutMs, signal } = sent
    const deadline = new AbortController()
    const ends = performance.now() + timeoutMs
    const timer = setTimeout(() => deadline.abort(new DeadlineError(`No answer within ${timeoutMs} ms`)), timeoutMs)
    const both = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await read(await this.#attempt(sent, both))
        } catch (error) {
          if (both.aborted) throw both.reason
          const failure =
            error instanceof GatewayError ? error : new ConnectionError(messageOf(error), { cause: error })
          const wait = Math.max(waitOf(failure), this.backoff(attempt))
          const isLate = performance.now() + wait > ends
          if (attempt >= this.#options.retries || isLate || !mayRepeat(failure, sent.isRepeatable)) throw failure
          await delay(wait, both)
        }
      }
    } finally {
      clearTimeout(timer)
    }
  }

  async #attempt({ method, path, headers, body }: Sent, signal: AbortSignal): Promise<Response> {
    const { url, token, organization, fetch } = this.#options
    const bearer = typeof token === 'function' ? await token() : token
    const response = await fetch(url + path, {
      method,
      headers: {
        Authorization: `Bearer ${bearer}`,
        ...(organization && { 'X-Organization': organization }),
        ...headers,
      },
      // A redirect would send the token to another server.
      redirect: 'error',
      body: body ?? null,
      signal,
    })
    if (response.ok || response.status === 304) return response
    throw errorOf(response, await response.text())
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const waitOf = (failure: Error): number => (failure instanceof GatewayError && failure.retryAfterMs) || 0

function mayRepeat(failure: Error, isRepeatable: boolean): boolean {
  if (!(failure instanceof GatewayError)) return isRepeatable
  if (failure.status === 429) return true
  const isTransient = [502, 503, 504].includes(failure.status) || failure.code === 'IDEMPOTENCY_IN_PROGRESS'
  return isTransient && isRepeatable
}
