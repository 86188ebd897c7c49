import { describe, expect, jest, test } from '@jest/globals'
import { Threads } from '../../src/common/threads.ts'
import { addBuckets, addDays, bucketOf, daysIn, Interval } from '../../src/features/analytics/analytics.days.ts'
import { forecast } from '../../src/features/analytics/forecast.ts'
import { aCampaign } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { daysAgo, record } from './records.ts'
import { AIR_PASSENGERS } from './series.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const { DAY, WEEK, MONTH } = Interval
const endOf = (interval: Interval, start: string) => addDays(addBuckets(interval, start, 1), -1)

const PATH = '/api/analytics/predictions'
async function predicted(actor: Actor, query: string): Promise<Json> {
  const { status, body } = await actor.rest('GET', `${PATH}?measure=CLICKS&${query}`)
  expect({ status, ...(status === 200 ? {} : body) }).toEqual({ status: 200 })
  return body.data
}

/** Clicks on each of the days from so many ago to so many ago. */
const clicks = (campaignId: string, from: number, to: number, value: (index: number) => number = () => 100) =>
  Array.from({ length: from - to + 1 }, (_, index) => ({
    campaignId,
    day: daysAgo(from - index),
    clicks: value(index),
  }))

async function aSeries(from: number, to: number, value?: (index: number) => number) {
  const actor = server.actor()
  const { id } = await aCampaign(actor, { status: 'ACTIVE' })
  await record(actor, clicks(id, from, to, value))
  return { actor, id }
}

