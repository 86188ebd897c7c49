/** @process own: it moves the clock of the process. */
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { ServiceError } from '../src/common/errors.ts'
import { FairPool } from '../src/common/fair-pool.ts'

/** A pool as an observer sees it: who holds connections, and who waits. */
class Traffic {
  readonly #shares: FairPool
  readonly holders: string[] = []
  readonly waiting: string[] = []
  /** For each grant: the amount that the party held, and the least amount that a waiting party held. */
  readonly grants: { held: number; least: number }[] = []

  constructor(size: number) {
    this.#shares = new FairPool(size)
  }

  async arrive(poolUser: string): Promise<void> {
    const entered = this.#shares.enter(poolUser)
    if (!entered) return this.#granted(poolUser)
    this.waiting.push(poolUser)
    entered.then(
      () => {
        this.waiting.splice(this.waiting.indexOf(poolUser), 1)
        this.#granted(poolUser)
      },
      // Refuses the requests that still wait at the end of a test.
      () => {},
    )
    await settled()
  }

  async leave(index: number): Promise<void> {
    const [poolUser] = this.holders.splice(index % this.holders.length, 1)
    if (poolUser !== undefined) this.#shares.leave(poolUser)
    await settled()
  }

  heldBy = (poolUser: string) => this.holders.filter((each) => each === poolUser).length

  #granted(poolUser: string): void {
    const others = this.waiting.filter((each) => each !== poolUser).map(this.heldBy)
    this.grants.push({ held: this.heldBy(poolUser), least: Math.min(...others) })
    this.holders.push(poolUser)
  }
}

/** Waits until all promises that can settle have settled. */
const settled = () => new Promise(setImmediate)

describe('shares of a pool', () => {
  const size = fc.integer({ min: 1, max: 12 })
  const arrival = fc.constantFrom('a', 'b', 'c', 'd')
  const departure = fc.nat(20)
  const course = fc.array(fc.oneof(arrival, departure), { maxLength: 60 })

  test('no party gets more while a party with less waits; in the end every party had a turn', async () => {
    await fc.assert(
      fc.asyncProperty(size, course, async (connections, steps) => {
        const traffic = new Traffic(connections)
        for (const step of steps) {
          if (typeof step === 'string') await traffic.arrive(step)
          else if (traffic.holders.length > 0) await traffic.leave(step)
          expect(traffic.holders.length).toBeLessThanOrEqual(connections)
        }
        while (traffic.holders.length > 0) await traffic.leave(0)
        expect(traffic.waiting).toEqual([])
        for (const { held, least } of traffic.grants) expect(held).toBeLessThanOrEqual(least)
      }),
    )
  })

  test('a party alone may hold most of them, and the next party is served at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 40 }), async (connections) => {
        const traffic = new Traffic(connections)
        for (let index = 0; index < connections; index++) await traffic.arrive('greedy')
        expect(traffic.heldBy('greedy')).toBeGreaterThanOrEqual(Math.floor(connections / 2))
        for (const poolUser of ['b', 'b', 'b']) await traffic.arrive(poolUser)
        expect(traffic.heldBy('b')).toBeGreaterThanOrEqual(1)
        await traffic.leave(traffic.holders.indexOf('b'))
        expect(traffic.heldBy('b')).toBeGreaterThanOrEqual(1)
      }),
    )
  })

  test('endless new parties do not keep a party waiting', async () => {
    await fc.assert(
      fc.asyncProperty(size, fc.integer({ min: 0, max: 20 }), async (connections, ahead) => {
        const traffic = new Traffic(connections)
        for (let index = 0; index < connections + ahead; index++) await traffic.arrive(`first ${index}`)
        await traffic.arrive('patient')
        for (let index = 0; index < ahead + connections; index++) {
          await traffic.arrive(`newcomer ${index}`)
          await traffic.leave(0)
        }
        expect(traffic.waiting).not.toContain('patient')
      }),
    )
  })

  test('with a single connection, organizations take turns whatever their number of requests', async () => {
    const traffic = new Traffic(1)
    for (const poolUser of ['many', 'many', 'many', 'many', 'few', 'few']) await traffic.arrive(poolUser)
    const turns: string[] = []
    for (let holder = traffic.holders[0]; holder; holder = traffic.holders[0]) {
      turns.push(holder)
      await traffic.leave(0)
    }
    expect(turns).toEqual(['many', 'many', 'few', 'many', 'few', 'many'])
  })
})

