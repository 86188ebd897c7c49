import { describe, expect, test } from '@jest/globals'
import { moveDueCampaigns } from '../../src/features/campaigns/campaign.jobs.ts'
import { DEMO_ORGANIZATION } from '../../src/security/auth/demo-token.ts'
import { startDemoServer } from '../support/demo.ts'
import { performDue, toolsOf } from '../support/jobs.ts'
import { aCampaign, aConsent, aSubject, campaignBody, consentBody } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const withdraw = (actor: Actor, id: string, body?: unknown) => actor.rest('POST', `/api/consents/${id}/withdraw`, body)

describe('a consent', () => {
  test('keeps what was said, to whom, when and by which way', async () => {
    const actor = server.actor()
    const subject = aSubject()
    const grantedAt = '2026-01-02T03:04:05.000Z'
    const { id } = await aConsent(actor, {
      subject,
      version: '3',
      source: 'form',
      grantedAt,
      expiresAt: '2999-01-01T00:00:00Z',
    })
    const { body } = await actor.rest('GET', `/api/consents/${id}`)
    expect(body).toEqual({
      success: true,
      data: {
        id,
        subject,
        purpose: 'Marketing',
        channel: 'EMAIL',
        address: subject.email,
        wording: 'I agree to receive news by e-mail.',
        version: '3',
        source: 'form',
        status: 'GRANTED',
        grantedAt,
        expiresAt: '2999-01-01T00:00:00.000Z',
        withdrawnAt: null,
        withdrawalReason: null,
        createdBy: actor.userId,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    })
  })

  test('needs its fields, in the documented order', async () => {
    const actor = server.actor()
    const full = consentBody()
    for (const field of ['subject', 'purpose', 'channel', 'wording'] as const) {
      const { body } = await actor.rest('POST', '/api/consents', { ...full, [field]: null })
      expect(body).toEqual({
        error: `${field} is required`,
        code: 'VALIDATION_ERROR',
        details: { [field]: 'is required' },
      })
    }
    expect((await actor.rest('POST', '/api/consents', {})).body.error).toBe('subject is required')
  })

  test.each([
    ['grantedAt', { grantedAt: '2999-01-01T00:00:00Z' }],
    ['expiresAt', { grantedAt: '2026-01-02T00:00:00Z', expiresAt: '2026-01-02T00:00:00Z' }],
    ['address', { subject: { name: 'A B', phone: '0821234567' } }],
    ['channel', { channel: 'PIGEON' }],
    ['subject.phone', { subject: { name: 'A B', phone: '(--) (--)' } }],
  ])('with a wrong %s is refused', async (field, changes) => {
    const { status, body } = await server.actor().rest('POST', '/api/consents', consentBody(changes))
    expect(status).toBe(400)
    expect(body.details).toHaveProperty([field])
  })

  test('is withdrawn once, and stays', async () => {
    const actor = server.actor()
    const { id, wording } = await aConsent(actor)
    const { status, body } = await withdraw(actor, id, { reason: 'Too many mails' })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'WITHDRAWN', withdrawalReason: 'Too many mails', wording })
    expect(await withdraw(actor, id)).toMatchObject({
      status: 409,
      body: { code: 'INVALID_STATE_TRANSITION', details: { from: 'WITHDRAWN', to: 'WITHDRAWN', allowed: [] } },
    })
    const { body: again } = await actor.graphql('mutation ($id: ID!) { withdrawConsent(id: $id) { id } }', { id })
    expect(again.errors[0].extensions.code).toBe('INVALID_STATE_TRANSITION')
  })

  test('of two withdrawals at once exactly one wins', async () => {
    const actor = server.actor()
    const { id } = await aConsent(actor)
    const answers = await Promise.all([1, 2].map(() => withdraw(actor, id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('cannot be deleted, not even in the database', async () => {
    const actor = server.actor()
    await aConsent(actor)
    const session = { role: 'gateway_tenant', organizationId: actor.organizationId } as const
    const attempt = server.database.transaction(session, ({ db }) => db.deleteFrom('consent').execute())
    await expect(attempt).rejects.toThrow('permission denied')
  })

  test('is listed: newest first, in pages, filtered', async () => {
    const actor = server.actor()
    await aConsent(actor)
    const second = await aConsent(actor, { channel: 'SMS', purpose: 'Surveys' })
    const list = async (query: string) => (await actor.rest('GET', `/api/consents?${query}`)).body
    expect((await list('limit=1')).meta).toEqual({ total: 2, page: 1, limit: 1, pages: 2 })
    expect((await list('limit=1')).data).toMatchObject([{ id: second.id }])
    for (const query of [
      'channel=sms',
      'purpose=surveys',
      'purpose=other',
      `search=${second.subject.name.slice(3).toUpperCase()}`,
    ]) {
      expect((await list(query)).data).toMatchObject([{ id: second.id }])
    }
    expect((await list('status=WITHDRAWN')).data).toEqual([])
    const { body } = await actor.graphql(
      '{ consents(filter: { channel: [SMS, EMAIL] }) { totalCount nodes { channel } } }',
    )
    expect(body.data.consents).toEqual({ totalCount: 2, nodes: [{ channel: 'SMS' }, { channel: 'EMAIL' }] })
  })
})

describe('a campaign over a direct channel', () => {
  const start = (actor: Actor, changes: Record<string, unknown>) =>
    actor.rest('POST', '/api/campaigns', campaignBody({ status: 'ACTIVE', ...changes }))
  const refusal = (...channels: string[]) => ({
    status: 403,
    body: { error: 'Forbidden', code: 'CONSENT_REQUIRED', statusCode: 403, details: { channels } },
  })

  test.each(['EMAIL', 'SMS', 'WHATSAPP'])('%s starts only with consent for that channel', async (type) => {
    const actor = server.actor()
    expect(await start(actor, { type })).toMatchObject(refusal(type))
    await aConsent(server.actor(), { channel: type })
    await aConsent(actor, { channel: 'PHONE' })
    expect(await start(actor, { type })).toMatchObject(refusal(type))
    const { id } = await aConsent(actor, { channel: type })
    expect((await start(actor, { type })).status).toBe(201)
    await withdraw(actor, id)
    expect(await start(actor, { type })).toMatchObject(refusal(type))
  })

  test('needs consent for marketing that has not expired', async () => {
    const actor = server.actor()
    await aConsent(actor, { purpose: 'Invoices' })
    await aConsent(actor, { grantedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-02T00:00:00Z' })
    expect(await start(actor, { type: 'EMAIL' })).toMatchObject(refusal('EMAIL'))
  })

  test('names every channel that is not covered', async () => {
    const actor = server.actor()
    await aConsent(actor, { channel: 'SMS' })
    const asked = { type: 'MULTI_CHANNEL', channels: ['TV', 'WHATSAPP', 'SMS', 'EMAIL'] }
    expect(await start(actor, asked)).toMatchObject(refusal('EMAIL', 'WHATSAPP'))
  })

  test('is a draft without consent, and needs it in every way to start', async () => {
    const actor = server.actor()
    const { id } = await aCampaign(actor, {
      type: 'EMAIL',
      status: 'PENDING_APPROVAL',
      startsAt: '2999-01-01T00:00:00Z',
    })
    const approver = server.actor({ organizationId: actor.organizationId })
    const go = (status: string) => approver.rest('PUT', `/api/campaigns/${id}/status`, { status })
    expect(await go('SCHEDULED')).toMatchObject(refusal('EMAIL'))
    expect(await go('ACTIVE')).toMatchObject(refusal('EMAIL'))
    const { body } = await approver.graphql(
      'mutation ($ids: [ID!]!) { bulkCampaigns(input: { operation: STATUS, ids: $ids, changes: { status: ACTIVE } }) { failed { id code } } }',
      { ids: [id] },
    )
    expect(body.data.bulkCampaigns.failed).toEqual([{ id, code: 'CONSENT_REQUIRED' }])
    await aConsent(actor)
    expect((await go('SCHEDULED')).status).toBe(200)
  })

  test('resumes only with consent, and takes up no further channel without', async () => {
    const actor = server.actor()
    const consent = await aConsent(actor)
    const { id } = (await start(actor, { type: 'EMAIL' })).body.data
    expect(await actor.rest('PUT', `/api/campaigns/${id}`, { channels: ['SMS'] })).toMatchObject(refusal('SMS'))
    await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PAUSED' })
    await withdraw(actor, consent.id)
    const resumed = await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })
    expect(resumed).toMatchObject(refusal('EMAIL'))
  })

  test('that is due waits when the consent was lost, and starts when it is there again', async () => {
    const actor = server.actor()
    const consent = await aConsent(actor)
    const startsAt = new Date(Date.now() + 3600_000).toISOString()
    const { id } = await aCampaign(actor, { type: 'EMAIL', status: 'SCHEDULED', startsAt })
    await withdraw(actor, consent.id)
    const tools = toolsOf(server)
    const status = async () => (await actor.rest('GET', `/api/campaigns/${id}`)).body.data.status
    await actor.rest('PUT', `/api/campaigns/${id}`, { startsAt: new Date(Date.now() - 60_000).toISOString() })
    await performDue(moveDueCampaigns, tools)
    expect(await status()).toBe('SCHEDULED')
    await aConsent(actor)
    await performDue(moveDueCampaigns, tools)
    expect(await status()).toBe('ACTIVE')
  })

  test('is part of the demo, with consent', async () => {
    await using own = await startDemoServer()
    const actor = own.actor({ organizationId: DEMO_ORGANIZATION })
    const { body } = await actor.rest('GET', '/api/compliance/alerts?type=CAMPAIGN_WITHOUT_CONSENT')
    expect(body.data).toEqual([])
    expect((await actor.rest('GET', '/api/campaigns?status=ACTIVE')).body.meta.total).toBeGreaterThan(10)
  })
})
