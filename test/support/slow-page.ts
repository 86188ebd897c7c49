import type { BrowserContext } from 'playwright-core'

/** Delay of slow pages (`TEST_SLOW_PAGES`), milliseconds: longer than the time between two keys of a test. */
const LATE_MS = 700
/** Shorter timers wait for an idle or painted page and are delayed. Longer timers are intended pauses. */
const SHORT_MS = 50

/** Delays frames, short timers and answers of all pages, as a very busy machine does. */
export async function slowDown(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ late, short }) => {
      const later = window.setTimeout
      window.requestAnimationFrame = (run) => Number(later(() => run(performance.now()), late))
      window.cancelAnimationFrame = clearTimeout
      window.setTimeout = ((run: TimerHandler, ms = 0, ...given: unknown[]) =>
        later(run, ms > short ? ms : ms + late, ...given)) as typeof setTimeout
    },
    { late: LATE_MS, short: SHORT_MS },
  )
  await context.route('**/graphql', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LATE_MS))
    // The page may have been closed.
    await route.fallback().catch(() => {})
  })
}