describe('shares of bytes', () => {
  const division = { most: 50, spare: 25 }
  const patience = { withoutTurnMs: 5_000, longestMs: 30_000, mostWaiting: 100 }

  test('no more is granted than exists; a quarter is left for new parties; in the end every party had a turn', async () => {
    const arrival = fc.record({ poolUser: fc.constantFrom('a', 'b', 'c'), amount: fc.integer({ min: 1, max: 100 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(arrival, fc.nat(20)), { maxLength: 40 }), async (steps) => {
        const shares = new FairPool(100, patience, division)
        const holders: { poolUser: string; amount: number }[] = []
        let waiting = 0
        const leave = async (index: number) => {
          const [gone] = holders.splice(index % holders.length, 1)
          if (gone) shares.leave(gone.poolUser, gone.amount)
          await settled()
        }
        for (const step of steps) {
          if (typeof step === 'number') await leave(step)
          else {
            const isFirst = holders.every(({ poolUser }) => poolUser !== step.poolUser)
            const { free } = shares
            const entered = shares.enter(step.poolUser, step.amount)
            if (!entered && !isFirst) expect(free - step.amount).toBeGreaterThanOrEqual(division.spare)
            waiting++
            void Promise.resolve(entered).then(() => {
              waiting--
              holders.push(step)
            })
            await settled()
          }
          expect(shares.free).toBe(100 - holders.reduce((sum, { amount }) => sum + amount, 0))
          expect(shares.free).toBeGreaterThanOrEqual(0)
        }
        while (holders.length > 0) await leave(0)
        expect([waiting, shares.free]).toEqual([0, 100])
      }),
    )
  })

  test('an amount in use is granted without a wait, and others wait until it is returned', async () => {
    const shares = new FairPool(100, patience, division)
    shares.force('a', 120)
    expect(shares.free).toBe(-20)
    let isServed = false
    void shares.enter('b', 10)?.then(() => {
      isServed = true
    })
    await settled()
    expect(isServed).toBe(false)
    shares.leave('a', 120)
    await settled()
    expect(isServed).toBe(true)
  })
})

describe('patience', () => {
  const patience = { withoutTurnMs: 5_000, longestMs: 30_000, mostWaiting: 3 }
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  const outcomeOf = (entered: Promise<void> | undefined) => {
    const outcome: { is: 'waiting' | 'admitted' | ServiceError } = {
      is: entered !== undefined ? 'waiting' : 'admitted',
    }
    entered?.then(
      () => {
        outcome.is = 'admitted'
      },
      (error: ServiceError) => {
        outcome.is = error
      },
    )
    return outcome
  }
  const refused = expect.objectContaining({ code: 'NOT_READY', headers: { 'Retry-After': '2' } })

  test('a request of a party without turns is refused after a while, and leaves the queue', async () => {
    const shares = new FairPool(1, patience)
    expect(shares.enter('stuck')).toBeUndefined()
    const behind = outcomeOf(shares.enter('stuck'))
    const other = outcomeOf(shares.enter('other'))
    await jest.advanceTimersByTimeAsync(patience.withoutTurnMs - 1)
    expect([behind.is, other.is]).toEqual(['waiting', 'waiting'])
    await jest.advanceTimersByTimeAsync(1)
    expect([behind.is, other.is]).toEqual([refused, refused])
    shares.leave('stuck')
    expect(shares.enter('stuck')).toBeUndefined()
  })

  test('a request keeps waiting while its party gets turns, up to the maximum', async () => {
    const shares = new FairPool(1, { ...patience, mostWaiting: 100 })
    expect(shares.enter('busy')).toBeUndefined()
    const queue = Array.from({ length: 50 }, () => outcomeOf(shares.enter('busy')))
    for (let second = 1; second < 30; second++) {
      await jest.advanceTimersByTimeAsync(1_000)
      shares.leave('busy')
    }
    await jest.advanceTimersByTimeAsync(0)
    expect(queue.map(({ is }) => is)).toEqual([...Array(29).fill('admitted'), ...Array(21).fill('waiting')])
    await jest.advanceTimersByTimeAsync(1_000)
    expect(queue.map(({ is }) => is)).toEqual([...Array(29).fill('admitted'), ...Array(21).fill(refused)])
  })

  test('after a refused request, the next one of the party, which needs less, is served', async () => {
    const shares = new FairPool(100, patience, { most: 50, spare: 25 })
    expect(shares.enter('a', 10)).toBeUndefined()
    const large = outcomeOf(shares.enter('a', 90))
    await jest.advanceTimersByTimeAsync(patience.withoutTurnMs - 1)
    const small = outcomeOf(shares.enter('a', 10))
    await jest.advanceTimersByTimeAsync(1)
    expect([large.is, small.is]).toEqual([refused, 'admitted'])
  })

  test('a request is refused at once if too many of its party wait; other parties are not', async () => {
    const shares = new FairPool(1, patience)
    for (let index = 0; index < 4; index++) shares.enter('many')?.catch(() => {})
    expect(() => shares.enter('many')).toThrow(ServiceError)
    expect(outcomeOf(shares.enter('other')).is).toBe('waiting')
  })
})
