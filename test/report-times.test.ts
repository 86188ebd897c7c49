/**
 * @database none
 */
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ReportDay } from '../src/features/reports/report-schedule.entity.ts'
import { nextTime, periodBefore, timesAround } from '../src/features/reports/report-schedule.times.ts'

const { MONDAY, SUNDAY, FIRST_OF_MONTH } = ReportDay
const at = (iso: string) => new Date(iso)
const next = (sentOn: ReportDay, hour: number, timeZone: string, after: string) =>
  nextTime({ sentOn, hour, timeZone }, at(after)).toISOString()

describe('the next time of a report', () => {
  test.each([
    ['the same day', MONDAY, 7, 'Africa/Johannesburg', '2026-11-30T04:59:59Z', '2026-11-30T05:00:00.000Z'],
    ['a week later', MONDAY, 7, 'Africa/Johannesburg', '2026-11-30T05:00:00Z', '2026-12-07T05:00:00.000Z'],
    [
      'the day of the zone, not of UTC',
      MONDAY,
      0,
      'Pacific/Auckland',
      '2026-11-29T10:00:00Z',
      '2026-11-29T11:00:00.000Z',
    ],
    [
      'the first of the next year',
      FIRST_OF_MONTH,
      23,
      'Asia/Kathmandu',
      '2026-12-02T00:00:00Z',
      '2027-01-01T17:15:00.000Z',
    ],
    ['the first of March', FIRST_OF_MONTH, 6, 'America/New_York', '2028-02-29T23:00:00Z', '2028-03-01T11:00:00.000Z'],
    [
      'the hour of the zone after clocks go forward',
      SUNDAY,
      9,
      'America/New_York',
      '2026-03-02T00:00:00Z',
      '2026-03-08T13:00:00.000Z',
    ],
    [
      'the hour of the zone after clocks go back',
      SUNDAY,
      9,
      'America/New_York',
      '2026-10-26T00:00:00Z',
      '2026-11-01T14:00:00.000Z',
    ],
    ['the hour after a skipped one', SUNDAY, 2, 'America/New_York', '2026-03-02T00:00:00Z', '2026-03-08T07:00:00.000Z'],
    ['the first of two equal hours', SUNDAY, 1, 'America/New_York', '2026-10-26T00:00:00Z', '2026-11-01T05:00:00.000Z'],
    ['once, not in both hours', SUNDAY, 1, 'America/New_York', '2026-11-01T05:00:00Z', '2026-11-08T06:00:00.000Z'],
    ['south of the equator', SUNDAY, 2, 'Australia/Lord_Howe', '2026-09-28T00:00:00Z', '2026-10-03T15:30:00.000Z'],
  ])('is %s', (_, sentOn, hour, timeZone, after, expected) => {
    expect(next(sentOn, hour, timeZone, after)).toBe(expected)
  })

  test('follows, on the right day and not twice a day, in every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const times = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z'), noInvalidDate: true })
    const days = fc.constantFrom(...Object.values(ReportDay))
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 23 }), zones, times, (sentOn, hour, timeZone, after) => {
        const time = nextTime({ sentOn, hour, timeZone }, after)
        const following = nextTime({ sentOn, hour, timeZone }, time)
        const days = (following.getTime() - time.getTime()) / 86_400_000
        const most = sentOn === FIRST_OF_MONTH ? 31 : 7
        const shown = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long', day: 'numeric' }).format(time)
        expect(time > after && time.getTime() - after.getTime() <= (most + 1) * 86_400_000).toBe(true)
        expect(days > 6.9 && days < most + 0.1).toBe(true)
        expect(shown.toUpperCase()).toMatch(sentOn === FIRST_OF_MONTH ? /^1 / : new RegExp(sentOn))
      }),
    )
  })
})

describe('after a pause of the service', () => {
  const dueAt = at('2026-11-02T05:00:00Z')
  const weekly = { sentOn: MONDAY, hour: 7, timeZone: 'Africa/Johannesburg', dueAt }

  test('only the last due time counts', () => {
    const around = timesAround(weekly, at('2026-11-30T03:00:00Z'))
    expect(around).toEqual({ last: at('2026-11-23T05:00:00Z'), next: at('2026-11-30T05:00:00Z') })
    // The report of the morning has another period.
    expect(periodBefore(weekly, around.last)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(periodBefore(weekly, around.next)).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  })

  test('a due time that is on time counts itself', () => {
    expect(timesAround(weekly, dueAt)).toEqual({ last: dueAt, next: at('2026-11-09T05:00:00Z') })
  })
})

describe('the period of a report', () => {
  test.each([
    [MONDAY, 'Africa/Johannesburg', '2026-11-30T05:00:00Z', '2026-11-23', '2026-11-29'],
    [SUNDAY, 'Africa/Johannesburg', '2026-11-29T05:00:00Z', '2026-11-16', '2026-11-22'],
    [FIRST_OF_MONTH, 'Africa/Johannesburg', '2028-03-01T05:00:00Z', '2028-02-01', '2028-02-29'],
    [FIRST_OF_MONTH, 'Africa/Johannesburg', '2027-01-01T05:00:00Z', '2026-12-01', '2026-12-31'],
    // It is still the 31st in UTC.
    [FIRST_OF_MONTH, 'Pacific/Auckland', '2026-10-31T11:30:00Z', '2026-10-01', '2026-10-31'],
  ])('%s in %s at %s', (sentOn, timeZone, time, from, to) => {
    expect(periodBefore({ sentOn, timeZone, hour: 7 }, at(time))).toEqual({ from, to })
  })
})
