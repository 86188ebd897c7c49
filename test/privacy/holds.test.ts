/** @long it tries holds on the rows of every table. */
import { randomInt } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { sql } from 'kysely'
import catalogue from '../../schema/catalogue.json' with { type: 'json' }
import { heldBy } from '../../src/data/held-rows.ts'
import { newId } from '../../src/data/ids.ts'
import { enforceRetention } from '../../src/features/privacy/retention/retention.jobs.ts'
import { prune } from '../../src/main/features.ts'
import { daysAgo, record } from '../analytics/records.ts'
import { insertOf, rowFor, type Table, tenantTables } from '../support/catalogue.ts'
import { performFor, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import {
  aCampaign,
  aClient,
  aComment,
  aContent,
  aGrantedRequest,
  aHold,
  aSubject,
  campaignBody,
  clientBody,
  completeNow,
} from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

/*
 * No statement removes a row that a legal hold keeps: not by an endpoint, a job, an erasure, or a cascade. The tables come
 * from the catalogue: a new table that rows can be removed from fails here until a hold can keep its rows.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

let tables: Map<string, Table>
beforeAll(async () => {
  tables = await tenantTables(server)
})

/** Tables that no hold can keep rows of. One line each. */
const NEVER_HELD: Record<string, string> = {
  api_key: 'a key must be revoked at any time; the audit trail holds what was done with it',
  announced_alert: 'marks of alerts that were announced',
  campaign_day: 'sums of analytics records',
  campaign_total: 'sums of analytics records',
  client_import: 'progress of an import, which is kept for 30 days',
  client_import_part: 'a queue: rows leave it once they are imported',
  recipient_import: 'progress of an import, which is kept for 30 days',
  recipient_import_part: 'a queue: text leaves it once it is read',
  due_work: 'a queue',
  idempotency_key: 'answers that are stored for a day',
  mail: 'a queue: a mail leaves it once it is sent',
  message_spend: 'amounts that become analytics records within a minute',
  notification_read: 'marks of notifications that were read',
  organization_day: 'sums of analytics records',
  report_schedule: 'settings of the dashboard',
  saved_view: 'settings of the dashboard',
  status_total: 'sums of analytics records',
}

/** Rows in the trash represent rows of other tables: test/trash.test.ts holds them. */
const IN_TRASH = ['trash_item', 'trash_row']

const HELD = Object.keys(catalogue)
  .flatMap((name) => /^trigger (\w+)\.held$/.exec(name)?.[1] ?? [])
  .filter((table) => !IN_TRASH.includes(table))

const tableOf = (name: string): Table => {
  const table = tables.get(name)
  if (!table) throw new Error(name)
  return table
}

type Row = Record<string, unknown>

/** Columns that no two rows may share, where the sample is always the same. */
const own = (name: string): Row =>
  name === 'event' ? { number: randomInt(1_000, 1_000_000), occurred_at: '2000-01-01' } : {}

/** Places a hold by a statement: the endpoint has tests of its own. Returns how to release it. */
async function hold(of: Actor, resource: string, rowId: unknown): Promise<() => Promise<unknown>> {
  const id = newId()
  const row = rowFor(tableOf('legal_hold'), of.organizationId, { id, resource, row_id: rowId })
  await inOrganization(server, of, insertOf('legal_hold', row))
  return () => inOrganization(server, of, sql`update legal_hold set released_at = now() where id = ${id}`)
}

/** Makes a row of a table, and rows of the tables that it refers to. */
async function make(actor: Actor, name: string): Promise<Row> {
  const table = tableOf(name)
  const parents: Row = {}
  for (const { column, parent } of table.foreignKeys)
    if (parent !== name && parent !== 'organization') parents[column] = (await make(actor, parent)).id
  const row = rowFor(table, actor.organizationId, { ...parents, ...own(name) })
  await inOrganization(server, actor, insertOf(name, row))
  return row
}

const idOf = (name: string, row: Row): unknown => row[keyOf(name)]
const keyOf = (name: string): string => heldBy(server.database.orm.getMetadata(), name)[0]?.[1] ?? 'id'

const isThere = async (actor: Actor, name: string, row: Row): Promise<boolean> => {
  const isIt = sql`${sql.ref(keyOf(name))} = ${idOf(name, row)}`
  return (await inOrganization(server, actor, sql`select 1 from ${sql.table(name)} where ${isIt}`)).length > 0
}

/** Every statement that removes a row of the table: itself, and each row that it goes along with. */
async function removeEachWay(actor: Actor, name: string, row: Row): Promise<unknown[]> {
  const mayDelete = (table: string) => tableOf(table).privileges.includes('delete')
  const along = tableOf(name).foreignKeys.filter(({ onDelete, parent }) => onDelete === 'c' && mayDelete(parent))
  const statements = [
    sql`delete from ${sql.table(name)} where ${sql.ref(keyOf(name))} = ${idOf(name, row)}`,
    ...along.map(({ parent, column }) => sql`delete from ${sql.table(parent)} where id = ${row[column]}`),
    ...(name === 'analytics_record'
      ? [
          sql`select delete_results(${actor.organizationId}, array[${row.id}::uuid])`,
          sql`select delete_results_of(${actor.organizationId}, array[${row.campaign_id}::uuid])`,
        ]
      : []),
  ].filter((_, index) => index > 0 || mayDelete(name))
  return Promise.all(statements.map((each) => inOrganization(server, actor, each).then(() => 'removed', codeIn)))
}

const codeIn = (error: { code?: string }) => error.code

describe('the tables', () => {
  test('whose rows can be removed refuse that while a hold keeps them, but for those that are named', () => {
    const removable = [...tables.values()].filter(
      ({ privileges, foreignKeys }) =>
        privileges.includes('delete') || foreignKeys.some(({ onDelete }) => onDelete === 'c'),
    )
    expect([...HELD, ...IN_TRASH, ...Object.keys(NEVER_HELD)].sort()).toEqual(removable.map(({ name }) => name).sort())
  })

  test.each(HELD)('%s: the database and the jobs know the same records that keep a row', (name) => {
    const definition = Object.entries(catalogue).find(([key]) => key === `trigger ${name}.held`)?.[1] ?? ''
    const [, given = ''] = /refuse_held\((.*)\)$/.exec(definition) ?? []
    expect(given.split(', ').map((each) => each.replaceAll("'", ''))).toEqual(
      heldBy(server.database.orm.getMetadata(), name).flat(),
    )
  })

  test.each(Object.keys(NEVER_HELD))('%s: a hold is refused', async (name) => {
    await expect(aHold(server.actor(), { resource: name.toUpperCase() })).rejects.toThrow('VALIDATION_ERROR')
  })

  test.each(HELD)(
    '%s: a row stays under a hold on itself, its resource and each record it belongs to',
    async (name) => {
      const actor = server.actor()
      await aClient(actor)
      const row = await make(actor, name)
      for (const [resource, column] of heldBy(server.database.orm.getMetadata(), name))
        for (const rowId of [row[column], null]) {
          const release = await hold(actor, resource, rowId)
          const ways = await removeEachWay(actor, name, row)
          expect(ways).toEqual(ways.map(() => 'GWLH1'))
          expect(await isThere(actor, name, row)).toBe(true)
          await release()
        }
      // No hold on another record, or of another organization, keeps it.
      await hold(actor, name.toUpperCase(), idOf(name, await make(actor, name)))
      const other = server.actor()
      await aClient(other)
      await hold(other, name.toUpperCase(), null)
      const ways = await removeEachWay(actor, name, row)
      expect(ways).toContain('removed')
      expect(ways).not.toContain('GWLH1')
    },
  )
})

/** A campaign with a record, a recipient and content that has a comment, of a client. */
async function aWorld(actor: Actor) {
  const client = await aClient(actor)
  const campaign = await aCampaign(actor, { clientId: client.id })
  const content = await aContent(actor, { campaignId: campaign.id })
  const comment = await aComment(actor, 'Shorter, please.', content.id)
  const key = `key-${campaign.id}`
  await record(actor, { campaignId: campaign.id, contentId: content.id, day: daysAgo(40), clicks: 1, key })
  const contacts = [{ email: aSubject().email }]
  await actor.graphql(
    'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }',
    { id: campaign.id, input: { channel: 'EMAIL', contacts } },
  )
  return { client, campaign, content, comment, key }
}
type World = Awaited<ReturnType<typeof aWorld>>

const archive = (actor: Actor, days = 2000) =>
  inOrganization(
    server,
    actor,
    sql`with clients as (update client set status = 'ARCHIVED', updated_at = now() - make_interval(days => ${days})
        where organization_id = ${actor.organizationId}),
      campaigns as (update campaign set status = 'ARCHIVED', updated_at = now() - make_interval(days => ${days})
        where organization_id = ${actor.organizationId})
      update content_item set status = 'ARCHIVED', updated_at = now() - make_interval(days => ${days})
        where organization_id = ${actor.organizationId}`,
  )

const deleteRecord = (actor: Actor, key: string) =>
  actor.graphql('mutation ($key: ID!) { deleteAnalyticsRecord(key: $key) }', { key })

describe('a removal that a hold refuses', () => {
  test('is a 409 with the id and the kind of the hold, and never its ground', async () => {
    const actor = server.actor()
    const { client, campaign, content, comment, key } = await aWorld(actor)
    const ground = 'Secret inquiry 77'
    const refused: [path: string, hold: Json][] = [
      [`/api/clients/${client.id}`, { resource: 'CLIENT', rowId: client.id }],
      [`/api/campaigns/${campaign.id}`, { resource: 'CAMPAIGN_RECIPIENT', kind: 'DUTY_TO_RETAIN' }],
      [`/api/content/${content.id}`, { resource: 'CONTENT_COMMENT', rowId: comment.id }],
    ]
    for (const [path, hold] of refused) {
      const { id: holdId } = await aHold(actor, { ...hold, ground })
      const { status, body } = await actor.rest('DELETE', path)
      expect([status, body.code]).toEqual([409, 'LEGAL_HOLD'])
      expect(body.details).toMatchObject({ holdId, kind: hold.kind ?? 'LEGAL_HOLD', resource: hold.resource })
      expect(JSON.stringify(body)).not.toContain(ground)
      expect((await actor.rest('GET', path)).status).toBe(200)
    }
    const { body: bulk } = await actor.rest('POST', '/api/campaigns/bulk', { operation: 'DELETE', ids: [campaign.id] })
    expect(bulk.data).toMatchObject({ succeeded: [], failed: [{ id: campaign.id, code: 'LEGAL_HOLD' }] })
    await aHold(actor, { resource: 'CAMPAIGN', rowId: campaign.id })
    const { body: single } = await deleteRecord(actor, key)
    expect(single.errors[0].extensions).toMatchObject({ code: 'LEGAL_HOLD', details: { resource: 'ANALYTICS_RECORD' } })
    const { body: audience } = await actor.graphql(
      'mutation ($id: ID!) { removeUncoveredRecipients(id: $id) { campaignId } }',
      { id: campaign.id },
    )
    expect(audience.errors[0].extensions.code).toBe('LEGAL_HOLD')
  })

  test('stops no edit: a held record is corrected, and earlier versions stay readable', async () => {
    const actor = server.actor()
    const { client, content, key } = await aWorld(actor)
    for (const resource of ['CLIENT', 'CONTENT_ITEM', 'CONTENT_VERSION', 'ANALYTICS_RECORD'])
      await aHold(actor, { resource })
    const { body } = await actor.graphql(
      'mutation ($key: ID!) { correctAnalyticsRecord(key: $key, input: { clicks: 7 }) { clicks } }',
      { key },
    )
    expect(body.data).toEqual({ correctAnalyticsRecord: { clicks: 7 } })
    expect((await actor.rest('PUT', `/api/clients/${client.id}`, { industry: 'Other' })).status).toBe(200)
    expect((await actor.rest('PUT', `/api/content/${content.id}`, { body: 'Edited.' })).status).toBe(200)
    const { body: versions } = await actor.rest('GET', `/api/content/${content.id}/versions`)
    expect(versions.data.map((each: Json) => each.version)).toEqual([2, 1])
    // The correction opened nothing for what comes after it in the same operation.
    const { body: both } = await actor.graphql(
      `mutation ($key: ID!) { correctAnalyticsRecord(key: $key, input: { clicks: 8 }) { clicks }
        deleteAnalyticsRecord(key: $key) }`,
      { key },
    )
    expect(both.errors[0].extensions.code).toBe('LEGAL_HOLD')
  })

  test('stops no withdrawal and no objection', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const { body: consent } = await actor.rest('POST', '/api/consents', {
      subject,
      purpose: 'Marketing',
      channel: 'EMAIL',
      wording: 'I agree.',
    })
    for (const resource of ['CONSENT', 'SUPPRESSION', 'REGISTERED_SUBJECT', 'SUBJECT_LINK', 'CAMPAIGN_RECIPIENT'])
      await aHold(actor, { resource })
    const withdrawn = await actor.rest('POST', `/api/consents/${consent.data.id}/withdraw`, { reason: 'Asked' })
    expect(withdrawn.status).toBe(200)
    for (const type of ['OBJECTION', 'CONSENT_WITHDRAWAL', 'DELETION']) {
      const { id } = await aGrantedRequest(actor, { type, subject })
      const { body } = await completeNow(server.actor({ organizationId: actor.organizationId }), id)
      expect(body.data).toMatchObject({ status: 'COMPLETED', failure: null })
    }
  })
})

