import { randomUUID } from 'node:crypto'
import { describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import { eachApart, inBatches } from '../src/background/batches.ts'
import { dueByKind, endTurn, leaseTurn } from '../src/background/due-work.ts'
import { addSchedules, startSchedules } from '../src/background/schedules.ts'
import type { ItemWork, LeasedItem, OrganizationWork } from '../src/background/work.ts'
import { newId } from '../src/data/ids.ts'
import type { OpenDatabase } from '../src/data/open-database.ts'
import { deliverWebhooks } from '../src/features/webhooks/webhook.work.ts'
import { prune } from '../src/main/features.ts'
import { openTestDatabase } from './support/database.ts'
import { laneOf, performDue, toolsOf } from './support/jobs.ts'
import { inOrganization } from './support/organization.ts'
import { aWebhook } from './support/samples.ts'
import { type Actor, startServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/** No gateway uses this database unless a test starts one: the tests do all the work. */
let connection: OpenDatabase
setUp(async (opened) => {
  connection = await openTestDatabase()
  opened.defer(() => connection.close())
})

type Of = { organizationId: string }

const KIND = 'monitoring'

async function anOrganization(): Promise<Of> {
  const of = { organizationId: `org_${randomUUID()}` }
  await inOrganization(connection, of, sql`insert into organization (organization_id) values (${of.organizationId})`)
  await inOrganization(
    connection,
    of,
    sql`insert into organization_head (organization_id) values (${of.organizationId})`,
  )
  return of
}

const makeDue = ({ organizationId }: Of, kind: 'monitoring' | 'webhooks' = KIND) =>
  connection.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => unit.makeDue(kind))

async function withWork(): Promise<Of> {
  const of = await anOrganization()
  await makeDue(of)
  return of
}

/** The row of an organization in `due_work`. */
const dueOf = async (of: Of, kind = KIND) =>
  (
    await inOrganization(
      connection,
      of,
      sql<{ isLeased: boolean; failures: number; seconds: number }>`select lease is not null as is_leased, failures,
        extract(epoch from due_at - now())::float8 as seconds from due_work where kind = ${kind}`,
    )
  )[0]

const aKind = (perform: OrganizationWork['perform'], changes: Partial<OrganizationWork> = {}): OrganizationWork => ({
  kind: KIND,
  perform,
  ...changes,
})

const start = (work: Parameters<typeof laneOf>[0]) => {
  const lane = laneOf(work, toolsOf(connection))
  lane.wake()
  return lane
}

describe('the figures of due work', () => {
  test('count an organization while its work waits, and not while a process does it', async () => {
    const { organizationId } = await withWork()
    await inOrganization(
      connection,
      { organizationId },
      sql`update due_work set due_at = now() - interval '90 days' where kind = ${KIND}`,
    )
    const figures = async () => (await dueByKind(connection.database)).find(({ kind }) => kind === KIND)
    const waiting = await figures()
    expect(waiting?.oldestSeconds).toBeGreaterThanOrEqual(90 * 86_400)
    const [turn] = await leaseTurn(connection.database, KIND, organizationId)
    const working = await figures()
    expect(working?.organizations ?? 0).toBe((waiting?.organizations ?? 0) - 1)
    expect(working?.oldestSeconds ?? 0).toBeLessThan(90 * 86_400)
    if (!turn) throw new Error('The turn was not leased')
    await endTurn(connection.database, turn, undefined)
  })
})

describe('a turn of an organization', () => {
  test('is leased by one of several replicas', async () => {
    const [of, other] = [await withWork(), await withWork()]
    const ran: string[] = []
    const release = Promise.withResolvers<void>()
    const work = aKind(async (_, organizationId) => {
      ran.push(organizationId)
      if (organizationId === of.organizationId) await release.promise
    })
    const lanes = [1, 2, 3].map(() => start(work))
    // When another organization was done three more times, all replicas have looked.
    for (let round = 0; round < 3; round++) {
      await until('the other', async () => (await dueOf(other)) === undefined)
      await makeDue(other)
      for (const lane of lanes) lane.wake()
    }
    await until('the other', async () => (await dueOf(other)) === undefined)
    expect(ran.filter((each) => each === of.organizationId)).toHaveLength(1)
    release.resolve()
    await until('the end', async () => (await dueOf(of)) === undefined)
    await Promise.all(lanes.map((lane) => lane.close()))
  })

  test('can be leased as soon as it is due', async () => {
    const of = await withWork()
    for (let count = 0; count < 50; count++) {
      await inOrganization(connection, of, sql`update due_work set lease = null, leased_until = null, due_at = now()`)
      expect(await leaseTurn(connection.database, KIND, of.organizationId)).toHaveLength(1)
    }
    await inOrganization(connection, of, sql`delete from due_work`)
  })

  test('of a crashed process is free after its lease has expired, and not before', async () => {
    const of = await withWork()
    const { database } = connection
    const crashed = await until('the lease', async () => (await leaseTurn(database, KIND, of.organizationId))[0])
    expect(await leaseTurn(database, KIND, of.organizationId)).toEqual([])
    const expire = sql`update due_work set leased_until = now() - interval '1 second', due_at = now()`
    await inOrganization(connection, of, expire)
    expect(await leaseTurn(database, KIND, of.organizationId)).toHaveLength(1)
    // The crashed process returns late and has lost its turn.
    await endTurn(database, crashed, undefined)
    expect(await dueOf(of)).toMatchObject({ isLeased: true })
    await inOrganization(connection, of, sql`delete from due_work`)
  })

  test('is aborted at the renewal of a lost lease, and continues with a valid one', async () => {
    const [lost, kept] = [await withWork(), await withWork()]
    const signals = new Map<string, AbortSignal>()
    const release = Promise.withResolvers<void>()
    const lane = start(
      aKind(async ({ signal }, organizationId) => {
        signals.set(organizationId, signal)
        await release.promise
      }),
    )
    await until('both', () => [lost, kept].every(({ organizationId }) => signals.has(organizationId)))
    await inOrganization(connection, lost, sql`update due_work set lease = ${randomUUID()}`)
    const later = performance.now() + 30_000
    const clock = jest.spyOn(performance, 'now').mockReturnValue(later)
    const renewing = lane.renew()
    clock.mockRestore()
    await renewing
    expect([lost, kept].map(({ organizationId }) => signals.get(organizationId)?.aborted)).toEqual([true, false])
    release.resolve()
    await until('the end', async () => (await dueOf(kept)) === undefined)
    await lane.close()
    expect(await dueOf(lost)).toMatchObject({ isLeased: true })
    await inOrganization(connection, lost, sql`delete from due_work`)
  })

  test('is followed by another one when more work was made due', async () => {
    const of = await withWork()
    let turns = 0
    const work = aKind(async (_, organizationId) => {
      if (organizationId !== of.organizationId) return
      turns++
      if (turns === 1) await makeDue(of)
    })
    await performDue(work, toolsOf(connection))
    expect(turns).toBe(2)
  })

  test('that leaves work is followed by the turns of others first', async () => {
    const [much, little] = [await withWork(), await withWork()]
    // Explicit, because the clock of the machine can step back between the two.
    await inOrganization(connection, much, sql`update due_work set due_at = now() - interval '1 minute'`)
    const turns: string[] = []
    const work = aKind(
      async (_, organizationId) => {
        turns.push(organizationId)
        return organizationId === much.organizationId && turns.length < 5
      },
      { atOnce: 1 },
    )
    await performDue(work, toolsOf(connection))
    expect(turns.slice(0, 2)).toEqual([much.organizationId, little.organizationId])
    expect(turns.filter((each) => each === little.organizationId)).toHaveLength(1)
  })

  test('that a stop ends leaves the rest due at once, without a lease', async () => {
    const of = await withWork()
    let batches = 0
    const lane = start(aKind((tools) => inBatches(tools, 1, async () => ++batches)))
    await until('some batches', () => batches > 2)
    await lane.close()
    const due = await dueOf(of)
    expect(due).toMatchObject({ isLeased: false, failures: 0 })
    expect(due?.seconds).toBeLessThanOrEqual(0)
    await inOrganization(connection, of, sql`delete from due_work`)
  })

  test('that fails is delayed, longer each time, until one succeeds', async () => {
    const of = await withWork()
    let isBroken = true
    const work = aKind(async () => {
      if (isBroken) throw new Error('broken')
    })
    for (const failures of [1, 2]) {
      await makeDue(of)
      const lane = start(work)
      await until('a failure', async () => ((await dueOf(of))?.failures ?? 0) >= failures)
      await lane.close()
    }
    isBroken = false
    await makeDue(of)
    await performDue(work, toolsOf(connection))
    expect(await dueOf(of)).toBeUndefined()
  })
})

describe('a schedule', () => {
  const SCHEDULE = { kind: 'prune', everySeconds: 7200 } as const
  const dueIn = async () => {
    const { rows } = await connection.database.transaction({ role: 'gateway_system' }, ({ db }) =>
      sql<{ s: number }>`select extract(epoch from due_at - now())::float8 as s from job
        where name = ${SCHEDULE.kind}`.execute(db),
    )
    return rows[0]?.s ?? 0
  }

  test('is stored for later, and is not changed by another process', async () => {
    const { database } = connection
    await addSchedules(database, [SCHEDULE])
    const first = await dueIn()
    expect(first).toBeGreaterThan(500)
    expect(first).toBeLessThanOrEqual(1200)
    await addSchedules(database, [SCHEDULE])
    expect(await dueIn()).toBeLessThanOrEqual(first)
  })

  test('that passed while no process ran makes its kind due for every organization, once', async () => {
    const { database } = connection
    const organizations = [await anOrganization(), await anOrganization()]
    await addSchedules(database, [SCHEDULE])
    await database.transaction({ role: 'gateway_system' }, ({ db }) =>
      sql`update job set due_at = now() - interval '1 hour' where name = ${SCHEDULE.kind}`.execute(db),
    )
    await Promise.all([startSchedules(database, [SCHEDULE]), startSchedules(database, [SCHEDULE])])
    expect(await dueIn()).toBeGreaterThan(3600)
    for (const of of organizations) {
      expect(await dueOf(of, SCHEDULE.kind)).toMatchObject({ isLeased: false })
      await inOrganization(connection, of, sql`delete from due_work`)
    }
    await startSchedules(database, [SCHEDULE])
    for (const of of organizations) expect(await dueOf(of, SCHEDULE.kind)).toBeUndefined()
  })
})

describe('an item', () => {
  /** Creates an endpoint with waiting deliveries. Returns its id. */
  async function anEndpoint(of: Of, count: number): Promise<string> {
    const id = newId()
    await inOrganization(
      connection,
      of,
      sql`insert into webhook (organization_id, id, url, events, status, created_by, sealed_secret, created_at, updated_at)
        values (${of.organizationId}, ${id}, 'https://example.org', '{*}', 'ACTIVE', 'u', 's', now(), now())`,
    )
    await inOrganization(
      connection,
      of,
      sql`insert into webhook_delivery (organization_id, id, webhook_id, sequence, message_id, type, payload, status,
          attempts, next_attempt_at, created_at, updated_at)
        select organization_id, md5(${id} || n)::uuid, id, n, 'm' || n, 'X', '{}', 'PENDING', '[]', now(), now(), now()
        from webhook cross join generate_series(1, ${count}::int) as n
        where organization_id = ${of.organizationId} and id = ${id}`,
    )
    await makeDue(of, 'webhooks')
    return id
  }

  const deliveriesOf = (of: Of) =>
    inOrganization(
      connection,
      of,
      sql<{ status: string; isLeased: boolean; isLater: boolean }>`select status, lease is not null as is_leased,
        next_attempt_at > now() as is_later from webhook_delivery`,
    )

  type Sent = ItemWork<LeasedItem, number | null>

  /** Deliveries that a test performs. Their result is the number of seconds until the next attempt. */
  const sending = (perform: Sent['perform'], atOnce = 4): Sent => {
    const { kind, items } = deliverWebhooks
    const settle: Sent['settle'] = async ({ db }, { organizationId, id }, seconds) => {
      if (seconds === null)
        await sql`update webhook_delivery set status = 'DELIVERED'
          where organization_id = ${organizationId} and id = ${id}`.execute(db)
      return seconds
    }
    return { kind, items, atOnce, perform, settle }
  }

  const isOver = (of: Of) => async () => (await deliveriesOf(of)).every(({ status }) => status !== 'PENDING')

  /** Wakes the lane repeatedly, as the queue does. On a busy machine, one wake was sometimes not enough. */
  const endOf = (lane: ReturnType<typeof start>, of: Of) =>
    until('the end', () => {
      lane.wake()
      return isOver(of)()
    })

  test('of an organization with many uses an equal share of the slots', async () => {
    const [much, little] = [await anOrganization(), await anOrganization()]
    for (let count = 0; count < 5; count++) await anEndpoint(much, 3)
    await anEndpoint(little, 2)
    const started: string[] = []
    const release = Promise.withResolvers<void>()
    const lane = start(
      sending(async (_, { organizationId }) => {
        started.push(organizationId)
        await release.promise
        return null
      }),
    )
    await until('all slots', () => started.length === 4)
    expect(started.filter((each) => each === little.organizationId)).toHaveLength(2)
    release.resolve()
    await until('the end', isOver(much))
    await until('the end', isOver(little))
    expect(started).toHaveLength(17)
    await lane.close()
  })

  test('of a hanging endpoint does not block other endpoints of the organization', async () => {
    const of = await anOrganization()
    for (let count = 0; count < 4; count++) await anEndpoint(of, 5)
    const good = await anEndpoint(of, 6)
    let sent = 0
    const release = Promise.withResolvers<void>()
    const lane = start(
      sending(async (_, item) => {
        if ((item as LeasedItem & { webhookId: string }).webhookId === good) sent++
        else await release.promise
        return null
      }, 100),
    )
    await until('all messages of the good endpoint', () => sent === 6)
    release.resolve()
    await until('the end', isOver(of))
    await lane.close()
  })

  test('waits until its next attempt is due', async () => {
    const of = await anOrganization()
    await anEndpoint(of, 1)
    const lane = start(sending(async () => 3600))
    await until('an attempt', async () => (await deliveriesOf(of))[0]?.isLater)
    await lane.close()
    expect(await deliveriesOf(of)).toEqual([{ status: 'PENDING', isLeased: false, isLater: true }])
  })

  test('of a crashed process is processed again after its lease has expired', async () => {
    const of = await anOrganization()
    await anEndpoint(of, 1)
    let attempts = 0
    const work = sending(async () => {
      attempts++
      if (attempts === 1) throw new Error('crashed')
      return null
    })
    const lane = start(work)
    await until('the crash', () => attempts === 1)
    expect(await deliveriesOf(of)).toEqual([{ status: 'PENDING', isLeased: true, isLater: false }])
    await inOrganization(connection, of, sql`update webhook_delivery set leased_until = now()`)
    await makeDue(of, 'webhooks')
    await endOf(lane, of)
    expect(attempts).toBe(2)
    await lane.close()
  })

  test('that was cancelled during its work is not settled', async () => {
    const of = await anOrganization()
    await anEndpoint(of, 1)
    let settled = 0
    const work = sending(async () => {
      await inOrganization(connection, of, sql`delete from webhook_delivery`)
      return null
    })
    const lane = start({ ...work, settle: async () => ++settled })
    await until('the cancellation', async () => (await deliveriesOf(of)).length === 0)
    await lane.close()
    expect(settled).toBe(0)
  })

  test('of a paused owner waits until the owner continues', async () => {
    const [of, other] = [await anOrganization(), await anOrganization()]
    await anEndpoint(of, 2)
    const pause = (status: string) => inOrganization(connection, of, sql`update webhook set status = ${status}`)
    await pause('DISABLED')
    const lane = start(sending(async () => null))
    await until('the look', async () => (await dueOf(of, 'webhooks')) === undefined)
    await anEndpoint(other, 1)
    lane.wake()
    await until('the other', isOver(other))
    expect(await deliveriesOf(of)).toEqual(Array(2).fill({ status: 'PENDING', isLeased: false, isLater: false }))
    await pause('ACTIVE')
    await makeDue(of, 'webhooks')
    await endOf(lane, of)
    await lane.close()
  })
})

test('a failure for one organization is logged, and the next has its turn', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
  const worked: string[] = []
  const things = ['org_a', 'org_b', 'org_c'].map((organizationId) => ({ organizationId }))
  await eachApart(toolsOf(connection, { log }), things, async ({ organizationId }) => {
    if (organizationId === 'org_b') throw new Error('broken')
    worked.push(organizationId)
  })
  expect(worked).toEqual(['org_a', 'org_c'])
  expect(lines.join()).toContain('org_b')
})

