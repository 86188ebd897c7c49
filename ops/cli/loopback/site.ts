import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer, type ServerOptions } from 'node:https'

/** A web site on loopback that a test can start and stop, and whose responses it can set. */
export class Site {
  readonly port: number
  /** With a certificate, the site uses TLS. */
  tls: Pick<ServerOptions, 'key' | 'cert'> | undefined
  answer: RequestListener = (_, response) => response.end('hello')
  #server: Server | undefined

  constructor(port: number) {
    this.port = port
  }

  get url(): string {
    return `${this.tls ? 'https' : 'http'}://127.0.0.1:${this.port}/`
  }

  async up(): Promise<void> {
    const answer: RequestListener = (request, response) => this.answer(request, response)
    const server = this.tls ? createSecureServer(this.tls, answer) : createServer(answer)
    this.#server = server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async down(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    server?.closeAllConnections()
    if (server) await new Promise((resolve) => server.close(resolve))
  }
}