describe('a retention period', () => {
  test('of a campaign removes it with nothing that is held, or younger than its own period', async () => {
    const actor = server.actor()
    const [held, young, old] = [await aWorld(actor), await aWorld(actor), await aWorld(actor)]
    const records = (world: World) => sql`organization_id = ${actor.organizationId} and key = ${world.key}`
    for (const world of [held, old])
      await inOrganization(server, actor, sql`delete from analytics_record where ${records(world)}`)
    await aHold(actor, { resource: 'CONTENT_COMMENT', rowId: held.comment.id })
    const [recipient] = await inOrganization<{ id: string }>(
      server,
      actor,
      sql`select id from campaign_recipient where campaign_id = ${held.campaign.id}`,
    )
    await aHold(actor, { resource: 'CAMPAIGN_RECIPIENT', rowId: recipient?.id })
    await archive(actor)
    await performFor(actor, enforceRetention, toolsOf(server))
    const statusOf = async (path: string) => (await actor.rest('GET', path)).status
    const left = async ({ campaign, content }: World) => [
      await statusOf(`/api/campaigns/${campaign.id}`),
      await statusOf(`/api/content/${content.id}`),
    ]
    expect([await left(held), await left(young), await left(old)]).toEqual([
      [200, 200],
      [200, 404],
      [404, 404],
    ])
    const { body } = await actor.graphql('{ analyticsRecords { nodes { key } } }')
    expect(body.data.analyticsRecords.nodes).toEqual([{ key: young.key }])
    // What is held is no backlog: nobody could work it off.
    const { body: schedule } = await actor.rest('GET', '/api/compliance/retention')
    expect(schedule.data.periods.every(({ backlog }: Json) => backlog === 0)).toBe(true)
  })

  test('of events, notifications and deliveries passes by what is held', async () => {
    const actor = server.actor()
    await aClient(actor)
    const [kept, gone] = [await make(actor, 'webhook_delivery'), await make(actor, 'webhook_delivery')]
    await aHold(actor, { resource: 'WEBHOOK_DELIVERY', rowId: kept.id })
    const [event, old] = [await make(actor, 'event'), await make(actor, 'event')]
    await aHold(actor, { resource: 'EVENT', rowId: String(event.number) })
    const own = sql`organization_id = ${actor.organizationId}`
    await inOrganization(server, actor, sql`update webhook_delivery set created_at = '2000-01-01' where ${own}`)
    await performFor(actor, prune, toolsOf(server))
    expect([await isThere(actor, 'event', event), await isThere(actor, 'event', old)]).toEqual([true, false])
    expect(await isThere(actor, 'webhook_delivery', kept)).toBe(true)
    expect(await isThere(actor, 'webhook_delivery', gone)).toBe(false)
  })
})

