import { describe, expect, test } from '@jest/globals'
import { startReceiver } from '../support/receiver.ts'
import { aClient } from '../support/samples.ts'
import { type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { deliveries, PATH, startSender, subscribe } from './webhooks.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startSender())
})

describe('what may be asked', () => {
  test('required fields and types are checked', async () => {
    const actor = server.actor()
    const refusal = async (body: object) => (await actor.rest('POST', PATH, body)).body
    expect((await refusal({ events: ['*'] })).error).toBe('url is required')
    expect((await refusal({ url: 'https://example.org' })).error).toBe('events is required')
    expect((await refusal({ url: 'https://example.org', events: [] })).error).toBe('events is required')
    expect((await refusal({ url: 'https://example.org', events: ['client created'] })).details).toHaveProperty('events')
    expect((await refusal({ url: 'https://example.org', events: ['*', '*'] })).details).toHaveProperty('events')
  })

  test('an event that does not exist is refused by name, with those that do, on both surfaces and on an update', async () => {
    const actor = server.actor()
    const wrong = { url: 'https://example.org', events: ['CLIENT_CREATED', 'CLIENT_CREATE', 'CAMPAIGN_LISTED'] }
    const { status, body } = await actor.rest('POST', PATH, wrong)
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR'])
    const [, unknown, known] = /unknown types: (.*)\. Known are: (.*)$/.exec(body.details.events) ?? []
    expect(unknown).toBe('CLIENT_CREATE, CAMPAIGN_LISTED')
    expect(known?.split(', ')).toEqual(
      expect.arrayContaining(['*', 'CLIENT_CREATED', 'CAMPAIGN_APPROVED', 'WEBHOOK_DISABLED', 'CLIENT_ERASED']),
    )
    const { eventTypes } = (await actor.graphql('{ eventTypes }')).body.data
    expect(['*', ...eventTypes]).toEqual(known?.split(', '))
    const { id } = await subscribe(actor, 'https://example.org/hook', { events: ['*'] })
    const update = await actor.rest('PUT', `${PATH}/${id}`, { events: ['NEVER_HAPPENS'] })
    expect([update.status, update.body.details.events]).toEqual([400, expect.stringContaining('NEVER_HAPPENS')])
    const graphql = await actor.graphql(
      'mutation { createWebhook(input: { url: "https://example.org", events: ["CLIENT_CREATE"] }) { id } }',
    )
    expect(graphql.body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    expect((await actor.rest('PUT', `${PATH}/${id}`, { events: known?.split(', ').slice(0, 100) })).status).toBe(200)
  })

  test('another organization’s webhook does not exist', async () => {
    const [one, other] = [server.actor(), server.actor()]
    const { id } = await subscribe(one, 'https://example.org/hook')
    const calls = [
      ['PUT', `${PATH}/${id}`, { description: 'mine' }],
      ['PUT', `${PATH}/${id}`, { rotateSecret: true }],
      ['DELETE', `${PATH}/${id}`, undefined],
      ['GET', `${PATH}/${id}/deliveries`, undefined],
    ] as const
    for (const [method, path, body] of calls) {
      const answer = await other.rest(method, path, body)
      expect([method, answer.status, answer.body]).toEqual([
        method,
        404,
        { error: 'Webhook not found', code: 'NOT_FOUND' },
      ])
    }
    expect((await other.rest('GET', PATH)).body.data).toEqual([])
    expect((await one.rest('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await one.rest('GET', `${PATH}/${id}/deliveries`)).status).toBe(404)
  })

  test('GraphQL shows the same, by connections', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    const { id } = await subscribe(actor, receiver.url, { description: 'mine' })
    for (let index = 0; index < 3; index++) await aClient(actor)
    await until(
      'the delivery',
      async () => (await deliveries(actor, id)).filter((each) => each.status === 'DELIVERED').length === 3,
    )
    const query = `query ($id: ID!, $after: String) {
      webhook(id: $id) { description events }
      webhookDeliveries(webhookId: $id, first: 2, after: $after) {
        totalCount nodes { type attempts { status } } pageInfo { hasNextPage endCursor }
      }
    }`
    const first = (await actor.graphql(query, { id })).body.data
    expect(first.webhook).toEqual({ description: 'mine', events: ['CLIENT_CREATED'] })
    expect(first.webhookDeliveries).toMatchObject({
      totalCount: 3,
      nodes: Array(2).fill({ type: 'CLIENT_CREATED', attempts: [{ status: 200 }] }),
      pageInfo: { hasNextPage: true },
    })
    const { endCursor } = first.webhookDeliveries.pageInfo
    const second = (await actor.graphql(query, { id, after: endCursor })).body.data
    expect(second.webhookDeliveries.nodes).toHaveLength(1)
    const none = await server.actor().graphql(query, { id })
    expect(none.body.errors[0].extensions.code).toBe('NOT_FOUND')
  })

  test('over GraphQL, too, only an admin changes anything', async () => {
    const manager = server.actor({ role: 'manager' })
    const id = '01990000-0000-7000-8000-000000000000'
    const mutations = [
      'createWebhook(input: { url: "https://example.org", events: ["*"] }) { id }',
      `updateWebhook(id: "${id}", input: {}) { id }`,
      `deleteWebhook(id: "${id}")`,
      `rotateWebhookSecret(id: "${id}") { id }`,
      `resendWebhookDelivery(id: "${id}") { id }`,
      'createApiKey(input: { name: "k", role: viewer }) { id }',
      `deleteApiKey(id: "${id}")`,
      'updateOrganization(input: { name: "x" }) { id }',
      'updateSecuritySettings(input: { exportRole: admin }) { exportRole }',
    ]
    for (const mutation of mutations) {
      const { body } = await manager.graphql(`mutation { ${mutation} }`)
      expect([mutation, body.errors[0].extensions.code]).toEqual([mutation, 'FORBIDDEN'])
    }
  })

  test('an organization has at most twenty', async () => {
    const actor = server.actor()
    for (let index = 0; index < 20; index++) await subscribe(actor, `https://example.org/${index}`)
    const { status } = await actor.rest('POST', PATH, { url: 'https://example.org/21', events: ['*'] })
    expect(status).toBe(409)
    const { body } = await actor.rest('GET', `${PATH}?page=2&limit=15`)
    expect([body.data.length, body.meta]).toEqual([5, { total: 20, page: 2, limit: 15, pages: 2 }])
  })
})
