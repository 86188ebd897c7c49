import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { PERMISSIONS } from '../src/security/auth/permissions.ts'
import { asked } from './support/answers.ts'
import { aKey, type Key } from './support/keys.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aClient, aContent, aGrantedRequest, aSubject, completeNow, confirmAll } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { recordTransactions, statementsOf } from './support/statements.ts'

/* What waits for a decision of the caller, and what has changed since the last approval. */

const transactions: string[][] = []
let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer({}, recordTransactions(transactions)))
})

const colleague = ({ organizationId }: Actor, claims: object = { role: 'manager' }) =>
  server.actor({ organizationId, ...claims })

const move = async (actor: Actor, path: string, status: string) => {
  const answer = await actor.rest('PUT', `/api/${path}/status`, { status })
  expect([path, status, answer.status]).toEqual([path, status, 200])
}

const KINDS = {
  campaigns: { make: aCampaign, waiting: 'PENDING_APPROVAL', decided: 'ACTIVE', collection: 'campaigns' },
  contents: { make: aContent, waiting: 'IN_REVIEW', decided: 'APPROVED', collection: 'content' },
} as const

const inboxOf = (list: string, awaitingMe: boolean) =>
  `{ ${list}(first: 50, filter: { awaitingMe: ${awaitingMe} }, orderBy: { field: UPDATED_AT, direction: ASC }) {
    totalCount nodes { id transitions { to allowed } } } }`

/** An administrator that acts with an API key. */
async function withKey(admin: Actor): Promise<{ key: Key; by: Actor }> {
  const key = await aKey(server, admin, PERMISSIONS)
  return { key, by: { ...admin, ...key } }
}

test('a request that an API key decided is completed by neither the key nor the person behind it', async () => {
  const admin = server.actor()
  const { key, by } = await withKey(admin)
  const { id } = await aGrantedRequest(by, { type: 'CORRECTION', correction: { name: 'Right' } })
  expect((await admin.rest('DELETE', `/api/service-provider/api-keys/${key.id}`)).status).toBe(204)
  const steps = 'query ($id: ID!) { dataSubjectRequest(id: $id) { actions { action allowed } } }'
  const { dataSubjectRequest } = await asked(admin, steps, { id })
  expect(dataSubjectRequest.actions).toContainEqual({ action: 'COMPLETE', allowed: false })
  expect(await completeNow(admin, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await completeNow(colleague(admin, { role: 'admin' }), id)).status).toBe(200)
})

