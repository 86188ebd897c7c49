import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { moveDueCampaigns } from '../src/features/campaigns/campaign.jobs.ts'
import { importQueuedRecipients } from '../src/features/campaigns/recipient-import.work.ts'
import { enforceRetention } from '../src/features/privacy/retention/retention.jobs.ts'
import { daysAgo, ROLL_UPS, record, rollUpAgainstRecords } from './analytics/records.ts'
import { asked } from './support/answers.ts'
import { holdWork, performFor, releaseWork, toolsOf } from './support/jobs.ts'
import { inOrganization } from './support/organization.ts'
import {
  aCampaign,
  aClient,
  aConsent,
  aContent,
  aGrantedRequest,
  aHold,
  aMember,
  aSubject,
  completeNow,
} from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/*
 * What users delete is gone for every surface, and comes back whole from the trash.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const list = async (actor: Actor): Promise<Json[]> => {
  const { body } = await actor.graphql('{ trash { totalCount nodes { id resource name deletedBy deletedAt } } }')
  return body.data.trash.nodes
}

const restore = async (actor: Actor, id: string): Promise<Json> => {
  const { body } = await actor.graphql('mutation ($id: ID!) { restoreFromTrash(id: $id) { id resource } }', { id })
  return body.errors?.[0]?.extensions ?? body.data.restoreFromTrash
}

const get = async (actor: Actor, path: string) => (await actor.rest('GET', path)).body.data
const remove = async (actor: Actor, path: string) => (await actor.rest('DELETE', path)).status

/** Tables of records and of sums; the trash itself must be empty after a restore. */
const TABLES = [
  'client',
  'campaign',
  'campaign_recipient',
  'message',
  'content_item',
  'content_version',
  'content_comment',
  'content_mention',
  'analytics_record',
  'campaign_day',
  'campaign_total',
  'status_total',
  'organization_day',
  'trash_item',
  'trash_row',
]

/** Every row of these tables, as text, and the counts of the organization. */
async function everything(actor: Actor): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const table of TABLES)
    found[table] = await inOrganization(
      server,
      actor,
      // A sum of nothing is as good as none.
      sql`select to_jsonb(t)::text as row from ${sql.table(table)} t
        where coalesce((to_jsonb(t) ->> 'records')::int, 1) > 0 order by 1`,
    )
  const [head] = await inOrganization<{ counts: Json }>(server, actor, sql`select counts from organization_head`)
  found.counts = Object.fromEntries(
    Object.entries<Json>(head?.counts ?? {}).map(([table, by]) => [
      table,
      Object.fromEntries(Object.entries(by).filter(([, count]) => count !== 0)),
    ]),
  )
  found.dashboard = await get(actor, '/api/analytics/dashboard')
  return found
}

async function expectSums(actor: Actor): Promise<void> {
  for (const rollUp of ROLL_UPS) {
    const { kept, expected } = await rollUpAgainstRecords(server, actor.organizationId, rollUp)
    expect({ rollUp, rows: kept }).toEqual({ rollUp, rows: expected })
  }
}

/** A client with a campaign that has content, comments, versions, translations, recipients and analytics. */
async function aWorld(actor: Actor) {
  const client = await aClient(actor)
  const campaign = await aCampaign(actor, { clientId: client.id, description: 'Line 1\nLine "2"', channels: ['EMAIL'] })
  await aCampaign(actor, { name: 'Another', clientId: client.id })
  const content = await aContent(actor, { campaignId: campaign.id })
  await actor.rest('PUT', `/api/content/${content.id}`, { body: 'Edited.' })
  const member = await aMember(actor)
  await actor.graphql(
    `mutation ($id: ID!, $mentions: [String!]) {
      commentOnContent(id: $id, version: 1, input: { text: "Shorter, please.", mentions: $mentions }) { id } }`,
    { id: content.id, mentions: [member.userId] },
  )
  await actor.graphql('mutation ($id: ID!) { translateContent(id: $id, language: zu) { id } }', { id: content.id })
  const figures = { campaignId: campaign.id, impressions: 100, clicks: 7, spendCents: 900, revenueCents: 1200 }
  await record(actor, [
    { ...figures, day: daysAgo(1), key: `a-${campaign.id}`, contentId: content.id },
    { ...figures, day: daysAgo(2), channel: 'EMAIL' },
  ])
  await actor.graphql(
    'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }',
    { id: campaign.id, input: { channel: 'EMAIL', contacts: [{ email: aSubject().email }] } },
  )
  return { client, campaign, content }
}

