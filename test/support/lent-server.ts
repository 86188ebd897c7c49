import type { ServerResponse } from 'node:http'
import { atEnd } from '../runner/end.ts'
import { wasReachedBehind } from './database.ts'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

/** A gateway, and its unfinished responses, streams included. */
interface Lent {
  server: TestServer
  answering: Set<ServerResponse>
}

/**
 * The gateway of this process, while no test file uses it. If a file needs two servers at once, a second gateway is
 * started.
 */
let free: Lent | undefined

async function open(start: () => Promise<TestServer>): Promise<Lent> {
  const server = await start()
  const answering = new Set<ServerResponse>()
  server.server.on('request', (_, response) => {
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  atEnd.add(server.close)
  return { server, answering }
}

const paths = ({ answering }: Lent) => [...answering].map(({ req }) => `${req.method} ${req.url}`).join(', ')

/** Keeps a gateway for the next test file. Closes a gateway that a test has changed. */
async function giveBack(lent: Lent): Promise<void> {
  const { server, answering } = lent
  if (!free && server.server.listening && !wasReachedBehind(server.connection)) {
    await until(`the end of what the test file left open: ${paths(lent)}`, () => answering.size === 0)
    free = lent
    return
  }
  atEnd.delete(server.close)
  await server.close()
}

/** Lends a gateway. Its `close` returns it. */
export async function borrow(start: () => Promise<TestServer>): Promise<TestServer> {
  const known = free
  free = undefined
  const lent = known ?? (await open(start))
  let end: Promise<void> | undefined
  const close = () => {
    end ??= giveBack(lent)
    return end
  }
  return { ...lent.server, close, [Symbol.asyncDispose]: close }
}
