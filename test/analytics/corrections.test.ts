import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { aCampaign } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { daysAgo, ROLL_UPS, record, rollUpAgainstRecords } from './records.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const FIELDS = '{ id key day channel impressions clicks conversions spendCents revenueCents }'

async function correct(actor: Actor, key: string, input: object): Promise<Json> {
  const { body } = await actor.graphql(
    `mutation ($key: ID!, $input: AnalyticsCorrectionInput!) { correctAnalyticsRecord(key: $key, input: $input) ${FIELDS} }`,
    { key, input },
  )
  return body.errors ? body.errors[0].extensions : body.data.correctAnalyticsRecord
}

async function remove(actor: Actor, key: string): Promise<Json> {
  const { body } = await actor.graphql('mutation ($key: ID!) { deleteAnalyticsRecord(key: $key) }', { key })
  return body.errors ? body.errors[0].extensions : body.data.deleteAnalyticsRecord
}

async function expectSums(actor: Actor): Promise<void> {
  for (const rollUp of ROLL_UPS) {
    const { kept, expected } = await rollUpAgainstRecords(server, actor.organizationId, rollUp)
    expect(kept).toEqual(expected)
  }
}

const eventsOf = async (actor: Actor, action: string) =>
  (await actor.rest('GET', `/api/audit/log?action=${action}`)).body.meta.total

