import { describe, expect, test } from '@jest/globals'
import { aCampaign, aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { daysAgo, record } from './records.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** An organization with two clients and a campaign without one, and what they achieved now and before. */
async function anOrganization() {
  const actor = server.actor()
  const { id: office } = await aClient(actor, { name: 'Water Board', type: 'GOVERNMENT', sector: 'GOVERNMENT' })
  const { id: shop } = await aClient(actor, { name: 'Karoo Fresh Foods' })
  const { id: water } = await aCampaign(actor, { name: 'Save water', clientId: office, type: 'SOCIAL' })
  const { id: summer } = await aCampaign(actor, { name: 'Summer', clientId: shop, type: 'RADIO' })
  const { id: own } = await aCampaign(actor, { name: 'Own', type: 'RADIO' })
  await record(actor, [
    { campaignId: water, day: daysAgo(1), impressions: 300, clicks: 3, spendCents: 100, revenueCents: 150 },
    { campaignId: water, day: daysAgo(8), impressions: 200, spendCents: 400 },
    { campaignId: summer, day: daysAgo(2), impressions: 100 },
    { campaignId: own, day: daysAgo(2), impressions: 50 },
  ])
  return { actor, office, shop }
}

const ask = async (actor: Actor, query: string) => {
  const { body } = await actor.graphql(`{ ${query} }`)
  if (body.errors) throw new Error(JSON.stringify(body.errors))
  return body.data
}

const WEEK = `from: "${daysAgo(6)}", to: "${daysAgo(0)}"`

describe('groups of campaigns', () => {
  test('are sectors, types and clients, ranked, in a range or in some campaigns', async () => {
    const { actor, office, shop } = await anOrganization()
    const groups = async (args: string) => {
      const { analyticsGroups } = await ask(
        actor,
        `analyticsGroups(${args}) { totalCount nodes { key clientName campaigns impressions roi } }`,
      )
      return analyticsGroups.nodes.map((node: Record<string, unknown>) => Object.values(node))
    }
    expect(await groups(`by: SECTOR, ${WEEK}`)).toEqual([
      ['GOVERNMENT', null, 1, 300, 0.5],
      ['BUSINESS', null, 1, 100, null],
      [null, null, 1, 50, null],
    ])
    expect(await groups('by: TYPE, sort: NAME, order: ASC')).toEqual([
      ['RADIO', null, 2, 150, null],
      ['SOCIAL', null, 1, 500, -0.7],
    ])
    expect(await groups('by: CLIENT, sort: NAME, order: ASC')).toEqual([
      [shop, 'Karoo Fresh Foods', 1, 100, null],
      [office, 'Water Board', 1, 500, -0.7],
      [null, null, 1, 50, null],
    ])
    expect(await groups('by: CLIENT, sector: BUSINESS')).toEqual([[shop, 'Karoo Fresh Foods', 1, 100, null]])
    expect(await groups('by: CLIENT, type: RADIO, sort: ROI')).toHaveLength(2)
    expect(await groups('by: CLIENT, first: 1, sort: NAME, order: DESC')).toEqual([
      [office, 'Water Board', 1, 500, -0.7],
    ])
    expect(await groups('by: SECTOR, clientId: "none"')).toEqual([])
  })

  test('of another organization do not exist', async () => {
    const { office } = await anOrganization()
    const { analyticsGroups, analyticsPeriod } = await ask(
      server.actor(),
      `analyticsGroups(by: CLIENT, clientId: "${office}") { totalCount }
       analyticsPeriod(clientId: "${office}") { period { impressions } }`,
    )
    expect([analyticsGroups.totalCount, analyticsPeriod.period.impressions]).toEqual([0, 0])
  })
})

test('a period is compared with as many days before, of all campaigns and of some', async () => {
  const { actor, office } = await anOrganization()
  const figures =
    '{ period { from to impressions } previous { from to impressions } change { impressions spendCents clicks } }'
  const { all, some } = await ask(
    actor,
    `all: analyticsPeriod(${WEEK}) ${figures} some: analyticsPeriod(${WEEK}, clientId: "${office}") ${figures}`,
  )
  const previous = { from: daysAgo(13), to: daysAgo(7), impressions: 200 }
  expect(all).toEqual({
    period: { from: daysAgo(6), to: daysAgo(0), impressions: 450 },
    previous,
    change: { impressions: 1.25, spendCents: -0.75, clicks: null },
  })
  expect(some).toMatchObject({ period: { impressions: 300 }, previous, change: { impressions: 0.5 } })
})

test('performance is that of a sector or a type alone, where asked for', async () => {
  const { actor } = await anOrganization()
  const names = async (args: string) => {
    const { campaignPerformance } = await ask(actor, `campaignPerformance(${args}) { totalCount nodes { name } }`)
    return [campaignPerformance.totalCount, ...campaignPerformance.nodes.map(({ name }: { name: string }) => name)]
  }
  expect(await names('sector: GOVERNMENT')).toEqual([1, 'Save water'])
  expect(await names('type: RADIO')).toEqual([2, 'Summer', 'Own'])
  expect(await names('type: RADIO, sector: BUSINESS, status: DRAFT')).toEqual([1, 'Summer'])
})

test('a trend and a report are those of some campaigns, where asked for', async () => {
  const { actor, shop } = await anOrganization()
  const { analyticsTrends, analyticsReport } = await ask(
    actor,
    `analyticsTrends(${WEEK}, sector: GOVERNMENT) { points { impressions } }
     analyticsReport(${WEEK}, clientId: "${shop}") { totals { impressions } rows { name impressions } next }`,
  )
  expect(analyticsTrends.points.map(({ impressions }: { impressions: number }) => impressions)).toEqual([
    0, 0, 0, 0, 0, 300, 0,
  ])
  const rows = [{ name: 'Summer', impressions: 100 }]
  expect(analyticsReport).toEqual({ totals: { impressions: 100 }, rows, next: null })
  const other = await ask(server.actor(), `analyticsReport(clientId: "${shop}") { totals { records } rows { name } }`)
  expect(other.analyticsReport).toEqual({ totals: { records: 0 }, rows: [] })
})
