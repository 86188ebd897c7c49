import type { Response } from 'express'

/** A write without progress for so long is cut. Node starts the time again as long as the client takes bytes. */
export const STALLED_MS = 30_000

/** Resolves when the client took what was written, or left. A client that takes nothing is cut off. */
export function taken(response: Response): Promise<void> {
  const { socket } = response
  if (response.destroyed || !response.writableNeedDrain || !socket) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      socket.setTimeout(0)
      response.off('drain', done).off('close', done)
      resolve()
    }
    socket.setTimeout(STALLED_MS)
    response.on('drain', done).on('close', done)
  })
}
