import type { ServerResponse } from 'node:http'
import { atEnd } from '../runner/end.ts'
import { wasReachedBehind } from './database.ts'
import type { TestServer } from './server.ts'
import { until } from './until.ts'

/** A gateway and the answers that it has not finished, streams among them. */
interface Lent {
  server: TestServer
  answering: Set<ServerResponse>
}

/** The gateway of this process that no test file has. Two test servers at once are two gateways. */
let free: Lent | undefined

async function open(start: () => Promise<TestServer>): Promise<Lent> {
  const server = await start()
  const answering = new Set<ServerResponse>()
  server.app.server.on('request', (_, response) => {
    answering.add(response)
    response.once('close', () => answering.delete(response))
  })
  atEnd.add(server.close)
  return { server, answering }
}

const paths = ({ answering }: Lent) => [...answering].map(({ req }) => `${req.method} ${req.url}`).join(', ')

/** Takes a gateway back for the next test file, or closes one that the next file would find changed. */
async function giveBack(lent: Lent): Promise<void> {
  const { server, answering } = lent
  if (!free && server.app.server.listening && !wasReachedBehind(server.connection)) {
    await until(`the end of what the test file left open: ${paths(lent)}`, () => answering.size === 0)
    free = lent
    return
  }
  atEnd.delete(server.close)
  await server.close()
}

/** Lends a gateway until it is closed, which gives it back. */
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
