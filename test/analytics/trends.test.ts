import { beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { requestsOf } from '../../src/engine/declare/declarations.ts'
import { addBuckets, bucketOf, bucketsBetween, Interval, todayIn } from '../../src/features/analytics/analytics.days.ts'
import { addSums, MEASURES, mapMeasures, NO_SUMS, type Sums } from '../../src/features/analytics/analytics.figures.ts'
import { movingAverages, trendCost } from '../../src/features/analytics/analytics.trends.ts'
import { aCampaign } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { daysAgo, record } from './records.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const { DAY, WEEK, MONTH } = Interval

describe('days', () => {
  test('change at midnight of the place, not of Greenwich', () => {
    const moment = new Date('2024-02-29T22:30:00Z')
    expect(todayIn('Africa/Johannesburg', moment)).toBe('2024-03-01')
    expect(todayIn('UTC', moment)).toBe('2024-02-29')
    expect(todayIn('America/Los_Angeles', moment)).toBe('2024-02-29')
  })

  test.each([
    [WEEK, '2024-12-31', '2024-12-30'],
    [WEEK, '2024-12-30', '2024-12-30'],
    [WEEK, '2025-01-05', '2024-12-30'],
    [WEEK, '2025-01-06', '2025-01-06'],
    [MONTH, '2024-02-29', '2024-02-01'],
    [DAY, '2024-02-29', '2024-02-29'],
  ])('the %s of %s begins on %s', (interval, day, start) => {
    expect(bucketOf(interval, day)).toBe(start)
  })

  test('months follow each other across years and leap days, and days across a clock change', () => {
    expect(addBuckets(MONTH, '2024-11-01', 3)).toBe('2025-02-01')
    expect(addBuckets(MONTH, '2024-03-01', -13)).toBe('2023-02-01')
    expect(bucketsBetween(DAY, '2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
    expect(bucketsBetween(DAY, '2024-03-30', '2024-04-01')).toHaveLength(3)
  })
})

describe('a moving average', () => {
  test('has the figures of the mean of each window, to the last digit', () => {
    const sums = fc.record<Sums>(mapMeasures(() => fc.nat({ max: 1_000_000_000_000 })))
    fc.assert(
      fc.property(fc.array(sums, { maxLength: 120 }), fc.integer({ min: 1, max: 90 }), (buckets, window) => {
        const windows = buckets.slice(window - 1).map((_, index) => addSums(buckets.slice(index, index + window)))
        const means = windows.map(({ records: _, ...total }) =>
          Object.fromEntries(Object.entries(total).map(([measure, sum]) => [measure, sum / window])),
        )
        expect(movingAverages(buckets, window)).toEqual(means)
      }),
    )
  })

  test('reads each bucket twice, whatever the window', () => {
    let reads = 0
    const get = (sums: Sums, measure: string) => {
      reads++
      return Reflect.get(sums, measure)
    }
    const bucket = new Proxy(NO_SUMS, { get })
    movingAverages(Array(1185).fill(bucket), 90)
    expect(reads).toBeLessThanOrEqual(2 * 1185 * MEASURES.length)
  })
})

test('a trend costs by its buckets, and no unreadable argument breaks the price', () => {
  const most = { interval: DAY, from: '2022-01-01', to: '2024-12-31', window: 90 }
  expect(requestsOf(trendCost({ interval: DAY }))).toBe(1)
  expect(requestsOf(trendCost(most))).toBe(11)
  expect(trendCost({ ...most, window: 1e9 })).toBe(trendCost(most))
  expect(trendCost({ ...most, from: 'never' })).toBeGreaterThan(0)
})

describe('trends', () => {
  const trends = async (actor: Actor, query: string) => {
    const { status, body } = await actor.rest('GET', `/api/analytics/trends?${query}`)
    expect({ status, error: body.error }).toEqual({ status: 200 })
    return body.data
  }
  let actor: Actor
  let campaignId: string
  beforeAll(async () => {
    actor = server.actor()
    campaignId = (await aCampaign(actor)).id
    const other = await aCampaign(actor)
    const on = (day: string, clicks: number, id = campaignId) => ({ campaignId: id, day, clicks, impressions: 100 })
    await record(actor, [
      on('2023-12-29', 7),
      on('2024-01-01', 10),
      on('2024-01-01', 20),
      on('2024-01-03', 60),
      on('2024-01-08', 5),
      on('2024-02-29', 3),
      on('2024-01-02', 1000, other.id),
    ])
  })

  test('by day: gaps are zeros, and the average looks back behind the first point', async () => {
    const data = await trends(actor, `from=2023-12-31&to=2024-01-04&window=3&campaignId=${campaignId}`)
    expect(data).toMatchObject({ interval: 'DAY', from: '2023-12-31', to: '2024-01-04', window: 3 })
    const points = data.points.map((point: { from: string; clicks: number; movingAverage: { clicks: number } }) => [
      point.from,
      point.clicks,
      point.movingAverage.clicks,
    ])
    expect(points).toEqual([
      ['2023-12-31', 0, 7 / 3],
      ['2024-01-01', 30, 10],
      ['2024-01-02', 0, 10],
      ['2024-01-03', 60, 30],
      ['2024-01-04', 0, 20],
    ])
    expect(data.points[0]).toMatchObject({ ctr: null, records: 0 })
    expect(data.points[1]).toMatchObject({ ctr: 0.15, records: 2, to: '2024-01-01' })
  })

  test('by week and month: whole buckets, all campaigns unless one is named', async () => {
    const weeks = await trends(actor, 'interval=WEEK&from=2024-01-03&to=2024-01-09&window=2')
    expect(weeks).toMatchObject({ from: '2024-01-01', to: '2024-01-14' })
    expect(weeks.points).toMatchObject([
      { from: '2024-01-01', to: '2024-01-07', clicks: 1090, movingAverage: { clicks: 1097 / 2 } },
      { from: '2024-01-08', to: '2024-01-14', clicks: 5, movingAverage: { clicks: 1095 / 2 } },
    ])
    const months = await trends(actor, `interval=month&from=2023-12-31&to=2024-02-01&campaignId=${campaignId}`)
    expect(months.points).toMatchObject([
      { from: '2023-12-01', to: '2023-12-31', clicks: 7, movingAverage: { clicks: 7 / 3 } },
      { from: '2024-01-01', to: '2024-01-31', clicks: 95, movingAverage: { clicks: 102 / 3 } },
      { from: '2024-02-01', to: '2024-02-29', clicks: 3, movingAverage: { clicks: 105 / 3 } },
    ])
  })

  test('are the last 30 days unless asked otherwise', async () => {
    const { points } = await trends(actor, '')
    expect(points).toHaveLength(30)
    expect([points[0].from, points.at(-1).to]).toEqual([daysAgo(29), daysAgo(0)])
  })

  test.each([
    ['interval=YEAR', 'interval'],
    ['window=0', 'window'],
    ['window=91', 'window'],
    ['from=2020-01-01', 'from'],
    ['to=2024-01-01&from=2024-01-02', 'from'],
    ['timeZone=Nowhere', 'timeZone'],
  ])('refuse ?%s', async (query, field) => {
    const { status, body } = await actor.rest('GET', `/api/analytics/trends?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } })
  })
})
