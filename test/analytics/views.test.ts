import { beforeAll, describe, expect, test } from '@jest/globals'
import { aCampaign, aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { daysAgo, record } from './records.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const get = async (actor: Actor, path: string) => (await actor.rest('GET', path)).body.data

const ZEROS = { records: 0, impressions: 0, clicks: 0, conversions: 0, spendCents: 0, revenueCents: 0 }
const NO_RATES = { ctr: null, conversionRate: null, cpcCents: null, cpaCents: null, roi: null }

describe('dashboard', () => {
  test('of an organization that has nothing: zeros, and no rates', async () => {
    const data = await get(server.actor(), '/api/analytics/dashboard')
    expect(data).toMatchObject({ timeZone: 'Africa/Johannesburg', today: daysAgo(0), clients: 0, campaigns: 0 })
    expect(data.totals).toEqual({ ...ZEROS, ...NO_RATES })
    expect(data.byStatus).toHaveLength(9)
    expect(data.change).toEqual({
      impressions: null,
      clicks: null,
      conversions: null,
      spendCents: null,
      revenueCents: null,
    })
  })

  test('adds up in all, by state, and the last 30 days against the 30 before', async () => {
    const actor = server.actor()
    await aClient(actor)
    const draft = await aCampaign(actor)
    const active = await aCampaign(actor, { status: 'ACTIVE' })
    const on = (campaign: { id: string }, days: number, clicks: number) => ({
      campaignId: campaign.id,
      day: daysAgo(days),
      clicks,
    })
    await record(actor, [on(draft, 0, 1), on(active, 29, 2), on(active, 30, 4), on(draft, 59, 8), on(active, 60, 16)])
    const data = await get(actor, '/api/analytics/dashboard')
    expect(data).toMatchObject({ clients: 1, campaigns: 2 })
    expect(data.totals).toMatchObject({ records: 5, clicks: 31 })
    expect(data.last30Days).toMatchObject({ from: daysAgo(29), to: daysAgo(0), records: 2, clicks: 3 })
    expect(data.previous30Days).toMatchObject({ from: daysAgo(59), to: daysAgo(30), records: 2, clicks: 12 })
    expect(data.change).toMatchObject({ clicks: -0.75, impressions: null })
    const byStatus = Object.fromEntries(data.byStatus.map((row: { status: string }) => [row.status, row]))
    expect(byStatus.DRAFT).toMatchObject({ campaigns: 1, records: 2, clicks: 9 })
    expect(byStatus.ACTIVE).toMatchObject({ campaigns: 1, records: 3, clicks: 22 })
    expect(byStatus.PAUSED).toMatchObject({ campaigns: 0, ...ZEROS })
  })

  test('counts days in the requested time zone, and refuses unknown zones', async () => {
    const actor = server.actor()
    const kiritimati = await get(actor, '/api/analytics/dashboard?timeZone=Pacific/Kiritimati')
    const niue = await get(actor, '/api/analytics/dashboard?timeZone=Pacific/Niue')
    // 25 hours lie between the two: never the same day.
    expect(kiritimati.today > niue.today).toBe(true)
    const { status, body } = await actor.rest('GET', '/api/analytics/dashboard?timeZone=Mars/Olympus')
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { timeZone: expect.any(String) } })
  })
})