test('an erasure pseudonymises a row that a hold on something else keeps from deletion, and leaves what is held', async () => {
  const actor = server.actor()
  const subject = aSubject()
  const { campaign } = await aWorld(actor)
  await actor.graphql(
    'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }',
    { id: campaign.id, input: { channel: 'EMAIL', contacts: [{ email: subject.email }] } },
  )
  await aHold(actor, { resource: 'CAMPAIGN', rowId: campaign.id })
  const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
  const { body } = await completeNow(server.actor({ organizationId: actor.organizationId }), id)
  expect(body.data).toMatchObject({ status: 'COMPLETED' })
  expect(body.data.outcome.left).toMatchObject([{ resource: 'CAMPAIGN_RECIPIENT', standing: 'HELD' }])
})

const WAYS: Record<string, (actor: Actor, world: World) => Promise<unknown>> = {
  client: (actor, { client }) => actor.rest('DELETE', `/api/clients/${client.id}`),
  campaign: (actor, { campaign }) => actor.rest('DELETE', `/api/campaigns/${campaign.id}`),
  content: (actor, { content }) => actor.rest('DELETE', `/api/content/${content.id}`),
  bulk: (actor, { campaign }) => actor.rest('POST', '/api/campaigns/bulk', { operation: 'DELETE', ids: [campaign.id] }),
  record: (actor, { key }) => deleteRecord(actor, key),
  retention: async (actor) => {
    await archive(actor)
    await performFor(actor, enforceRetention, toolsOf(server))
  },
  hold: (actor) => aHold(actor, { resource: 'CLIENT' }),
}