describe('predictions', () => {
  test('are those of the method on what is recorded per day, from records to the answer', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const next = bucketOf(MONTH, daysAgo(0))
    const months = AIR_PASSENGERS.map((_, index) => addBuckets(MONTH, next, index - AIR_PASSENGERS.length))
    const length = (month: string) => daysIn(month, endOf(MONTH, month))
    await record(
      actor,
      months.map((month, index) => ({
        campaignId: id,
        day: addDays(month, 14),
        clicks: (AIR_PASSENGERS[index] ?? 0) * length(month),
      })),
    )
    const data = await predicted(actor, 'interval=MONTH&horizon=13')
    const { points, ...reference } = forecast({ series: AIR_PASSENGERS, season: 12, horizon: 13, level: 95 })
    expect(data).toMatchObject({
      ...reference,
      method: 'HOLT_WINTERS',
      measure: 'CLICKS',
      interval: 'MONTH',
      level: 95,
      observations: 144,
      endedOn: null,
      seasonLength: 12,
    })
    const expected = points.map(({ value, lower, upper }, index) => {
      const from = addBuckets(MONTH, next, index)
      const days = length(from)
      return { from, to: endOf(MONTH, from), value: value * days, lower: lower * days, upper: upper * days }
    })
    expect(data.points).toEqual(expected)
  })

  test('are made in a thread, while the event loop serves others', async () => {
    const { actor } = await aSeries(20, 1)
    const release = Promise.withResolvers<void>()
    const started: string[] = []
    const { run } = Threads.prototype
    const threads = jest.spyOn(Threads.prototype, 'run').mockImplementation(async function (
      this: Threads,
      poolUser,
      call,
      take,
    ) {
      started.push(call.name)
      await release.promise
      return run.call(this, poolUser, call, take)
    })
    try {
      const answer = actor.rest('GET', `${PATH}?measure=CLICKS`)
      await until('the thread', () => started.length === 1)
      expect((await server.fetch('/healthz')).status).toBe(200)
      release.resolve()
      expect((await answer).body.data.observations).toBe(20)
      const { body } = await actor.graphql('{ analyticsPredictions(measure: CLICKS) { observations } }')
      expect(body.data.analyticsPredictions.observations).toBe(20)
      expect(started).toEqual(['forecast', 'forecast'])
    } finally {
      release.resolve()
      threads.mockRestore()
    }
  })

  test('need ten observations, and say how many there are', async () => {
    const { actor } = await aSeries(9, 1)
    const { status, body } = await actor.rest('GET', `${PATH}?measure=CLICKS`)
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
    const { actor, id } = await aSeries(15, 3, (index) => 100 + 10 * index)
    await record(actor, { campaignId: id, day: daysAgo(17), clicks: 90 })
    const path = `campaignId=${id}&horizon=2`
    const data = await predicted(actor, path)
    expect(data).toMatchObject({ observations: 15, endedOn: null })
    expect(data.points.map(({ from }: { from: string }) => from)).toEqual([daysAgo(2), daysAgo(1)])
    await record(actor, clicks(id, 2, 1))
    const complete = await predicted(actor, path)
    await record(actor, { campaignId: id, day: daysAgo(0), clicks: 1_000_000 })
    expect(await predicted(actor, path)).toEqual(complete)
    expect(complete.points[0].from).toBe(daysAgo(0))
  })

  test('go on along a line with a season, and never fall below zero', async () => {
    const season = [0, 5, 0, 0, 0, 20, 30]
    const value = (index: number) => 500 + index + (season[index % 7] ?? 0)
    const { actor } = await aSeries(28, 1, value)
    const data = await predicted(actor, 'horizon=7')
    expect(data).toMatchObject({ method: 'HOLT_WINTERS', observations: 28, seasonLength: 7, phi: null })
    expect(data.model).toMatch(/^ETS\(.,A,.\)$/)
    for (const [step, point] of data.points.entries()) {
      expect(Math.abs(point.value - value(28 + step))).toBeLessThan(2)
      expect(point.lower <= point.value && point.value <= point.upper).toBe(true)
    }
    const falling = await aSeries(12, 1, (index) => 120 - 10 * index)
    const { points } = await predicted(falling.actor, 'horizon=90')
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
    const { status, body } = await server.actor().rest('GET', `${PATH}?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } })
  })
})

describe('what is no observation', () => {
  /** How many whole buckets lie between a day and today. */
  const wholeSince = (interval: Interval, day: string) => {
    const start = bucketOf(interval, day)
    let [count, bucket] = [0, start === day ? start : addBuckets(interval, start, 1)]
    for (; endOf(interval, bucket) < daysAgo(0); bucket = addBuckets(interval, bucket, 1)) count++
    return count
  }

  test.each([
    [MONTH, 400],
    [MONTH, 413],
    [WEEK, 100],
    [WEEK, 103],
    [DAY, 30],
  ])('an incomplete %s: 100 a day stay 100 a day, first recorded %i days ago', async (interval, since) => {
    const { actor } = await aSeries(since, 1)
    const { observations, points } = await predicted(actor, `interval=${interval}&horizon=3`)
    expect(observations).toBe(wholeSince(interval, daysAgo(since)))
    expect(points[0].from).toBe(bucketOf(interval, daysAgo(0)))
    for (const { from, to, value, lower, upper } of points)
      for (const figure of [value, lower, upper]) expect(figure).toBeCloseTo(100 * daysIn(from, to), 6)
  })
})

describe('a series that has ended', () => {
  test('is said to have, and nothing is expected of it', async () => {
    const { actor, id } = await aSeries(60, 20)
    expect(await predicted(actor, `campaignId=${id}`)).toEqual({
      method: 'NONE',
      model: null,
      measure: 'CLICKS',
      interval: 'DAY',
      level: 95,
      observations: 41,
      endedOn: daysAgo(20),
      seasonLength: null,
      alpha: null,
      beta: null,
      gamma: null,
      phi: null,
      points: [],
    })
    await record(actor, { campaignId: id, day: daysAgo(0), clicks: 1 })
    expect(await predicted(actor, `campaignId=${id}`)).toMatchObject({ endedOn: null, observations: 60 })
  })

  test.each(['COMPLETED', 'CANCELLED'])('has when its campaign is %s', async (status) => {
    const { actor, id } = await aSeries(12, 1)
    expect(await predicted(actor, `campaignId=${id}`)).toMatchObject({ endedOn: null, observations: 12 })
    expect((await actor.rest('PUT', `/api/campaigns/${id}/status`, { status })).status).toBe(200)
    const ended = { method: 'NONE', endedOn: daysAgo(1), observations: 12, points: [] }
    expect(await predicted(actor, `campaignId=${id}`)).toMatchObject(ended)
    expect(await predicted(actor, '')).toMatchObject({ endedOn: null, observations: 12 })
  })

  test('with too short a history is both', async () => {
    const { actor } = await aSeries(40, 36)
    const { status, body } = await actor.rest('GET', `${PATH}?measure=CLICKS`)
    expect([status, body.code, body.details]).toEqual([400, 'INSUFFICIENT_HISTORY', { observations: 5, needed: 10 }])
    expect(body.message).toBe(
      `A prediction needs at least 10 observations; there are 5, and the series ended on ${daysAgo(36)}`,
    )
  })

  test('has not after two weeks, nor after a silence as long as one that it came back from', async () => {
    const { actor, id } = await aSeries(60, 15)
    expect(await predicted(actor, `campaignId=${id}`)).toMatchObject({ endedOn: null, observations: 46 })
    const { actor: resumed, id: second } = await aSeries(60, 50)
    await record(resumed, clicks(second, 35, 20))
    const data = await predicted(resumed, `campaignId=${second}`)
    // The silence is longer than reports take, so that nothing was achieved since.
    expect(data).toMatchObject({ endedOn: null, observations: 60, points: expect.anything() })
    expect(data.points[0].from).toBe(daysAgo(0))
  })
})
