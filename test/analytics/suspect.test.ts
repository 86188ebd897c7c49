import { describe, expect, test } from '@jest/globals'
import { aCampaign, aContent } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { daysAgo, record } from './records.ts'

/* Records that are accepted although they are probably wrong, and those that are refused. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const listed = async (actor: Actor, suspect: boolean): Promise<Json[]> =>
  (
    await actor.graphql(
      'query ($suspect: Boolean) { analyticsRecords(filter: { suspect: $suspect }) { nodes { key suspect } } }',
      { suspect },
    )
  ).body.data.analyticsRecords.nodes

test('suspect figures are accepted, marked, listed, counted and notified once for each campaign', async () => {
  const actor = server.actor()
  const { id: campaignId } = await aCampaign(actor, { name: 'Odd' })
  const day = daysAgo(3)
  const made = await record(actor, [
    { campaignId, day, key: 'right', impressions: 100, clicks: 100, conversions: 100 },
    { campaignId, day, key: 'clicks', impressions: 9, clicks: 10 },
    { campaignId, day, key: 'conversions', clicks: 10, conversions: 99 },
    { campaignId, day, key: 'both', impressions: 1, clicks: 2, conversions: 3 },
    { campaignId, day, key: 'unreported', clicks: 5, revenueCents: 9 },
  ])
  expect(made.suspect).toEqual([
    { index: 1, reasons: ['CLICKS_EXCEED_IMPRESSIONS'] },
    { index: 2, reasons: ['CONVERSIONS_EXCEED_CLICKS'] },
    { index: 3, reasons: ['CLICKS_EXCEED_IMPRESSIONS', 'CONVERSIONS_EXCEED_CLICKS'] },
  ])
  expect((await listed(actor, true)).map(({ key }) => key).sort()).toEqual(['both', 'clicks', 'conversions'])
  expect((await listed(actor, false)).map(({ key }) => key).sort()).toEqual(['right', 'unreported'])
  const { body } = await actor.rest('GET', `/api/campaigns/${campaignId}/analytics`)
  expect(body.data.totals).toMatchObject({ records: 5, clicks: 127 })
  const sentences = async () => {
    const { nodes } = (await actor.graphql('{ notifications { nodes { type message } } }')).body.data.notifications
    return nodes.filter(({ type }: Json) => type === 'CAMPAIGN_RESULTS_SUSPECT').map(({ message }: Json) => message)
  }
  const [sentence, ...others] = await until('the notification', async () => {
    const found = await sentences()
    return found.length > 0 ? found : undefined
  })
  expect([sentence, others]).toEqual(['Campaign "Odd" has new results with unlikely figures: 3.', []])
})

test('a correction marks a record, and takes the mark off', async () => {
  const actor = server.actor()
  const { id: campaignId } = await aCampaign(actor)
  await record(actor, { campaignId, day: daysAgo(3), key: 'k', clicks: 10, conversions: 5 })
  const correct = async (conversions: number) => {
    const input = { conversions }
    const { body } = await actor.graphql(
      'mutation ($input: AnalyticsCorrectionInput!) { correctAnalyticsRecord(key: "k", input: $input) { suspect } }',
      { input },
    )
    return body.data.correctAnalyticsRecord.suspect
  }
  expect(await correct(99)).toEqual(['CONVERSIONS_EXCEED_CLICKS'])
  expect(await correct(9)).toEqual([])
})

test('what lies far outside the history of a campaign is suspect, once there is a history', async () => {
  const actor = server.actor()
  const { id: campaignId } = await aCampaign(actor)
  const { id: young } = await aCampaign(actor)
  const days = (id: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ campaignId: id, day: daysAgo(index + 1), impressions: 100 }))
  await record(actor, [...days(campaignId, 7), ...days(young, 6)])
  const reasons = async (id: string, more: object) => {
    const { suspect } = await record(actor, { campaignId: id, day: daysAgo(0), ...more })
    return suspect.flatMap((each: Json) => each.reasons)
  }
  expect(await reasons(young, { impressions: 100_000 })).toEqual([])
  expect(await reasons(campaignId, { impressions: 900 })).toEqual([])
  expect(await reasons(campaignId, { impressions: 90_000 })).toEqual(['FIGURES_OUTSIDE_HISTORY'])
  expect(await reasons(campaignId, { impressions: 1, day: '2003-01-01' })).toEqual(['DAY_OUTSIDE_HISTORY'])
})

describe('content of a record', () => {
  test('of another campaign is refused, alone and among several, and nothing is kept', async () => {
    const actor = server.actor()
    const [{ id: campaignId }, { id: other }] = [await aCampaign(actor), await aCampaign(actor)]
    const [own, theirs, free] = [
      await aContent(actor, { campaignId }),
      await aContent(actor, { campaignId: other }),
      await aContent(actor),
    ]
    const row = (contentId: string) => ({ campaignId, contentId, day: daysAgo(1), clicks: 1 })
    const post = (body: unknown) => actor.rest('POST', '/api/analytics/records', body)
    const alone = await post(row(theirs.id.toUpperCase()))
    expect([alone.status, alone.body.details]).toEqual([400, { contentId: 'belongs to another campaign' }])
    const several = await post([row(own.id), row(theirs.id)])
    expect([several.status, several.body.details.errors]).toEqual([
      400,
      [{ index: 1, field: 'contentId', message: 'belongs to another campaign' }],
    ])
    expect((await post([row(own.id), row(free.id)])).body.data.recorded).toBe(2)
    expect((await actor.rest('GET', `/api/campaigns/${campaignId}`)).body.data.analyticsCount).toBe(2)
  })
})
