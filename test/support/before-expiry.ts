import { until } from './until.ts'

/**
 * Starts something with a token that expires soon. A busy machine may need longer than the token is valid, so the
 * token of each further try is valid twice as long.
 * @param start takes the validity in seconds, and returns undefined if the token expired too early
 */
export async function beforeExpiry<T>(start: (expiresIn: number) => Promise<T | undefined>): Promise<T> {
  let expiresIn = 1
  return until('a start before the token expires', () => {
    expiresIn *= 2
    return start(expiresIn)
  })
}