describe('a record with a key', () => {
  async function aRecord(actor: Actor, changes: object = {}) {
    const { id: campaignId } = await aCampaign(actor)
    const key = randomUUID()
    const made = { campaignId, key, day: daysAgo(3), clicks: 5, spendCents: 700, ...changes }
    const {
      ids: [id],
    } = await record(actor, [made, { campaignId, day: daysAgo(3), clicks: 1 }])
    return { id, key, campaignId }
  }

  test('is corrected: the figures follow, id and key stay, what is not given stays', async () => {
    const actor = server.actor()
    const { id, key, campaignId } = await aRecord(actor)
    const input = { day: daysAgo(2), clicks: 9, impressions: 100, revenueCents: null }
    expect(await correct(actor, key, input)).toEqual({
      id,
      key,
      day: daysAgo(2),
      channel: null,
      impressions: 100,
      clicks: 9,
      conversions: 0,
      spendCents: 700,
      revenueCents: 0,
    })
    await expectSums(actor)
    const { body } = await actor.rest('GET', `/api/campaigns/${campaignId}/analytics`)
    expect(body.data.totals).toMatchObject({ clicks: 10, impressions: 100, spendCents: 700 })
    expect((await actor.rest('GET', `/api/campaigns/${campaignId}`)).body.data.analyticsCount).toBe(2)
    expect(await eventsOf(actor, 'ANALYTICS_RECORD_UPDATED')).toBe(1)
    // The key still refers to it.
    const { duplicates } = await record(actor, [{ campaignId, key, day: daysAgo(1) }])
    expect(duplicates).toEqual([{ index: 0, key }])
  })

  test('is deleted: the figures follow, and the key is free again', async () => {
    const actor = server.actor()
    const { id, key, campaignId } = await aRecord(actor)
    expect(await remove(actor, key)).toBe(id)
    await expectSums(actor)
    expect((await actor.rest('GET', `/api/campaigns/${campaignId}`)).body.data.analyticsCount).toBe(1)
    expect(await remove(actor, key)).toMatchObject({ code: 'NOT_FOUND' })
    expect((await record(actor, { campaignId, key, day: daysAgo(1) })).recorded).toBe(1)
  })

  test('is no other organization’s to correct or to delete, and one that is not there is not found', async () => {
    const [actor, stranger] = [server.actor(), server.actor()]
    const { key } = await aRecord(actor)
    await aCampaign(stranger)
    for (const each of [key, 'no such key', ''])
      expect([await correct(stranger, each, { clicks: 0 }), await remove(stranger, each)]).toMatchObject([
        { code: 'NOT_FOUND' },
        { code: 'NOT_FOUND' },
      ])
    await expectSums(actor)
  })

  test.each([
    ['clicks', { clicks: -1 }],
    ['spendCents', { spendCents: 100_000_000_001 }],
    ['day', { day: '2999-01-01' }],
  ])('takes no wrong %s, and stays as it was', async (field, input) => {
    const actor = server.actor()
    const { key } = await aRecord(actor)
    expect((await correct(actor, key, input)).details).toHaveProperty([field])
    await expectSums(actor)
  })

  test('of corrections and a deletion at once leaves sums that are right', async () => {
    const actor = server.actor()
    const { key } = await aRecord(actor)
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map((clicks) => correct(actor, key, { clicks: 10 * clicks })),
      remove(actor, key),
    ])
    for (const each of answers) if (each.code) expect(['CONFLICT', 'NOT_FOUND']).toContain(each.code)
    await expectSums(actor)
  })

  test('loses no correction to another one of the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const actor = server.actor()
      const { key } = await aRecord(actor)
      const inputs = [{ clicks: 11 }, { impressions: 12 }, { conversions: 13 }, { revenueCents: 14 }]
      const answers = await Promise.all(inputs.map((input) => correct(actor, key, input)))
      const done = inputs.filter((_, place) => answers[place].code === undefined)
      for (const { code } of answers) expect([undefined, 'CONFLICT']).toContain(code)
      expect(done.length).toBeGreaterThan(0)
      const { body } = await actor.graphql(`{ analyticsRecords(first: 9) { nodes ${FIELDS} } }`)
      const kept = body.data.analyticsRecords.nodes.find((each: Json) => each.key === key)
      expect(kept).toMatchObject(Object.assign({}, ...done))
      expect(await eventsOf(actor, 'ANALYTICS_RECORD_UPDATED')).toBe(done.length)
    }
  })

  test('is deleted once, however many ask for it at once', async () => {
    const actor = server.actor()
    const { id, key } = await aRecord(actor)
    const answers = await Promise.all([1, 2, 3].map(() => remove(actor, key)))
    expect(answers.filter((each) => each === id)).toHaveLength(1)
    for (const { code } of answers.filter((each) => each !== id)) expect(code).toBe('NOT_FOUND')
    expect(await eventsOf(actor, 'ANALYTICS_RECORD_DELETED')).toBe(1)
    await expectSums(actor)
  })

  test('that is corrected to what it reads already is not changed', async () => {
    const actor = server.actor()
    const { key } = await aRecord(actor)
    expect(await correct(actor, key, { clicks: 5 })).toMatchObject({ clicks: 5 })
    expect(await eventsOf(actor, 'ANALYTICS_RECORD_UPDATED')).toBe(0)
  })
})

test('a corrected record keeps the time of its creation', async () => {
  const actor = server.actor()
  const { id: campaignId } = await aCampaign(actor)
  const key = randomUUID()
  await record(actor, { campaignId, key, day: daysAgo(3), clicks: 5 })
  const read = async () =>
    (await actor.graphql('{ analyticsRecords { nodes { createdAt updatedAt clicks } } }')).body.data.analyticsRecords
      .nodes[0]
  const before = await read()
  await correct(actor, key, { clicks: 6 })
  const after = await read()
  expect([after.clicks, after.createdAt]).toEqual([6, before.createdAt])
  expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
})

test('days whose records were corrected or deleted away are not listed', async () => {
  const actor = server.actor()
  const { id } = await aCampaign(actor)
  const keys = [randomUUID(), randomUUID()] as const
  await record(actor, [
    { campaignId: id, key: keys[0], day: daysAgo(3), clicks: 5 },
    { campaignId: id, key: keys[1], day: daysAgo(2), clicks: 5 },
  ])
  await correct(actor, keys[0], { day: daysAgo(1) })
  await remove(actor, keys[1])
  const { body } = await actor.rest('GET', `/api/campaigns/${id}/analytics`)
  expect(body.data.days.map(({ day }: Json) => day)).toEqual([daysAgo(1)])
})
