const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/**
 * How long to wait before the next attempt: twice as long each time up to a bound, and never the same for all, so that
 * a server that comes back is not met by everybody at once.
 */
export function backoff(attempts: number, random = Math.random()): number {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS)
  return Math.round(longest / 2 + (longest / 2) * random)
}

/**
 * Calls at once, and then at most once per pause: requests are counted, and changes can come by the hundred.
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
