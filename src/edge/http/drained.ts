import type { Response } from 'express'

/** A write without progress for this time is aborted, milliseconds. Node restarts the timer while the client reads. */
export const STALLED_MS = 30_000

/** Resolves when the client has read the written data, or disconnected. A client that reads nothing is disconnected. */
export function drained(response: Response): Promise<void> {
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
