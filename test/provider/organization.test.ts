import { describe, expect, test } from '@jest/globals'
import { aCampaign, aClient } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { tamper } from '../support/tamper.ts'
import { until } from '../support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const PUT = '/api/service-provider/organization'

describe('the organization', () => {
  test('it has no record until its first write; a PUT makes it, on both surfaces the same', async () => {
    const actor = server.actor()
    const none = await actor.rest('GET', '/api/service-provider')
    expect([none.status, none.body]).toEqual([404, { error: 'Organization not found', code: 'ORGANIZATION_NOT_FOUND' }])
    const details = {
      name: 'Ubuntu Media',
      contact: { email: 'office@example.org' },
      address: { city: 'Pretoria' },
      informationOfficerName: 'N. Dlamini',
      informationOfficerEmail: 'io@example.org',
      informationOfficerPhone: '+27 12 000 0000',
      informationOfficerRegistration: 'IR-2026-001',
      popiaRegistration: 'P-1',
    }
    const put = await actor.rest('PUT', PUT, details)
    expect([put.status, put.body.success]).toEqual([200, true])
    expect(put.body.data).toMatchObject({ id: actor.organizationId, ...details })
    const { body } = await actor.rest('GET', '/api/service-provider')
    expect(body.data).toEqual(put.body.data)
    const shown = await actor.graphql('{ serviceProvider { id name informationOfficerRegistration contact } }')
    expect(shown.body.data.serviceProvider).toEqual({
      id: actor.organizationId,
      name: details.name,
      informationOfficerRegistration: 'IR-2026-001',
      contact: details.contact,
    })
    expect(JSON.stringify(body)).not.toMatch(/plan|security/)
  })

  test('fields that are absent stay, null empties one, unknown ones and those of the service are refused', async () => {
    const actor = server.actor()
    await actor.rest('PUT', PUT, { name: 'A', popiaRegistration: 'P-1' })
    const { body } = await actor.rest('PUT', PUT, { id: actor.organizationId, popiaRegistration: null })
    expect(body.data).toMatchObject({ id: actor.organizationId, name: 'A', popiaRegistration: null })
    const owned = await actor.rest('PUT', PUT, { id: 'org_other', createdAt: 'x' })
    expect(owned.body.details).toEqual({ id: 'cannot be changed', createdAt: 'cannot be changed' })
    const unknown = await actor.rest('PUT', PUT, { plan: 'ENTERPRISE' })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'VALIDATION_ERROR'])
    const bad = await actor.rest('PUT', PUT, { informationOfficerEmail: 'nobody' })
    expect(bad.body.details).toEqual({ informationOfficerEmail: 'must be an e-mail address' })
    const blank = await actor.rest('PUT', PUT, { name: ' ' })
    expect([blank.status, blank.body.error]).toEqual([400, 'name is required'])
  })

  test('an organization sees and changes its own record only', async () => {
    const [one, other] = [server.actor(), server.actor()]
    await one.rest('PUT', PUT, { name: 'One' })
    await other.rest('PUT', PUT, { name: 'Other' })
    expect((await one.rest('GET', '/api/service-provider')).body.data.name).toBe('One')
  })

  const reads = [
    '',
    '/billing',
    '/compliance',
    '/integrations',
    '/notifications',
    '/security',
    '/webhooks',
    '/api-keys',
  ]
  const roles = { admin: 200, manager: 200, compliance: 200, member: 403, viewer: 403 } as const
  test.each(Object.entries(roles))('%s reads the settings: %p', async (role, status) => {
    const { organizationId } = server.actor()
    await server.actor({ organizationId }).rest('PUT', PUT, { name: 'A' })
    const actor = server.actor({ organizationId, role: role as keyof typeof roles })
    for (const path of reads) {
      const answer = await actor.rest('GET', `/api/service-provider${path}`)
      expect([path, answer.status]).toEqual([path, status])
    }
  })

  test.each(['manager', 'compliance', 'member', 'viewer'] as const)('%s changes nothing', async (role) => {
    const actor = server.actor({ role })
    const id = '01990000-0000-7000-8000-000000000000'
    const calls = [
      ['PUT', '/organization', { name: 'B' }],
      ['POST', '/webhooks', { url: 'https://example.org', events: ['*'] }],
      ['PUT', `/webhooks/${id}`, { description: 'x' }],
      ['DELETE', `/webhooks/${id}`, undefined],
      ['POST', '/api-keys', { name: 'k', role: 'viewer' }],
      ['DELETE', `/api-keys/${id}`, undefined],
    ] as const
    for (const [method, path, body] of calls) {
      const answer = await actor.rest(method, `/api/service-provider${path}`, body)
      expect([method, path, answer.status]).toEqual([method, path, 403])
    }
  })
})

