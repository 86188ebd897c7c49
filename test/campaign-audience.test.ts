import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { moveDueCampaigns } from '../src/features/campaigns/campaign.jobs.ts'
import { hasPostgres, startCluster } from './support/cluster.ts'
import { openOn } from './support/database.ts'
import { performDue, toolsOf } from './support/jobs.ts'
import { inOrganization, passTime } from './support/organization.ts'
import { aCampaign, aConsent, aGrantedRequest, aSubject, completeNow } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/*
 * A campaign on a direct channel starts and runs while everybody in its audience may be contacted.
 */

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const run = () => performDue(moveDueCampaigns, toolsOf(server))
const show = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.rest('GET', `/api/campaigns/${id}`)).body.data
const move = (actor: Actor, id: string, status: string) => actor.rest('PUT', `/api/campaigns/${id}/status`, { status })
const withdraw = (actor: Actor, { id }: Json) => actor.rest('POST', `/api/consents/${id}/withdraw`)

const AUDIENCE = '{ campaignId channels { channel recipients uncovered } }'

async function add(actor: Actor, id: string, contacts: object[], channel = 'EMAIL'): Promise<Json> {
  const { body } = await actor.graphql(
    `mutation ($id: ID!, $input: AudienceInput!) { addCampaignRecipients(id: $id, input: $input) ${AUDIENCE} }`,
    { id, input: { channel, contacts } },
  )
  return body.errors ? body.errors[0].extensions : body.data.addCampaignRecipients.channels
}
async function drop(actor: Actor, id: string): Promise<Json> {
  const { body } = await actor.graphql(`mutation ($id: ID!) { removeUncoveredRecipients(id: $id) ${AUDIENCE} }`, { id })
  return body.data.removeUncoveredRecipients.channels
}

/** A campaign by e-mail that is up for approval, and an approver. */
async function pending(actor: Actor, changes: object = {}): Promise<{ id: string; approver: Actor }> {
  const { id } = await aCampaign(actor, { type: 'EMAIL', status: 'PENDING_APPROVAL', ...changes })
  return { id, approver: server.actor({ organizationId: actor.organizationId }) }
}

/** One that runs for two people. */
async function running(actor: Actor, changes: object[] = [{}, {}]) {
  const consents = [await aConsent(actor, { ...changes[0] }), await aConsent(actor, { ...changes[1] })]
  const { id, approver } = await pending(actor)
  await add(
    actor,
    id,
    consents.map(({ subject: { email } }) => ({ email })),
  )
  expect((await move(approver, id, 'ACTIVE')).status).toBe(200)
  await run()
  expect(await show(actor, id)).toMatchObject({ status: 'ACTIVE', failureReason: null })
  return { id, approver, consents }
}

const REASON = 'Not everybody may be contacted on Email'

