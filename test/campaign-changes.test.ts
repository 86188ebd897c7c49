import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { asked } from './support/answers.ts'
import { aSender } from './support/delivery.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/* What may be changed of campaigns: of many at once, of closed ones, of running ones. */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const MUTATION = 'mutation ($input: BulkInput!) { bulkCampaigns(input: $input) { succeeded failed { id code } } }'

interface Outcome {
  status: number
  code?: string
  details?: Json
  succeeded?: string[]
}

/** Both ways to change many campaigns, with answers of one form. */
const SURFACES: Record<string, (actor: Actor, input: object) => Promise<Outcome>> = {
  REST: async (actor, input) => {
    const { status, body } = await actor.rest('POST', '/api/campaigns/bulk', input)
    return { status, code: body.code, details: body.details, succeeded: body.data?.succeeded }
  },
  GraphQL: async (actor, input) => {
    const { status, body } = await actor.graphql(MUTATION, { input })
    const { code, details } = body.errors?.[0].extensions ?? {}
    return { status, code, details, succeeded: body.data?.bulkCampaigns.succeeded }
  },
}

const idsOf = async (actor: Actor): Promise<string[]> =>
  (await actor.rest('GET', '/api/campaigns')).body.data.map(({ id }: Json) => id).sort()

const remainingOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

describe.each(Object.entries(SURFACES))('a change of many campaigns over %s', (_, bulk) => {
  test.each([
    ['nothing', {}, 'ids'],
    ['null for each selection', { ids: null, filter: null }, 'ids'],
    ['all: false', { all: false }, 'ids'],
    ['ids and all', { ids: ['x'], all: true }, 'ids'],
    ['a filter and all', { filter: { search: 'Heritage' }, all: true }, 'ids'],
    ['a filter without a condition', { filter: {} }, 'filter'],
    ['an empty client', { filter: { clientId: '' } }, 'filter.clientId'],
    ['a client that is null', { filter: { clientId: null } }, 'filter.clientId'],
    ['an empty search', { filter: { search: '' } }, 'filter.search'],
    ['a blank search beside a real condition', { filter: { search: ' ', status: ['DRAFT'] } }, 'filter.search'],
    ['no statuses', { filter: { status: [] } }, 'filter.status'],
  ])('that selects by %s is refused, and nothing is deleted', async (_name, selection, named) => {
    const actor = server.actor()
    await aCampaign(actor)
    const before = await idsOf(actor)
    const refused = await bulk(actor, { operation: 'DELETE', ...selection })
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { [named]: expect.any(String) } })
    expect(await idsOf(actor)).toEqual(before)
  })

  test.each([
    ['DELETE', { name: 'B' }, 'changes'],
    ['DUPLICATE', { name: 'B' }, 'changes'],
    ['DELETE', {}, 'changes'],
    ['STATUS', { status: 'CANCELLED', name: 'B' }, 'changes.name'],
    ['STATUS', { status: 'CANCELLED', budgetCents: null }, 'changes.budgetCents'],
    ['UPDATE', { status: 'CANCELLED', name: 'B' }, 'changes.status'],
  ])('%s with the changes %j is refused for what it does not use', async (operation, changes, named) => {
    const actor = server.actor()
    const { id, updatedAt } = await aCampaign(actor)
    const refused = await bulk(actor, { operation, ids: [id], changes })
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: { [named]: expect.any(String) } })
    expect((await actor.rest('GET', `/api/campaigns/${id}`)).body.data).toMatchObject({ status: 'DRAFT', updatedAt })
  })

  test('takes a filter with a condition, or all: true, of the own organization', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const theirs = await aCampaign(other)
    const client = await aClient(actor)
    const own = await aCampaign(actor, { clientId: client.id })
    const free = await aCampaign(actor)
    const byClient = await bulk(actor, { operation: 'DELETE', filter: { clientId: client.id } })
    expect(byClient).toMatchObject({ status: 200, succeeded: [own.id] })
    expect(await idsOf(actor)).toEqual([free.id])
    expect(await bulk(actor, { operation: 'DELETE', all: true })).toMatchObject({ status: 200, succeeded: [free.id] })
    expect(await idsOf(other)).toEqual([theirs.id])
  })

  test('is refused when another number matches than was expected', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await aCampaign(actor, { name: 'Other' })
    for (const [selection, matched] of [
      [{ all: true }, 2],
      [{ filter: { search: 'heritage' } }, 1],
      [{ ids: [id, 'nobody', id] }, 1],
      [{ ids: ['nobody'] }, 0],
    ] as const) {
      const input = { operation: 'UPDATE', changes: { description: 'x' }, ...selection }
      const refused = await bulk(actor, { ...input, expectedCount: matched + 1 })
      expect(refused).toMatchObject({ code: 'CONFLICT', details: { expectedCount: matched + 1, matched } })
      expect((await bulk(actor, { ...input, dryRun: true, expectedCount: matched })).status).toBe(200)
    }
    expect((await actor.rest('GET', `/api/campaigns/${id}`)).body.data.description).toBeNull()
  })

  test('is priced by the campaigns that match', async () => {
    const actor = server.actor()
    for (let index = 0; index < 3; index++) await aCampaign(actor)
    const costOf = async (input: object) => {
      const before = remainingOf(await actor.rest('GET', '/api/clients'))
      await bulk(actor, input)
      return before - 1 - remainingOf(await actor.rest('GET', '/api/clients'))
    }
    const few = await costOf({ operation: 'UPDATE', filter: { search: 'heritage' }, changes: { description: 'x' } })
    const { organizationId } = actor
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, async ({ db }) => {
      const [row] = await db.selectFrom('campaign').selectAll().limit(1).execute()
      const copies = Array.from({ length: 300 }, () => ({ ...(row as Json), id: crypto.randomUUID() }))
      await db.insertInto('campaign').values(copies).execute()
    })
    const rehearsal = { operation: 'STATUS', changes: { status: 'CANCELLED' }, dryRun: true }
    // GraphQL adds what is selected.
    expect(few).toBeLessThanOrEqual(2)
    for (const selection of [{ filter: { search: 'heritage' } }, { all: true, expectedCount: 1 }]) {
      const many = await costOf({ ...rehearsal, ...selection })
      expect([many >= 7, many <= 8]).toEqual([true, true])
    }
  })
})

