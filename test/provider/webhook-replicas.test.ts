import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { Database } from '../../src/data/database.ts'
import { deliverWebhooks } from '../../src/features/webhooks/webhook.work.ts'
import { SecretBox } from '../../src/security/secrets.ts'
import { laneOf, toolsOf } from '../support/jobs.ts'
import { nothingOpen } from '../support/nothing-open.ts'
import { inOrganization, outliveLeases } from '../support/organization.ts'
import { startReceiver } from '../support/receiver.ts'
import { aClient } from '../support/samples.ts'
import { type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { deliveries, names, startSender, subscribe } from './webhooks.ts'

const key = randomBytes(32)
const secrets = new SecretBox(key)

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startSender({ SECRETS_KEY: key.toString('base64') }))
})

describe('crashes and replicas', () => {
  /** Another process. */
  function replica(database: Database) {
    return laneOf(
      deliverWebhooks,
      toolsOf({ database }, { services: { secrets, webhookTargets: { allowPrivate: true } } }),
    )
  }

  test('what was delivered but not written down is delivered again, with the same id', async () => {
    await using receiver = await startReceiver()
    const actor = server.actor()
    // The process dies while the endpoint answers: the lease is all that it leaves.
    const webhook = await subscribe(actor, receiver.url)
    const asked = Promise.withResolvers<ServerResponse>()
    receiver.answer = asked.resolve
    await aClient(actor)
    const response = await asked.promise
    receiver.answer = (later) => later.end()
    await inOrganization(
      server,
      actor,
      sql`update webhook_delivery set lease = ${randomUUID()} where webhook_id = ${webhook.id}`,
    )
    response.end()
    await outliveLeases(server, actor, 'webhooks', 'webhook_delivery')
    await until('the message', async () => (await deliveries(actor, webhook.id))[0]?.status === 'DELIVERED')
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.length).toBe(2)
    expect(ids[1]).toBe(ids[0])
  })

  test('several replicas deliver each message once, and few at a time to one endpoint', async () => {
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
    await until('the message', () => {
      for (const other of others) other.wake()
      return receiver.received.length >= 12
    })
    await Promise.all(others.map((other) => other.close()))
    expect(names(receiver.received).sort()).toEqual(ids.sort())
    expect(most).toBeLessThanOrEqual(3)
  })

  test('no transaction is open while an endpoint takes its time', async () => {
    await using receiver = await startReceiver()
    const release = Promise.withResolvers<void>()
    receiver.answer = (response) => void release.promise.then(() => response.end())
    const actor = server.actor()
    await subscribe(actor, receiver.url)
    await aClient(actor)
    await until('the message', () => receiver.received.length >= 1)
    await nothingOpen(server)
    release.resolve()
  })
})
