import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import { Webhook } from 'standardwebhooks'
import type { Database } from '../../src/kernel/transaction.ts'
import { WebhookDispatcher } from '../../src/provider/webhook.dispatcher.ts'
import { startReceiver } from '../support/receiver.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from '../support/server.ts'
import { eventually } from '../support/wait.ts'

const PATH = '/api/service-provider/webhooks'
const SYSTEM = { role: 'gateway_system' } as const

let server: TestServer
beforeAll(async () => {
  server = await startServer({ WEBHOOKS_ALLOW_PRIVATE: 'true' })
})
afterAll(() => server.close())

async function subscribe(actor: Actor, url: string, input: object = {}): Promise<Json> {
  const { status, body } = await actor.rest('POST', PATH, { url, events: ['CLIENT_CREATED'], ...input })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data
}

const deliveries = async (actor: Actor, id: string): Promise<Json[]> =>
  (await actor.rest('GET', `${PATH}/${id}/deliveries?limit=100`)).body.data

const shown = async (actor: Actor, id: string): Promise<Json> =>
  (await actor.rest('GET', PATH)).body.data.find((webhook: Json) => webhook.id === id)

/** Lets a retry come due now; only the clock is moved, the way there is the real one. */
const hurry = (id: string) =>
  server.database.transaction(SYSTEM, ({ db }) =>
    sql`update webhook_delivery set next_attempt_at = now() where webhook_id = ${id} and status = 'PENDING'`.execute(
      db,
    ),
  )

const names = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).data.id)

describe('a message', () => {
  test('it says what happened, and the public library verifies it', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const client = await aClient(actor)
    const message = await eventually(() => receiver.received[0])
    const verified = new Webhook(webhook.secret).verify(message.body, message.headers as Record<string, string>)
    expect(verified).toEqual({
      type: 'CLIENT_CREATED',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id: client.id,
        resourceType: 'CLIENT',
        organizationId: actor.organizationId,
        userId: actor.userId,
        status: 'PENDING',
      },
    })
    expect(message.headers['content-type']).toBe('application/json')
    const [delivery] = await eventually(async () => {
      const all = await deliveries(actor, webhook.id)
      return all[0]?.status === 'DELIVERED' && all
    })
    expect(delivery).toMatchObject({
      messageId: message.headers['webhook-id'],
      type: 'CLIENT_CREATED',
      nextAttemptAt: null,
      attempts: [{ status: 200, error: null, milliseconds: expect.any(Number) }],
    })
    const forged = { ...(message.headers as Record<string, string>) }
    expect(() => new Webhook(webhook.secret).verify(message.body.replace('CLIENT', 'KLIENT'), forged)).toThrow()
  })

  test('only what was asked for, and only the own organization’s; * is everything', async () => {
    await using chosen = await startReceiver()
    await using all = await startReceiver()
    const [actor, other] = [server.actor(), server.actor()]
    await subscribe(actor, chosen.url, { events: ['CLIENT_UPDATED'] })
    await subscribe(actor, all.url, { events: ['*'] })
    await aClient(other)
    const { id } = await aClient(actor)
    await actor.rest('PUT', `/api/clients/${id}`, { name: 'New' })
    const types = (received: { body: string }[]) => received.map(({ body }) => JSON.parse(body).type)
    await eventually(() => types(all.received).includes('CLIENT_UPDATED') && chosen.received.length >= 1)
    expect(types(chosen.received)).toEqual(['CLIENT_UPDATED'])
    expect(types(all.received).filter((type) => type.startsWith('CLIENT'))).toEqual([
      'CLIENT_CREATED',
      'CLIENT_UPDATED',
    ])
    expect(new Set(all.received.map(({ body }) => JSON.parse(body).data.organizationId))).toEqual(
      new Set([actor.organizationId]),
    )
  })

  test('messages arrive in the order of the events, also past one that fails at first', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    let failures = 0
    receiver.answer = (response) => {
      if (receiver.received.length === 2) failures++
      response.statusCode = receiver.received.length === 2 ? 503 : 200
      response.end()
    }
    const webhook = await subscribe(actor, receiver.url)
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.push((await aClient(actor)).id)
    await eventually(async () => {
      if (failures > 0) await hurry(webhook.id)
      return receiver.received.length >= 6
    })
    const [first, second, ...rest] = ids
    expect(names(receiver.received)).toEqual([first, second, second, ...rest])
    const again = receiver.received.slice(1, 3).map(({ headers }) => headers['webhook-id'])
    expect(again[0]).toBe(again[1])
  })
})

