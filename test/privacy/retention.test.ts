/** @long it ends the retention of the rows of every table. */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { newId } from '../../src/data/ids.ts'
import { MOST_RECORDS } from '../../src/features/analytics/analytics.inputs.ts'
import { enforceRetention } from '../../src/features/privacy/retention/retention.jobs.ts'
import { daysAgo, ROLL_UPS, record, rollUpAgainstRecords } from '../analytics/records.ts'
import { hasPostgres, startCluster } from '../support/cluster.ts'
import { asAdministrator, openOn } from '../support/database.ts'
import { performDue, performFor, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { aCampaign, aClient, aConsent } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const enforce = (actor: Actor) => performFor(actor, enforceRetention, toolsOf(server))

/** The job comes by every organization of the database. */
const enforceAll = () => performDue(enforceRetention, toolsOf(server))

const set = (actor: Actor, ...periods: unknown[]) => actor.rest('PUT', '/api/compliance/retention', { periods })

async function period(actor: Actor, resource: string): Promise<Json> {
  const { body } = await actor.rest('GET', '/api/compliance/retention')
  return body.data.periods.find((each: Json) => each.resource === resource)
}

/** Records of analytics on a day. */
async function records(actor: Actor, campaignId: string, count: number, days: number): Promise<void> {
  const all = Array.from({ length: count }, () => ({ campaignId, day: daysAgo(days), clicks: 1 }))
  for (let from = 0; from < count; from += MOST_RECORDS) await record(actor, all.slice(from, from + MOST_RECORDS))
}

const analyticsCount = async (actor: Actor, id: string) =>
  (await actor.rest('GET', `/api/campaigns/${id}`)).body.data.analyticsCount

describe('the schedule', () => {
  test('lists every resource with its default', async () => {
    const actor = server.actor()
    const { body } = await actor.rest('GET', '/api/compliance/retention')
    expect(body.data.periods.map(({ resource }: Json) => resource)).toEqual(
      expect.arrayContaining([
        'ANALYTICS_RECORDS',
        'BREACHES',
        'CAMPAIGNS',
        'CLIENTS',
        'CONSENTS',
        'CONTENT',
        'DATA_SUBJECT_REQUESTS',
      ]),
    )
    expect(await period(actor, 'CAMPAIGNS')).toEqual({
      resource: 'CAMPAIGNS',
      days: 1825,
      isDefault: true,
      countedFrom: 'updatedAt',
      statuses: ['ARCHIVED'],
      backlog: 0,
      deletedCount: 0,
      enforcedAt: null,
    })
    const { body: same } = await actor.graphql('{ retention { periods { resource days isDefault } } }')
    expect(same.data.retention.periods).toContainEqual({ resource: 'CAMPAIGNS', days: 1825, isDefault: true })
  })

  test('is set resource by resource, for one organization, and goes back to the default', async () => {
    const actor = server.actor()
    const { status, body } = await set(actor, { resource: 'CAMPAIGNS', days: 30 }, { resource: 'CLIENTS', days: 60 })
    expect(status).toBe(200)
    expect(body.data.periods).toContainEqual(
      expect.objectContaining({ resource: 'CLIENTS', days: 60, isDefault: false }),
    )
    await set(actor, { resource: 'CAMPAIGNS' })
    expect(await period(actor, 'CAMPAIGNS')).toMatchObject({ days: 1825, isDefault: true })
    expect(await period(actor, 'CLIENTS')).toMatchObject({ days: 60, isDefault: false })
    expect(await period(server.actor(), 'CLIENTS')).toMatchObject({ days: 1825, isDefault: true })
  })

  test.each<[string, unknown[]]>([
    ['periods.0.resource', [{ resource: 'WISHES', days: 30 }]],
    [
      'periods.1.resource',
      [
        { resource: 'CLIENTS', days: 30 },
        { resource: 'CLIENTS', days: 31 },
      ],
    ],
    ['periods.0.days', [{ resource: 'CLIENTS', days: 0 }]],
    ['periods.0.days', [{ resource: 'CLIENTS', days: 36_501 }]],
  ])('refuses a wrong %s', async (field, periods) => {
    const { status, body } = await set(server.actor(), ...periods)
    expect(status).toBe(400)
    expect(body.details).toHaveProperty([field])
  })

  test('refuses no periods at all', async () => {
    const { status, body } = await set(server.actor())
    expect([status, body]).toMatchObject([400, { error: 'periods is required', code: 'VALIDATION_ERROR' }])
  })
})

describe('the job', () => {
  test('deletes what is past its period, in batches, and counts it; the rest stays', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await records(actor, id, 1203, 40)
    await records(actor, id, 5, 20)
    await set(actor, { resource: 'ANALYTICS_RECORDS', days: 30 })
    expect(await period(actor, 'ANALYTICS_RECORDS')).toMatchObject({ backlog: 1000, deletedCount: 0 })
    await enforce(actor)
    expect(await analyticsCount(actor, id)).toBe(5)
    expect(await period(actor, 'ANALYTICS_RECORDS')).toMatchObject({
      days: 30,
      isDefault: false,
      backlog: 0,
      deletedCount: 1203,
      enforcedAt: expect.any(String),
    })
    for (const rollUp of ROLL_UPS) {
      const { kept, expected } = await rollUpAgainstRecords(server, actor.organizationId, rollUp)
      expect(kept).toEqual(expected)
    }
    const { body } = await actor.rest('GET', '/api/audit/log?action=RETENTION_ENFORCED')
    expect(body.meta.total).toBe(3)
    expect(body.data[0]).toMatchObject({ userId: 'system', resourceType: 'ANALYTICS_RECORDS' })
  })

  test('goes by the period of each organization', async () => {
    const [short, long] = [server.actor(), server.actor()]
    const campaigns = [await aCampaign(short), await aCampaign(long)]
    await records(short, campaigns[0].id, 1, 40)
    await records(long, campaigns[1].id, 1, 40)
    await set(short, { resource: 'ANALYTICS_RECORDS', days: 30 })
    await set(long, { resource: 'ANALYTICS_RECORDS', days: 50 })
    await enforceAll()
    expect([await analyticsCount(short, campaigns[0].id), await analyticsCount(long, campaigns[1].id)]).toEqual([0, 1])
  })

  test('leaves what is not in a final state, however old', async () => {
    const actor = server.actor()
    const [kept, gone] = [await aClient(actor), await aClient(actor)]
    for (const status of ['ACTIVE', 'ARCHIVED']) await actor.rest('PUT', `/api/clients/${gone.id}/status`, { status })
    const session = { role: 'gateway_tenant', organizationId: actor.organizationId } as const
    await server.database.transaction(session, ({ db }) =>
      sql`update client set updated_at = now() - interval '2000 days'`.execute(db),
    )
    await enforce(actor)
    expect((await actor.rest('GET', `/api/clients/${kept.id}`)).status).toBe(200)
    expect((await actor.rest('GET', `/api/clients/${gone.id}`)).status).toBe(404)
  })

  test('takes the subject out of consents that have been of no use for their period, and keeps what was said', async () => {
    const actor = server.actor()
    const [withdrawn, expired, granted, recent] = [
      await aConsent(actor),
      await aConsent(actor, { grantedAt: '2020-01-01T00:00:00Z', expiresAt: '2020-02-01T00:00:00Z' }),
      await aConsent(actor, { grantedAt: '2020-01-01T00:00:00Z' }),
      await aConsent(actor),
    ]
    for (const { id } of [withdrawn, recent]) await actor.rest('POST', `/api/consents/${id}/withdraw`)
    await inOrganization(
      server,
      actor,
      sql`update consent set withdrawn_at = now() - interval '2000 days' where id = ${withdrawn.id}`,
    )
    expect(await period(actor, 'CONSENTS')).toMatchObject({
      days: 1825,
      backlog: 2,
      countedFrom: 'withdrawnAt or expiresAt',
    })
    await enforce(actor)
    expect(await period(actor, 'CONSENTS')).toMatchObject({ backlog: 0, deletedCount: 2 })
    const read = async ({ id }: Json) => (await actor.rest('GET', `/api/consents/${id}`)).body.data
    for (const each of [withdrawn, expired]) {
      const { subject, wording, address } = await read(each)
      expect(subject).toEqual({ name: expect.stringMatching(/^forgotten-/), email: null, phone: null })
      expect([wording, address]).toEqual([each.wording, null])
    }
    expect((await read(granted)).subject).toEqual(granted.subject)
    expect((await read(recent)).subject).toEqual(recent.subject)
    await enforce(actor)
    expect(await period(actor, 'CONSENTS')).toMatchObject({ deletedCount: 2 })
  })

  test('continues with the others when it fails for one organization, or for one of its resources', async () => {
    const actors = [server.actor(), server.actor(), server.actor()]
    const campaigns = await Promise.all(actors.map((actor) => aCampaign(actor)))
    for (const [index, actor] of actors.entries()) {
      await records(actor, campaigns[index].id, 3, 40)
      await set(actor, { resource: 'ANALYTICS_RECORDS', days: 30 })
    }
    const ids = actors.map(({ organizationId }) => organizationId).sort()
    await asAdministrator(
      server.connection,
      `create function refuse_one() returns trigger language plpgsql as $$ begin
        if old.organization_id = '${ids[0]}' then raise exception 'refused'; end if; return old; end $$`,
      'create trigger refuse_one before delete on analytics_record for each row execute function refuse_one()',
    )
    await enforceAll()
    const left = await Promise.all(
      actors.map(async (actor, index) => [actor.organizationId, await analyticsCount(actor, campaigns[index].id)]),
    )
    expect(Object.fromEntries(left)).toEqual(Object.fromEntries(ids.map((id, index) => [id, index === 0 ? 3 : 0])))
    await asAdministrator(server.connection, 'drop trigger refuse_one on analytics_record')
  })

  test('may run twice at once: nothing is counted twice', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    await records(actor, id, 700, 40)
    await set(actor, { resource: 'ANALYTICS_RECORDS', days: 30 })
    await Promise.all([enforce(actor), enforce(actor)])
    await enforce(actor)
    expect(await period(actor, 'ANALYTICS_RECORDS')).toMatchObject({ backlog: 0, deletedCount: 700 })
  })
})

