import { beforeAll, describe, expect, test } from '@jest/globals'
import { addBuckets, bucketOf, bucketsBetween, Interval, todayIn } from '../../src/analytics/analytics.days.ts'
import { aCampaign } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { daysAgo, record } from './records.ts'
import { AIR_PASSENGERS } from './series.ts'

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

describe('predictions', () => {
  const days = (campaignId: string, count: number, value: (index: number) => number, gap = 1) =>
    Array.from({ length: count }, (_, index) => ({
      campaignId,
      day: daysAgo(count - index + gap - 1),
      clicks: value(index),
    }))

  test('of AirPassengers are those of the reference implementation, from records to the answer', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const records = AIR_PASSENGERS.map((conversions, index) => ({
      campaignId: id,
      day: addBuckets(MONTH, '2004-01-15', index),
      conversions,
    }))
    await record(actor, records)
    const query = 'interval=MONTH&measure=CONVERSIONS&horizon=13'
    const { body } = await actor.rest('GET', `/api/analytics/predictions?${query}`)
    expect(body.data).toMatchObject({
      method: 'HOLT_WINTERS',
      measure: 'CONVERSIONS',
      interval: 'MONTH',
      level: 95,
      observations: 144,
      seasonLength: 12,
    })
    const { points } = body.data
    expect(points).toHaveLength(13)
    expect([points[0].from, points[0].to]).toEqual(['2016-01-01', '2016-01-31'])
    // statsmodels 0.15.0, as forecast.test.ts has it.
    expect(Math.abs(points[0].value - 453.497)).toBeLessThan(0.01)
    expect(Math.abs(points[12].value - 491.026)).toBeLessThan(0.01)
    expect(Math.abs(points[12].upper - points[12].value - 44.935)).toBeLessThan(0.01)
  })

  test('need ten observations, and say how many there are', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await record(
      actor,
      days(id, 9, (index) => index),
    )
    const { status, body } = await actor.rest('GET', '/api/analytics/predictions?measure=CLICKS')
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'Bad Request',
      message: 'A prediction needs at least 10 observations; there are 9',
      code: 'INSUFFICIENT_HISTORY',
      statusCode: 400,
      details: { observations: 9, needed: 10 },
    })
    const { body: answer } = await server.actor().graphql('{ analyticsPredictions { observations } }')
    expect(answer.errors[0].extensions).toMatchObject({ code: 'INSUFFICIENT_HISTORY', details: { observations: 0 } })
  })

  test('leave today out, start behind the last record, and count gaps as zeros', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const line = days(id, 13, (index) => 100 + 10 * index, 3)
    await record(
      actor,
      line.filter((_, index) => index !== 6),
    )
    const path = `/api/analytics/predictions?measure=CLICKS&campaignId=${id}&horizon=2`
    const { body } = await actor.rest('GET', path)
    expect(body.data).toMatchObject({ method: 'HOLT', observations: 13, seasonLength: null, gamma: null })
    expect(body.data.points.map(({ from }: { from: string }) => from)).toEqual([daysAgo(2), daysAgo(1)])
    const whole = await actor.rest('GET', path)
    expect(whole.body.data).toEqual(body.data)
    await record(actor, { campaignId: id, day: daysAgo(0), clicks: 1_000_000 })
    expect((await actor.rest('GET', path)).body.data).toEqual(body.data)
  })

  test('go on along a line, with a season as soon as two are known, and never below zero', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const season = [0, 5, 0, 0, 0, 20, 30]
    await record(
      actor,
      days(id, 28, (index) => 500 + index + (season[index % 7] ?? 0)),
    )
    const path = (query: string) => `/api/analytics/predictions?measure=CLICKS&${query}`
    const { data } = (await actor.rest('GET', path('horizon=7'))).body
    expect(data).toMatchObject({ method: 'HOLT_WINTERS', observations: 28, seasonLength: 7 })
    for (const [step, { value, lower, upper }] of data.points.entries()) {
      expect(Math.abs(value - (528 + step + (season[step % 7] ?? 0)))).toBeLessThan(1)
      expect(lower <= value && value <= upper).toBe(true)
    }
    const falling = server.actor()
    const other = await aCampaign(falling)
    await record(
      falling,
      days(other.id, 12, (index) => 120 - 10 * index),
    )
    const { points } = (await falling.rest('GET', path('horizon=90'))).body.data
    expect(points.at(-1)).toMatchObject({ value: 0, lower: 0 })
  })

  test.each([
    ['measure=FAME', 'measure'],
    ['interval=HOUR', 'interval'],
    ['horizon=0', 'horizon'],
    ['horizon=91', 'horizon'],
    ['level=50', 'level'],
    ['timeZone=x', 'timeZone'],
  ])('refuse ?%s', async (query, field) => {
    const { status, body } = await server.actor().rest('GET', `/api/analytics/predictions?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } })
  })
})
