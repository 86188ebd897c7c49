const FIRST_SECONDS = 5
const FACTOR = 4

/** Seconds until the next attempt: five, then four times as long each time, up to `longest`; with jitter. */
export function backoff(attempts: number, longest: number, random = Math.random()): number {
  const seconds = Math.min(FIRST_SECONDS * FACTOR ** (attempts - 1), longest)
  // What failed together, since one host serves it all, must not come back together.
  return seconds * (0.8 + 0.4 * random)
}
