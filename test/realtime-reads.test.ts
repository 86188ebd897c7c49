import { expect, test } from '@jest/globals'
import { listen } from './support/listen.ts'
import { aBreach } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions } from './support/statements.ts'
import { until } from './support/until.ts'

const CHANGES = 20
const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({ STREAMS_PER_USER: '100' }, recordTransactions(transactions)))
})

const isRead = (role: string, table: string) => (sent: string[]) =>
  sent[0]?.startsWith('begin read only') && sent[0].includes(role) && sent.join().includes(`from "${table}"`)

/** What a burst of changes makes the process read while so many streams follow. */
async function readsWith(streams: number) {
  const actor = server.actor()
  using open = new DisposableStack()
  const followers = Array.from({ length: streams }, () =>
    open.use(listen(`${server.url}/api/realtime/breaches`, actor.token)),
  )
  await Promise.all(followers.map(({ opened }) => opened))
  transactions.length = 0
  const started = performance.now()
  await Promise.all(Array.from({ length: CHANGES }, () => aBreach(actor)))
  await until('every event', () => followers.every(({ heard }) => heard.length === CHANGES))
  const elapsed = performance.now() - started
  const ofFeed = transactions.filter(isRead('gateway_tenant', 'event')).length
  const own = transactions.filter(([begin = '']) => begin.includes(`'${actor.organizationId}'`))
  return { elapsed, ofFeed, ofRows: own.filter(isRead('gateway_tenant', 'breach')).length }
}

test.each([1, 40])('with %i streams, changes that come together are read once', async (streams) => {
  const { elapsed, ofFeed, ofRows } = await readsWith(streams)
  expect(ofRows).toBeGreaterThan(0)
  expect(ofRows).toBeLessThanOrEqual(Math.min(ofFeed, CHANGES))
  expect(ofFeed).toBeGreaterThan(0)
  expect(ofFeed).toBeLessThanOrEqual(elapsed / 20 + 2)
})
