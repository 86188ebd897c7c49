import { describe, expect, test } from '@jest/globals'
import { aCampaign } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { recordTransactions, transactionsOf } from '../support/statements.ts'
import { until } from '../support/until.ts'

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

const DAY = '2026-01-01'
const spend = async (actor: Actor, campaignId: string, spendCents: number, more: object = {}): Promise<void> => {
  const record = { campaignId, day: DAY, spendCents, ...more }
  const { status, body } = await actor.rest('POST', '/api/analytics/records', record)
  expect([status, body.error]).toEqual([201, undefined])
}
const setBudget = async (actor: Actor, id: string, budgetCents: number | null): Promise<void> => {
  expect((await actor.rest('PUT', `/api/campaigns/${id}`, { budgetCents })).status).toBe(200)
}
const show = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.rest('GET', `/api/campaigns/${id}`)).body.data

/** The notices about the budget of a campaign, in order: its events. Its audit records must be equal. */
async function recordedOf(actor: Actor, id: string): Promise<Json[]> {
  const events = await server.database.transaction(
    { role: 'gateway_tenant', organizationId: actor.organizationId, readOnly: true },
    ({ db }) =>
      db
        .selectFrom('event')
        .select('payload')
        .where('type', '=', 'CAMPAIGN_BUDGET_REACHED')
        .where('resourceId', '=', id)
        .orderBy('number')
        .execute(),
  )
  const query = `action=CAMPAIGN_BUDGET_REACHED&resourceId=${id}`
  expect((await actor.rest('GET', `/api/audit/log?${query}`)).body.meta.total).toBe(events.length)
  return events.map(({ payload }) => payload)
}
const percentsOf = async (actor: Actor, id: string): Promise<number[]> =>
  (await recordedOf(actor, id)).map(({ percent }) => percent)

describe('what a campaign has spent', () => {
  test('is a figure of it, on both surfaces', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents: 2000 })
    expect(await show(actor, id)).toMatchObject({ spentCents: 0, budgetUsed: 0 })
    await spend(actor, id, 300)
    await spend(actor, id, 200, { day: '2026-01-02' })
    expect(await show(actor, id)).toMatchObject({ spentCents: 500, budgetUsed: 0.25 })
    await spend(actor, id, 2000)
    const shown = await actor.graphql('query ($id: ID!) { campaign(id: $id) { spentCents budgetUsed } }', { id })
    expect(shown.body.data.campaign).toEqual({ spentCents: 2500, budgetUsed: 1.25 })
  })

  test.each([[null], [0]])('has no share of a budget of %p', async (budgetCents) => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents })
    await spend(actor, id, 100)
    expect(await show(actor, id)).toMatchObject({ spentCents: 100, budgetUsed: null })
    expect(await percentsOf(actor, id)).toEqual([])
  })

  test('costs a list one statement, however long it is', async () => {
    const actor = server.actor()
    const document = '{ campaigns { nodes { id analyticsCount spentCents budgetUsed } } }'
    const sent: string[][] = []
    for (const more of [1, 9]) {
      for (let made = 0; made < more; made++) await spend(actor, (await aCampaign(actor, { budgetCents: 9 })).id, 1)
      transactions.length = 0
      expect((await actor.graphql(document)).body.data.campaigns.nodes).toHaveLength(sent.length === 0 ? 1 : 10)
      const own = transactionsOf(transactions, actor.organizationId).find(([begin]) =>
        begin?.startsWith('begin read only'),
      )
      sent.push(own?.slice(1).map((statement) => statement.replace(/\$\d+(, \$\d+)*/g, '$')) ?? [])
    }
    expect(sent[0]?.filter((statement) => statement.includes('campaign_total'))).toHaveLength(1)
    expect(sent[1]).toEqual(sent[0])
  })
})