describe('a deleted record', () => {
  test.each(['client', 'campaign', 'content'] as const)(
    '%s is gone everywhere, and restored exactly as it was',
    async (kind) => {
      const actor = server.actor()
      const world = await aWorld(actor)
      const { id, name, title } = world[kind]
      const path = kind === 'content' ? `/api/content/${id}` : `/api/${kind}s/${id}`
      const before = await everything(actor)
      expect(await remove(actor, path)).toBe(204)
      expect((await actor.rest('GET', path)).status).toBe(404)
      const { body } = await actor.graphql('query ($id: ID!) { node(id: $id) { id } }', { id })
      expect(body.data.node).toBeNull()
      const listed = await get(actor, path.slice(0, path.lastIndexOf('/')))
      expect(listed.map((each: Json) => each.id)).not.toContain(id)
      await expectSums(actor)
      const resource = { client: 'CLIENT', campaign: 'CAMPAIGN', content: 'CONTENT_ITEM' }[kind]
      expect(await list(actor)).toEqual([
        { id, resource, name: name ?? title, deletedBy: actor.userId, deletedAt: expect.any(String) },
      ])
      expect(await restore(actor, id)).toEqual({ id, resource })
      expect(await everything(actor)).toEqual(before)
      await expectSums(actor)
      expect(await list(actor)).toEqual([])
      expect(await restore(actor, id)).toMatchObject({ code: 'NOT_FOUND' })
      const { body: trail } = await actor.rest('GET', `/api/audit/log?resourceId=${id}&limit=100`)
      const actions = trail.data.map((each: Json) => each.action)
      expect(actions).toEqual(
        expect.arrayContaining([`${kind.toUpperCase()}_DELETED`, `${kind.toUpperCase()}_RESTORED`, 'TRASH_RESTORED']),
      )
    },
  )

  test('by a change of many is restored too', async () => {
    const actor = server.actor()
    const { campaign } = await aWorld(actor)
    const before = await everything(actor)
    await actor.rest('POST', '/api/campaigns/bulk', { operation: 'DELETE', ids: [campaign.id] })
    await restore(actor, campaign.id)
    expect(await everything(actor)).toEqual(before)
  })

  test('with others, in whatever order they are deleted and restored', async () => {
    const actor = server.actor()
    const { client, campaign, content } = await aWorld(actor)
    const paths = [`/api/clients/${client.id}`, `/api/campaigns/${campaign.id}`, `/api/content/${content.id}`]
    const ids = [client.id, campaign.id, content.id]
    const orders = [
      [1, 2, 0],
      [0, 2, 1],
    ]
    const before = await everything(actor)
    for (const [index, order] of orders.entries()) {
      for (const each of order) expect(await remove(actor, paths[each] ?? '')).toBe(204)
      await expectSums(actor)
      const way = orders[(index + 1) % orders.length] ?? []
      for (const each of way) expect(await restore(actor, ids[each])).toMatchObject({ id: ids[each] })
      expect(await everything(actor)).toEqual(before)
    }
  })

  test('is linked again only by what nobody linked since', async () => {
    const actor = server.actor()
    const [client, other] = [await aClient(actor), await aClient(actor)]
    const [free, linked, deleted] = [
      await aCampaign(actor, { clientId: client.id }),
      await aCampaign(actor, { clientId: client.id }),
      await aCampaign(actor, { clientId: client.id }),
    ]
    await remove(actor, `/api/clients/${client.id}`)
    expect((await get(actor, `/api/campaigns/${free.id}`)).clientId).toBeNull()
    await actor.rest('PUT', `/api/campaigns/${linked.id}`, { clientId: other.id })
    await remove(actor, `/api/campaigns/${deleted.id}`)
    await restore(actor, client.id)
    expect((await get(actor, `/api/campaigns/${free.id}`)).clientId).toBe(client.id)
    expect((await get(actor, `/api/campaigns/${linked.id}`)).clientId).toBe(other.id)
    expect((await actor.rest('GET', `/api/campaigns/${deleted.id}`)).status).toBe(404)
  })

  test('leaves its keys and its language to others, and says so when it is to come back', async () => {
    const actor = server.actor()
    const { campaign, content } = await aWorld(actor)
    const { body } = await actor.graphql('{ contents { nodes { id language } } }')
    const zulu = body.data.contents.nodes.find((each: Json) => each.language === 'zu')
    await remove(actor, `/api/content/${zulu.id}`)
    await actor.graphql('mutation ($id: ID!) { translateContent(id: $id, language: zu) { id } }', { id: content.id })
    expect(await restore(actor, zulu.id)).toMatchObject({ id: zulu.id })
    const { body: restored } = await actor.graphql('query ($id: ID!) { content(id: $id) { translationOf } }', {
      id: zulu.id,
    })
    expect(restored.data.content.translationOf).toBeNull()

    await remove(actor, `/api/campaigns/${campaign.id}`)
    const { id: campaignId } = await aCampaign(actor)
    const key = `a-${campaign.id}`
    await record(actor, { campaignId, day: daysAgo(1), key })
    expect(await restore(actor, campaign.id)).toMatchObject({ code: 'CONFLICT', details: { keys: [key] } })
    await actor.graphql('mutation ($key: ID!) { deleteAnalyticsRecord(key: $key) }', { key })
    expect(await restore(actor, campaign.id)).toMatchObject({ id: campaign.id })
    await expectSums(actor)
  })

  test('is restored once, by two at once', async () => {
    const actor = server.actor()
    const { campaign } = await aWorld(actor)
    await remove(actor, `/api/campaigns/${campaign.id}`)
    const answers = await Promise.all([restore(actor, campaign.id), restore(actor, campaign.id)])
    expect(answers.map(({ code = 'RESTORED' }) => code).sort()).toEqual(['NOT_FOUND', 'RESTORED'])
    await expectSums(actor)
  })

  test('is restored where a column was added since', async () => {
    const actor = server.actor()
    const { id } = await aContent(actor)
    await remove(actor, `/api/content/${id}`)
    await inOrganization(server, actor, sql`update trash_item set content = content - 'language' - 'version'`)
    await expect(restore(actor, id)).resolves.toMatchObject({ id })
    expect(await get(actor, `/api/content/${id}`)).toMatchObject({ language: 'en', version: 1 })
  })

  test('that is a running campaign is paused if somebody withdrew since', async () => {
    const actor = server.actor()
    const consent = await aConsent(actor, { channel: 'SMS' })
    const { id } = await aCampaign(actor, { type: 'SMS', status: 'ACTIVE' })
    await remove(actor, `/api/campaigns/${id}`)
    await actor.rest('POST', `/api/consents/${consent.id}/withdraw`)
    await performFor(actor, moveDueCampaigns, toolsOf(server))
    await restore(actor, id)
    const paused = await until('the pause', async () => {
      const campaign = await get(actor, `/api/campaigns/${id}`)
      return campaign.status === 'PAUSED' && campaign
    })
    expect(paused.failureReason).toContain('SMS')
  })

  test('that is a campaign with an unfinished import says that its rows are gone', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { type: 'EMAIL' })
    await holdWork(server, actor, importQueuedRecipients.kind)
    await asked(
      actor,
      'mutation ($id: ID!, $input: RecipientImportInput!) { importRecipients(id: $id, input: $input) { id } }',
      { id, input: { csv: 'email\nann@example.org\n' } },
    )
    await remove(actor, `/api/campaigns/${id}`)
    await releaseWork(server, actor, importQueuedRecipients.kind)
    await performFor(actor, importQueuedRecipients, toolsOf(server))
    await restore(actor, id)
    const FOLLOW = 'query ($id: ID!) { campaign(id: $id) { recipientImports { nodes { status failureCause } } } }'
    const ended = await until('the end of the import', async () => {
      const [found] = (await asked(actor, FOLLOW, { id })).campaign.recipientImports.nodes
      return found.status !== 'QUEUED' && found
    })
    expect(ended).toEqual({ status: 'FAILED', failureCause: { code: 'IMPORT_ROWS_DELETED' } })
  })
})

