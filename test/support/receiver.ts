import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that an endpoint received. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
  path: string
}

/** An endpoint for webhooks. It answers 200 unless `answer` is replaced. */
export interface Receiver extends AsyncDisposable {
  url: string
  port: number
  received: Received[]
  answer: (response: ServerResponse, request: Received) => void
}

/** Starts an endpoint on a free port of a loopback address. */
export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const received = { headers: request.headers, body, path: request.url ?? '' }
    receiver.received.push(received)
    receiver.answer(response, received)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    url: `http://${host}:${port}/hook`,
    port,
    received: [],
    answer: (response) => response.end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
