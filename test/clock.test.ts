import { expect, test } from '@jest/globals'
import { Clock } from '../src/data/clock.ts'

const HALF_AN_HOUR = 30 * 60_000
const apart = (clock: Clock, by: number) => Math.abs(clock.now.getTime() - Date.now() - by)

test('the time is that of this machine until the first measurement, and then that of the database', async () => {
  const clock = new Clock()
  expect(apart(clock, 0)).toBeLessThan(1_000)
  await clock.measure(async () => new Date(Date.now() + HALF_AN_HOUR))
  expect(apart(clock, HALF_AN_HOUR)).toBeLessThan(1_000)
  await clock.measure(async () => new Date(Date.now() - HALF_AN_HOUR))
  expect(apart(clock, -HALF_AN_HOUR)).toBeLessThan(1_000)
})

test('a slow measurement does not replace a better one', async () => {
  const clock = new Clock()
  const slowly = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return new Date(0)
  }
  await clock.measure(async () => new Date(Date.now() + HALF_AN_HOUR))
  await clock.measure(slowly, 1)
  expect(apart(clock, HALF_AN_HOUR)).toBeLessThan(1_000)
})

test('a failed measurement does not change the time', async () => {
  const clock = new Clock()
  await clock.measure(async () => new Date(Date.now() + HALF_AN_HOUR))
  await expect(clock.measure(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(apart(clock, HALF_AN_HOUR)).toBeLessThan(1_000)
})
