import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { test } from '@jest/globals'
import { startReceiver } from '../support/receiver.ts'
import { aClient } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { startSender, subscribe } from './webhooks.ts'

const DEAD_PER_TENANT = 4
const TENANTS = 10
const EVENTS = 5

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startSender())
})

/** An endpoint that accepts connections and never answers. */
async function startDead(): Promise<{ url: string; connections: () => number } & Disposable> {
  const sockets = new Set<{ destroy(): void }>()
  let count = 0
  const listener: Server = createServer((socket) => {
    count++
    sockets.add(socket)
    socket.on('error', () => {})
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook`,
    connections: () => count,
    [Symbol.dispose]() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}

test('40 endpoints of ten tenants that never answer delay neither the good one beside them nor other tenants', async () => {
  using dead = await startDead()
  await using beside = await startReceiver()
  await using others = await startReceiver()
  const tenants: Actor[] = []
  for (let made = 0; made < TENANTS; made++) {
    const tenant = server.actor()
    for (let endpoint = 0; endpoint < DEAD_PER_TENANT; endpoint++) await subscribe(tenant, `${dead.url}/${endpoint}`)
    tenants.push(tenant)
  }
  const [tenant] = tenants
  if (!tenant) throw new Error('There is no tenant')
  await subscribe(tenant, beside.url)
  const other = server.actor()
  await subscribe(other, others.url)
  for (const each of tenants) await aClient(each)
  // Every dead endpoint holds a message from here on.
  await until('the dead endpoints', () => dead.connections() >= DEAD_PER_TENANT * TENANTS)
  for (let event = 0; event < EVENTS; event++) {
    for (const each of tenants) await aClient(each)
    await aClient(other)
  }
  await until('all messages of the good endpoint', () => beside.received.length === EVENTS + 1)
  await until('all messages of the other tenant', () => others.received.length === EVENTS)
  // The dead ones hang still, or wait for another attempt. The receiver has a message before its result is stored.
  const unfinished = DEAD_PER_TENANT * (EVENTS + 1)
  await until(`${unfinished} messages of the dead endpoints`, async () => {
    const { body } = await tenant.graphql('{ backgroundWork { kind running waiting retrying } }')
    const { running, waiting, retrying } = body.data.backgroundWork.find(({ kind }: Json) => kind === 'WEBHOOKS')
    return running + waiting + retrying === unfinished
  })
})
