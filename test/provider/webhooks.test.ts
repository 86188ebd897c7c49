/** @process own: it moves the clock of the process. */
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { clockOff, databaseTime, MINUTE_MS } from '../support/clock.ts'
import { inOrganization } from '../support/organization.ts'
import { startReceiver } from '../support/receiver.ts'
import { aClient } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { deliveries, firstAttempt, hurry, names, PATH, shown, startSender, subscribe } from './webhooks.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startSender())
})

async function reasonOf(actor: Actor, id: string): Promise<Json> {
  const document = 'query ($id: ID!) { webhook(id: $id) { disabledReason disabledCause } }'
  return (await actor.graphql(document, { id })).body.data.webhook
}

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
      sequence: expect.any(Number),
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
    const ofClients = () =>
      types(all.received)
        .filter((type) => type.startsWith('CLIENT'))
        .sort()
    await until('the messages', () => ofClients().length >= 2 && chosen.received.length >= 1)
    expect(types(chosen.received)).toEqual(['CLIENT_UPDATED'])
    expect(ofClients()).toEqual(['CLIENT_CREATED', 'CLIENT_UPDATED'])
    expect(new Set(all.received.map(({ body }) => JSON.parse(body).data.organizationId))).toEqual(
      new Set([actor.organizationId]),
    )
  })

  test('each has its number, in the order of the events', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    await subscribe(actor, receiver.url)
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.push((await aClient(actor)).id)
    await until('the messages', () => receiver.received.length >= 5)
    const messages = receiver.received.map(({ body }) => JSON.parse(body))
    const inOrder = messages.sort((a, b) => a.sequence - b.sequence).map(({ data }) => data.id)
    expect(inOrder).toEqual(ids)
  })
})

describe('a message that is refused', () => {
  const isOf = (type: string) => (message: { body: string }) => JSON.parse(message.body).type === type

  test('delays no later message, and arrives with the same id when the endpoint accepts it', async () => {
    await using receiver = await startReceiver()
    let isTaken = false
    receiver.answer = (response, message) => {
      response.statusCode = isTaken || !isOf('CLIENT_CREATED')(message) ? 200 : 400
      response.end()
    }
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url, { events: ['CLIENT_CREATED', 'CLIENT_UPDATED'] })
    const { id } = await aClient(actor)
    await until('the refusal', () => receiver.received.some(isOf('CLIENT_CREATED')))
    for (const name of ['B', 'C', 'D']) await actor.rest('PUT', `/api/clients/${id}`, { name })
    await until('the others', () => receiver.received.filter(isOf('CLIENT_UPDATED')).length === 3)
    expect((await deliveries(actor, webhook.id)).find(({ type }) => type === 'CLIENT_CREATED').status).toBe('PENDING')
    isTaken = true
    await until('the delivery', async () => {
      await hurry(server, actor, webhook.id)
      return (await deliveries(actor, webhook.id)).every(({ status }) => status === 'DELIVERED')
    })
    const ids = receiver.received.filter(isOf('CLIENT_CREATED')).map(({ headers }) => headers['webhook-id'])
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(1)
    expect((await shown(actor, webhook.id)).failingSince).toBeNull()
  })

  test('an endpoint that never answers takes few places, and no other endpoint or organization waits for it', async () => {
    await using silent = await startReceiver()
    await using good = await startReceiver()
    await using others = await startReceiver()
    const held = new Set<ServerResponse>()
    let most = 0
    silent.answer = (response) => {
      held.add(response.once('close', () => held.delete(response)))
      most = Math.max(most, held.size)
    }
    const [actor, other] = [server.actor(), server.actor()]
    await subscribe(actor, silent.url)
    await subscribe(actor, good.url)
    await subscribe(other, others.url)
    for (let index = 0; index < 8; index++) await aClient(actor)
    await aClient(other)
    await until('the other messages', () => good.received.length === 8 && others.received.length === 1)
    expect(most).toBeLessThanOrEqual(3)
    silent.answer = (response) => response.end()
    for (const response of held) response.end()
  })
})

