import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from '@jest/globals'
import { drainable } from '../src/edge/http/drain.ts'

/* Several times the size of a connection's buffers. */
const LONG = Buffer.alloc(50_000_000, '.')

async function listening(answer: RequestListener): Promise<{ port: number; drain: () => Promise<void> }> {
  const server = createServer(answer)
  const drain = drainable(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { port: (server.address() as AddressInfo).port, drain }
}

async function ask(port: number, agent: Agent, path = '/'): Promise<IncomingMessage> {
  const [response] = await once(get({ port, host: '127.0.0.1', agent, path }), 'response')
  return response
}

async function lengthOf(response: IncomingMessage): Promise<number> {
  let length = 0
  for await (const chunk of response) length += chunk.length
  return length
}

test('an answer that a client reads slowly is sent completely', async () => {
  const { port, drain } = await listening((_, response) => void response.end(LONG))
  const response = await ask(port, new Agent({ keepAlive: true }))
  const drained = drain()
  // The client has read nothing until now.
  expect(await lengthOf(response)).toBe(LONG.length)
  await drained
})

test('a request on a kept connection is answered with "Connection: close"', async () => {
  const { port, drain } = await listening((_, response) => void response.end('done'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await lengthOf(await ask(port, agent))).toBe(4)
  const drained = drain()
  const last = await ask(port, agent)
  expect(last.headers.connection).toBe('close')
  expect(await lengthOf(last)).toBe(4)
  await drained
})

test('a running request is awaited, and an idle connection is not', async () => {
  const entered = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const { port, drain } = await listening(async ({ url }, response) => {
    if (url === '/slow') {
      entered.resolve()
      await go.promise
    }
    response.end('done')
  })
  const idle = new Agent({ keepAlive: true })
  const first = await ask(port, idle)
  const { socket } = first
  await lengthOf(first)
  const asked = ask(port, new Agent({ keepAlive: true }), '/slow')
  await entered.promise
  const isIdleClosed = once(socket, 'close')
  let isDrained = false
  const drained = drain().then(() => {
    isDrained = true
  })
  await isIdleClosed
  expect(isDrained).toBe(false)
  go.resolve()
  const response = await asked
  expect(response.headers.connection).toBe('close')
  expect(await lengthOf(response)).toBe(4)
  await drained
})

test('pipelined requests are all answered', async () => {
  const entered = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const { port, drain } = await listening(async ({ url }, response) => {
    if (url === '/3') entered.resolve()
    await go.promise
    response.end(`answer ${url}`)
  })
  const socket = connect(port, '127.0.0.1')
  socket.write(['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`).join(''))
  await entered.promise
  const drained = drain()
  go.resolve()
  const text = Buffer.concat(await socket.toArray()).toString()
  expect(text.match(/answer \/\d|Connection: close/g)).toEqual([
    'answer /1',
    'answer /2',
    'Connection: close',
    'answer /3',
  ])
  await drained
})

test('a server that never listened stops at once', async () => {
  await drainable(createServer())()
})
