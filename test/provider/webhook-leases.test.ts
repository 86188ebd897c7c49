import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { leaseItems } from '../../src/background/items.ts'
import { newId } from '../../src/data/ids.ts'
import { deliverWebhooks } from '../../src/features/webhooks/webhook.work.ts'
import { type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { startSender } from './webhooks.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startSender())
})

/** The state of an endpoint: running and due messages, attempts without an answer, and whether it rests. */
interface State {
  underWay?: number
  due?: number
  unanswered?: number
  resting?: boolean
}

class RolledBack extends Error {}

/** Leases in a transaction that is rolled back, so that the gateway's own dispatcher never sees the rows. Returns messages per endpoint. */
async function leased(states: readonly State[], most = 256): Promise<number[]> {
  const { organizationId } = server.actor()
  const ids = states.map(() => newId())
  let claims: { webhookId: string }[] = []
  const work = server.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
    const { db } = unit
    await sql`insert into organization (organization_id, created_at, updated_at) values (${organizationId}, now(), now())`.execute(
      db,
    )
    for (const [index, { underWay = 0, due = 0, unanswered = 0, resting = false }] of states.entries()) {
      const id = ids[index]
      await sql`insert into webhook (organization_id, id, url, events, status, created_by, sealed_secret, unanswered,
          resting_until, created_at, updated_at)
        values (${organizationId}, ${id}, 'https://example.org', '{*}', 'ACTIVE', 'u', 's', ${unanswered},
          case when ${resting} then now() + interval '1 hour' end, now(), now())`.execute(db)
      await sql`insert into webhook_delivery (organization_id, id, webhook_id, sequence, message_id, type, payload, status,
          attempts, next_attempt_at, lease, leased_until, created_at, updated_at)
        select organization_id, md5(${id} || n)::uuid, id, n, 'm' || n, 'X', '{}', 'PENDING', '[]', now() - interval '1 second',
          case when n <= ${underWay} then md5(${id} || n)::uuid end,
          case when n <= ${underWay} then now() + interval '1 hour' end, now(), now()
        from webhook cross join generate_series(1, ${underWay + due}::int) as n
        where organization_id = ${organizationId} and id = ${id}`.execute(db)
    }
    claims = (await leaseItems(deliverWebhooks, unit, organizationId, most)) as unknown as typeof claims
    throw new RolledBack()
  })
  await expect(work).rejects.toBeInstanceOf(RolledBack)
  return ids.map((id) => claims.filter(({ webhookId }) => webhookId === id).length)
}

const repeated = (count: number, state: State): State[] => Array.from({ length: count }, () => state)

test('every endpoint of a full organization gets its first message', async () => {
  expect(await leased(repeated(20, { due: 5 }))).toEqual(Array.from({ length: 20 }, () => 1))
})

test('an endpoint gets its first message while four others hold all further slots', async () => {
  expect(await leased([...repeated(4, { underWay: 3, due: 9 }), { due: 9 }])).toEqual([0, 0, 0, 0, 1])
})

test('an endpoint that answers gets three messages at once', async () => {
  expect(await leased([{ due: 9 }])).toEqual([3])
  expect(await leased([{ underWay: 2, due: 9 }])).toEqual([1])
})

test('an endpoint that did not answer gets one at a time, and none while it rests', async () => {
  expect(
    await leased([
      { due: 9, unanswered: 1 },
      { underWay: 1, due: 9, unanswered: 1 },
      { due: 9, unanswered: 2, resting: true },
    ]),
  ).toEqual([1, 0, 0])
})

test('endpoints that answer come before those that did not', async () => {
  expect(await leased([{ due: 2, unanswered: 1 }, { due: 2 }], 1)).toEqual([0, 1])
})