describe.each(Object.entries(KINDS))('of %s', (list, { make, waiting, decided, collection }) => {
  test('what waits is what the caller may decide, oldest first; the rest is all else', async () => {
    const author = server.actor()
    const manager = colleague(author)
    const made: { id: string; by: Actor; waits: boolean }[] = []
    for (const by of [author, manager, colleague(author, { role: 'member' }), author])
      for (const waits of [true, false]) made.push({ id: (await make(by)).id, by, waits })
    for (const { id, by, waits } of made.toReversed()) if (waits) await move(by, `${collection}/${id}`, waiting)
    const callers = [
      author,
      manager,
      ...(['admin', 'manager', 'member', 'compliance', 'viewer'] as const).map((role) => colleague(author, { role })),
      colleague(author, { role: 'viewer', permissions: ['org:campaigns:start', 'org:content:approve'] }),
      colleague(author, { role: 'member', permissions: ['org:campaigns:start', 'org:content:approve'] }),
      // The same document again, and another organization.
      author,
      server.actor(),
    ]
    for (const caller of callers) {
      const { [list]: inbox } = await asked(caller, inboxOf(list, true))
      const { [list]: rest } = await asked(caller, inboxOf(list, false))
      expect([...inbox.nodes, ...rest.nodes]).toHaveLength(caller === callers.at(-1) ? 0 : made.length)
      expect([inbox.totalCount, rest.totalCount]).toEqual([inbox.nodes.length, rest.nodes.length])
      const mayDecide = ({ transitions }: Json) => transitions.some((next: Json) => next.to === decided && next.allowed)
      expect(inbox.nodes.every(mayDecide)).toBe(true)
      expect(rest.nodes.some(mayDecide)).toBe(false)
    }
    const { [list]: others } = await asked(colleague(author), inboxOf(list, true))
    const waited = made.toReversed().filter(({ waits }) => waits)
    expect(others.nodes.map(({ id }: Json) => id)).toEqual(waited.map(({ id }) => id))
  })

  // The audit trail has a pseudonym of a user id that is an address.
  const USERS = ['user', 'user@example.org']
  test.each(USERS)('a second person is not an API key of the author, nor the person behind a key: %s', async (user) => {
    const admin = server.actor({ userId: `${randomUUID()}.${user}` })
    const other = colleague(admin, { role: 'admin' })
    const [kept, deleted, rotated] = [await withKey(admin), await withKey(admin), await withKey(admin)]
    const waits = async (by: Actor): Promise<string> => {
      const { id } = await make(by)
      await move(by, `${collection}/${id}`, waiting)
      return id
    }
    const own = await waits(admin)
    const byKey = await waits(kept.by)
    const byDeleted = await waits(deleted.by)
    const byRotated = await waits(rotated.by)
    expect((await admin.rest('DELETE', `/api/service-provider/api-keys/${deleted.key.id}`)).status).toBe(204)
    const rotation = 'mutation ($id: ID!) { rotateApiKey(id: $id) { id } }'
    expect((await other.graphql(rotation, { id: rotated.key.id })).body.errors).toBeUndefined()
    const theirs = await withKey(other)

    const callers: [string, Actor, string[]][] = [
      ['the author', admin, []],
      ['a key of the author', kept.by, []],
      // It still sends the secret that the author created. The list knows no pseudonyms; the decision does.
      ['a key of the author that a colleague rotated', rotated.by, user.includes('@') ? [own] : []],
      ['a colleague, who saw the secret of the rotated key', other, [own, byKey, byDeleted]],
      ['a key of the colleague', theirs.by, [own, byKey, byDeleted]],
      ['a third person', colleague(admin, { role: 'manager' }), [own, byKey, byDeleted, byRotated]],
    ]
    for (const [name, caller, decides] of callers) {
      const { [list]: inbox } = await asked(caller, inboxOf(list, true))
      expect([name, inbox.totalCount, inbox.nodes.map(({ id }: Json) => id)]).toEqual([name, decides.length, decides])
      const { [list]: rest } = await asked(caller, inboxOf(list, false))
      const mayDecide = ({ transitions }: Json) => transitions.some((next: Json) => next.to === decided && next.allowed)
      expect([name, rest.nodes.length, rest.nodes.some(mayDecide)]).toEqual([name, 4 - decides.length, false])
      const refused = caller === rotated.by ? [own, byKey, byDeleted, byRotated] : rest.nodes.map(({ id }: Json) => id)
      for (const id of refused)
        expect(await caller.rest('PUT', `/api/${collection}/${id}/status`, { status: decided })).toMatchObject({
          status: 403,
        })
    }
  })

  test('they come in pages, and go when they are decided', async () => {
    const author = server.actor()
    const manager = colleague(author)
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      const { id } = await make(author)
      await move(author, `${collection}/${id}`, waiting)
      ids.push(id)
    }
    const document = `query ($after: String) { ${list}(
      first: 2, after: $after, filter: { awaitingMe: true }, orderBy: { field: UPDATED_AT, direction: ASC }
    ) { nodes { id } pageInfo { endCursor hasNextPage } } }`
    const seen: string[] = []
    let after: string | undefined
    do {
      const { nodes, pageInfo } = (await asked(manager, document, { after }))[list]
      seen.push(...nodes.map(({ id }: Json) => id))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined
    } while (after)
    expect(seen).toEqual(ids)
    await move(manager, `${collection}/${ids[0]}`, decided)
    expect((await asked(manager, inboxOf(list, true)))[list].totalCount).toBe(4)
    expect((await asked(author, inboxOf(list, true)))[list].totalCount).toBe(0)
  })
})

test('content that the caller edited last does not wait for him, though someone else began it', async () => {
  const author = server.actor()
  const editor = colleague(author)
  const { id } = await aContent(author)
  await editor.rest('PUT', `/api/content/${id}`, { body: 'Edited.' })
  await move(author, `content/${id}`, 'IN_REVIEW')
  const waiting = async (actor: Actor) => (await asked(actor, inboxOf('contents', true))).contents.totalCount
  expect(await Promise.all([author, editor, colleague(author)].map(waiting))).toEqual([0, 0, 1])
})

test('lists inside of rows tell the caller at hand too', async () => {
  const author = server.actor()
  const { id: clientId } = await aClient(author)
  const { id } = await aCampaign(author, { clientId })
  await move(author, `campaigns/${id}`, 'PENDING_APPROVAL')
  const document = '{ clients { nodes { campaigns(filter: { awaitingMe: true }) { totalCount nodes { id } } } } }'
  for (const [actor, count] of [
    [author, 0],
    [colleague(author), 1],
    [author, 0],
    [colleague(author, { role: 'viewer' }), 0],
  ] as const) {
    const [{ campaigns }] = (await asked(actor, document)).clients.nodes
    expect([campaigns.totalCount, campaigns.nodes.length]).toEqual([count, count])
  }
})

