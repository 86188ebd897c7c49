import { once } from 'node:events'
import { EventSource } from 'eventsource'
import type { Json } from './server.ts'
import { until } from './until.ts'

const EVENTS = ['snapshot', 'update', 'reset', 'breach', 'unauthorized', 'error']

interface Heard {
  id: string
  event: string
  data: Json
}

/** Listens with a standard EventSource client, as a browser does. It resumes after a lost connection. */
export function listen(url: string, token: string) {
  const heard: Heard[] = []
  const source = new EventSource(url, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } }),
  })
  for (const event of EVENTS) {
    source.addEventListener(event, (message) => {
      if (message instanceof MessageEvent)
        heard.push({ id: message.lastEventId, event, data: JSON.parse(message.data) })
    })
  }
  let start: string | undefined
  source.addEventListener('ready', (message) => {
    start = message.lastEventId
  })
  return {
    heard,
    /** The id at which the stream starts, after the server has sent it. */
    start: () => until('the beginning', () => start),
    /** Resolves when the server has accepted the stream: later commits are sent. */
    opened: once(source, 'open'),
    /** Whether the server has accepted the stream, after its answer. */
    accepted: Promise.race([once(source, 'open'), once(source, 'error')]).then(() => source.readyState === source.OPEN),
    event: (name: string) => until(`the event ${name}`, () => heard.find(({ event }) => event === name)),
    [Symbol.dispose]: () => source.close(),
  }
}
