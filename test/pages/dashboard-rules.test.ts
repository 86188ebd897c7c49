/** @process own: it moves the clock of the process. */
import { describe, expect, jest, test } from '@jest/globals'
import { backoff, paced } from '../../src/web/api/pace.ts'
import { changesOf } from '../../src/web/components/entered.ts'
import * as format from '../../src/web/format.ts'
import { joined } from '../../src/web/overview/trend-rows.ts'
import { hrefOf, parseRoute } from '../../src/web/route.ts'

describe('how South Africans write', () => {
  test.each([
    [format.rand(123_456), 'R 1 234,56'],
    [format.rand(-5), '-R 0,05'],
    [format.compactRand(123_456_700), 'R 1,2M'],
    [format.count(1_234_567), '1 234 567'],
    [format.percent(0.1234), '12,3%'],
    [format.change(0.05), '+5%'],
    [format.change(-0.05), '-5%'],
    [format.moment('2026-12-31T22:30:00Z'), '01 Jan 2027, 00:30'],
    [format.time('2026-12-31T22:30:05Z'), '00:30:05'],
    [format.day('2026-02-28'), '28 Feb 2026'],
    [format.day('2026-12-31T22:00:00Z'), '01 Jan 2027'],
    [format.day('2026-12-31T21:59:59.999Z'), '31 Dec 2026'],
    [format.labelOf('PENDING_APPROVAL'), 'Pending approval'],
    [format.labelOf('POPIA_BREACH'), 'POPIA breach'],
    [format.labelOf('SMS'), 'SMS'],
  ])('%s', (written, expected) => {
    expect(written.replace(/[\u00a0\u202f]/g, ' ')).toBe(expected)
  })

  test.each([
    ['1234', 123_400],
    ['R 1 234,56', 123_456],
    ['R\u00a01\u00a0234,5', 123_450],
    ['1234.56', 123_456],
    ['0', 0],
    ['', undefined],
    ['-1', undefined],
    ['1,234', undefined],
    ['1.2.3', undefined],
    ['much', undefined],
    ['1e3', undefined],
  ])('reads %j as %j cents', (text, cents) => {
    expect(format.parseRand(text)).toBe(cents)
  })

  test('in isiZulu too, whose amounts and months browsers do not know', () => {
    format.setLocale('zu-ZA')
    try {
      const formatted = [
        format.rand(123_450),
        format.count(12_345),
        format.day('2026-03-31'),
        format.day('2026-03-31T22:30:00Z'),
        format.shortDay('2026-08-01'),
      ]
      const moment = format.moment('2026-12-31T22:30:00Z')
      expect([...formatted, moment].map((text) => text.replace(/[\u00a0\u202f]/g, ' '))).toEqual([
        'R 1 234,50',
        '12 345',
        '31 Mas 2026',
        '01 Eph 2026',
        '01 Aga',
        '01 Jan 2027, 00:30',
      ])
    } finally {
      format.setLocale('en-ZA')
    }
  })

  test('reads back what it lets a person edit', () => {
    for (const cents of [0, 5, 100, 123_456, 1_250_050]) {
      expect(format.parseRand(format.editableRand(cents))).toBe(cents)
    }
    const moment = '2027-01-31T06:30:00.000Z'
    expect(format.editableMoment(moment)).toBe('2027-01-31T08:30')
    expect(format.parseMoment('2027-01-31T08:30')).toBe(moment)
  })
})

describe('the address', () => {
  test('names a screen and what it shows of it, and anything else is the overview', () => {
    for (const nowhere of ['', '/nowhere', '/constructor', '/%']) {
      expect(parseRoute(nowhere)).toMatchObject({ screen: 'overview', path: [] })
    }
    const href = hrefOf('clients', ['a/b', 'c?'], { search: 'a & b', after: undefined, status: '' })
    expect(href).toBe('/clients/a%2Fb/c%3F#search=a+%26+b')
    expect(parseRoute(href)).toMatchObject({ screen: 'clients', path: ['a/b', 'c?'] })
    expect(parseRoute(href).parameters.get('search')).toBe('a & b')
  })
})

describe('pace', () => {
  test('waits twice as long each time, up to half a minute, and never the same for all', () => {
    expect([0, 1, 2, 5, 50].map((attempts) => backoff(attempts, 1))).toEqual([1000, 2000, 4000, 30_000, 30_000])
    expect(backoff(0, 0)).toBe(500)
  })

  test('calls at once, then once per pause, and once more for what came in between', () => {
    jest.useFakeTimers()
    try {
      const call = jest.fn()
      const pace = paced(call, 1000)
      for (let number = 0; number < 5; number++) pace.call()
      expect(call).toHaveBeenCalledTimes(1)
      jest.advanceTimersByTime(1000)
      expect(call).toHaveBeenCalledTimes(2)
      jest.advanceTimersByTime(5000)
      expect(call).toHaveBeenCalledTimes(2)
      pace.call()
      pace.call()
      pace.stop()
      jest.advanceTimersByTime(5000)
      expect(call).toHaveBeenCalledTimes(3)
    } finally {
      jest.useRealTimers()
    }
  })
})

describe('the rows of the chart', () => {
  const figures = (impressions: number) => ({ impressions, clicks: 0, conversions: 0, spendCents: 0, revenueCents: 0 })
  const point = (from: string, value: number) => ({ from, ...figures(value), movingAverage: figures(value / 2) })

  test('the forecast stands where it begins, and hangs together with the last day that is known', () => {
    const trend = [point('2026-11-18', 10), point('2026-11-19', 20), point('2026-11-20', 0)]
    const forecast = [{ from: '2026-11-20', value: 30, lower: 25, upper: 35 }]
    expect(joined(trend, forecast, 'impressions')).toEqual([
      { day: '2026-11-18', actual: 10, average: 5, expected: null, lower: null, upper: null },
      { day: '2026-11-19', actual: 20, average: 10, expected: 20, lower: 20, upper: 20 },
      { day: '2026-11-20', actual: null, average: null, expected: 30, lower: 25, upper: 35 },
    ])
  })

  test('without a forecast every day is there, the present one once something is reported of it', () => {
    const trend = [point('2020-11-17', 10), point('2020-11-18', 0)]
    const days = (last: number) =>
      joined([...trend, point(format.today(), last)], [], 'impressions').map(({ actual }) => actual)
    expect([days(0), days(3)]).toEqual([
      [10, 0],
      [10, 0, 3],
    ])
    expect(joined(trend, [], 'impressions')).toMatchObject([{ actual: 10, expected: null }, { actual: 0 }])
  })
})

test('a form sends what it changed and nothing else', () => {
  const before = { name: 'A', contact: { name: 'B' }, level: null, createdAt: '2026-11-21' }
  expect(changesOf(before, { name: 'A', contact: { name: 'B' }, level: null })).toEqual({})
  expect(changesOf(before, { name: 'C', contact: { name: 'D' }, level: null })).toEqual({
    name: 'C',
    contact: { name: 'D' },
  })
})
