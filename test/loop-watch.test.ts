/** @database none */
import { expect, test } from '@jest/globals'
import { createLog } from '../src/main/log.ts'
import { type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

const lines: Json[] = []
let server: TestServer
setUp(async (opened) => {
  const log = createLog('warn', { write: (line: string) => void lines.push(JSON.parse(line)) })
  server = opened.use(await startServer({ METRICS_TOKEN: 'a'.repeat(16) }, undefined, log))
})

const blockedLines = () => lines.filter(({ msg }) => msg === 'the event loop was blocked')

const count = async (): Promise<number> => {
  const { body } = await server.fetch('/metrics', { headers: { Authorization: `Bearer ${'a'.repeat(16)}` } })
  return Number(/^event_loop_blocked_seconds_count (\d+)$/m.exec(String(body))?.[1])
}

/** Keeps the processor busy, and everybody waiting. */
function block(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

test('a blocked event loop is logged, with the running requests', async () => {
  const before = await count()
  const actor = server.actor()
  // The request is inside when the loop is blocked: its headers were read.
  server.app.server.once('request', () => setImmediate(() => block(1500)))
  const { headers } = await actor.rest('GET', '/api/clients')
  await until('the metric', async () => (await count()) > before)
  const request = { requestId: headers.get('x-request-id'), method: 'GET', route: '/api/clients' }
  expect(blockedLines().flatMap(({ requests }) => requests)).toContainEqual(request)
  expect(blockedLines().at(-1).milliseconds).toBeGreaterThan(500)
})
