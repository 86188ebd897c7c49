/** @long it fills the buffers of connections that do not read. */
import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { emit } from './support/events.ts'
import { aMember } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

const METRICS_TOKEN = 'a-token-for-metrics'
const EVENTS = 4000
/** More than sockets hold back by themselves, so that the server must. */
const BYTES_EACH = 8 * 1024

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ METRICS_TOKEN }))
})

/** Numbered alerts, as one commit. */
const raise = (organizationId: string, count = EVENTS, bytesEach = BYTES_EACH) =>
  emit(
    server,
    organizationId,
    ...Array.from({ length: count }, (_, n) => ({
      type: 'COMPLIANCE_ALERT_RAISED',
      resourceType: 'COMPLIANCE_ALERT',
      payload: { type: String(n + 1), severity: 'HIGH', message: 'x'.repeat(bytesEach) },
    })),
  )

const openStreams = async (): Promise<number> => {
  const { body } = await server.fetch('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  return Number(/^streams_open\{kind="breaches"\} (\d+)$/m.exec(body)?.[1] ?? 0)
}

/** A stream that is opened, and not read before `read` is called: that answers all of it, to its clean end. */
async function openUnread(actor: Actor, path: string, headers: Record<string, string> = {}) {
  const asked = request(server.url + path, {
    headers: { Authorization: `Bearer ${actor.token}`, Accept: 'text/event-stream', ...headers },
  })
  asked.end()
  const [response] = await once(asked, 'response')
  response.pause()
  return async (isOver: (text: string) => boolean = () => false): Promise<string> => {
    const pieces: string[] = []
    let tail = ''
    for await (const bytes of response) {
      pieces.push(String(bytes))
      tail = `${tail}${bytes}`.slice(-3 * BYTES_EACH)
      if (isOver(tail)) break
    }
    return pieces.join('')
  }
}

interface Received {
  id: string
  number: number
}

const SURFACES = [
  {
    name: 'GET /api/realtime/breaches',
    path: (since?: string) => `/api/realtime/breaches${since ? `?lastEventId=${since}` : ''}`,
    received: (text: string): Received[] =>
      [...text.matchAll(/^id: (\S+)\nevent: breach\ndata: .*?"title":"(\d+)"/gm)].map(([, id = '', number]) => ({
        id,
        number: Number(number),
      })),
    end: /\n\n$/,
  },
  {
    name: '/graphql/stream',
    path: (since?: string) => {
      const query = 'subscription ($since: ID) { breaches(since: $since) { id event data { title description } } }'
      return `/graphql/stream?${new URLSearchParams({ query, variables: JSON.stringify({ since }) })}`
    },
    received: (text: string): Received[] =>
      [...text.matchAll(/^event: next\ndata: (.*)$/gm)].flatMap(([, json]) => {
        const breaches: Json = JSON.parse(json ?? '').data?.breaches
        return breaches?.data ? { id: breaches.id, number: Number(breaches.data.title) } : []
      }),
    end: /event: complete\ndata:\n\n$/,
  },
]

describe.each(SURFACES)('a reader of $name that takes nothing', ({ path, received, end }) => {
  test('is disconnected, can read the stored events to a clean end, and resumes with all the others', async () => {
    const actor = server.actor()
    const read = await openUnread(actor, path())
    expect(await openStreams()).toBe(1)
    await raise(actor.organizationId)
    await until('the server to release it', async () => (await openStreams()) === 0)
    const text = await read()
    expect(text).toMatch(end)
    const kept = received(text)
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(EVENTS / 2)
    const resume = await openUnread(actor, path(kept.at(-1)?.id))
    // The whole of the last event: pieces end anywhere.
    const last = new RegExp(`"title":"${EVENTS}".*\n\n`)
    const rest = received(await resume((tail) => last.test(tail)))
    expect([...kept, ...rest].map(({ number }) => number)).toEqual(
      Array.from({ length: EVENTS }, (_, index) => index + 1),
    )
  })

  /** Fewer than a stream holds for its reader. */
  const HELD = 900
  const WHOLE = (EVENTS * BYTES_EACH) / HELD

  test.each([
    [
      'that it missed',
      async (actor: Actor) => {
        await raise(actor.organizationId, HELD, WHOLE)
        return openUnread(actor, path('0'))
      },
    ],
    [
      'that wait for it',
      async (actor: Actor) => {
        const read = await openUnread(actor, path())
        await raise(actor.organizationId, HELD, WHOLE)
        return read
      },
    ],
  ])('receives no more events %s after its member was removed', async (_, open) => {
    const admin = server.actor()
    await aMember(admin, { userId: admin.userId, role: 'admin' })
    const reader = server.actor({ organizationId: admin.organizationId })
    const { id } = await aMember(admin, { userId: reader.userId, role: 'admin' })
    const read = await open(reader)
    expect((await admin.rest('DELETE', `/api/team/${id}`)).status).toBe(204)
    await until('the end of the stream', async () => (await openStreams()) === 0)
    const text = await read()
    expect(text).toMatch(/unauthorized/i)
    expect(received(text).length).toBeLessThan(HELD)
  })
})