describe('billing', () => {
  const usedOf = async (actor: Actor): Promise<number> => {
    const { body } = await actor.rest('GET', '/api/service-provider/billing')
    return body.data.usage.find(({ measure }: Json) => measure === 'analyticsRecords').used
  }

  test('it counts what there is, and the operations of this month', async () => {
    const actor = server.actor()
    await aClient(actor)
    await aClient(actor)
    await aCampaign(actor)
    const { status, body } = await actor.rest('GET', '/api/service-provider/billing')
    expect(status).toBe(200)
    const usage = Object.fromEntries(body.data.usage.map((each: { measure: string }) => [each.measure, each]))
    expect(usage.clients).toEqual({ measure: 'clients', used: 2 })
    expect(usage.campaigns).toEqual({ measure: 'campaigns', used: 1 })
    expect(usage.requests.used).toBe(3)
    expect(Object.keys(body.data)).toEqual(['periodStart', 'periodEnd', 'usage'])
    const [start, end] = [new Date(body.data.periodStart), new Date(body.data.periodEnd)]
    expect(start.toISOString()).toMatch(/T22:00:00.000Z$/)
    expect(start.getTime()).toBeLessThanOrEqual(Date.now())
    expect(end.getTime()).toBeGreaterThan(Date.now())
    expect((await actor.rest('GET', '/api/service-provider/billing')).body.data.usage).toContainEqual(
      expect.objectContaining({ measure: 'requests', used: 4 }),
    )
  })

  test('analytics records count as they are, however they came and went', async () => {
    const actor = server.actor()
    const [kept, removed] = [await aCampaign(actor), await aCampaign(actor)]
    const records = [kept, removed, kept].flatMap(({ id }, index) =>
      ['2026-01-01', '2026-01-02'].map((day) => ({ campaignId: id, day, impressions: index })),
    )
    expect((await actor.rest('POST', '/api/analytics/records', records)).status).toBe(201)
    expect(await usedOf(actor)).toBe(6)
    await actor.rest('DELETE', `/api/campaigns/${removed.id}`)
    const total = (await actor.graphql('{ analyticsRecords { totalCount } }')).body.data.analyticsRecords.totalCount
    expect([await usedOf(actor), total]).toEqual([4, 4])
  })

  test('operations of earlier months do not count', async () => {
    const actor = server.actor()
    const source = { organizationId: actor.organizationId, userId: 'u', ipAddress: 'unknown', userAgent: 'test' }
    const entry = { action: 'CLIENT_LISTED', resourceType: 'CLIENT', resourceId: null }
    const { appendAudit, auditFacts } = await import('../../src/security/audit/writer.ts')
    const { organizationId } = actor
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, (unit) =>
      appendAudit(
        unit,
        Array.from({ length: 37 }, () => auditFacts(entry, source)),
      ),
    )
    await tamper(
      server.connection,
      `update audit_record set timestamp = (timestamp at time zone 'UTC' - interval '40 days') at time zone 'UTC'
        where organization_id = '${organizationId}'`,
    )
    await aClient(actor)
    const { body } = await actor.rest('GET', '/api/service-provider/billing')
    expect(body.data.usage).toContainEqual(expect.objectContaining({ measure: 'requests', used: 1 }))
  })
})

describe('notifications', () => {
  const PATH = '/api/service-provider/notifications'

  test('they are made from events, and each user reads them for themselves', async () => {
    const author = server.actor()
    const approver = server.actor({ organizationId: author.organizationId })
    const { id } = await aCampaign(author, { status: 'PENDING_APPROVAL' })
    expect((await approver.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })).status).toBe(200)
    const list = await until('the notification', async () => {
      const { body } = await author.rest('GET', PATH)
      return body.data.length > 0 && body
    })
    expect(list.data).toMatchObject([
      {
        type: 'CAMPAIGN_APPROVED',
        message: 'Campaign "Heritage Day" was approved.',
        resourceId: id,
      },
    ])
    expect(list.meta).toEqual({ total: 1, page: 1, limit: 10, pages: 1, unread: 1 })
    const mark = 'mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) }'
    const marked = await author.graphql(mark, { ids: [list.data[0].id, 'nonsense'] })
    expect(marked.body).toEqual({ data: { markNotificationsRead: 1 } })
    expect((await author.graphql(mark, {})).body).toEqual({ data: { markNotificationsRead: 0 } })
    expect((await author.rest('GET', `${PATH}?unread=true`)).body.data).toEqual([])
    const query = '{ notifications(filter: { unread: false }) { totalCount nodes { type readAt } } }'
    const shown = await author.graphql(query)
    expect(shown.body.data.notifications).toEqual({
      totalCount: 1,
      nodes: [{ type: 'CAMPAIGN_APPROVED', readAt: expect.any(String) }],
    })
    expect((await approver.rest('GET', `${PATH}?unread=true`)).body.meta.unread).toBe(1)
  })

  test('another organization’s can be neither seen nor marked', async () => {
    const [one, other] = [server.actor(), server.actor()]
    await one.rest('PUT', PUT, { security: { maximumSessionMinutes: 600 } })
    const { data } = await until('the notification', async () => {
      const { body } = await one.rest('GET', PATH)
      return body.data.length > 0 && body
    })
    const marked = await other.graphql('mutation ($ids: [ID!]) { markNotificationsRead(ids: $ids) }', {
      ids: [data[0].id],
    })
    expect(marked.body.data.markNotificationsRead).toBe(0)
    expect((await other.rest('GET', PATH)).body.data).toEqual([])
  })
})
