import { PATIENCE_MS } from './patience.ts'

const PAUSE_MS = 20

/** Waits until `condition` yields something, and returns it. @throws Error naming `what` when it takes too long */
export async function until<T>(what: string, condition: () => Promise<T | undefined | false> | T | undefined | false) {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const found = await condition()
    if (found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`Waited in vain for ${what}`)
}
