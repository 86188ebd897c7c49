import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, addMonths, daysOf, monthOf, partOf, weeksOf } from '../src/web/campaigns/month.ts'
import { aCampaign } from './support/samples.ts'
import { type Actor, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/* The campaigns of a period, and the months of the calendar of campaigns. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

describe('campaigns that run in a period', () => {
  const LIST =
    'query ($filter: CampaignFilter) { campaigns(filter: $filter, orderBy: { field: NAME }) { nodes { name } } }'
  const namesIn = async (actor: Actor, runsFrom: string | null, runsBefore: string | null) => {
    const { body } = await actor.graphql(LIST, { filter: { runsFrom, runsBefore } })
    return body.data.campaigns.nodes.map(({ name }: { name: string }) => name)
  }

  test('start before its end and end at its start or later; one without an end runs at its start', async () => {
    const actor = server.actor()
    const times = {
      'a before': { startsAt: '2027-01-01T00:00:00Z', endsAt: '2027-02-28T23:59:59.999Z' },
      'b to the start': { startsAt: '2027-01-01T00:00:00Z', endsAt: '2027-03-01T00:00:00Z' },
      'c around': { startsAt: '2027-01-01T00:00:00Z', endsAt: '2027-12-01T00:00:00Z' },
      'd started only': { startsAt: '2027-03-31T23:59:59.999Z' },
      'e ended only': { endsAt: '2027-03-01T00:00:00Z' },
      'f after': { startsAt: '2027-04-01T00:00:00Z' },
      'g before, started only': { startsAt: '2027-02-01T00:00:00Z' },
      'h without times': {},
    }
    for (const [name, period] of Object.entries(times)) await aCampaign(actor, { name, type: 'SOCIAL', ...period })
    await aCampaign(server.actor(), { name: 'of others', type: 'SOCIAL', startsAt: '2027-03-10T00:00:00Z' })
    const [from, before] = ['2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z']
    const inMarch = ['b to the start', 'c around', 'd started only', 'e ended only']
    expect(await namesIn(actor, from, before)).toEqual(inMarch)
    expect(await namesIn(actor, from, null)).toEqual([...inMarch, 'f after'])
    expect(await namesIn(actor, null, before)).toEqual(['a before', ...inMarch, 'g before, started only'])
    expect(await namesIn(actor, null, null)).toHaveLength(8)
  })
})

describe('a month', () => {
  test('has whole weeks from Monday, without a gap, and all its days', () => {
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(weeksOf('2026-11').map(([monday]) => monday)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 12_000 }), (months) => {
        const month = addMonths('1500-01', months)
        const days = weeksOf(month).flat()
        expect(new Date(`${days[0]}T00:00:00Z`).getUTCDay()).toBe(1)
        expect(days.length % 7).toBe(0)
        for (const [index, day] of days.entries()) expect(day).toBe(addDays(days[0] ?? '', index))
        const own = days.filter((day) => day.startsWith(month))
        expect([own[0], addDays(own.at(-1) ?? '', 1)]).toEqual([`${month}-01`, `${addMonths(month, 1)}-01`])
        expect(days.length - own.length).toBeLessThan(14)
      }),
    )
  })

  test.each([
    ['2026-11', '2026-11'],
    ['2026-13', '2027-05'],
    ['2026-1', '2027-05'],
    ['0000-01', '2027-05'],
    ['nonsense', '2027-05'],
    [null, '2027-05'],
  ])('%j of an address is %s', (text, month) => {
    expect(monthOf(text, '2027-05-12')).toBe(month)
  })

  test.each([
    ['2026-11-30T22:00:00Z', null, ['2026-12-01', '2026-12-01']],
    [null, '2026-11-30T21:59:00Z', ['2026-11-30', '2026-11-30']],
    ['2026-11-01T08:00:00Z', '2026-11-30T22:00:00Z', ['2026-11-01', '2026-11-30']],
    ['2026-11-01T08:00:00Z', '2026-11-30T22:00:00.001Z', ['2026-11-01', '2026-12-01']],
    [null, null, undefined],
  ])('a campaign from %j to %j has the days %j', (startsAt, endsAt, days) => {
    expect(daysOf({ startsAt, endsAt })).toEqual(days)
  })

  test('shows of a campaign the days that the week has', () => {
    const week = weeksOf('2026-11')[1] ?? []
    expect(partOf(week, ['2026-11-01', '2026-11-03'])).toEqual([1, 2])
    expect(partOf(week, ['2026-11-08', '2026-12-03'])).toEqual([7, 7])
    expect(partOf(week, ['2026-10-01', '2026-12-03'])).toEqual([1, 7])
    expect(partOf(week, ['2026-11-09', '2026-12-03'])).toBeUndefined()
  })
})
