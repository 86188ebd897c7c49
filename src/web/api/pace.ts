const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * The delay before the next attempt: doubled each time up to a limit, with jitter, so that clients do not all reconnect
 * at the same time.
 */
export function backoff(attempts: number, random = Math.random()): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS)
  return Math.round(longest / 2 + (longest / 2) * random)
}

/**
 * Calls at once, then at most once per pause, because requests are rate limited and hundreds of changes may arrive
 * together.
 */
export function paced(call: () => void, pauseMs: number): { call: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWanted = false
  const turn = () => {
    timer = undefined
    if (isWanted) now()
  }
  const now = () => {
    isWanted = false
    timer = setTimeout(turn, pauseMs)
    call()
  }
  return {
    call() {
      isWanted = true
      if (timer === undefined) now()
    },
    stop() {
      clearTimeout(timer)
      isWanted = false
    },
  }
}