const suite = hasPostgres() ? describe : describe.skip

suite('of several connections', () => {
  test('leaves a record that someone is about to change, and waits for nobody', async () => {
    await using cluster = await startCluster()
    await using other = await startServer({}, () => openOn(cluster.url))
    const actor = other.actor()
    const [held, gone] = [await aClient(actor), await aClient(actor)]
    await cluster.admin("update client set status = 'ARCHIVED', updated_at = now() - interval '2000 days'")
    const session = { role: 'gateway_tenant', organizationId: actor.organizationId } as const
    await other.database.transaction(session, async ({ db }) => {
      await sql`update client set status = 'ACTIVE', updated_at = now() where id = ${held.id}`.execute(db)
      await performDue(enforceRetention, toolsOf(other))
    })
    expect((await actor.rest('GET', `/api/clients/${gone.id}`)).status).toBe(404)
    expect((await actor.rest('GET', `/api/clients/${held.id}`)).body.data.status).toBe('ACTIVE')
  })
})

test('what is named in a declaration is there: its table, its column and its state', async () => {
  const actor = server.actor()
  await aClient(actor, { name: newId() })
  const { status, body } = await actor.rest('GET', '/api/compliance/retention')
  expect(status).toBe(200)
  expect(body.data.periods.every(({ backlog }: Json) => backlog === 0)).toBe(true)
})
