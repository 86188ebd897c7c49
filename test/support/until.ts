import { PATIENCE_MS } from './patience.ts'

const PAUSE_MS = 20

/**
 * Waits until `condition` returns a value other than undefined and false, and returns it.
 * @throws Error that names `what` after the time limit
 */
export async function until<T>(what: string, condition: () => Promise<T | undefined | false> | T | undefined | false) {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const found = await condition()
    if (found !== undefined && found !== false) return found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error(`Waited in vain for ${what}`)
}
