import { until } from './until.ts'

/**
 * Starts something with a token or key that expires soon. A busy machine may need longer than it is valid, so that of
 * each further try is valid twice as long.
 * @param start takes the validity in seconds, and returns undefined if it expired too early
 */
export async function beforeExpiry<T>(start: (expiresIn: number) => Promise<T | undefined>): Promise<T> {
  let expiresIn = 1
  return until('a start before the expiry', () => {
    expiresIn *= 2
    return start(expiresIn)
  })
}
