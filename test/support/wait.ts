/** Waits until `check` answers something else than undefined or false. @throws Error when it does not in time */
export async function eventually<T>(
  check: () => Promise<T | undefined | false> | T | undefined | false,
  milliseconds = 15_000,
): Promise<T> {
  const deadline = performance.now() + milliseconds
  for (;;) {
    const answer = await check()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`It did not happen within ${milliseconds} ms: ${check}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
