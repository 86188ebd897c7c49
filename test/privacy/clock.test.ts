import { describe, expect, test } from '@jest/globals'
import type { Context } from '../../src/engine/execute/context.ts'
import { pastTime } from '../../src/engine/write/past-time.ts'
import { publicHolidays } from '../../src/features/privacy/holidays.ts'
import { clockAt, dayOf, lastDay } from '../../src/features/privacy/requests/request.clock.ts'
import { RequestStatus } from '../../src/features/privacy/requests/request.entity.ts'
import { readConfig } from '../../src/main/config.ts'
import { aRequest } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const isHoliday = async (day: string) => (await publicHolidays(Number(day.slice(0, 4)))).has(day)

describe('public holidays of South Africa', () => {
  test('the twelve of the Act, and the Monday after one that falls on a Sunday', async () => {
    expect([...(await publicHolidays(2027))]).toEqual([
      '2027-01-01',
      '2027-03-21',
      '2027-03-22',
      '2027-03-26',
      '2027-03-29',
      '2027-04-27',
      '2027-05-01',
      '2027-06-16',
      '2027-08-09',
      '2027-09-24',
      '2027-12-16',
      '2027-12-25',
      '2027-12-26',
      '2027-12-27',
    ])
  })

  test('a Sunday whose Monday is a holiday anyway makes no further one', async () => {
    const days = await publicHolidays(2033)
    expect(days.has('2033-12-26')).toBe(true)
    expect(days.has('2033-12-27')).toBe(false)
  })
})

describe('days that were declared', () => {
  test.each(['2019-05-08', '2021-11-01', '2022-12-27', '2023-12-15', '2024-05-29'])('%s is known', async (day) => {
    expect((await publicHolidays(Number(day.slice(0, 4)))).has(day)).toBe(true)
    expect((await publicHolidays(2026)).has(day)).toBe(false)
  })

  test('are configured, and a request that is there already is due behind them from then on', async () => {
    await using before = await startServer()
    const actor = before.actor()
    const { id, dueAt } = await aRequest(actor, { receivedAt: '2026-09-05T08:00:00Z' })
    expect(dueAt).toBe('2026-10-05T21:59:59.999Z')
    const again = async () => ({ ...before.connection, close: async () => {} })
    await using after = await startServer({ PUBLIC_HOLIDAYS: '2026-10-05, 2026-10-06' }, again)
    const { organizationId } = actor
    const { body } = await after.actor({ organizationId }).rest('GET', `/api/data-subject-requests/${id}`)
    expect(body.data.dueAt).toBe('2026-10-07T21:59:59.999Z')
  })

  test.each(['2026-13-01', 'tomorrow', '2026-11-04;2026-11-05'])('are refused where they are none: %s', (days) => {
    expect(() => readConfig({ PUBLIC_HOLIDAYS: days })).toThrow('PUBLIC_HOLIDAYS: must be days such as 2029-05-23')
  })
})

describe('the last day of a period', () => {
  test.each([
    ['an ordinary day', '2026-01-05T08:00:00Z', 30, '2026-02-04'],
    ['a Saturday is a day like others', '2026-01-01T08:00:00Z', 30, '2026-01-31'],
    ['a Sunday rolls to Monday', '2026-01-02T08:00:00Z', 30, '2026-02-02'],
    ['a holiday rolls to the next day', '2026-11-16T08:00:00Z', 30, '2026-12-17'],
    ['Christmas on a Friday: over the 26th and the Sunday', '2026-11-25T08:00:00Z', 30, '2026-12-28'],
    ['Sunday, then the holiday in its place', '2027-02-19T08:00:00Z', 30, '2027-03-23'],
    ['Good Friday rolls to Saturday', '2027-02-24T08:00:00Z', 30, '2027-03-27'],
    ['over the end of a year', '2026-12-02T08:00:00Z', 30, '2027-01-02'],
    ['received late in the evening, which is the next day here', '2026-01-04T22:30:00Z', 30, '2026-02-04'],
    ['extended by thirty days', '2026-01-05T08:00:00Z', 60, '2026-03-06'],
  ])('%s', async (_, receivedAt, days, expected) => {
    expect(await lastDay(new Date(receivedAt), days, isHoliday)).toBe(expected)
  })

  test('days are those of Johannesburg', () => {
    expect(dayOf(new Date('2026-01-04T21:59:59.999Z'))).toBe('2026-01-04')
    expect(dayOf(new Date('2026-01-04T22:00:00.000Z'))).toBe('2026-01-05')
  })
})