describe('who may', () => {
  test.each(['member', 'compliance', 'viewer'] as const)('%s neither lists nor restores', async (role) => {
    const admin = server.actor()
    const { id } = await aClient(admin)
    await remove(admin, `/api/clients/${id}`)
    const actor = server.actor({ organizationId: admin.organizationId, role })
    const { body } = await actor.graphql('{ trash { nodes { name } } }')
    expect(body.errors[0].extensions.code).toBe('FORBIDDEN')
    expect(await restore(actor, id)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await list(admin)).toHaveLength(1)
  })

  test('delete campaigns alone lists and restores campaigns alone', async () => {
    const admin = server.actor()
    const [client, campaign] = [await aClient(admin), await aCampaign(admin)]
    await remove(admin, `/api/clients/${client.id}`)
    await remove(admin, `/api/campaigns/${campaign.id}`)
    const permissions = ['org:campaigns:delete']
    const actor = server.actor({ organizationId: admin.organizationId, role: 'viewer', permissions })
    expect((await list(actor)).map(({ id }) => id)).toEqual([campaign.id])
    expect(await restore(actor, client.id)).toMatchObject({ code: 'FORBIDDEN' })
    expect(await restore(actor, campaign.id)).toMatchObject({ id: campaign.id })
  })

  test('nobody of another organization, nor with an id that is none', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const { id } = await aClient(actor)
    await aClient(other)
    await remove(actor, `/api/clients/${id}`)
    expect(await list(other)).toEqual([])
    for (const each of [id, 'none', '']) expect(await restore(other, each)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await restore(actor, id)).toMatchObject({ id })
  })
})

