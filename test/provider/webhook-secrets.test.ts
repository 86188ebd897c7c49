import { randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { type RawBuilder, sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { aboutSecret } from '../../src/features/webhooks/webhook.signature.ts'
import { SecretBox } from '../../src/security/secrets.ts'
import { dumpOf } from '../support/dump.ts'
import { inOrganization } from '../support/organization.ts'
import { startReceiver } from '../support/receiver.ts'
import { aClient } from '../support/samples.ts'
import type { Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { firstAttempt, hurry, PATH, shown, startSender, subscribe } from './webhooks.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startSender())
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
    const message = await until('the message', () => receiver.received[0])
    const headers = message.headers as Record<string, string>
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const each of [secret, webhook.secret])
      expect(() => new Webhook(each).verify(message.body, headers)).not.toThrow()
    await inOrganization(server, actor, sql`update webhook set old_secret_until = now() where id = ${webhook.id}`)
    await aClient(actor)
    const later = await until('the message', () => receiver.received[1])
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

  test('no column of any table holds a secret, also while a message waits and a response is kept for replay', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(503).end()
    const actor = server.actor()
    const webhook = await subscribe(actor, receiver.url)
    const key = { 'Idempotency-Key': 'rotate once' }
    const asked = { url: receiver.url, events: ['*'] }
    const repeated = (await actor.rest('POST', PATH, asked, key)).body.data.secret
    const rotated = (await actor.rest('PUT', `${PATH}/${webhook.id}`, { rotateSecret: true })).body.data.secret
    expect((await actor.rest('POST', PATH, asked, key)).body.data.secret).toBeNull()
    await aClient(actor)
    await firstAttempt(actor, webhook.id)
    const dump = await dumpOf(server)
    expect(dump).toContain(receiver.url)
    for (const secret of [webhook.secret, repeated, rotated]) {
      const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const spellings = [secret.slice('whsec_'.length), bytes.toString('hex'), bytes.toString('base64url')]
      for (const spelling of spellings) expect(dump).not.toContain(spelling)
    }
  })

  test('sealed by another key or for another row, a secret signs nothing; the attempt says why, and a new one helps', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    const other = await subscribe(actor, 'https://example.org/hook')
    const foreign = ({ id, secret }: Json) => sql`${new SecretBox(randomBytes(32)).seal(secret, aboutSecret(id))}`
    const { organizationId } = actor
    const misplaced = () =>
      sql`(select sealed_secret from webhook where organization_id = ${organizationId} and id = ${other.id})`
    const spoiled = async (sealed: (webhook: Json) => RawBuilder<unknown>) => {
      const webhook = await subscribe(actor, receiver.url)
      await inOrganization(
        server,
        actor,
        sql`update webhook set sealed_secret = ${sealed(webhook)}
          where organization_id = ${organizationId} and id = ${webhook.id}`,
      )
      return webhook
    }
    const webhooks = [await spoiled(misplaced), await spoiled(foreign)]
    await aClient(actor)
    for (const { id } of webhooks) {
      const attempt = await firstAttempt(actor, id)
      expect(attempt).toMatchObject({
        status: null,
        error: expect.stringContaining('cannot decrypt the signing secret'),
      })
    }
    const [webhook] = webhooks
    expect(receiver.received).toEqual([])
    const { secret } = (await actor.rest('PUT', `${PATH}/${webhook.id}`, { rotateSecret: true })).body.data
    await hurry(server, actor, webhook.id)
    const { body, headers } = await until('the message', () => receiver.received[0])
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
  })
})