test('the legacy API takes the filter as little as before', async () => {
  const body = { operation: 'STATUS', filter: { awaitingMe: true }, changes: { status: 'ACTIVE' } }
  expect(await server.actor().rest('POST', '/api/campaigns/bulk', body)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR', details: { 'filter.awaitingMe': 'is not a field of this object' } },
  })
})

test('an approver may decide all waiting items at once, and none of the approver’s own', async () => {
  const author = server.actor()
  const manager = colleague(author)
  const waiting: string[] = []
  for (const by of [author, manager, author]) {
    const { id } = await aCampaign(by)
    await move(by, `campaigns/${id}`, 'PENDING_APPROVAL')
    if (by === author) waiting.push(id)
  }
  const bulk = `mutation ($input: BulkInput!) { bulkCampaigns(input: $input) { succeeded failed { code } } }`
  const input = { operation: 'STATUS', filter: { awaitingMe: true }, changes: { status: 'ACTIVE' } }
  const { bulkCampaigns } = await asked(manager, bulk, { input })
  expect(bulkCampaigns).toEqual({ succeeded: expect.arrayContaining(waiting), failed: [] })
  expect(bulkCampaigns.succeeded).toHaveLength(2)
})

test('what was approved forgets a person as the campaign does', async () => {
  const author = server.actor()
  const manager = colleague(author)
  const subject = aSubject()
  const { id } = await aCampaign(author, { description: `With ${subject.email}` })
  await move(author, `campaigns/${id}`, 'PENDING_APPROVAL')
  await move(manager, `campaigns/${id}`, 'ACTIVE')
  await author.rest('PUT', `/api/campaigns/${id}`, { description: 'Without anybody' })
  const request = await aGrantedRequest(author, { type: 'DELETION', subject })
  await confirmAll(author, request.id)
  expect((await completeNow(colleague(author, {}), request.id)).status).toBe(200)
  const kept = await inOrganization(server, author, sql`select approved from campaign`)
  expect(JSON.stringify(kept)).toMatch(/"name":"Heritage Day"/)
  expect(JSON.stringify(kept)).not.toContain(subject.email)
})

const CHANGES = 'changesSinceApproval { field before after }'