describe('an endpoint that does not answer', () => {
  test('rests, and gets all messages once it answers again', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.destroy()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    await aClient(actor)
    const { restingUntil } = await until('the rest', async () => {
      const current = await shown(actor, webhook.id)
      return current.restingUntil ? (current as Json) : undefined
    })
    expect(Date.parse(restingUntil)).toBeGreaterThan(Date.parse(webhook.createdAt))
    for (let index = 0; index < 3; index++) await aClient(actor)
    receiver.answer = (response) => response.end()
    await until('all messages', async () => {
      await hurry(server, actor, webhook.id)
      const messages = await deliveries(actor, webhook.id)
      return messages.length === 4 && messages.every(({ status }) => status === 'DELIVERED')
    })
    expect((await shown(actor, webhook.id)).restingUntil).toBeNull()
  })

  test('is tried at once when its address changes', async () => {
    await using receiver = await startReceiver()
    await using successor = await startReceiver()
    receiver.answer = (response) => response.destroy()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    await aClient(actor)
    await firstAttempt(actor, webhook.id)
    await actor.rest('PUT', `${PATH}/${webhook.id}`, { url: successor.url })
    await aClient(actor)
    await until('the message', () => successor.received.length >= 1)
  })
})

describe('clocks that are half an hour apart', () => {
  test.each([30, -30])(
    '%i minutes: messages go at once, are dated by the database, and come again by it',
    async (minutes) => {
      await using receiver = await startReceiver()
      receiver.answer = (response) => response.writeHead(500).end()
      using _ = clockOff(minutes)
      const actor = server.actor()
      const webhook = await subscribe(actor, receiver.url)
      await aClient(actor)
      await until('the message', () => receiver.received.length >= 1)
      const { attempts, nextAttemptAt } = await until('the attempt', async () => {
        const [delivery] = await deliveries(actor, webhook.id)
        return delivery?.attempts.length === 1 && delivery
      })
      const now = await databaseTime(server)
      const dates = [
        Number(receiver.received[0]?.headers['webhook-timestamp']) * 1000,
        Date.parse(attempts[0].at),
        Date.parse(nextAttemptAt),
      ]
      for (const date of dates) expect(Math.abs(date - now)).toBeLessThan(4 * MINUTE_MS)
    },
  )
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
    // The next wait would be minutes.
    expect(wait).toBeLessThan(60_000)
    expect(elsewhere.received).toEqual([])
    expect((await shown(actor, webhook.id)).failingSince).not.toBeNull()
  })

  test('410 disables the endpoint and notifies people; the endpoint can be enabled again', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(410).end()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    await aClient(actor)
    await until('the state of the webhook', async () => (await shown(actor, webhook.id)).status === 'DISABLED')
    const disabledReason = 'The endpoint answered 410 Gone'
    expect(await reasonOf(actor, webhook.id)).toEqual({ disabledReason, disabledCause: { code: 'ENDPOINT_GONE' } })
    const trail = await actor.rest('GET', '/api/audit/log?action=WEBHOOK_DISABLED')
    expect(trail.body.data).toMatchObject([{ userId: 'system', resourceId: webhook.id }])
    const notification = await until('the notification', async () => {
      const { body } = await actor.rest('GET', '/api/service-provider/notifications')
      return body.data.find((each: Json) => each.type === 'WEBHOOK_DISABLED')
    })
    expect(notification.message).toMatch(
      /^Webhook to \S+ was disabled by the service: The endpoint answered 410 Gone\.$/,
    )
    const [dead] = await deliveries(actor, webhook.id)
    expect(dead.status).toBe('DEAD')
    const refused = await actor.rest('PUT', `${PATH}/${webhook.id}`, { resend: dead.id })
    expect([refused.status, refused.body.code]).toEqual([409, 'CONFLICT'])
    receiver.answer = (response) => response.end()
    const enabled = await actor.rest('PUT', `${PATH}/${webhook.id}`, { status: 'ACTIVE', resend: dead.id })
    expect(enabled.body.data).toMatchObject({ status: 'ACTIVE', disabledReason: null, failingSince: null })
    expect(await reasonOf(actor, webhook.id)).toEqual({ disabledReason: null, disabledCause: null })
    await until('the message', () => receiver.received.length >= 2)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids[1]).toBe(ids[0])
  })

  test('after the last attempt a message is dead; it can be sent again by hand', async () => {
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
      await hurry(server, actor, webhook.id)
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
  })

  test('an endpoint that fails for days is disabled', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(500).end()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    await aClient(actor)
    await until('the state of the webhook', async () => (await shown(actor, webhook.id)).failingSince !== null)
    await inOrganization(
      server,
      actor,
      sql`update webhook set failing_since = now() - interval '6 days' where id = ${webhook.id}`,
    )
    await until('the state of the webhook', async () => {
      await hurry(server, actor, webhook.id)
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
