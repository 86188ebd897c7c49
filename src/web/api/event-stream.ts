import { addressOf } from './base-path.ts'

/** A subscription: its document and variables. */
export interface Followed {
  query: string
  variables: object
}

/** The result of a subscription for one event; undefined when the server ended the subscription. */
export interface Streamed<Id extends string> {
  id: Id
  result: { data?: unknown; errors?: readonly { extensions?: unknown }[] } | undefined
}

/** The server did not start the stream. */
export class StreamRefused extends Error {
  constructor(readonly response: Response) {
    super(`The server refused the stream: ${response.status}`)
  }
}

/**
 * Follows subscriptions, each under an id, on one connection. One request starts all of them, because several requests
 * can reach different replicas of the gateway. `heard` is called for all received bytes, including comments.
 * @throws StreamRefused; an error when the connection breaks, also while the results are read
 */
export async function openStream<Id extends string>(
  token: string,
  subscriptions: Readonly<Partial<Record<Id, Followed>>>,
  { signal, heard = () => {} }: { signal: AbortSignal; heard?: () => void },
): Promise<AsyncGenerator<Streamed<Id>>> {
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: 'text/event-stream',
    'Content-Type': 'application/json',
  }
  const body = JSON.stringify({ subscriptions })
  const response = await fetch(addressOf('/graphql/stream'), { method: 'POST', headers, body, signal })
  if (!response.ok || !response.body) throw new StreamRefused(response)
  return resultsIn(response.body, heard)
}

async function* resultsIn<Id extends string>(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  heard: () => void,
): AsyncGenerator<Streamed<Id>> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard()
      const messages = (text + part.value).split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const data = /^data: (.*)$/m.exec(message)?.[1]
        if (!data) continue
        const { id, payload } = JSON.parse(data)
        yield { id, result: payload }
      }
    }
  } finally {
    // Closes the connection of a caller who reads no further.
    reader.cancel().catch(() => {})
  }
}
