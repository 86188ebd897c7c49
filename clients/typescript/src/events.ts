import { errorOf, gatewayError } from './error-of.ts'
import { ConnectionError, GatewayError, UnauthorizedError } from './errors.ts'
import { delay, type Sent, type Transport } from './transport.ts'

/** An event of a stream. The event `reset` means that events before the next one may be missing. */
export interface StreamEvent<T = unknown> {
  id: string | undefined
  event: string
  data: T
}

/** Milliseconds of silence after which the connection is lost. The gateway sends a comment every 15 seconds. */
const SILENCE_MS = 45_000

/**
 * Parses a body of type `text/event-stream` according to the HTML standard. `onBytes` is called for each received
 * chunk.
 */
export async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  onBytes = () => {},
): AsyncGenerator<StreamEvent<string>> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let event = { id: undefined as string | undefined, event: '', data: [] as string[] }
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes()
      const text = rest + decoder.decode(value, { stream: true })
      // A chunk may end between CR and LF.
      const lines = text.replace(/\r$/, '').split(/\r\n|[\n\r]/)
      rest = (lines.pop() ?? '') + (text.endsWith('\r') ? '\r' : '')
      for (const line of lines) {
        const [, field = '', given = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
        if (field === 'data') event.data.push(given)
        else if (field === 'event') event.event = given
        else if (field === 'id' && !given.includes('\0')) event.id = given
        else if (line === '') {
          if (event.data.length > 0)
            yield { id: event.id, event: event.event || 'message', data: event.data.join('\n') }
          event = { id: event.id, event: '', data: [] }
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

interface Followed {
  /** Creates the request that continues after the last received event. */
  sent: () => Sent
  /** The value of an event. @throws the error that the event contains */
  read: (event: StreamEvent<string>, response: Response) => StreamEvent
  signal: AbortSignal | undefined
}

const isFinal = (error: unknown) =>
  error instanceof GatewayError && error.status < 500 && error.status !== 429 && error.status !== 401

/**
 * Follows a stream, and reconnects when it ends or is cut. Ends when `signal` is aborted.
 * @throws GatewayError for an error that a retry cannot solve; the last error after `retries` attempts without an event
 */
export async function* follow(transport: Transport, { sent, read, signal }: Followed): AsyncGenerator<StreamEvent> {
  const left = new AbortController()
  const ended = signal ? AbortSignal.any([signal, left.signal]) : left.signal
  try {
    for (let failures = 0; ; failures++) {
      const connection = new AbortController()
      let timer = setTimeout(() => {}, 0)
      const watch = () => {
        clearTimeout(timer)
        timer = setTimeout(() => connection.abort(new ConnectionError('The stream is silent')), SILENCE_MS)
      }
      try {
        const request = { ...sent(), signal: AbortSignal.any([ended, connection.signal]) }
        const response = await transport.send(request, async (opened) => opened)
        watch()
        for await (const event of eventsIn(response.body ?? new ReadableStream(), watch)) {
          const value = read(event, response)
          failures = 0
          yield value
        }
      } catch (error) {
        if (signal?.aborted) return
        if (isFinal(error) || failures >= transport.retries) throw error
        // An expired token is renewed once. A second refusal is final.
        if (error instanceof UnauthorizedError && failures > 0) throw error
      } finally {
        clearTimeout(timer)
      }
      await delay(transport.backoff(failures), ended)
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  } finally {
    left.abort()
  }
}

/** Reads an event of the REST API. @throws GatewayError for an event that ends the stream with an error */
export function readEvent({ id, event, data }: StreamEvent<string>, response: Response): StreamEvent {
  if (event === 'unauthorized') throw gatewayError('Unauthorized', { status: 401, code: 'UNAUTHORIZED' })
  if (event === 'error') throw errorOf(new Response(null, { status: 503, headers: response.headers }), data)
  return { id, event, data: JSON.parse(data) }
}