describe('a budget', () => {
  test('causes one notice at 80 % and one at 100 %, to the cent', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { name: 'Water week', budgetCents: 1000 })
    await spend(actor, id, 799)
    expect(await recordedOf(actor, id)).toEqual([])
    await spend(actor, id, 1)
    expect(await recordedOf(actor, id)).toEqual([{ percent: 80, spentCents: 800, budgetCents: 1000 }])
    await spend(actor, id, 199)
    await spend(actor, id, 0)
    expect(await percentsOf(actor, id)).toEqual([80])
    await spend(actor, id, 1)
    for (const more of [0, 500]) await spend(actor, id, more)
    expect(await percentsOf(actor, id)).toEqual([80, 100])
    const list = await until('the notifications', async () => {
      const { body } = await actor.rest('GET', '/api/service-provider/notifications')
      return body.data.length === 2 && body.data
    })
    expect(list).toMatchObject(Array(2).fill({ type: 'CAMPAIGN_BUDGET_REACHED', resourceId: id }))
  })

  test('that one record exceeds causes both notices', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents: 1000 })
    await spend(actor, id, 5000)
    expect(await percentsOf(actor, id)).toEqual([80, 100])
  })

  test('causes one notice when several ingests run at the same time', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents: 1000 })
    await Promise.all(Array.from({ length: 12 }, () => spend(actor, id, 100)))
    expect(await percentsOf(actor, id)).toEqual([80, 100])
    expect(await show(actor, id)).toMatchObject({ spentCents: 1200, budgetUsed: 1.2 })
  })

  test('is not used up by records that are duplicates', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents: 1000 })
    for (let time = 0; time < 3; time++) await spend(actor, id, 700, { key: 'one' })
    expect(await percentsOf(actor, id)).toEqual([])
  })

  test('causes a notice per campaign when one request has results of several', async () => {
    const actor = server.actor()
    const [low, high, over] = [
      await aCampaign(actor, { budgetCents: 1000 }),
      await aCampaign(actor, { budgetCents: 1000 }),
      await aCampaign(actor, { budgetCents: 1000 }),
    ]
    const records = [
      { campaignId: low.id, day: DAY, spendCents: 10 },
      { campaignId: high.id, day: DAY, spendCents: 450 },
      { campaignId: over.id, day: DAY, spendCents: 1001 },
      { campaignId: high.id, day: DAY, spendCents: 450 },
    ]
    expect((await actor.rest('POST', '/api/analytics/records', records)).status).toBe(201)
    for (const [{ id }, recorded] of [
      [low, []],
      [high, [80]],
      [over, [80, 100]],
    ]) {
      expect(await percentsOf(actor, id)).toEqual(recorded)
    }
  })

  test('causes one notice per mark, also when other campaigns reach a mark in the same request', async () => {
    const actor = server.actor()
    const [ahead, behind] = [
      await aCampaign(actor, { budgetCents: 1000 }),
      await aCampaign(actor, { budgetCents: 1000 }),
    ]
    await spend(actor, ahead.id, 900)
    const both = [ahead, behind].map(({ id }) => ({ campaignId: id, day: DAY, spendCents: 1000 }))
    for (let time = 0; time < 2; time++) await actor.rest('POST', '/api/analytics/records', both)
    for (const { id } of [ahead, behind]) expect(await percentsOf(actor, id)).toEqual([80, 100])
  })

  test('that is raised causes new notices, for the marks that are not reached yet', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents: 1000 })
    await spend(actor, id, 1000)
    // 83 % of the new one: that it has passed 80 % is known.
    await setBudget(actor, id, 1200)
    await spend(actor, id, 1)
    expect(await percentsOf(actor, id)).toEqual([80, 100])
    await spend(actor, id, 199)
    expect(await percentsOf(actor, id)).toEqual([80, 100, 100])
    // 12 % of the new one: both are ahead again.
    await setBudget(actor, id, 10_000)
    await spend(actor, id, 6800)
    expect(await percentsOf(actor, id)).toEqual([80, 100, 100, 80])
    await setBudget(actor, id, 10_000)
    await actor.rest('PUT', `/api/campaigns/${id}`, { name: 'Another name' })
    await spend(actor, id, 1)
    expect(await percentsOf(actor, id)).toEqual([80, 100, 100, 80])
  })

  test('that is set or lowered below the spent amount causes a notice with the next spending', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await spend(actor, id, 900)
    await setBudget(actor, id, 1000)
    expect(await percentsOf(actor, id)).toEqual([])
    await spend(actor, id, 1)
    expect(await percentsOf(actor, id)).toEqual([80])
    await setBudget(actor, id, 500)
    await spend(actor, id, 1)
    expect(await percentsOf(actor, id)).toEqual([80, 100])
  })

  test('of a copy is a budget of its own', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents: 1000 })
    await spend(actor, id, 1000)
    const { body } = await actor.rest('POST', `/api/campaigns/${id}/duplicate`)
    await spend(actor, body.data.id, 800)
    expect(await percentsOf(actor, body.data.id)).toEqual([80])
  })

  test('is changed and spent at the same time without a fault', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents: 1000 })
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        if (index % 2) await setBudget(actor, id, 1000 + index)
        else await spend(actor, id, 300)
      }),
    )
    // In any order: no notice comes twice for one budget, and both marks are reached.
    const recorded = (await recordedOf(actor, id)).map(({ percent, budgetCents }) => `${percent} % of ${budgetCents}`)
    expect(new Set(recorded).size).toBe(recorded.length)
    expect(await show(actor, id)).toMatchObject({ spentCents: 1200 })
    await spend(actor, id, 1)
    expect(await percentsOf(actor, id)).toEqual(expect.arrayContaining([80, 100]))
  })
})