test('a filter of nothing but empty conditions never changes a campaign', async () => {
  const actor = server.actor()
  await aCampaign(actor)
  const before = await idsOf(actor)
  const empty = fc.record(
    {
      search: fc.constantFrom(null, '', ' ', '\t', '\u00a0'),
      clientId: fc.constantFrom(null, '', ' '),
      status: fc.constantFrom(null, []),
      type: fc.constantFrom(null, []),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(empty, async (filter) => {
      const { code } = await (SURFACES.REST as (typeof SURFACES)[string])(actor, { operation: 'DELETE', filter })
      expect(code).toBe('VALIDATION_ERROR')
    }),
    { numRuns: 25 },
  )
  expect(await idsOf(actor)).toEqual(before)
})

const put = (actor: Actor, id: string, body: object) => actor.rest('PUT', `/api/campaigns/${id}`, body)
const move = (actor: Actor, id: string, status: string) => actor.rest('PUT', `/api/campaigns/${id}/status`, { status })
const show = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.rest('GET', `/api/campaigns/${id}`)).body.data

describe('a campaign that is over', () => {
  test.each([
    ['CANCELLED', ['CANCELLED']],
    ['COMPLETED', ['PENDING_APPROVAL', 'ACTIVE', 'COMPLETED']],
    ['ARCHIVED', ['CANCELLED', 'ARCHIVED']],
  ])('and is %s is closed to edits on every way, and a PUT of what it is changes nothing', async (status, steps) => {
    const author = server.actor()
    const actor = server.actor({ organizationId: author.organizationId })
    const { id } = await aCampaign(author)
    for (const step of steps) expect((await move(actor, id, step)).status).toBe(200)
    const before = await show(actor, id)
    expect(await put(actor, id, { name: 'B' })).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE_TRANSITION', details: { status } },
    })
    const patch = 'mutation ($id: ID!) { updateCampaign(id: $id, input: { budgetCents: 1 }) { id } }'
    const { body } = await actor.graphql(patch, { id })
    expect(body.errors[0].extensions.code).toBe('INVALID_STATE_TRANSITION')
    const many = { operation: 'UPDATE', ids: [id], changes: { description: 'x' } }
    const { body: bulk } = await actor.rest('POST', '/api/campaigns/bulk', many)
    expect(bulk.data.failed).toMatchObject([{ id, code: 'INVALID_STATE_TRANSITION' }])
    const { createSegment } = await asked(actor, 'mutation { createSegment(input: { name: "A", filter: {} }) { id } }')
    const senderId = (await aSender(actor)).id
    for (const change of [
      `setCampaignTracking(id: "${id}", enabled: false) { id }`,
      `setCampaignSegment(id: "${id}", segmentId: "${createSegment.id}") { id }`,
      `setCampaignSender(id: "${id}", senderId: "${senderId}") { id }`,
      `retryMessages(campaignId: "${id}", status: FAILED)`,
      `addCampaignRecipients(id: "${id}", input: { channel: EMAIL, contacts: [{ email: "n@example.org" }] }) { campaignId }`,
      `importRecipients(id: "${id}", input: { csv: "email\\nn@example.org\\n" }) { id }`,
    ]) {
      const answer = await actor.graphql(`mutation { ${change} }`)
      const codes = answer.body.errors?.map(({ extensions }: Json) => extensions?.code)
      expect([change, codes]).toEqual([change, ['INVALID_STATE_TRANSITION']])
    }
    expect((await put(actor, id, before)).status).toBe(200)
    expect(await show(actor, id)).toEqual(before)
  })
})

