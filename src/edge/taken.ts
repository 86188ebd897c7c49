import type { Response } from 'express'

const PATIENCE_MS = 60_000

/** Resolves when the client took what was written, or left. One that takes nothing for a minute is cut off. */
export function taken(response: Response): Promise<void> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('drain', done).off('close', done)
      resolve()
    }
    const timer = setTimeout(() => response.destroy(), PATIENCE_MS).unref()
    response.on('drain', done).on('close', done)
  })
}
