import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { moveDueCampaigns } from '../src/features/campaigns/campaign.jobs.ts'
import { performDue, toolsOf } from './support/jobs.ts'
import { passTime } from './support/organization.ts'
import { aCampaign, aClient, campaignBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

describe('changes at the same time', () => {
  test.each([
    ['clients', ['ACTIVE', 'REJECTED']],
    ['campaigns', ['PENDING_APPROVAL', 'CANCELLED']],
  ])('of two transitions of %s that exclude each other exactly one wins', async (resource, statuses) => {
    const actor = server.actor()
    const { id } = resource === 'clients' ? await aClient(actor) : await aCampaign(actor, { status: 'DRAFT' })
    const path = `/api/${resource}/${id}`
    const answers = await Promise.all(statuses.map((status) => actor.rest('PUT', `${path}/status`, { status })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.find(({ status }) => status === 200)
    const loser = answers.find(({ status }) => status === 409)
    expect(loser?.body.code).toBe('INVALID_STATE_TRANSITION')
    expect((await actor.rest('GET', path)).body.data.status).toBe(winner?.body.data.status)
    const { body } = await actor.rest('GET', `/api/audit/log?resourceId=${id}`)
    expect(body.data.filter(({ action }: Json) => action.endsWith('_STATUS_CHANGED'))).toHaveLength(1)
  })

  test('ten changes of different fields are all kept', async () => {
    const actor = server.actor()
    const { id } = await aClient(actor)
    const fields = Array.from({ length: 10 }, (_, index) => `field${index}`)
    await Promise.all(fields.map((field) => actor.rest('PUT', `/api/clients/${id}`, { [field]: field })))
    expect((await actor.rest('GET', `/api/clients/${id}`)).body.data).toMatchObject(
      Object.fromEntries(fields.map((field) => [field, field])),
    )
  })

  test('campaigns of a client that is being deleted are made without a failure of the service', async () => {
    const actor = server.actor()
    const { id: clientId } = await aClient(actor)
    const [removal, ...made] = await Promise.all([
      actor.rest('DELETE', `/api/clients/${clientId}`),
      ...Array.from({ length: 8 }, () => actor.rest('POST', '/api/campaigns', campaignBody({ clientId }))),
    ])
    expect(removal?.status).toBe(204)
    for (const { status } of made) expect([201, 404, 409]).toContain(status)
    const { body } = await actor.rest('GET', '/api/campaigns')
    expect(body.data.every((campaign: Json) => campaign.clientId === null)).toBe(true)
  })

  test('the first writes of an organization, all at once', async () => {
    const actor = server.actor()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => actor.rest('POST', '/api/campaigns', campaignBody())),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201))
    expect((await actor.rest('GET', '/api/audit/verify')).body.data).toMatchObject({ valid: true, checked: 8 })
  })
})

describe('scheduled campaigns', () => {
  const soon = () => new Date(Date.now() + 3600_000).toISOString()
  const due = (actor: Actor, id: string) =>
    passTime(
      server,
      actor,
      'campaigns',
      sql`update campaign set starts_at = now() - interval '1 second'
        where organization_id = ${actor.organizationId} and id = ${id}`,
    )

  test('are started when their time has come, once, by whichever replica, with a record', async () => {
    const actor = server.actor()
    const [early, late] = [await aCampaign(actor, scheduled()), await aCampaign(actor, scheduled())]
    await due(actor, early.id)
    await Promise.all(Array.from({ length: 4 }, () => performDue(moveDueCampaigns, toolsOf(server))))
    const statusOf = async (id: string) => (await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status
    expect([await statusOf(early.id), await statusOf(late.id)]).toEqual(['ACTIVE', 'SCHEDULED'])
    const { body } = await actor.rest('GET', '/api/audit/log?action=CAMPAIGN_STATUS_CHANGED')
    expect(body.data).toEqual([expect.objectContaining({ resourceId: early.id, userId: 'system' })])
    expect((await actor.rest('GET', '/api/audit/verify')).body.data.valid).toBe(true)
  })

  const scheduled = () => ({ status: 'SCHEDULED', startsAt: soon() })

  test('are not started by hand before that', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, scheduled())
    const { status, body } = await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })
    expect([status, body.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })
})