const age = (actor: Actor, days: number) =>
  inOrganization(server, actor, sql`update trash_item set deleted_at = now() - make_interval(days => ${days})`)

describe('the trash', () => {
  test('is purged 30 days after a deletion, or after the period of the organization, and never through a hold', async () => {
    const [actor, long] = [server.actor(), server.actor()]
    const worlds = [await aWorld(actor), await aWorld(actor)]
    const kept = await aClient(long)
    await long.rest('PUT', '/api/compliance/retention', { periods: [{ resource: 'TRASH', days: 60 }] })
    for (const { campaign } of worlds) await remove(actor, `/api/campaigns/${campaign.id}`)
    await remove(long, `/api/clients/${kept.id}`)
    const purge = async (days: number) => {
      for (const each of [actor, long]) {
        await age(each, days)
        await performFor(each, enforceRetention, toolsOf(server))
      }
    }
    await purge(29)
    expect(await list(actor)).toHaveLength(2)
    // A hold on a kind of rows keeps the campaigns that they belong to, in the trash too.
    await aHold(actor, { resource: 'CAMPAIGN_RECIPIENT' })
    await purge(31)
    expect([await list(actor), await list(long)].map(({ length }) => length)).toEqual([2, 1])
    await expect(inOrganization(server, actor, sql`delete from trash_item`)).rejects.toMatchObject({ code: 'GWLH1' })
    expect(await restore(actor, worlds[0]?.campaign.id)).toMatchObject({ id: worlds[0]?.campaign.id })
    const release = sql`update legal_hold set released_at = now()`
    await inOrganization(server, actor, release)
    await purge(31)
    expect([await list(actor), await list(long)].map(({ length }) => length)).toEqual([0, 1])
    const rows = await inOrganization(server, actor, sql`select 1 from trash_row`)
    expect(rows).toEqual([])
    expect(await restore(actor, worlds[1]?.campaign.id)).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('can be held while it is in the trash, with the rows that were removed with it', async () => {
    const [actor, other] = [server.actor(), server.actor()]
    const { campaign } = await aWorld(actor)
    await remove(actor, `/api/campaigns/${campaign.id}`)
    await expect(aHold(other, { resource: 'CAMPAIGN', rowId: campaign.id })).rejects.toThrow('VALIDATION_ERROR')
    await aHold(actor, { resource: 'CAMPAIGN', rowId: ` ${campaign.id.toUpperCase()} ` })
    await age(actor, 31)
    await performFor(actor, enforceRetention, toolsOf(server))
    expect(await restore(actor, campaign.id)).toMatchObject({ id: campaign.id })
    expect(await remove(actor, `/api/campaigns/${campaign.id}`)).toBe(409)
  })

  test('loses at once what an erasure is about, and nothing else; what is held stays', async () => {
    const actor = server.actor()
    const [subject, other] = [aSubject(), aSubject()]
    const contact = { name: subject.name, email: subject.email }
    const [gone, held, stays] = [
      await aClient(actor, { name: subject.name, contact }),
      await aClient(actor, { contact }),
      await aClient(actor, { contact: { email: other.email } }),
    ]
    const { campaign } = await aWorld(actor)
    await actor.graphql(
      'mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) { campaignId } }',
      { id: campaign.id, input: { channel: 'EMAIL', contacts: [{ email: subject.email }] } },
    )
    await aHold(actor, { rowId: held.id })
    await inOrganization(server, actor, sql`update legal_hold set released_at = now()`)
    for (const { id } of [gone, held, stays]) await remove(actor, `/api/clients/${id}`)
    await remove(actor, `/api/campaigns/${campaign.id}`)
    await inOrganization(server, actor, sql`update legal_hold set released_at = null`)
    const { id } = await aGrantedRequest(actor, { type: 'DELETION', subject })
    const { body } = await completeNow(server.actor({ organizationId: actor.organizationId }), id)
    expect(body.data).toMatchObject({ status: 'COMPLETED' })
    expect(body.data.outcome.left).toMatchObject([{ resource: 'TRASH_ITEM', rowId: held.id, standing: 'HELD' }])
    const left = await list(actor)
    expect(left.map((each) => each.id).sort()).toEqual([campaign.id, held.id, stays.id].sort())
    expect(await restore(actor, campaign.id)).toMatchObject({ id: campaign.id })
    const recipients = await inOrganization(server, actor, sql`select contact from campaign_recipient`)
    expect(recipients).toHaveLength(1)
  })
})
