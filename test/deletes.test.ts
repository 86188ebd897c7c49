/** @long it deletes and restores records of every resource. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { ContentItem } from '../src/features/content/content-item.entity.ts'
import { enforceRetention } from '../src/features/privacy/retention/retention.jobs.ts'
import { PersonalData } from '../src/security/personal-data.ts'
import { daysAgo, ROLL_UPS, rollUpAgainstRecords } from './analytics/records.ts'
import { performFor, toolsOf } from './support/jobs.ts'
import { inOrganization } from './support/organization.ts'
import {
  aCampaign,
  aClient,
  aContent,
  aGrantedRequest,
  aRequest,
  aSubject,
  campaignBody,
  completeNow,
  contentBody,
} from './support/samples.ts'
import { type Actor, type Answer, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

/*
 * Whatever deletes a row, by whichever way, leaves nothing behind that refers to it, also where others refer to it in
 * the same moment.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
  PersonalData({ erase: 'delete', about: ['title'] })(ContentItem)
})

/** A kind of row that is deleted, and what may refer to it. */
interface Parent {
  table: string
  make(actor: Actor): Promise<Json>
  /** Each makes a row refer to it, which the answer says it did or not. */
  refer: ((actor: Actor, id: string) => Promise<Answer>)[]
  /** The columns that refer to it. */
  columns: [table: string, column: string][]
}

const records = (actor: Actor, row: object) =>
  actor.rest('POST', '/api/analytics/records', [
    { day: daysAgo(7000), clicks: 1, ...row },
    { day: daysAgo(7001), spendCents: 7, ...row },
  ])

const PARENTS: Record<string, Parent> = {
  client: {
    table: 'client',
    make: aClient,
    refer: [
      (actor, clientId) => actor.rest('POST', '/api/campaigns', campaignBody({ clientId })),
      async (actor, clientId) => actor.rest('PUT', `/api/campaigns/${(await aCampaign(actor)).id}`, { clientId }),
    ],
    columns: [['campaign', 'client_id']],
  },
  campaign: {
    table: 'campaign',
    make: aCampaign,
    refer: [
      (actor, campaignId) => actor.rest('POST', '/api/content', contentBody({ campaignId })),
      async (actor, campaignId) => actor.rest('PUT', `/api/content/${(await aContent(actor)).id}`, { campaignId }),
      (actor, campaignId) => records(actor, { campaignId }),
    ],
    columns: [
      ['content_item', 'campaign_id'],
      ['analytics_record', 'campaign_id'],
      ['campaign_day', 'campaign_id'],
      ['campaign_total', 'campaign_id'],
    ],
  },
  content: {
    table: 'content_item',
    make: (actor) => aContent(actor, { title: aSubject().email }),
    refer: [async (actor, contentId) => records(actor, { campaignId: (await aCampaign(actor)).id, contentId })],
    columns: [
      ['analytics_record', 'content_id'],
      ['content_version', 'content_id'],
    ],
  },
  request: {
    table: 'data_subject_request',
    make: aRequest,
    refer: [
      async (actor, duplicateOfId) =>
        actor.rest('PUT', `/api/data-subject-requests/${(await aRequest(actor)).id}`, { duplicateOfId }),
    ],
    columns: [['data_subject_request', 'duplicate_of_id']],
  },
}

type Deletion = (actor: Actor, parent: Parent, row: Json) => Promise<unknown>

const byRest =
  (collection: string): Deletion =>
  (actor, _, { id }) =>
    actor.rest('DELETE', `/api/${collection}/${id}`)
const byGraphql =
  (field: string): Deletion =>
  (actor, _, { id }) =>
    actor.graphql(`mutation ($id: ID!) { ${field}(id: $id) }`, { id })

/** It is past its time, and the job comes by. */
const byRetention =
  (status: string): Deletion =>
  async (actor, { table }, { id }) => {
    await inOrganization(
      server,
      actor,
      sql`update ${sql.table(table)} set status = ${status}, updated_at = now() - interval '20 years'
        where organization_id = ${actor.organizationId} and id = ${id}`,
    )
    await performFor(actor, enforceRetention, toolsOf(server))
  }

const byBulk: Deletion = (actor, _, { id }) =>
  actor.rest('POST', '/api/campaigns/bulk', { operation: 'DELETE', ids: [id] })

/** The title of the content names whom it is about. */
const byErasure: Deletion = async (actor, _, { title }) => {
  const request = await aGrantedRequest(actor, { type: 'DELETION', subject: { ...aSubject(), email: title } })
  const executor = server.actor({ organizationId: actor.organizationId })
  return completeNow(executor, request.id)
}

