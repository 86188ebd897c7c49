import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { STALLED_MS } from './taken.ts'

/** How long an idle connection may still bring a request that was on its way when the server stopped, milliseconds. */
const LINGER_MS = 250

/**
 * Follows the connections of a server that does not listen yet. The result stops it, and settles when the last
 * connection is closed: whatever was accepted is answered, and read to its end, before its connection closes.
 *
 * Not by the server's own `close`, which takes a response for done once its end is written, and cuts off who reads
 * slowly; nor by closing one side of idle connections, where a request would be done and never answered.
 */
export function drainable(server: Server): () => Promise<void> {
  const open = new Map<Socket, Set<ServerResponse>>()
  let isDraining = false
  let isOver = false
  server.on('connection', (socket) => {
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  // Before the app, which may answer at once.
  server.prependListener('request', ({ socket }, response) => {
    const responses = open.get(socket)
    responses?.add(response)
    response.once('prefinish', () => socket.setTimeout(STALLED_MS))
    if (isDraining && responses) announceLast(responses)
    response.once('close', () => {
      responses?.delete(response)
      const [next] = responses ?? []
      // Node sets the time of an idle connection, and none of one that has another request.
      if (next) socket.setTimeout(next.writableEnded ? STALLED_MS : 0)
      if (isOver && responses?.size === 0) socket.destroySoon()
    })
  })
  const lastTurn = () => {
    isOver = true
    for (const [socket, responses] of open) if (responses.size === 0) socket.destroy()
  }
  return async () => {
    if (!server.listening) return
    const closed = Promise.withResolvers<void>()
    NetServer.prototype.close.call(server, () => closed.resolve())
    isDraining = true
    for (const responses of open.values()) announceLast(responses)
    const timer = setTimeout(lastTurn, LINGER_MS)
    await closed.promise
    clearTimeout(timer)
  }
}

/** Requests may come one behind the other before the first is answered: the connection closes behind the last. */
function announceLast(responses: Set<ServerResponse>): void {
  const unsent = [...responses].filter(({ headersSent }) => !headersSent)
  for (const response of unsent) response.removeHeader('Connection')
  unsent.at(-1)?.setHeader('Connection', 'close')
}