describe('the clock of a request', () => {
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000)

  test.each([0, 10, 29])('received %i days ago: not overdue', async (days) => {
    const { dueAt, daysLeft, overdue, receivedAt } = await aRequest(server.actor(), {
      receivedAt: ago(days).toISOString(),
    })
    const due = await lastDay(new Date(receivedAt), 30, isHoliday)
    expect(dueAt).toBe(new Date(`${due}T23:59:59.999+02:00`).toISOString())
    expect(daysLeft).toBe((Date.parse(due) - Date.parse(dayOf(new Date()))) / (24 * 3600 * 1000))
    expect(overdue).toBe(false)
  })

  test('received 40 days ago: overdue, until it is closed', async () => {
    const actor = server.actor()
    const { id, overdue, daysLeft } = await aRequest(actor, { receivedAt: ago(40).toISOString() })
    expect(overdue).toBe(true)
    expect(daysLeft).toBeLessThan(0)
    const { body } = await actor.rest('PUT', `/api/data-subject-requests/${id}`, { status: 'WITHDRAWN' })
    expect(body.data).toMatchObject({ overdue: false, daysLeft: null })
  })

  test('the last moment of the last day counts, the next does not', () => {
    const last = Date.parse('2026-02-04T23:59:59.999+02:00')
    const at = (moment: number) => clockAt('2026-02-04', RequestStatus.IN_REVIEW, new Date(moment))
    expect(at(last)).toEqual({ dueAt: new Date(last), daysLeft: 0, overdue: false })
    expect(at(last + 1)).toEqual({ dueAt: new Date(last), daysLeft: -1, overdue: true })
  })
})

describe('a time that has passed', () => {
  const NOW = new Date('2026-02-04T10:00:00Z')
  const at = (aheadMs?: number) =>
    pastTime(
      { now: NOW } as Context,
      'receivedAt',
      aheadMs === undefined ? undefined : new Date(NOW.getTime() + aheadMs),
    )

  test.each([
    ['absent', undefined, 0],
    ['earlier', -1, -1],
    ['a minute ahead, as by a fast clock', 60_000, 0],
  ])('is %s', (_, aheadMs, expected) => {
    expect(at(aheadMs)).toEqual(new Date(NOW.getTime() + expected))
  })

  test('is not later', () => {
    expect(() => at(60_001)).toThrow('receivedAt must not be in the future')
  })

  test('may be the time of a caller whose clock is ahead', async () => {
    const { receivedAt } = await aRequest(server.actor(), { receivedAt: new Date(Date.now() + 50_000).toISOString() })
    expect(Date.parse(receivedAt)).toBeLessThanOrEqual(Date.now() + 1000)
  })
})

describe('an extension', () => {
  const extend = (actor: ReturnType<TestServer['actor']>, id: string, body: unknown) =>
    actor.rest('POST', `/api/data-subject-requests/${id}/extend`, body)

  test('counts from the receipt, with reasons, once', async () => {
    const actor = server.actor()
    const { id, receivedAt } = await aRequest(actor)
    expect((await extend(actor, id, { days: 20 })).body).toEqual({
      error: 'reasons is required',
      code: 'VALIDATION_ERROR',
      details: { reasons: 'is required' },
    })
    const { status, body } = await extend(actor, id, { days: 20, reasons: 'Many records' })
    expect(status).toBe(200)
    const due = await lastDay(new Date(receivedAt), 50, isHoliday)
    expect(body.data).toMatchObject({ extensionDays: 20, extensionReasons: 'Many records' })
    expect(body.data.dueAt).toBe(new Date(`${due}T23:59:59.999+02:00`).toISOString())
    expect(await extend(actor, id, { reasons: 'Still more' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
  })

  test.each([0, 31, 1.5])('of %d days is refused', async (days) => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    const { status, body } = await extend(actor, id, { days, reasons: 'Many records' })
    expect(status).toBe(400)
    expect(body.details).toHaveProperty('days')
  })

  test('behind the first period is refused', async () => {
    const actor = server.actor()
    const receivedAt = new Date(Date.now() - 40 * 24 * 3600 * 1000).toISOString()
    const { id } = await aRequest(actor, { receivedAt })
    expect(await extend(actor, id, { reasons: 'Too late' })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  test('of two at once exactly one wins', async () => {
    const actor = server.actor()
    const { id } = await aRequest(actor)
    const answers = await Promise.all([1, 2].map((days) => extend(actor, id, { days, reasons: 'Many records' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
