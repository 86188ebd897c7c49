import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { STALLED_MS } from './drained.ts'

/** How long an idle connection stays open for a request that was on its way when the server stopped, milliseconds. */
const LINGER_MS = 250

/**
 * Follows the connections of a server that does not listen yet. Returns a function that stops the server. Its promise
 * resolves when the last connection is closed. Every accepted request is answered, and the client reads the whole
 * response, before its connection closes.
 *
 * The server's own `close` is not used: it treats a response as complete when its end is written, and cuts off a slow
 * reader. Closing one side of idle connections is no alternative: a request could be executed and never answered.
 */
export function drainable(server: Server): () => Promise<void> {
  const open = new Map<Socket, Set<ServerResponse>>()
  let isDraining = false
  let isOver = false
  server.on('connection', (socket) => {
    open.set(socket, new Set())
    socket.once('close', () => open.delete(socket))
  })
  // Runs before the listener of the app, because the app may answer in the same tick.
  server.prependListener('request', ({ socket }, response) => {
    const responses = open.get(socket)
    responses?.add(response)
    response.once('prefinish', () => socket.setTimeout(STALLED_MS))
    if (isDraining && responses) announceLast(responses)
    response.once('close', () => {
      responses?.delete(response)
      const [next] = responses ?? []
      // Node sets the timeout of an idle connection, but not of a connection that has another request.
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

/** A client may send several requests before the first is answered: the connection closes after the last one. */
function announceLast(responses: Set<ServerResponse>): void {
  const unsent = [...responses].filter(({ headersSent }) => !headersSent)
  for (const response of unsent) response.removeHeader('Connection')
  unsent.at(-1)?.setHeader('Connection', 'close')
}