describe('a failure', () => {
  test('redirects are not followed; the attempt is shown and tried again later', async () => {
    await using receiver = await startReceiver()
    await using elsewhere = await startReceiver()
    receiver.answer = (response) => response.writeHead(302, { Location: elsewhere.url }).end()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    await aClient(actor)
    const delivery = await eventually(async () => {
      const [delivery] = await deliveries(actor, webhook.id)
      return delivery?.attempts.length === 1 && delivery
    })
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: [{ status: 302 }] })
    const wait = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.attempts[0].at)
    expect(wait).toBeGreaterThan(3_500)
    expect(wait).toBeLessThan(9_000)
    expect(elsewhere.received).toEqual([])
    expect((await shown(actor, webhook.id)).failingSince).not.toBeNull()
  })

  test('410 disables the endpoint, people are told, and it can be enabled again', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(410).end()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    await aClient(actor)
    await eventually(async () => (await shown(actor, webhook.id)).status === 'DISABLED')
    expect((await shown(actor, webhook.id)).disabledReason).toBe('The endpoint answered 410 Gone')
    const trail = await actor.rest('GET', '/api/audit/log?action=WEBHOOK_DISABLED')
    expect(trail.body.data).toMatchObject([{ userId: 'system', resourceId: webhook.id }])
    await eventually(async () => {
      const { body } = await actor.rest('GET', '/api/service-provider/notifications')
      return body.data.some((each: Json) => each.type === 'WEBHOOK_DISABLED')
    })
    const [dead] = await deliveries(actor, webhook.id)
    expect(dead.status).toBe('DEAD')
    const refused = await actor.rest('PUT', `${PATH}/${webhook.id}`, { resend: dead.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    receiver.answer = (response) => response.end()
    const enabled = await actor.rest('PUT', `${PATH}/${webhook.id}`, { status: 'ACTIVE', resend: dead.id })
    expect(enabled.body.data).toMatchObject({ status: 'ACTIVE', disabledReason: null, failingSince: null })
    await eventually(() => receiver.received.length >= 2)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids[1]).toBe(ids[0])
  })

  test('after the last attempt a message is dead and the next one goes; it can be sent again by hand', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    const bad = await aClient(actor)
    receiver.answer = (response, { body }) => {
      response.statusCode = JSON.parse(body).data.id === bad.id ? 500 : 200
      response.end()
    }
    // The first message may have gone before the answer was set; what follows is about the second.
    await eventually(() => receiver.received.length >= 1)
    const worse = await aClient(actor)
    receiver.answer = (response, { body }) => {
      response.statusCode = JSON.parse(body).data.id === worse.id ? 500 : 200
      response.end()
    }
    const good = await aClient(actor)
    const dead = await eventually(async () => {
      await hurry(webhook.id)
      return (await deliveries(actor, webhook.id)).find((each) => each.status === 'DEAD')
    }, 40_000)
    expect(dead.payload.id).toBe(worse.id)
    expect(dead.attempts).toHaveLength(12)
    await eventually(() => names(receiver.received).includes(good.id))
    receiver.answer = (response) => response.end()
    const resend = 'mutation ($id: ID!) { resendWebhookDelivery(id: $id) { id messageId status } }'
    const { body } = await actor.graphql(resend, { id: dead.id })
    expect(body.data.resendWebhookDelivery).toMatchObject({ messageId: dead.messageId, status: 'PENDING' })
    await eventually(() => names(receiver.received).at(-1) === worse.id && receiver.received.length > 14)
  }, 90_000)

  test('an endpoint that fails for days is disabled', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(500).end()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    await aClient(actor)
    await eventually(async () => (await shown(actor, webhook.id)).failingSince !== null)
    await server.database.transaction(SYSTEM, ({ db }) =>
      sql`update webhook set failing_since = now() - interval '6 days' where id = ${webhook.id}`.execute(db),
    )
    await eventually(async () => {
      await hurry(webhook.id)
      return (await shown(actor, webhook.id)).status === 'DISABLED'
    })
    expect((await shown(actor, webhook.id)).disabledReason).toBe('Every delivery failed for 5 days')
  })

  test('an answer without end and an endpoint that is gone are failures, and bounded', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => {
      response.writeHead(200)
      const more = () => response.write('x'.repeat(1_000_000))
      response.on('drain', more)
      more()
    }
    const actor = server.actor()
    const endless = await subscribe(actor, receiver.url)
    const gone = await startReceiver()
    const closed = await subscribe(actor, gone.url)
    await gone[Symbol.asyncDispose]()
    await aClient(actor)
    const attempt = (id: string) =>
      eventually(async () => (await deliveries(actor, id))[0]?.attempts[0] as Json | undefined)
    expect(await attempt(endless.id)).toMatchObject({ status: 200 })
    expect(await attempt(closed.id)).toMatchObject({ status: null, error: 'ECONNREFUSED' })
  })
})

