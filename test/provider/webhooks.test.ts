import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { startReceiver } from '../support/receiver.ts'
import { aClient } from '../support/samples.ts'
import { type Json, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { deliveries, firstAttempt, hurry, names, PATH, SYSTEM, shown, startSender, subscribe } from './webhooks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startSender()
})
afterAll(() => server.close())

describe('a message', () => {
  test('it says what happened, and the public library verifies it', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const client = await aClient(actor)
    const message = await until('the message', () => receiver.received[0])
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
    const [delivery] = await until('the delivery', async () => {
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
    await until('the message', () => types(all.received).includes('CLIENT_UPDATED') && chosen.received.length >= 1)
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
    await until('the message', async () => {
      if (failures > 0) await hurry(server, webhook.id)
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
    const delivery = await until('the delivery', async () => {
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
    await until('the state of the webhook', async () => (await shown(actor, webhook.id)).status === 'DISABLED')
    expect((await shown(actor, webhook.id)).disabledReason).toBe('The endpoint answered 410 Gone')
    const trail = await actor.rest('GET', '/api/audit/log?action=WEBHOOK_DISABLED')
    expect(trail.body.data).toMatchObject([{ userId: 'system', resourceId: webhook.id }])
    await until('the notification', async () => {
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
    await until('the message', () => receiver.received.length >= 2)
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
    await until('the message', () => receiver.received.length >= 1)
    const worse = await aClient(actor)
    receiver.answer = (response, { body }) => {
      response.statusCode = JSON.parse(body).data.id === worse.id ? 500 : 200
      response.end()
    }
    const good = await aClient(actor)
    const dead = await until('the delivery', async () => {
      await hurry(server, webhook.id)
      return (await deliveries(actor, webhook.id)).find((each) => each.status === 'DEAD')
    })
    expect(dead.payload.id).toBe(worse.id)
    expect(dead.attempts).toHaveLength(12)
    await until('the message', () => names(receiver.received).includes(good.id))
    receiver.answer = (response) => response.end()
    const resend = 'mutation ($id: ID!) { resendWebhookDelivery(id: $id) { id messageId status } }'
    const { body } = await actor.graphql(resend, { id: dead.id })
    expect(body.data.resendWebhookDelivery).toMatchObject({ messageId: dead.messageId, status: 'PENDING' })
    await until('the message', () => names(receiver.received).at(-1) === worse.id && receiver.received.length > 14)
  }, 90_000)

  test('an endpoint that fails for days is disabled', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(500).end()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    await aClient(actor)
    await until('the state of the webhook', async () => (await shown(actor, webhook.id)).failingSince !== null)
    await server.database.transaction(SYSTEM, ({ db }) =>
      sql`update webhook set failing_since = now() - interval '6 days' where id = ${webhook.id}`.execute(db),
    )
    await until('the state of the webhook', async () => {
      await hurry(server, webhook.id)
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
    expect(await firstAttempt(actor, endless.id)).toMatchObject({ status: 200 })
    expect(await firstAttempt(actor, closed.id)).toMatchObject({ status: null, error: 'ECONNREFUSED' })
  })
})
