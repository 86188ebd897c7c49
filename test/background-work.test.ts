import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { schedulesOf } from '../src/background/schedules.ts'
import { work } from '../src/main/features.ts'
import { startSender, subscribe } from './provider/webhooks.ts'
import { inOrganization } from './support/organization.ts'
import { startReceiver } from './support/receiver.ts'
import { aClient } from './support/samples.ts'
import type { Actor, Json, TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startSender())
})

const QUERY = '{ backgroundWork { kind waiting running retrying dead oldestDueAt nextDueAt canRetry } }'
const RETRY = 'mutation ($kind: BackgroundWorkKind!) { retryBackgroundWork(kind: $kind) }'

/** The background work of an organization, by kind. */
async function workOf(actor: Actor): Promise<Record<string, Json>> {
  const { body } = await actor.graphql(QUERY)
  return Object.fromEntries(body.data.backgroundWork.map((each: Json) => [each.kind, each]))
}

const retry = (actor: Actor, kind: string) => actor.graphql(RETRY, { kind })

/** Marks the deliveries of an organization as given up, as after the last attempt. A running attempt loses its lease. */
const giveUp = (actor: Actor) =>
  inOrganization(
    server,
    actor,
    sql`update webhook_delivery set status = 'DEAD', next_attempt_at = null, lease = null, leased_until = null,
      attempts = '[{"status": 500}]'`,
  )

/** Creates an organization with deliveries that its endpoint refused and that were given up. */
async function withDead(url: string, count: number): Promise<Actor> {
  const actor = server.actor()
  await subscribe(actor, url)
  for (let made = 0; made < count; made++) await aClient(actor)
  await until('the refusals', async () => (await workOf(actor)).WEBHOOKS?.retrying === count)
  await giveUp(actor)
  return actor
}

describe('background work', () => {
  test('is shown by kind, for the own organization only', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(500).end()
    const actor = server.actor()
    await subscribe(actor, receiver.url)
    await aClient(actor)
    const work = await until('the refusal', async () => {
      const found = await workOf(actor)
      return found.WEBHOOKS?.retrying === 1 && found
    })
    expect(work.WEBHOOKS).toEqual({
      ...{ kind: 'WEBHOOKS', waiting: 0, running: 0, retrying: 1, dead: 0, canRetry: true },
      ...{ oldestDueAt: null, nextDueAt: expect.any(String) },
    })
    const other = await workOf(server.actor())
    expect(other.WEBHOOKS).toMatchObject({ waiting: 0, retrying: 0, dead: 0, nextDueAt: null })
    expect(Object.keys(other)).toEqual(expect.arrayContaining(['EVENTS', 'CAMPAIGNS', 'RETENTION']))
  })

  test('under a lease runs, and a turn that failed is retried', async () => {
    const actor = server.actor()
    const { organizationId } = actor
    const [lease, due] = [randomUUID(), sql`now() + interval '1 hour'`]
    await inOrganization(
      server,
      actor,
      sql`insert into due_work (organization_id, kind, due_at, lease, leased_until, failures) values
        (${organizationId}, 'retention', ${due}, ${lease}, ${due}, 0), (${organizationId}, 'prune', ${due}, null, null, 2)`,
    )
    const { RETENTION, PRUNE } = await workOf(actor)
    expect(RETENTION).toMatchObject({ waiting: 0, running: 1, retrying: 0 })
    expect(PRUNE).toMatchObject({ waiting: 0, running: 0, retrying: 1, nextDueAt: expect.any(String) })
  })
})

describe('dead items', () => {
  test('are delivered after a retry, for the own organization only, and the retry is recorded', async () => {
    await using receiver = await startReceiver()
    receiver.answer = (response) => response.writeHead(500).end()
    const [actor, other] = [await withDead(receiver.url, 2), await withDead(receiver.url, 1)]
    expect((await workOf(actor)).WEBHOOKS).toMatchObject({ dead: 2, waiting: 0, retrying: 0 })
    receiver.answer = (response) => response.end()
    await inOrganization(server, actor, sql`update webhook set resting_until = null`)
    expect((await retry(actor, 'WEBHOOKS')).body.data).toEqual({ retryBackgroundWork: 2 })
    await until('the deliveries', async () => {
      const rows = await inOrganization(server, actor, sql<{ status: string }>`select status from webhook_delivery`)
      return rows.every(({ status }) => status === 'DELIVERED')
    })
    expect((await workOf(other)).WEBHOOKS).toMatchObject({ dead: 1 })
    const records = sql`select id from audit_record where action = 'BACKGROUND_WORK_RESENT'`
    expect(await inOrganization(server, actor, records)).toHaveLength(1)
    expect((await retry(actor, 'WEBHOOKS')).body.data).toEqual({ retryBackgroundWork: 0 })
  })

  test('do not exist for other kinds: nothing is retried', async () => {
    expect((await retry(server.actor(), 'RETENTION')).body.data).toEqual({ retryBackgroundWork: 0 })
  })

  test('are shown to and retried by administrators, and by no role without the permission', async () => {
    const { organizationId } = server.actor()
    const viewer = server.actor({ organizationId, role: 'viewer' })
    for (const answer of [await viewer.graphql(QUERY), await retry(viewer, 'WEBHOOKS')])
      expect(answer.body.errors[0].extensions.code).toBe('FORBIDDEN')
    const manager = server.actor({ organizationId, role: 'manager' })
    expect((await manager.graphql(QUERY)).body.errors).toBeUndefined()
    expect((await retry(manager, 'WEBHOOKS')).body.errors[0].extensions.code).toBe('FORBIDDEN')
  })
})

test('no schedule of the gateway runs in the middle of a test', async () => {
  const later = await server.database.transaction({ role: 'gateway_system' }, ({ db }) =>
    sql<{ name: string }>`select name from job where due_at > now() + interval '1 hour' order by name`.execute(db),
  )
  expect(later.rows.map(({ name }) => name)).toEqual(
    schedulesOf(work)
      .map(({ kind }) => kind)
      .sort(),
  )
})