const WAYS: [parent: string, way: string, deletion: Deletion][] = [
  ['client', 'REST', byRest('clients')],
  ['client', 'GraphQL', byGraphql('deleteClient')],
  ['client', 'retention', byRetention('ARCHIVED')],
  ['campaign', 'REST', byRest('campaigns')],
  ['campaign', 'GraphQL', byGraphql('deleteCampaign')],
  ['campaign', 'bulk', byBulk],
  ['campaign', 'retention', byRetention('ARCHIVED')],
  ['content', 'REST', byRest('content')],
  ['content', 'GraphQL', byGraphql('deleteContent')],
  ['content', 'retention', byRetention('ARCHIVED')],
  ['content', 'erasure', byErasure],
  ['request', 'retention', byRetention('COMPLETED')],
]

const isThere = async (actor: Actor, { table }: Parent, id: string) =>
  (await inOrganization(server, actor, sql`select id from ${sql.table(table)} where id = ${id}`)).length > 0

/** How many rows refer to it still, and how many there are in all. */
async function left(actor: Actor, { columns }: Parent, id: string): Promise<[referring: number, all: number]> {
  let [referring, all] = [0, 0]
  for (const [table, column] of columns) {
    const [count] = await inOrganization(
      server,
      actor,
      sql<{ referring: number; all: number }>`select count(*) filter (where ${sql.ref(column)} = ${id}) as referring,
        count(*) as "all" from ${sql.table(table)}`,
    )
    referring += count?.referring ?? 0
    all += count?.all ?? 0
  }
  return [referring, all]
}

async function expectSums(actor: Actor): Promise<void> {
  for (const rollUp of ROLL_UPS) {
    const { kept, expected } = await rollUpAgainstRecords(server, actor.organizationId, rollUp)
    expect({ rollUp, rows: kept }).toEqual({ rollUp, rows: expected })
  }
}

const parentOf = (name: string): Parent => {
  const parent = PARENTS[name]
  if (!parent) throw new Error(name)
  return parent
}

describe('a row that others refer to', () => {
  test.each(WAYS)('%s by %s: is deleted, and nothing refers to it any more', async (name, _, deletion) => {
    const actor = server.actor()
    const parent = parentOf(name)
    const row = await parent.make(actor)
    for (const refer of parent.refer) expect((await refer(actor, row.id)).status).toBeLessThan(300)
    expect((await left(actor, parent, row.id))[0]).toBeGreaterThan(0)
    await deletion(actor, parent, row)
    expect(await isThere(actor, parent, row.id)).toBe(false)
    expect((await left(actor, parent, row.id))[0]).toBe(0)
    await expectSums(actor)
  })

  test.each(WAYS)('%s by %s: while others come to refer to it', async (name, _, deletion) => {
    const actor = server.actor()
    const parent = parentOf(name)
    const row = await parent.make(actor)
    const [, ...referred] = await Promise.all([
      deletion(actor, parent, row),
      ...Array.from({ length: 3 }, () => parent.refer.map((refer) => refer(actor, row.id))).flat(),
    ])
    // Created before the deletion, refused because the row did not exist, or because it was deleted in between.
    for (const { status } of referred) expect([200, 201, 404, 409]).toContain(status)
    // The job leaves what somebody holds for its next run.
    if (await isThere(actor, parent, row.id)) await deletion(actor, parent, row)
    expect(await isThere(actor, parent, row.id)).toBe(false)
    expect((await left(actor, parent, row.id))[0]).toBe(0)
    await expectSums(actor)
    expect((await actor.rest('GET', '/api/audit/verify')).body.data.valid).toBe(true)
  })

  test('a request and its duplicate that are past their time go together', async () => {
    const actor = server.actor()
    const { id: duplicateOfId } = await aRequest(actor)
    const { id } = await aRequest(actor)
    await actor.rest('PUT', `/api/data-subject-requests/${id}`, { duplicateOfId })
    await inOrganization(
      server,
      actor,
      sql`update data_subject_request set status = 'WITHDRAWN', updated_at = now() - interval '20 years'
        where organization_id = ${actor.organizationId}`,
    )
    await performFor(actor, enforceRetention, toolsOf(server))
    expect((await actor.rest('GET', '/api/data-subject-requests')).body.meta.total).toBe(0)
  })

  test('of a deletion that is refused by its precondition nothing is cleared', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    const campaign = await aCampaign(actor, { clientId: id })
    const { status } = await actor.rest('DELETE', `/api/clients/${id}`, undefined, { 'If-Match': '"stale"' })
    expect(status).toBe(412)
    expect((await actor.rest('GET', `/api/campaigns/${campaign.id}`)).body.data.clientId).toBe(id)
  })
})
