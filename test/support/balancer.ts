import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** A proxy that sends each request to the next server in turn, as an ingress does without affinity. */
export async function startBalancer(
  urls: readonly string[],
): Promise<AsyncDisposable & { url: string; server: Server }> {
  let turn = 0
  const server = createServer((asked, response) => {
    const { method, headers, url } = asked
    const target = new URL(url ?? '/', urls[turn++ % urls.length])
    const forwarded = request(target, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      // Ends the response where the server ends its own before the end, as for a revoked key.
      pipeline(answer, response, () => {})
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    asked.pipe(forwarded)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