describe('secrets', () => {
  test('after a rotation messages carry two signatures, until the overlap ends', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    const rotate = 'mutation ($id: ID!) { rotateWebhookSecret(id: $id) { secret oldSecretUntil } }'
    const { body } = await actor.graphql(rotate, { id: webhook.id })
    const { secret, oldSecretUntil } = body.data.rotateWebhookSecret
    expect(secret).not.toBe(webhook.secret)
    expect(Date.parse(oldSecretUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000)
    await aClient(actor)
    const message = await eventually(() => receiver.received[0])
    const headers = message.headers as Record<string, string>
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const each of [secret, webhook.secret])
      expect(() => new Webhook(each).verify(message.body, headers)).not.toThrow()
    await server.database.transaction(SYSTEM, ({ db }) =>
      sql`update webhook set old_secret_until = now() where id = ${webhook.id}`.execute(db),
    )
    await aClient(actor)
    const later = await eventually(() => receiver.received[1])
    const laterHeaders = later.headers as Record<string, string>
    expect(() => new Webhook(secret).verify(later.body, laterHeaders)).not.toThrow()
    expect(() => new Webhook(webhook.secret).verify(later.body, laterHeaders)).toThrow()
  })

  test('a secret is shown once, by no read, and can be rotated over REST too', async () => {
    const actor = server.actor()
    const webhook = await subscribe(actor, 'https://example.org/hook')
    expect((await shown(actor, webhook.id)).secret).toBeNull()
    const query = '{ webhooks { nodes { id secret url } } }'
    expect((await actor.graphql(query)).body.data.webhooks.nodes).toEqual([
      { id: webhook.id, secret: null, url: 'https://example.org/hook' },
    ])
    const { body } = await actor.rest('PUT', `${PATH}/${webhook.id}`, { rotateSecret: true })
    expect(body.data.secret).toMatch(/^whsec_/)
    expect(body.data.secret).not.toBe(webhook.secret)
    expect(JSON.stringify(await actor.rest('GET', PATH))).not.toContain('whsec_')
  })
})

describe('crashes and replicas', () => {
  /** The dispatcher of another process. */
  function replica(database: Database) {
    return new WebhookDispatcher({ database, log: pino({ level: 'silent' }), rules: { allowPrivate: true } })
  }

  test('what was delivered but not written down is delivered again, with the same id', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    // The process dies while the endpoint answers: the lease is all that it leaves.
    const webhook = await subscribe(actor, receiver.url)
    receiver.answer = (response) => {
      const crash = server.database.transaction(SYSTEM, ({ db }) =>
        sql`update webhook set lease = gen_random_uuid() where id = ${webhook.id}`.execute(db),
      )
      if (receiver.received.length === 1) void crash.then(() => response.end())
      else response.end()
    }
    await aClient(actor)
    await eventually(() => receiver.received.length >= 1)
    await eventually(async () => (await deliveries(actor, webhook.id))[0]?.attempts.length === 0)
    receiver.answer = (response) => response.end()
    await server.database.transaction(SYSTEM, ({ db }) =>
      sql`update webhook set leased_until = now() where id = ${webhook.id}`.execute(db),
    )
    await eventually(async () => (await deliveries(actor, webhook.id))[0]?.status === 'DELIVERED')
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.length).toBe(2)
    expect(ids[1]).toBe(ids[0])
  })

  test('several replicas deliver each message once, in order, and never two at a time', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    let open = 0
    let most = 0
    receiver.answer = (response) => {
      open++
      most = Math.max(most, open)
      setTimeout(() => {
        open--
        response.end()
      }, 20)
    }
    const others = [replica(server.database), replica(server.database)]
    await subscribe(actor, receiver.url)
    const ids: string[] = []
    for (let index = 0; index < 12; index++) ids.push((await aClient(actor)).id)
    await eventually(() => {
      for (const other of others) other.wake()
      return receiver.received.length >= 12
    })
    await Promise.all(others.map((other) => other.close()))
    expect(names(receiver.received)).toEqual(ids)
    expect(most).toBe(1)
  })

  test('no transaction is open while an endpoint takes its time', async () => {
    await using receiver = await startReceiver()
    const release = Promise.withResolvers<void>()
    receiver.answer = (response) => void release.promise.then(() => response.end())
    const actor = server.actor()
    await subscribe(actor, receiver.url)
    await aClient(actor)
    await eventually(() => receiver.received.length >= 1)
    // PGlite has one session: an open transaction would make this wait for ever.
    expect((await actor.rest('GET', '/api/clients')).status).toBe(200)
    release.resolve()
  })
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
    await eventually(
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
