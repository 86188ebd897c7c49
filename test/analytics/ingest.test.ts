import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { aCampaign } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { daysAgo, record } from './records.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const PATH = '/api/analytics/records'
const RECORD = `mutation ($records: [AnalyticsRecordInput!]!) {
  recordAnalytics(records: $records) { recorded ids duplicates { index key } }
}`
const LIST = `query ($filter: AnalyticsRecordFilter) {
  analyticsRecords(first: 100, filter: $filter) {
    totalCount nodes { id campaignId contentId channel day impressions clicks conversions spendCents revenueCents key }
  }
}`

describe('a record', () => {
  test('holds what was sent, over both surfaces; what is absent is 0', async () => {
    const actor = server.actor()
    const campaign = await aCampaign(actor)
    const full = {
      campaignId: campaign.id,
      day: daysAgo(1),
      channel: 'SMS',
      impressions: 5_000_000_000,
      clicks: 40,
      conversions: 3,
      spendCents: 123_456,
      revenueCents: 654_321,
    }
    const { status, body } = await actor.rest('POST', PATH, full)
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      data: { recorded: 1, ids: [expect.any(String)], duplicates: [], suspect: [] },
    })
    const made = await actor.graphql(RECORD, { records: [{ campaignId: campaign.id, day: daysAgo(2) }] })
    expect(made.body.data.recordAnalytics.recorded).toBe(1)
    const { body: list } = await actor.graphql(LIST)
    const absent = { contentId: null, channel: null, impressions: 0, clicks: 0, conversions: 0, spendCents: 0 }
    expect(list.data.analyticsRecords).toEqual({
      totalCount: 2,
      nodes: [
        { ...full, id: body.data.ids[0], contentId: null, key: null },
        {
          ...absent,
          id: made.body.data.recordAnalytics.ids[0],
          campaignId: campaign.id,
          day: daysAgo(2),
          revenueCents: 0,
          key: null,
        },
      ],
    })
  })

  test.each([
    [{ day: daysAgo(1) }, 'campaignId'],
    [{ campaignId: ' ', day: daysAgo(1) }, 'campaignId'],
    [{ campaignId: randomUUID() }, 'day'],
    [{ campaignId: randomUUID(), day: '' }, 'day'],
  ])('%j is refused with the first field that is missing', async (body, field) => {
    const answer = await server.actor().rest('POST', PATH, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      error: `${field} is required`,
      code: 'VALIDATION_ERROR',
      details: { [field]: 'is required' },
    })
  })

  test.each([
    ['day', '2026-02-30'],
    ['day', 'yesterday'],
    ['day', daysAgo(-3)],
    ['day', '1999-12-31'],
    ['channel', 'PIGEON'],
    ['impressions', -1],
    ['impressions', 1.5],
    ['clicks', '7'],
    ['conversions', 1e12],
    ['spendCents', Number.MAX_SAFE_INTEGER],
    ['revenueCents', true],
    ['key', 'k'.repeat(256)],
    ['views', 3],
  ])('a wrong %s is refused, and named (%#)', async (field, value) => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const answer = await actor.rest('POST', PATH, { campaignId: id, day: daysAgo(1), [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'VALIDATION_ERROR', details: { [field]: expect.any(String) } })
  })

  test('a campaign that is not there, or another tenant’s, is not found; so is content', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const own = await aCampaign(actor)
    const foreign = await aCampaign(other)
    for (const campaignId of [foreign.id, randomUUID(), 'no-id']) {
      const answer = await actor.rest('POST', PATH, { campaignId, day: daysAgo(1) })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ error: 'Campaign not found', code: 'NOT_FOUND' })
    }
    const answer = await actor.rest('POST', PATH, { campaignId: own.id, day: daysAgo(1), contentId: randomUUID() })
    expect(answer.body).toEqual({ error: 'Content not found', code: 'NOT_FOUND' })
    const { body } = await actor.graphql(RECORD, { records: [{ campaignId: foreign.id, day: daysAgo(1) }] })
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
    expect((await other.graphql(LIST)).body.data.analyticsRecords.totalCount).toBe(0)
  })
})

