const FIRST_SECONDS = 5
const FACTOR = 4

/**
 * Seconds until the next attempt: 5 s, then four times as long for each further attempt, up to `longest`, with jitter.
 */
export function backoff(attempts: number, longest: number, random = Math.random()): number {
  const seconds = Math.min(FIRST_SECONDS * FACTOR ** (attempts - 1), longest)
  // Jitter, so that clients of the same failed host do not all retry at the same time.
  return seconds * (0.8 + 0.4 * random)
}