describe('what has changed since the last approval', () => {
  const campaignOf = async (actor: Actor, id: string) =>
    (await asked(actor, `query ($id: ID!) { campaign(id: $id) { ${CHANGES} } }`, { id })).campaign.changesSinceApproval
  const contentOf = async (actor: Actor, id: string) =>
    (await asked(actor, `query ($id: ID!) { content(id: $id) { ${CHANGES} } }`, { id })).content.changesSinceApproval

  test('of a campaign: every field that an approval is about, and no other', async () => {
    const author = server.actor()
    const manager = colleague(author)
    const { id: clientId } = await aClient(author)
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const { id } = await aCampaign(author, { channels: ['RADIO'], endsAt })
    await move(author, `campaigns/${id}`, 'PENDING_APPROVAL')
    expect(await campaignOf(manager, id)).toBeNull()
    await move(manager, `campaigns/${id}`, 'ACTIVE')
    expect(await campaignOf(manager, id)).toEqual([])
    const startsAt = '2026-01-01T00:00:00.000Z'
    const edit = {
      name: 'Freedom Day',
      clientId,
      type: 'TV',
      description: 'New.',
      channels: ['RADIO', 'TV'],
      budgetCents: 7,
      startsAt,
    }
    await author.rest('PUT', `/api/campaigns/${id}`, { ...edit, endsAt })
    const changes = [
      { field: 'name', before: 'Heritage Day', after: 'Freedom Day' },
      { field: 'clientId', before: null, after: clientId },
      { field: 'type', before: 'SOCIAL', after: 'TV' },
      { field: 'description', before: null, after: 'New.' },
      { field: 'channels', before: ['RADIO'], after: ['RADIO', 'TV'] },
      { field: 'budgetCents', before: null, after: 7 },
      { field: 'startsAt', before: null, after: startsAt },
    ]
    // The edit raised the approved budget, so the campaign waits for an approval already.
    for (const status of ['DRAFT', 'PENDING_APPROVAL']) await move(author, `campaigns/${id}`, status)
    expect(await campaignOf(manager, id)).toEqual(changes)
    const { campaigns } = await asked(
      manager,
      `{ campaigns(filter: { awaitingMe: true }) { nodes { id ${CHANGES} } } }`,
    )
    expect(campaigns.nodes).toEqual([{ id, changesSinceApproval: changes }])
    const { duplicateCampaign } = await asked(
      author,
      `mutation ($id: ID!) { duplicateCampaign(id: $id) { ${CHANGES} } }`,
      { id },
    )
    expect(duplicateCampaign.changesSinceApproval).toBeNull()
    await move(manager, `campaigns/${id}`, 'ACTIVE')
    expect(await campaignOf(author, id)).toEqual([])
  })

  test('of a campaign that was approved before a field existed: the field has changed once it has a value', async () => {
    const author = server.actor()
    const manager = colleague(author)
    const { id } = await aCampaign(author)
    await move(author, `campaigns/${id}`, 'PENDING_APPROVAL')
    await move(manager, `campaigns/${id}`, 'ACTIVE')
    const older = sql`update campaign set approved = approved - 'description' - 'channels' where id = ${id}`
    await inOrganization(server, author, older)
    expect(await campaignOf(manager, id)).toEqual([])
    await author.rest('PUT', `/api/campaigns/${id}`, { description: 'New.' })
    expect(await campaignOf(manager, id)).toEqual([{ field: 'description', before: null, after: 'New.' }])
  })

  test('of content: what its texts are now, against the version that was approved last', async () => {
    const author = server.actor()
    const manager = colleague(author)
    const { id } = await aContent(author, { isTemplate: true, body: 'Hello {{name}}', variables: ['name'] })
    await move(author, `content/${id}`, 'IN_REVIEW')
    expect(await contentOf(manager, id)).toBeNull()
    await move(manager, `content/${id}`, 'APPROVED')
    expect(await contentOf(manager, id)).toEqual([])
    const edit = { title: 'New', body: '{{place}}', variables: ['place'], language: 'zu', channel: 'SMS' }
    await author.rest('PUT', `/api/content/${id}`, edit)
    await author.rest('PUT', `/api/content/${id}`, { title: 'Newer' })
    expect(await contentOf(manager, id)).toEqual([
      { field: 'title', before: 'Heritage Day greeting', after: 'Newer' },
      { field: 'body', before: 'Hello {{name}}', after: '{{place}}' },
      { field: 'variables', before: ['name'], after: ['place'] },
      { field: 'language', before: 'en', after: 'zu' },
      { field: 'channel', before: null, after: 'SMS' },
    ])
    const { restoreContent } = await asked(
      author,
      `mutation ($id: ID!) { restoreContent(id: $id, version: 1) { approvedVersion ${CHANGES} } }`,
      { id },
    )
    expect(restoreContent).toEqual({ approvedVersion: 1, changesSinceApproval: [] })
  })

  test('of content that a version approved which did not say what: it is known from the first edit on', async () => {
    const author = server.actor()
    const { organizationId } = author
    const { id } = await aContent(author)
    await move(author, `content/${id}`, 'IN_REVIEW')
    await move(colleague(author), `content/${id}`, 'APPROVED')
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) =>
      unit.rows('update content_item set approved_version = null where organization_id = $1 and id = $2', [
        organizationId,
        id,
      ]),
    )
    await author.rest('PUT', `/api/content/${id}`, { body: 'New.' })
    expect(await contentOf(author, id)).toEqual([{ field: 'body', before: 'Happy Heritage Day.', after: 'New.' }])
  })

  test('of many it is one statement more', async () => {
    const author = server.actor()
    const manager = colleague(author)
    const { id: campaignId } = await aCampaign(author)
    const counts: number[] = []
    for (let index = 0; index < 3; index++) {
      const { id } = await aContent(author, { campaignId })
      await move(author, `content/${id}`, 'IN_REVIEW')
      await move(manager, `content/${id}`, 'APPROVED')
      const before = statementsOf(transactions, author.organizationId).length
      await asked(author, `{ contents { nodes { ${CHANGES} } } campaigns { nodes { ${CHANGES} } } }`)
      counts.push(statementsOf(transactions, author.organizationId).length - before)
    }
    const plain = statementsOf(transactions, author.organizationId).length
    await asked(author, '{ contents { nodes { id } } campaigns { nodes { id } } }')
    const without = statementsOf(transactions, author.organizationId).length - plain
    expect(counts).toEqual([without + 1, without + 1, without + 1])
    const { duplicateCampaign } = await asked(
      author,
      `mutation ($id: ID!) { duplicateCampaign(id: $id) { content { nodes { approvedVersion ${CHANGES} } } } }`,
      { id: campaignId },
    )
    expect(duplicateCampaign.content.nodes).toEqual(
      Array.from({ length: 3 }, () => ({ approvedVersion: null, changesSinceApproval: null })),
    )
  })
})
