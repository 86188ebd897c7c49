/** How long each run takes, in milliseconds, in turns: whatever else the machine does meets all of them. */
export async function inTurns(runs: (() => Promise<unknown>)[], rounds: number): Promise<number[][]> {
  const times = runs.map((): number[] => [])
  for (let round = -WARMING; round < rounds; round++) {
    for (const [index, run] of runs.entries()) {
      const time = await timed(run)
      if (round >= 0) times[index]?.push(time)
    }
  }
  return times
}

/** Rounds at first that do not count. */
const WARMING = 3

/** How long it takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

export const shown = (values: readonly number[]): string =>
  `p50 ${quantile(values, 0.5).toFixed(2)} ms, p99 ${quantile(values, 0.99).toFixed(2)} ms`

/** Sends a request, and reads its answer. @throws Error when it is refused */
export async function ok(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init)
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
