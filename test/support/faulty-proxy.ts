import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fault of one request: cut before or after the gateway received it, never answered, or answered by the proxy. */
export type Fault =
  | 'cut'
  | 'cut the answer'
  | 'hang'
  | { status: number; headers?: Record<string, string>; body?: string }

/** A proxy in front of a gateway. Each element of `faults` damages one request. */
export interface FaultyProxy extends AsyncDisposable {
  url: string
  faults: (Fault | undefined)[]
  /** All received requests, including damaged ones. */
  seen: IncomingMessage[]
  /** Cuts all open connections. */
  cut(): void
}

function forward(target: string, incoming: IncomingMessage, outgoing: ServerResponse, isAnswerCut: boolean): void {
  const { method, headers, url } = incoming
  const forwarded = requestOf(new URL(url ?? '/', target), { method, headers }, (answer) => {
    if (isAnswerCut) {
      answer.resume().on('end', () => outgoing.destroy())
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    outgoing.flushHeaders()
    answer.on('error', () => outgoing.destroy()).pipe(outgoing)
  })
  forwarded.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
}

/** Starts a proxy on a free port, unless `port` names one. */
export async function startFaultyProxy(target: string, port = 0): Promise<FaultyProxy> {
  const server = createServer((incoming, outgoing) => {
    proxy.seen.push(incoming)
    const fault = proxy.faults.shift()
    if (fault === 'cut') incoming.destroy()
    else if (fault === 'hang') incoming.resume()
    else if (fault === undefined || fault === 'cut the answer') forward(target, incoming, outgoing, fault !== undefined)
    else outgoing.writeHead(fault.status, fault.headers).end(fault.body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults: [],
    seen: [],
    cut: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}
