import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request as a fake server received it. */
export interface Received {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** What a fake server answers: a status, and what goes as JSON. */
export interface Reply {
  status: number
  body?: unknown
}

/** An HTTP server on loopback that notes what it gets and answers what the test says. */
export class FakeServer implements AsyncDisposable {
  readonly received: Received[] = []
  readonly #server: Server

  private constructor(reply: (request: Received) => Reply) {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const received = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
        this.received.push(received)
        const { status, body: answer } = reply(received)
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(answer === undefined ? '' : JSON.stringify(answer))
      })
    })
  }

  /** Listens on a free port. */
  static async open(reply: (request: Received) => Reply): Promise<FakeServer> {
    const server = new FakeServer(reply)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  /** Where it answers. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
