import { describe, expect, test } from '@jest/globals'
import { addDays, daysIn, Interval } from '../../src/features/analytics/analytics.days.ts'
import { NO_SUMS } from '../../src/features/analytics/analytics.figures.ts'
import { historyOf } from '../../src/features/analytics/analytics.history.ts'

const { DAY, WEEK, MONTH } = Interval

const on = (day: string) => ({ ...NO_SUMS, day, records: 1, clicks: 100 })
/** A record of 100 clicks on every day from one to another that `isReported`. */
const daily = (from: string, to: string, isReported = (_: string) => true) =>
  Array.from({ length: daysIn(from, to) }, (_, index) => addDays(from, index))
    .filter(isReported)
    .map(on)
const isWeekday = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Clicks of the buckets, and which are meant. */
function summaryOf(interval: Interval, days: ReturnType<typeof daily>, today: string, isOver = false) {
  const { buckets, next, endedOn } = historyOf(interval, days, today, isOver)
  return { from: buckets[0]?.from, next, endedOn, clicks: buckets.map(({ clicks }) => clicks) }
}

describe('whole buckets', () => {
  test('the first has records from its beginning', () => {
    const days = daily('2025-01-02', '2025-03-31')
    expect(summaryOf(MONTH, days, '2025-04-01')).toEqual({
      from: '2025-02-01',
      next: '2025-04-01',
      endedOn: null,
      clicks: [2800, 3100],
    })
    expect(summaryOf(MONTH, daily('2025-01-01', '2025-03-31'), '2025-04-01').clicks).toEqual([3100, 2800, 3100])
    // A Tuesday.
    expect(summaryOf(WEEK, daily('2025-01-07', '2025-01-26'), '2025-01-27')).toMatchObject({ clicks: [700, 700] })
  })

  test('the last is over, and reported to its end', () => {
    const days = daily('2025-01-01', '2025-03-30')
    const expected = { next: '2025-03-01', endedOn: null, clicks: [3100, 2800] }
    // On the last day itself, and two days later, when March 31 has not been reported yet.
    expect(summaryOf(MONTH, days, '2025-03-31')).toMatchObject(expected)
    expect(summaryOf(MONTH, days, '2025-04-02')).toMatchObject(expected)
    // What has come since tells that there was nothing on March 31.
    expect(summaryOf(MONTH, [...days, on('2025-04-01')], '2025-04-02')).toMatchObject({
      next: '2025-04-01',
      clicks: [3100, 2800, 3000],
    })
  })

  test('today is never over, nor the bucket that it lies in', () => {
    for (const interval of [DAY, WEEK, MONTH]) {
      const { next } = summaryOf(interval, daily('2025-01-01', '2025-03-14'), '2025-03-14')
      expect(next <= '2025-03-14').toBe(true)
    }
    expect(summaryOf(DAY, daily('2025-03-01', '2025-03-14'), '2025-03-14').clicks).toHaveLength(13)
  })

  test('end with their last weekday where weekends have no records', () => {
    // Friday, January 31.
    const days = daily('2025-01-06', '2025-01-31', isWeekday)
    expect(summaryOf(WEEK, days, '2025-02-03')).toMatchObject({ next: '2025-02-03', clicks: [500, 500, 500, 500] })
    expect(summaryOf(WEEK, days.slice(0, -1), '2025-02-03')).toMatchObject({
      next: '2025-01-27',
      clicks: [500, 500, 500],
    })
  })

  test('may have one record each', () => {
    const days = ['2025-01-15', '2025-02-15', '2025-03-15'].map(on)
    expect(summaryOf(MONTH, days, '2025-04-10')).toEqual({
      from: '2025-01-01',
      next: '2025-04-01',
      endedOn: null,
      clicks: [100, 100, 100],
    })
  })

  test('are none without records, and none of a single day', () => {
    expect(summaryOf(MONTH, [], '2025-03-14')).toEqual({ next: '2025-03-01', endedOn: null, clicks: [] })
    expect(summaryOf(MONTH, [on('2025-03-10')], '2025-03-14').clicks).toEqual([])
  })
})

describe('silence', () => {
  const days = daily('2025-01-01', '2025-02-28')

  test.each([
    ['one day: not reported yet', '2025-03-02', '2025-03-01', null, 59],
    ['two weeks: not reported yet', '2025-03-15', '2025-03-01', null, 59],
    ['longer, and never before: the end', '2025-03-16', '2025-03-01', '2025-02-28', 59],
  ])('%s', (_, today, next, endedOn, count) => {
    const found = summaryOf(DAY, days, today)
    expect({ ...found, clicks: found.clicks.length }).toEqual({ from: '2025-01-01', next, endedOn, clicks: count })
  })

  test('longer than two weeks, but usual: nothing was achieved', () => {
    const paused = daily('2025-01-01', '2025-02-28', (day) => day <= '2025-01-10' || day > '2025-01-25')
    const found = summaryOf(DAY, paused, '2025-03-20')
    expect(found).toMatchObject({ next: '2025-03-20', endedOn: null })
    expect(found.clicks.slice(-19)).toEqual(Array(19).fill(0))
    // The pause was of 15 days.
    expect(summaryOf(DAY, paused, '2025-03-31')).toMatchObject({ endedOn: null })
    expect(summaryOf(DAY, paused, '2025-04-01')).toMatchObject({ endedOn: '2025-02-28' })
  })

  test('of a campaign that is over needs no time', () => {
    expect(summaryOf(DAY, days, '2025-03-01', true)).toMatchObject({ endedOn: '2025-02-28' })
  })
})