test('an organization with more batches than the limit lets others have their turn, and returns true', async () => {
  let left = 5
  const work = async () => Math.min(left, 1, left--)
  expect(await inBatches(toolsOf(connection), 1, work, 3)).toBe(true)
  expect(await inBatches(toolsOf(connection), 1, work, 3)).toBe(false)
})

describe('the clean-up deletes all expired rows, however many there are', () => {
  /** More than one batch of the clean-up. */
  const OLD = 5_100

  test.each<[string, (actor: Actor, webhookId: string) => ReturnType<typeof sql>]>([
    [
      'idempotency_key',
      ({ organizationId }) => sql`insert into idempotency_key
          (organization_id, user_id, route, key_hash, body_hash, response, created_at)
        select organization_id, 'u', 'r', n::text, 'b', 'r', now() - interval '25 hours'
        from organization cross join generate_series(1, ${OLD}::int) n where organization_id = ${organizationId}`,
    ],
    [
      'notification',
      ({ organizationId }) => sql`insert into notification
          (id, organization_id, type, resource_type, created_at, updated_at)
        select md5(n::text)::uuid, organization_id, 'T', 'R', now() - interval '91 days', now()
        from organization cross join generate_series(1, ${OLD}::int) n where organization_id = ${organizationId}`,
    ],
    [
      'webhook_delivery',
      ({ organizationId }, webhookId) => sql`insert into webhook_delivery
          (id, organization_id, webhook_id, sequence, message_id, type, payload, status, attempts, created_at, updated_at)
        select md5(n::text)::uuid, organization_id, ${webhookId}::uuid, n, 'm', 'T', '{}', 'DEAD', '[]',
          now() - interval '31 days', now()
        from organization cross join generate_series(1, ${OLD}::int) n where organization_id = ${organizationId}`,
    ],
  ])('%s', async (table, insert) => {
    await using server = await startServer({}, async () => ({ ...connection, close: async () => {} }))
    const [actor, other] = [server.actor(), server.actor()]
    const count = async (of: Actor) =>
      (await inOrganization(server, of, sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))[0]?.n
    const before: (number | undefined)[] = []
    for (const each of [actor, other]) {
      const { id } = await aWebhook(each)
      before.push(await count(each))
      await inOrganization(server, each, insert(each, id))
    }
    expect(await count(actor)).toBeGreaterThanOrEqual(OLD)
    await performDue(prune, toolsOf(connection))
    expect([await count(actor), await count(other)]).toEqual(before)
  })
})