describe('a running campaign', () => {
  const past = new Date(Date.now() - 60_000).toISOString()
  const future = new Date(Date.now() + 3_600_000).toISOString()

  test.each(['ACTIVE', 'PAUSED'])('that is %s takes no end in the past', async (status) => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { status: 'ACTIVE' })
    if (status === 'PAUSED') await move(actor, id, status)
    const refused = await put(actor, id, { endsAt: past })
    expect([refused.status, refused.body.details]).toEqual([
      400,
      { endsAt: `must be in the future for a campaign that is ${status}` },
    ])
    expect((await put(actor, id, { endsAt: future })).status).toBe(200)
    expect(await show(actor, id)).toMatchObject({ status, endsAt: future })
  })

  test('is sent back as it was read while figures arrive', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { budgetCents: 1000 })
    const read = await show(actor, id)
    const record = { campaignId: id, day: '2026-01-05', clicks: 1, spendCents: 100 }
    expect((await actor.rest('POST', '/api/analytics/records', record)).status).toBe(201)
    const { status, body } = await put(actor, id, { ...read, name: 'Edited' })
    expect([status, body.data]).toMatchObject([200, { name: 'Edited', analyticsCount: 1, spentCents: 100 }])
    const refused = await put(actor, id, { spentCents: 5, createdBy: 'someone' })
    expect([refused.status, refused.body.details]).toEqual([400, { createdBy: 'cannot be changed' }])
  })
})

describe('the budget of an approved campaign', () => {
  async function approved(budgetCents: number | null, status = 'ACTIVE') {
    const author = server.actor()
    const approver = server.actor({ organizationId: author.organizationId, role: 'manager' })
    const startsAt = new Date(Date.now() + (status === 'SCHEDULED' ? 3_600_000 : -60_000)).toISOString()
    const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL', budgetCents, startsAt })
    expect((await move(approver, id, status)).status).toBe(200)
    return { author, approver, id }
  }

  test.each([
    ['ACTIVE', 10_000, 11_000, 'ACTIVE'],
    ['ACTIVE', 10_000, 5_000, 'ACTIVE'],
    ['ACTIVE', 10_000, null, 'ACTIVE'],
    ['ACTIVE', 10_000, 11_001, 'PENDING_APPROVAL'],
    ['ACTIVE', 100, 999_999_999, 'PENDING_APPROVAL'],
    ['ACTIVE', null, 1, 'PENDING_APPROVAL'],
    ['SCHEDULED', 10_000, 11_000, 'SCHEDULED'],
    ['SCHEDULED', 10_000, 11_001, 'PENDING_APPROVAL'],
  ])('that is %s, from %p to %p by its author leaves it %s', async (status, from, to, expected) => {
    const { author, approver, id } = await approved(from, status)
    const { body } = await put(author, id, { budgetCents: to })
    expect(body.data).toMatchObject({ budgetCents: to, status: expected })
    if (expected !== 'PENDING_APPROVAL') return
    expect((await move(author, id, 'ACTIVE')).status).toBe(403)
    expect((await move(approver, id, status)).body.data).toMatchObject({ budgetCents: to, status })
  })

  test('is not raised in small steps either', async () => {
    const { author, id } = await approved(10_000)
    for (const [budgetCents, status] of [
      [10_900, 'ACTIVE'],
      [11_800, 'PENDING_APPROVAL'],
    ] as const)
      expect((await put(author, id, { budgetCents })).body.data.status).toBe(status)
  })

  test('is raised in bulk by the same rule', async () => {
    const { author, id } = await approved(10_000)
    const bulk = { operation: 'UPDATE', ids: [id], changes: { budgetCents: 20_000 } }
    expect((await author.rest('POST', '/api/campaigns/bulk', bulk)).body.data.succeeded).toEqual([id])
    expect((await show(author, id)).status).toBe('PENDING_APPROVAL')
  })

  test('is raised by who may approve it, which is an approval', async () => {
    const { author, approver, id } = await approved(10_000)
    expect((await put(approver, id, { budgetCents: 50_000 })).body.data.status).toBe('ACTIVE')
    const log = await author.rest('GET', `/api/audit/log?action=CAMPAIGN_APPROVED&resourceId=${id}`)
    expect(log.body.data[0].userId).toBe(approver.userId)
    expect((await put(author, id, { budgetCents: 55_000 })).body.data.status).toBe('ACTIVE')
  })

  test('has the tolerance that the organization sets, and shows it on GraphQL alone', async () => {
    const { author, id } = await approved(10_000)
    const set = `mutation ($percent: Int) { updateOrganization(input: { budgetTolerancePercent: $percent }) { budgetTolerancePercent } }`
    expect((await author.graphql(set, { percent: 50 })).body.data.updateOrganization).toEqual({
      budgetTolerancePercent: 50,
    })
    expect((await put(author, id, { budgetCents: 15_000 })).body.data.status).toBe('ACTIVE')
    expect((await put(author, id, { budgetCents: 15_001 })).body.data.status).toBe('PENDING_APPROVAL')
    expect((await author.graphql(set, { percent: -1 })).body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    const { body } = await author.rest('GET', '/api/service-provider')
    expect(body.data).not.toHaveProperty('budgetTolerancePercent')
  })
})