describe('performance', () => {
  const results = [
    {
      name: 'Good',
      figures: { impressions: 1000, clicks: 50, conversions: 5, spendCents: 10_000, revenueCents: 25_000 },
    },
    {
      name: 'Poor',
      figures: { impressions: 4000, clicks: 40, conversions: 1, spendCents: 20_000, revenueCents: 5000 },
    },
    { name: 'Free', figures: { impressions: 100, clicks: 10, conversions: 2, spendCents: 0, revenueCents: 700 } },
    { name: 'None', figures: undefined },
  ]
  let actor: Actor
  beforeAll(async () => {
    actor = server.actor()
    const client = await aClient(actor, { type: 'MUNICIPALITY', sector: 'GOVERNMENT', name: 'City' })
    for (const { name, figures } of results) {
      const { id } = await aCampaign(actor, { name, clientId: name === 'Good' ? client.id : undefined })
      if (figures) await record(actor, { campaignId: id, day: daysAgo(3), ...figures })
    }
  })

  test('has every rate, in the units that it says, and null where it would divide by zero', async () => {
    const data = await get(actor, '/api/analytics/performance?sort=NAME&order=ASC')
    const [free, good, none, poor] = data
    expect(good).toMatchObject({
      clientName: 'City',
      clientSector: 'GOVERNMENT',
      ctr: 0.05,
      conversionRate: 0.1,
      cpcCents: 200,
      cpaCents: 2000,
      roi: 1.5,
    })
    expect(poor).toMatchObject({ clientName: 'No Client', clientSector: null, ctr: 0.01, cpcCents: 500, roi: -0.75 })
    expect(free).toMatchObject({ ctr: 0.1, cpcCents: 0, cpaCents: 0, roi: null })
    expect(none).toMatchObject({ ...ZEROS, ...NO_RATES })
  })

  test.each([
    ['IMPRESSIONS', ['Poor', 'Good', 'Free', 'None']],
    ['CLICKS', ['Good', 'Poor', 'Free', 'None']],
    ['CONVERSIONS', ['Good', 'Free', 'Poor', 'None']],
    ['SPEND', ['Poor', 'Good', null, null]],
    ['REVENUE', ['Good', 'Poor', 'Free', 'None']],
    ['CTR', ['Free', 'Good', 'Poor', 'None']],
    ['CONVERSION_RATE', ['Free', 'Good', 'Poor', 'None']],
    ['CPC', ['Poor', 'Good', 'Free', 'None']],
    ['CPA', ['Poor', 'Good', 'Free', 'None']],
    ['ROI', ['Good', 'Poor', null, null]],
    ['NAME', ['Poor', 'None', 'Good', 'Free']],
  ])('is ranked by %s, those without it last in both directions', async (sort, expected) => {
    const names = async (order: string) =>
      (await get(actor, `/api/analytics/performance?sort=${sort}&order=${order}`)).map(
        (row: { name: string }) => row.name,
      )
    const descending = await names('DESC')
    for (const [place, name] of expected.entries()) if (name) expect(descending[place]).toBe(name)
    const known = expected.filter((name) => name !== null)
    const isRate = ['CTR', 'CONVERSION_RATE', 'CPC', 'CPA', 'ROI'].includes(sort)
    const ranked = isRate ? known.filter((name) => name !== 'None') : known
    const ascending = await names('ASC')
    expect(ascending.filter((name: string) => ranked.includes(name))).toEqual(ranked.toReversed())
    if (isRate) expect(ascending.at(-1)).toMatch(/None|Free/)
  })

  test('comes in pages, which together hold every campaign once', async () => {
    const first = await actor.rest('GET', '/api/analytics/performance?sort=SPEND&limit=3')
    const second = await actor.rest('GET', '/api/analytics/performance?sort=SPEND&limit=3&page=2')
    expect(first.body.meta).toEqual({ total: 4, page: 1, limit: 3, pages: 2 })
    const names = [...first.body.data, ...second.body.data].map(({ name }) => name)
    expect(names.toSorted()).toEqual(['Free', 'Good', 'None', 'Poor'])
  })

  test('of a range counts only its days', async () => {
    const inside = await get(actor, `/api/analytics/performance?from=${daysAgo(3)}&to=${daysAgo(3)}`)
    expect(inside[0]).toMatchObject({ name: 'Poor', records: 1 })
    const outside = await get(actor, `/api/analytics/performance?from=${daysAgo(2)}`)
    expect(outside.map(({ records }: { records: number }) => records)).toEqual([0, 0, 0, 0])
  })

  test('is filtered by client and state', async () => {
    const [client] = await get(actor, '/api/clients')
    const own = await get(actor, `/api/analytics/performance?clientId=${client.id}`)
    expect(own.map(({ name }: { name: string }) => name)).toEqual(['Good'])
    expect(await get(actor, '/api/analytics/performance?clientId=no-id')).toEqual([])
    expect(await get(actor, '/api/analytics/performance?status=ACTIVE')).toEqual([])
  })

  test('takes null as absent over GraphQL', async () => {
    const { body } = await actor.graphql(`{
      campaignPerformance(page: null, limit: null, from: null, to: null, clientId: null, status: null) { totalCount page }
      analyticsReport(from: null, to: null, after: null) { from rows { name } }
      analyticsTrends(campaignId: null, window: null) { window }
    }`)
    expect(body.errors).toBeUndefined()
    expect(body.data.campaignPerformance).toEqual({ totalCount: 4, page: null })
    expect(body.data.analyticsReport).toMatchObject({ from: null, rows: { length: 4 } })
    expect(body.data.analyticsTrends.window).toBe(7)
  })

  test.each([
    ['sort=FAME', 'sort'],
    ['order=UP', 'order'],
    ['page=0', 'page'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['status=ASLEEP', 'status'],
    ['from=2026-13-01', 'from'],
    ['from=1999-12-31', 'from'],
    [`from=${daysAgo(1)}&to=${daysAgo(2)}`, 'from'],
    [`from=${daysAgo(1096)}`, 'from'],
    [`to=${daysAgo(-3)}`, 'to'],
  ])('refuses ?%s', async (query, field) => {
    const { status, body } = await actor.rest('GET', `/api/analytics/performance?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } })
  })
})

describe('sector', () => {
  test('goes by the client’s type, and by the stated sector where GraphQL asks for it', async () => {
    const actor = server.actor()
    const clients = [
      { type: 'MUNICIPALITY', sector: 'GOVERNMENT' },
      { type: 'LOCAL_MUNICIPALITY', sector: 'GOVERNMENT' },
      { type: 'MEDIUM_BUSINESS', sector: 'BUSINESS' },
    ]
    const owners = [...(await Promise.all(clients.map((client) => aClient(actor, client)))), undefined]
    for (const [index, owner] of owners.entries()) {
      const { id } = await aCampaign(actor, { clientId: owner?.id })
      await record(actor, { campaignId: id, day: daysAgo(index * 10), clicks: 10 ** index })
    }
    const shown = (rows: { sector: string; clients: number; campaigns: number; clicks: number }[]) =>
      rows.map(({ sector, clients, campaigns, clicks }) => [sector, clients, campaigns, clicks])
    const data = await get(actor, '/api/analytics/sector')
    expect(Object.keys(data)).toEqual(['from', 'to', 'sectors'])
    expect(shown(data.sectors)).toEqual([
      ['GOVERNMENT', 1, 1, 1],
      ['BUSINESS', 2, 2, 110],
      [null, 0, 1, 1000],
    ])
    const { body } = await actor.graphql('{ sectorAnalytics { from trueSectors { sector clients campaigns clicks } } }')
    expect(shown(body.data.sectorAnalytics.trueSectors)).toEqual([
      ['GOVERNMENT', 2, 2, 11],
      ['BUSINESS', 1, 1, 100],
      [null, 0, 1, 1000],
    ])
    const recent = await get(actor, `/api/analytics/sector?from=${daysAgo(10)}`)
    expect(shown(recent.sectors)).toEqual([
      ['GOVERNMENT', 1, 1, 1],
      ['BUSINESS', 2, 2, 10],
      [null, 0, 1, 0],
    ])
  })
})

describe('reports', () => {
  test('hold every campaign, as JSON in the envelope and as CSV', async () => {
    const actor = server.actor()
    const names = ['=cmd', 'Plain, with comma', 'Other']
    for (const name of names) {
      const { id } = await aCampaign(actor, { name })
      await record(actor, { campaignId: id, day: daysAgo(1), impressions: 200, clicks: 3 })
    }
    const json = await actor.rest('GET', '/api/analytics/reports')
    expect(json.headers.get('content-type')).toMatch(/^application\/json/)
    expect(json.body).toMatchObject({
      success: true,
      data: { from: null, to: null, totals: { records: 3, clicks: 9 } },
    })
    expect(json.body.data.rows.map(({ name }: { name: string }) => name)).toEqual(names)
    expect(json.body.data.rows[0]).toMatchObject({ impressions: 200, ctr: 0.015, cpaCents: null })
    const csv = await actor.rest('GET', `/api/analytics/reports?format=csv&from=${daysAgo(1)}`)
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/)
    const [header, first, second] = String(csv.body).split('\n')
    expect(header).toBe(
      'campaignId,name,clientName,clientSector,type,status,records,impressions,clicks,conversions,spendCents,' +
        'revenueCents,ctr,conversionRate,cpcCents,cpaCents,roi',
    )
    expect(first).toContain(`'=cmd`)
    expect(second).toContain('"Plain, with comma"')
    const { status, body } = await actor.rest('GET', '/api/analytics/reports?format=pdf')
    expect(status).toBe(400)
    expect(body.details).toEqual({ format: expect.stringContaining('csv') })
  })

  test('of nobody are whole too', async () => {
    const actor = server.actor()
    expect((await get(actor, '/api/analytics/reports')).rows).toEqual([])
    const { body } = await actor.rest('GET', '/api/analytics/reports?format=csv')
    expect(String(body).trim().split('\n')).toHaveLength(1)
    expect(body).toContain('campaignId')
  })

  test('longer than a batch hold every campaign once, in JSON that parses', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const copies = { operation: 'DUPLICATE', ids: Array(600).fill(id) }
    expect((await actor.rest('POST', '/api/campaigns/bulk', copies)).body.data.succeeded).toHaveLength(600)
    const { rows } = await get(actor, '/api/analytics/reports')
    expect(new Set(rows.map(({ campaignId }: { campaignId: string }) => campaignId)).size).toBe(601)
    expect(rows).toHaveLength(601)
  })
})

describe('one campaign', () => {
  test('has its totals, its period and its days, over both surfaces', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const on = (days: number, clicks: number) => ({ campaignId: id, day: daysAgo(days), clicks, impressions: 100 })
    await record(actor, [on(1, 1), on(1, 2), on(5, 4), on(40, 8)])
    const data = await get(actor, `/api/campaigns/${id}/analytics`)
    expect(data).toMatchObject({
      id,
      from: daysAgo(29),
      to: daysAgo(0),
      totals: { records: 4, clicks: 15, ctr: 0.0375 },
      period: { from: daysAgo(29), to: daysAgo(0), records: 3, clicks: 7 },
      days: [
        { day: daysAgo(5), records: 1, clicks: 4 },
        { day: daysAgo(1), records: 2, clicks: 3 },
      ],
    })
    const { body } = await actor.graphql(
      `query ($id: ID!, $from: LocalDate, $to: LocalDate) {
        campaign(id: $id) { analyticsCount analytics(from: $from, to: $to) { totals { clicks } days { day clicks } } }
      }`,
      { id, from: daysAgo(40), to: daysAgo(5) },
    )
    expect(body.data.campaign).toEqual({
      analyticsCount: 4,
      analytics: {
        totals: { clicks: 15 },
        days: [
          { day: daysAgo(40), clicks: 8 },
          { day: daysAgo(5), clicks: 4 },
        ],
      },
    })
  })

  test('of another tenant is not found', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const { id } = await aCampaign(other)
    for (const path of [
      `/api/campaigns/${id}/analytics`,
      `/api/analytics/trends?campaignId=${id}`,
      `/api/analytics/predictions?campaignId=${id}`,
    ]) {
      const { status, body } = await actor.rest('GET', path)
      expect(status).toBe(404)
      expect(body).toEqual({ error: 'Campaign not found', code: 'NOT_FOUND' })
    }
  })

  test('does not weigh on the campaign’s own representation', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    expect(await get(actor, `/api/campaigns/${id}`)).not.toHaveProperty('analytics')
  })
})

test('nothing of one tenant shows in the figures of another', async () => {
  const [actor, other] = [server.actor(), server.actor()]
  const { id } = await aCampaign(actor)
  await record(actor, { campaignId: id, day: daysAgo(1), impressions: 1_234_567 })
  const views = ['dashboard', 'performance', 'sector', 'trends', 'reports', 'reports?format=csv']
  for (const view of views) {
    expect(JSON.stringify((await actor.rest('GET', `/api/analytics/${view}`)).body)).toContain('1234567')
    expect(JSON.stringify((await other.rest('GET', `/api/analytics/${view}`)).body)).not.toContain('1234567')
  }
})