describe('a campaign with an audience', () => {
  test('starts when everybody in it may be contacted, and not before', async () => {
    const actor = server.actor()
    const { id, approver } = await pending(actor)
    const [first, second] = [await aConsent(actor), aSubject()]
    const contacts = [{ email: first.subject.email }, { email: second.email }]
    expect(await add(actor, id, contacts)).toEqual([{ channel: 'EMAIL', recipients: 2, uncovered: 1 }])
    expect(await add(actor, id, contacts)).toEqual([{ channel: 'EMAIL', recipients: 2, uncovered: 1 }])
    for (const status of ['ACTIVE', 'SCHEDULED'])
      expect((await move(approver, id, status)).body).toMatchObject({
        code: status === 'ACTIVE' ? 'CONSENT_REQUIRED' : expect.any(String),
      })
    await aConsent(actor, { subject: second })
    expect((await move(approver, id, 'ACTIVE')).body.data).toMatchObject({ status: 'ACTIVE' })
  })

  test('has each person once, by whatever address, and counts a consent that was given for another', async () => {
    const actor = server.actor()
    const { id } = await pending(actor)
    await aConsent(actor, { subject: { name: 'Sipho Nkosi', email: 'sipho+z@example.org' } })
    const audience = [{ channel: 'EMAIL', recipients: 1, uncovered: 0 }]
    const spelt = [{ email: 'sipho@example.org' }, { email: 'Sipho+News@example.org' }]
    expect(await add(actor, id, spelt)).toEqual(audience)
    expect(await add(actor, id, [{ email: 'SIPHO@example.org' }])).toEqual(audience)
    const rows = await inOrganization(server, actor, sql<Json>`select contact from campaign_recipient`)
    expect(rows).toEqual([{ contact: 'sipho+news@example.org' }])
  })

  test('takes nobody in while it runs who may not be contacted, and nobody without an address', async () => {
    const actor = server.actor()
    const { id } = await running(actor)
    expect(await add(actor, id, [{ email: aSubject().email }])).toMatchObject({
      code: 'CONSENT_REQUIRED',
      details: { channels: ['EMAIL'] },
    })
    expect(await add(actor, id, [{ phone: '0821234567' }])).toMatchObject({ code: 'VALIDATION_ERROR' })
    const { body } = await actor.graphql(`query ($id: ID!) { campaignAudience(id: $id) ${AUDIENCE} }`, { id })
    expect(body.data.campaignAudience.channels).toEqual([{ channel: 'EMAIL', recipients: 2, uncovered: 0 }])
    const stranger = server.actor()
    expect(await add(stranger, id, [{ email: aSubject().email }])).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('pauses by itself when one consent is withdrawn, gives the reason, and continues without that person', async () => {
    const actor = server.actor()
    const { id, approver, consents } = await running(actor)
    await withdraw(actor, consents[0])
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'PAUSED', failureReason: REASON })
    const [event] = await inOrganization(
      server,
      actor,
      sql<{ payload: Json }>`select payload from event where resource_id = ${id} order by number desc limit 1`,
    )
    expect(event?.payload).toEqual({
      status: 'PAUSED',
      reason: REASON,
      cause: { code: 'NOT_COVERED', channels: ['EMAIL'] },
    })
    expect((await move(approver, id, 'ACTIVE')).body.code).toBe('CONSENT_REQUIRED')
    expect(await drop(actor, id)).toEqual([{ channel: 'EMAIL', recipients: 1, uncovered: 0 }])
    expect((await move(approver, id, 'ACTIVE')).body.data).toMatchObject({ status: 'ACTIVE', failureReason: null })
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'ACTIVE' })
  })

  test('pauses by itself when a consent expires, though nobody does anything', async () => {
    const actor = server.actor()
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id, consents } = await running(actor, [{ expiresAt }, {}])
    const [due] = await inOrganization(
      server,
      actor,
      sql<{ dueAt: Date }>`select due_at from due_work where kind = 'campaigns'`,
    )
    expect(due?.dueAt.toISOString()).toBe(expiresAt)
    const expiry = sql`update consent set granted_at = now() - interval '2 days', expires_at = now()
      where organization_id = ${actor.organizationId} and id = ${consents[0]?.id}`
    await passTime(server, actor, 'campaigns', expiry)
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'PAUSED', failureReason: REASON })
  })

  test('pauses when a customer objects, whose contact rested on no consent', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const input = {
      contact: { email: subject.email },
      channel: 'EMAIL',
      evidence: 'Invoice 17',
      gotWithSale: true,
      ownSimilarProducts: true,
      couldObject: true,
    }
    await actor.graphql('mutation ($input: ExistingCustomerInput!) { recordExistingCustomer(input: $input) { id } }', {
      input,
    })
    const { id, approver } = await pending(actor)
    await add(actor, id, [{ email: subject.email }])
    expect((await move(approver, id, 'ACTIVE')).status).toBe(200)
    const request = await aGrantedRequest(actor, { type: 'OBJECTION', subject })
    await approver.rest('POST', `/api/data-subject-requests/${request.id}/complete`)
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'PAUSED', failureReason: REASON })
  })

  test('loses an erased person, and continues for the others', async () => {
    const actor = server.actor()
    const { id, approver, consents } = await running(actor)
    const request = await aGrantedRequest(actor, { type: 'DELETION', subject: consents[0]?.subject })
    const { body } = await completeNow(approver, request.id)
    expect(body.data.status).toBe('COMPLETED')
    const rows = await inOrganization(server, actor, sql<Json>`select contact from campaign_recipient`)
    expect(rows).toEqual([{ contact: consents[1]?.subject.email }])
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'ACTIVE' })
  })

  test('starts after its start time when the person who may not be contacted is erased', async () => {
    const actor = server.actor()
    const [stays, gone] = [await aConsent(actor), await aConsent(actor)]
    const { id, approver } = await pending(actor, { startsAt: new Date(Date.now() + 86_400_000).toISOString() })
    await add(
      actor,
      id,
      [stays, gone].map(({ subject: { email } }) => ({ email })),
    )
    expect((await move(approver, id, 'SCHEDULED')).status).toBe(200)
    await withdraw(actor, gone)
    await passTime(server, actor, 'campaigns', sql`update campaign set starts_at = now() - interval '1 minute'`)
    await run()
    expect((await show(actor, id)).status).toBe('SCHEDULED')
    const request = await aGrantedRequest(actor, { type: 'DELETION', subject: gone.subject })
    expect((await completeNow(approver, request.id)).body.data.status).toBe('COMPLETED')
    await run()
    expect((await show(actor, id)).status).toBe('ACTIVE')
  })

  test('forgets its audience with itself', async () => {
    const actor = server.actor()
    const { id } = await running(actor)
    expect((await actor.rest('DELETE', `/api/campaigns/${id}`)).status).toBe(204)
    const rows = await inOrganization(server, actor, sql`select id from campaign_recipient`)
    expect(rows).toEqual([])
  })
})

describe('a campaign without an audience', () => {
  test('pauses when nobody is left whom it could reach', async () => {
    const actor = server.actor()
    const [first, second] = [await aConsent(actor), await aConsent(actor)]
    const { id, approver } = await pending(actor)
    expect((await move(approver, id, 'ACTIVE')).status).toBe(200)
    await withdraw(actor, first)
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'ACTIVE' })
    await withdraw(actor, second)
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'PAUSED', failureReason: REASON })
  })

  test('on no direct channel continues', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, { type: 'TV', status: 'ACTIVE' })
    await passTime(server, actor, 'campaigns', sql`select 1`)
    await run()
    expect(await show(actor, id)).toMatchObject({ status: 'ACTIVE' })
  })
})

const suite = hasPostgres() ? describe : describe.skip

suite('of several connections', () => {
  test('a campaign that somebody holds while it should pause pauses when it is free', async () => {
    await using cluster = await startCluster()
    await using other = await startServer({}, () => openOn(cluster.url))
    const actor = other.actor()
    const consent = await aConsent(actor)
    const { id } = await aCampaign(actor, { type: 'EMAIL', status: 'ACTIVE' })
    const session = { role: 'gateway_tenant', organizationId: actor.organizationId } as const
    await other.database.transaction(session, async ({ db }) => {
      await sql`select 1 from campaign where organization_id = ${actor.organizationId} and id = ${id} for update`.execute(
        db,
      )
      await withdraw(actor, consent)
      await performDue(moveDueCampaigns, toolsOf(other))
    })
    await until('the pause', async () => (await show(actor, id)).status === 'PAUSED')
    expect(await show(actor, id)).toMatchObject({ failureReason: REASON })
  })
})