describe('content', () => {
  test('is shown with its records, and when it is deleted they stay, without it', async () => {
    const actor = server.actor()
    const campaign = await aCampaign(actor)
    const body = { title: 'Poster', type: 'BANNER', body: 'Sizokwazisa.' }
    const content = (await actor.rest('POST', '/api/content', body)).body.data
    await record(actor, { campaignId: campaign.id, day: daysAgo(1), contentId: content.id, clicks: 2 })
    const query = '{ analyticsRecords { nodes { contentId content { title } campaign { id } } } }'
    const read = async () => (await actor.graphql(query)).body.data.analyticsRecords.nodes
    const shown = { contentId: content.id, content: { title: 'Poster' }, campaign: { id: campaign.id } }
    expect(await read()).toEqual([shown])
    const { body: found } = await actor.graphql(LIST, { filter: { contentId: content.id } })
    expect(found.data.analyticsRecords.totalCount).toBe(1)
    expect((await actor.rest('DELETE', `/api/content/${content.id}`)).status).toBe(204)
    expect(await read()).toEqual([{ ...shown, contentId: null, content: null }])
    const { body: analytics } = await actor.rest('GET', `/api/campaigns/${campaign.id}/analytics`)
    expect(analytics.data.totals).toMatchObject({ records: 1, clicks: 2 })
  })
})

describe('the list of records', () => {
  test('is filtered, ordered and paged by cursor', async () => {
    const actor = server.actor()
    const [one, two] = [await aCampaign(actor), await aCampaign(actor)]
    const of = (campaign: { id: string }, days: number, channel: string) => ({
      campaignId: campaign.id,
      day: daysAgo(days),
      channel,
    })
    await record(actor, [of(one, 1, 'SMS'), of(two, 3, 'EMAIL'), of(one, 2, 'EMAIL'), of(one, 5, 'TV')])
    const query = `query ($filter: AnalyticsRecordFilter, $orderBy: AnalyticsRecordOrder, $first: Int, $after: String) {
      analyticsRecords(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
        nodes { day } pageInfo { hasNextPage endCursor } totalCount
      }
    }`
    const list = async (variables: object) => (await actor.graphql(query, { ...variables })).body.data.analyticsRecords
    const days = (found: { nodes: { day: string }[] }) => found.nodes.map(({ day }) => day)
    expect(days(await list({}))).toEqual([1, 2, 3, 5].map(daysAgo))
    expect(days(await list({ filter: { campaignId: one.id, channel: ['EMAIL', 'TV'] } }))).toEqual([2, 5].map(daysAgo))
    expect(days(await list({ filter: { from: daysAgo(3), to: daysAgo(2) } }))).toEqual([2, 3].map(daysAgo))
    expect(days(await list({ filter: { campaignId: 'no-id' } }))).toEqual([])
    const orderBy = { field: 'CREATED_AT', direction: 'ASC' }
    expect(days(await list({ orderBy })).toSorted()).toEqual([5, 3, 2, 1].map(daysAgo))
    const first = await list({ first: 3 })
    expect(first).toMatchObject({ totalCount: 4, pageInfo: { hasNextPage: true } })
    const rest = await list({ first: 3, after: first.pageInfo.endCursor })
    expect([...days(first), ...days(rest)]).toEqual([1, 2, 3, 5].map(daysAgo))
  })
})