const HOLDABLE = ['CLIENT', 'CAMPAIGN', 'CONTENT_ITEM', 'CONTENT_VERSION', 'CONTENT_COMMENT', 'ANALYTICS_RECORD']

test('whatever happens in whatever order, also at once, no held row disappears', async () => {
  const way = fc.constantFrom(...Object.keys(WAYS))
  const steps = fc.array(fc.array(way, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...HOLDABLE), fc.boolean(), steps, async (resource, isOne, rounds) => {
      const actor = server.actor()
      const world = await aWorld(actor)
      const table = resource.toLowerCase()
      const rows = () => inOrganization<{ id: string }>(server, actor, sql`select id from ${sql.table(table)}`)
      const [first] = await rows()
      await aHold(actor, { resource, rowId: isOne ? first?.id : null })
      for (const round of rounds) await Promise.all(round.map((each) => WAYS[each]?.(actor, world)))
      expect(await rows()).toContainEqual(first)
    }),
    { numRuns: 6 },
  )
})

test('a hold and a removal at the same time: the row stays, in its table or in the trash', async () => {
  const actor = server.actor()
  for (let turn = 0; turn < 5; turn++) {
    const [client, campaign] = await Promise.all([
      actor.rest('POST', '/api/clients', clientBody()),
      actor.rest('POST', '/api/campaigns', campaignBody()),
    ])
    const { id } = client.body.data
    const [, removal] = await Promise.all([aHold(actor, { rowId: id }), actor.rest('DELETE', `/api/clients/${id}`)])
    expect([204, 409]).toContain(removal.status)
    const purge = inOrganization(server, actor, sql`delete from trash_item where id = ${id} returning id`)
    if (removal.status === 204) await expect(purge).rejects.toMatchObject({ code: 'GWLH1' })
    else expect(await purge).toEqual([])
    expect((await actor.rest('DELETE', `/api/campaigns/${campaign.body.data.id}`)).status).toBe(204)
  }
})
