import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

interface Slow {
  path: string
  body: object
  /** The API key of the request, and another key of its organization. */
  key: string
  other: string
}

/**
 * Sends the headers of a POST and the start of its body. Resolves when the server has accepted the API key. The result
 * sends the rest of the body, and returns the status of the response.
 */
export async function slowly({ url, fetch }: TestServer, { path, body, key, other }: Slow) {
  const headers = (token: string) => ({ Authorization: `Bearer ${token}`, Accept: '*/*, text/event-stream' })
  // All keys of an organization share an allowance: a request that is accepted in between takes one more from it.
  const left = async () => {
    const { headers: answered } = await fetch('/api/clients', { headers: headers(other) })
    return Number(answered.get('x-ratelimit-remaining'))
  }
  let before = await left()
  const text = JSON.stringify(body)
  const sent = request(url + path, {
    method: 'POST',
    headers: { ...headers(key), 'Content-Type': 'application/json', 'Content-Length': text.length },
  })
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.write(text.slice(0, 1))
  await until('the acceptance of the key', async () => {
    const now = await left()
    const isAccepted = now < before - 1
    before = now
    return isAccepted
  })
  return async () => {
    sent.end(text.slice(1))
    const [{ statusCode }] = await answer
    sent.destroy()
    return statusCode
  }
}
