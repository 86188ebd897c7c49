/**
 * Calls all functions at once and waits until all have ended, so that no rejection stays unhandled.
 * @throws the failure of the first failed function in the list
 */
export async function runAll<const F extends readonly (() => unknown)[]>(
  functions: F,
): Promise<{ -readonly [K in keyof F]: Awaited<ReturnType<F[K]>> }> {
  const ends = await Promise.allSettled(functions.map(async (start) => start()))
  const results = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  return results as { -readonly [K in keyof F]: Awaited<ReturnType<F[K]>> }
}
