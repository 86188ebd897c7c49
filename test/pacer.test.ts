/** @process own: it moves the clock of the process. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import pino from 'pino'
import { Metrics } from '../src/common/metrics.ts'
import { Pacer } from '../src/events/pacer.ts'

/* The rules of background work, by a clock that the test moves. */

const lines: string[] = []
const metrics = new Metrics()
const watch = { log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }), metrics }

beforeEach(() => {
  lines.length = 0
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds)

/** Work whose rounds last until the test ends them. */
function work(pace: { gapMs?: number; longestGapMs?: number; idleMs?: number } = {}, next?: number) {
  const rounds: PromiseWithResolvers<void>[] = []
  let underWay = 0
  let most = 0
  const pacer = new Pacer({ name: 'test', failure: 'it failed', ...pace }, watch, async () => {
    const round = Promise.withResolvers<void>()
    rounds.push(round)
    most = Math.max(most, ++underWay)
    await round.promise.finally(() => --underWay)
    return next
  })
  /** Ends the current round. */
  const end = (error?: Error) => {
    if (error) rounds.at(-1)?.reject(error)
    else rounds.at(-1)?.resolve()
    return pass(0)
  }
  return { pacer, end, started: () => rounds.length, most: () => most }
}

describe('work after a wake-up', () => {
  test('starts at once, and again directly after a round in which it was woken', async () => {
    const { pacer, end, started, most } = work()
    pacer.wake()
    expect(started()).toBe(1)
    pacer.wake()
    pacer.wake()
    expect(started()).toBe(1)
    await end()
    expect(started()).toBe(2)
    await end()
    await pass(60_000)
    expect([started(), most()]).toEqual([2, 1])
  })

  test('does not start before the gap after the last round', async () => {
    const { pacer, end, started } = work({ gapMs: 100 })
    pacer.wake()
    await end()
    pacer.wake()
    pacer.wake()
    await pass(99)
    expect(started()).toBe(1)
    await pass(1)
    expect(started()).toBe(2)
    await end()
    await pass(100)
    pacer.wake()
    expect(started()).toBe(3)
  })

  test.each([
    ['short', 10, 100],
    ['long', 200, 600],
    ['very long', 5_000, 1_000],
  ])('leaves more time to others after a round that was long: %s', async (_, lasting, gap) => {
    const { pacer, end, started } = work({ gapMs: 100, longestGapMs: 1_000, idleMs: 60_000 })
    pacer.wake()
    await pass(lasting)
    pacer.wake()
    await end()
    await pass(gap - 1)
    expect(started()).toBe(1)
    await pass(1)
    expect(started()).toBe(2)
  })

  test('does not wait for its interval', async () => {
    const { pacer, end, started } = work({ idleMs: 5_000 })
    pacer.wake()
    await end()
    await pass(4_999)
    expect(started()).toBe(1)
    pacer.wake()
    expect(started()).toBe(2)
    await end()
    await pass(4_999)
    expect(started()).toBe(2)
    await pass(1)
    expect(started()).toBe(3)
  })
})

describe('work without a wake-up', () => {
  test('starts after the time that a round returned; 0 means at once', async () => {
    const { pacer, end, started } = work({ gapMs: 20, idleMs: 5_000 }, 0)
    pacer.wait()
    await pass(4_999)
    expect(started()).toBe(0)
    await pass(1)
    expect(started()).toBe(1)
    await end()
    await pass(20)
    expect(started()).toBe(2)
  })

  test('never starts without an interval', async () => {
    const { pacer, end, started } = work()
    pacer.wake()
    await end()
    await pass(3_600_000)
    expect(started()).toBe(1)
  })
})

describe('failed work', () => {
  test('is logged, counted and retried with a growing delay, until it succeeds', async () => {
    const { pacer, end, started } = work({ idleMs: 60_000 })
    pacer.wake()
    for (const [failures, seconds] of [1, 2, 4, 5, 5].entries()) {
      await end(new Error('no'))
      await pass(seconds * 800 - 1)
      expect([seconds, started()]).toEqual([seconds, failures + 1])
      await pass(seconds * 400 + 1)
      expect([seconds, started()]).toEqual([seconds, failures + 2])
    }
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      Array(5).fill(expect.objectContaining({ level: 50, msg: 'it failed', work: 'test' })),
    )
    expect(await metrics.registry.getSingleMetricAsString('background_failures_total')).toContain('{work="test"} 5')
    await end()
    await pass(59_999)
    expect(started()).toBe(6)
    await pass(1)
    await end(new Error('again'))
    await pass(1_200)
    expect(started()).toBe(8)
  })

  test('starts at once after a wake-up', async () => {
    const { pacer, end, started } = work()
    pacer.wake()
    await end(new Error('no'))
    pacer.wake()
    expect(started()).toBe(2)
  })
})

describe('a stop', () => {
  test('while it waits starts no further round', async () => {
    const { pacer, end, started } = work({ gapMs: 100, idleMs: 1_000 })
    pacer.wake()
    await end()
    pacer.wake()
    await pacer.stop()
    pacer.wake()
    await pass(60_000)
    expect(started()).toBe(1)
  })

  test('while it works waits for the round, whose signal is aborted', async () => {
    let lastSignal: AbortSignal | undefined
    const round = Promise.withResolvers<void>()
    const pacer = new Pacer({ name: 'test', failure: 'it failed', idleMs: 10 }, watch, (signal) => {
      lastSignal = signal
      return round.promise
    })
    pacer.wake()
    pacer.wake()
    let isStopped = false
    const stopped = pacer.stop().then(() => {
      isStopped = true
    })
    await pass(60_000)
    expect([lastSignal?.aborted, isStopped]).toEqual([true, false])
    lastSignal = undefined
    round.resolve()
    await stopped
    await pass(60_000)
    expect(lastSignal).toBeUndefined()
  })

  test('during a failure does not wait for the next attempt', async () => {
    const { pacer, end, started } = work()
    pacer.wake()
    await end(new Error('no'))
    await pacer.stop()
    await pass(60_000)
    expect(started()).toBe(1)
  })
})