describe('a batch', () => {
  const batch = (campaignId: string, size: number) =>
    Array.from({ length: size }, (_, index) => ({ campaignId, day: daysAgo(index % 50), clicks: 1 }))

  test('of 1000 is taken at once, and one more is refused', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    expect(await record(actor, batch(id, 1000))).toMatchObject({ recorded: 1000, duplicates: [] })
    for (const size of [0, 1001]) {
      const { status, body } = await actor.rest('POST', PATH, batch(id, size))
      expect(status).toBe(400)
      expect(body.details).toEqual({ records: 'must be 1 to 1000 records' })
    }
    const { body } = await actor.rest('GET', `/api/campaigns/${id}/analytics`)
    expect(body.data.totals).toMatchObject({ records: 1000, clicks: 1000 })
  })

  test('names each bad record by index and field, and keeps none', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const good = { campaignId: id, day: daysAgo(1) }
    const bad = [good, { day: daysAgo(1) }, { ...good, clicks: 'x', spendCents: 1.5 }, good, 7, { ...good, views: 1 }]
    const { status, body } = await actor.rest('POST', PATH, bad)
    expect(status).toBe(400)
    expect(body.code).toBe('VALIDATION_ERROR')
    expect(body.details.errors).toEqual([
      { index: 1, field: 'campaignId', message: 'campaignId is required' },
      { index: 2, field: 'clicks', message: expect.any(String) },
      { index: 2, field: 'spendCents', message: expect.any(String) },
      { index: 4, field: 'body', message: 'must be a JSON object' },
      { index: 5, field: 'views', message: expect.any(String) },
    ])
    expect((await actor.graphql(LIST)).body.data.analyticsRecords.totalCount).toBe(0)
  })

  test('over GraphQL too, where values fit their types and still are wrong', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const good = { campaignId: id, day: daysAgo(1) }
    const records = [good, { ...good, clicks: -1 }, { ...good, day: '1990-01-01', key: 'k'.repeat(300) }]
    const { body } = await actor.graphql(RECORD, { records })
    expect(body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        errors: [
          { index: 1, field: 'clicks', message: 'must be at least 0' },
          { index: 2, field: 'day', message: 'must be between 2000-01-01 and today' },
          { index: 2, field: 'key', message: 'must be at most 255 characters' },
        ],
      },
    })
  })

  test('names the records whose campaign is not there, and keeps none', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const foreign = await aCampaign(server.actor())
    const records = [id, foreign.id, id, randomUUID()].map((campaignId) => ({ campaignId, day: daysAgo(1) }))
    const { status, body } = await actor.rest('POST', PATH, records)
    expect(status).toBe(404)
    expect(body).toEqual({ error: 'Campaign not found (records 1, 3)', code: 'NOT_FOUND' })
    const answer = await actor.graphql(RECORD, { records })
    expect(answer.body.errors[0].extensions.details.errors).toEqual([
      { index: 1, field: 'campaignId', message: 'Campaign not found' },
      { index: 3, field: 'campaignId', message: 'Campaign not found' },
    ])
    expect((await actor.graphql(LIST)).body.data.analyticsRecords.totalCount).toBe(0)
  })
})

describe('a key', () => {
  test('that was used does nothing, and is reported', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const { id } = await aCampaign(actor)
    const of = (key: string | undefined, clicks = 1, campaignId = id) => ({ campaignId, day: daysAgo(1), clicks, key })
    await record(actor, [of('a'), of('b'), of(undefined)])
    const report = await record(actor, [of('b', 50), of('c', 10), of(undefined), of('c', 100)])
    expect(report).toEqual({
      recorded: 2,
      ids: [expect.any(String), expect.any(String)],
      duplicates: [
        { index: 0, key: 'b' },
        { index: 3, key: 'c' },
      ],
      suspect: [],
    })
    const { body } = await actor.rest('GET', `/api/campaigns/${id}/analytics`)
    expect(body.data.totals).toMatchObject({ records: 5, clicks: 14 })
    const theirs = await aCampaign(other)
    expect(await record(other, of('a', 1, theirs.id))).toMatchObject({ recorded: 1 })
  })

  test('beside it, an Idempotency-Key replays the whole answer', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    const send = () => actor.rest('POST', PATH, [{ campaignId: id, day: daysAgo(1) }], { 'Idempotency-Key': 'once' })
    const [first, second] = [await send(), await send()]
    expect(second.headers.get('idempotency-replay')).toBe('true')
    expect(second.body).toEqual(first.body)
    expect((await actor.graphql(LIST)).body.data.analyticsRecords.totalCount).toBe(1)
  })
})

describe('who may', () => {
  test.each([
    ['admin', 201],
    ['manager', 201],
    ['member', 201],
    ['compliance', 403],
    ['viewer', 403],
  ] as const)('record: %s gets %i; everyone reads', async (role, expected) => {
    const admin = server.actor()
    const { id } = await aCampaign(admin)
    const actor = server.actor({ role, organizationId: admin.organizationId })
    expect((await actor.rest('POST', PATH, { campaignId: id, day: daysAgo(1) })).status).toBe(expected)
    for (const view of ['dashboard', 'performance', 'sector', 'trends', 'reports']) {
      expect((await actor.rest('GET', `/api/analytics/${view}`)).status).toBe(200)
    }
    expect((await actor.rest('GET', `/api/campaigns/${id}/analytics`)).status).toBe(200)
  })

  test('nobody without a token, and nobody without an organization', async () => {
    for (const view of ['dashboard', 'performance', 'sector', 'trends', 'predictions', 'reports']) {
      expect((await server.fetch(`/api/analytics/${view}`)).status).toBe(401)
      const homeless = await server.actor({ organizationId: null }).rest('GET', `/api/analytics/${view}`)
      expect(homeless.status).toBe(400)
      expect(homeless.body).toEqual({ error: 'Organization required' })
    }
    expect((await server.fetch(PATH, { method: 'POST' })).status).toBe(401)
  })
})
