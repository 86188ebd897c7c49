import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { consumeEvents } from '../src/kernel/consumers.ts'
import { EventFeed } from '../src/kernel/event-feed.ts'
import { pruneOutbox } from '../src/kernel/events.jobs.ts'
import {
  BEGINNING,
  currentCursor,
  EVENTS_CHANNEL,
  type Event,
  formatCursor,
  parseCursor,
  readEvents,
} from '../src/kernel/events.ts'
import type { Unit } from '../src/kernel/transaction.ts'
import { SERVER } from './support/database.ts'
import { toolsOf } from './support/jobs.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const SYSTEM = { role: 'gateway_system' } as const
const log = pino({ level: 'silent' })

/** Without an audit record, of whose chain one transaction at a time would be in possession. */
function emit(unit: Unit, type: string, organizationId = 'org_events') {
  unit.wakeReaders()
  return sql`insert into outbox (organization_id, type, resource_type, user_id, occurred_at, payload)
    values (${organizationId}, ${type}, 'THING', 'user_1', now(), '{"status":"NEW"}')`.execute(unit.db)
}

/** As another process does it: nobody here hears of the commit but by the notification. */
const commitAfar = (type: string) =>
  server.database.transaction(SYSTEM, ({ db }) =>
    sql`with added as (
      insert into outbox (organization_id, type, resource_type, user_id, occurred_at, payload)
      values ('org_events', ${type}, 'THING', 'user_1', now(), '{}')
    ) select pg_notify(${EVENTS_CHANNEL}, 'another process')`.execute(db),
  )

const commit = (type: string) => server.database.transaction(SYSTEM, (unit) => emit(unit, type))
const now = () => server.database.transaction(SYSTEM, ({ db }) => currentCursor(db))
const eventsOf = async (organizationId: string) => {
  const { events } = await server.database.transaction(SYSTEM, ({ db }) =>
    readEvents(db, BEGINNING, 100, organizationId),
  )
  return events
}

/** What a poll would find after all must not pass for a wake-up. */
const NEVER_MS = 2 ** 31 - 1

async function follow() {
  const heard: Event[] = []
  const feed = new EventFeed(server.connection, log, NEVER_MS)
  await feed.start()
  feed.subscribe((events) => void heard.push(...events))
  return { feed, heard, types: () => heard.map(({ type }) => type), [Symbol.asyncDispose]: () => feed.close() }
}

describe('who is woken', () => {
  test('other processes, by a notification that says no more than whose it is', async () => {
    const heard: (string | undefined)[] = []
    const stop = await server.connection.listen(EVENTS_CHANNEL, (payload) => void heard.push(payload))
    await aClient(server.actor())
    expect(await until('the event', () => heard[0])).toMatch(/^[0-9a-f-]{36}$/)
    await stop()
  })

  test('a reader, by the notification of another process', async () => {
    await using reader = await follow()
    await commitAfar('FROM_AFAR')
    await until('the event', () => reader.types().includes('FROM_AFAR'))
  })
})

describe('what is written', () => {
  test('every change writes its event, reads and refused changes none', async () => {
    const actor = server.actor()
    const client = await aClient(actor)
    await actor.rest('PUT', `/api/clients/${client.id}/status`, { status: 'ACTIVE' })
    await actor.rest('PUT', `/api/clients/${client.id}/status`, { status: 'PENDING' })
    await actor.rest('GET', '/api/clients')
    const { organizationId, userId } = actor
    const common = { organizationId, userId, resourceType: 'CLIENT', resourceId: client.id }
    expect(
      await until('the event', async () => (await eventsOf(organizationId)).length > 1 && eventsOf(organizationId)),
    ).toMatchObject([
      { ...common, type: 'CLIENT_CREATED', payload: { status: 'PENDING' } },
      { ...common, type: 'CLIENT_STATUS_CHANGED', payload: { status: 'ACTIVE' } },
    ])
  })

  test('a bulk operation writes one event per row, in its order', async () => {
    const actor = server.actor()
    const ids = [(await aCampaign(actor)).id, (await aCampaign(actor)).id]
    await actor.rest('POST', '/api/campaigns/bulk', { operation: 'UPDATE', ids, changes: { description: 'new' } })
    const events = await until('the event', async () => {
      const events = await eventsOf(actor.organizationId)
      return events.length === 5 && events
    })
    const updated = events.filter(({ type }) => type === 'CAMPAIGN_UPDATED')
    expect(updated.map(({ resourceId }) => resourceId)).toEqual(ids)
  })

  test('a tenant reads its own events only, even by raw SQL', async () => {
    const [one, other] = [server.actor(), server.actor()]
    await aClient(one)
    await aClient(other)
    const session = { role: 'gateway_tenant', organizationId: one.organizationId } as const
    const { rows } = await server.database.transaction(session, ({ db }) =>
      sql<{ organization_id: string }>`select organization_id from outbox`.execute(db),
    )
    expect(rows).toEqual([{ organizationId: one.organizationId }])
    const forged = server.database.transaction(session, (unit) => emit(unit, 'FORGED', other.organizationId))
    await expect(forged).rejects.toThrow(/row-level security/)
  })
})

describe('how it is followed', () => {
  test('a commit wakes the reader: the events arrive in order and once', async () => {
    await using follower = await follow()
    for (const type of ['A', 'B', 'C']) await commit(type)
    await until('the event', () => follower.heard.length >= 3)
    expect(follower.types()).toEqual(['A', 'B', 'C'])
    expect(follower.heard[0]).toMatchObject({ organizationId: 'org_events', payload: { status: 'NEW' } })
  })

  test('a transaction that is rolled back leaves no event', async () => {
    await using follower = await follow()
    const failed = server.database.transaction(SYSTEM, async (unit) => {
      await emit(unit, 'UNDONE')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await commit('DONE')
    await until('the event', () => follower.heard.length > 0)
    expect(follower.types()).toEqual(['DONE'])
  })

  test('a feed that starts behind a cursor misses nothing and repeats nothing', async () => {
    const before = await now()
    await commit('FIRST')
    await using follower = await follow()
    const { position } = follower.feed
    await commit('SECOND')
    await until('the event', () => follower.heard.length > 0)
    const { events } = await server.database.transaction(SYSTEM, ({ db }) => readEvents(db, before, 100))
    const old = events.filter(
      ({ xid, id }) => BigInt(xid) < BigInt(position.xid) || (xid === position.xid && id <= position.id),
    )
    expect([...old.map(({ type }) => type), ...follower.types()]).toEqual(['FIRST', 'SECOND'])
  })

  if (SERVER) {
    test('a transaction that stays open while later ones commit is not skipped', async () => {
      await using follower = await follow()
      const opened = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      const late = server.database.transaction(SYSTEM, async (unit) => {
        await emit(unit, 'LATE')
        opened.resolve()
        await release.promise
      })
      await opened.promise
      await commit('EARLY')
      const start = await now()
      const { events, isBlocked } = await server.database.transaction(SYSTEM, ({ db }) =>
        readEvents(db, { ...start, id: 0 }, 10),
      )
      expect({ events, isBlocked }).toEqual({ events: [], isBlocked: true })
      expect(follower.heard).toEqual([])
      release.resolve()
      await late
      await until('the event', () => follower.heard.length >= 2)
      expect(follower.types()).toEqual(['LATE', 'EARLY'])
    })

    test('an open transaction that writes no event delays the others, and does not hide them', async () => {
      await using follower = await follow()
      const opened = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      const silent = server.database.transaction(SYSTEM, async ({ db }) => {
        await sql`select pg_current_xact_id()`.execute(db)
        opened.resolve()
        await release.promise
      })
      await opened.promise
      await commit('WAITING')
      release.resolve()
      await silent
      await until('the event', () => follower.heard.length > 0)
      expect(follower.types()).toEqual(['WAITING'])
    })

    test('an open transaction of another database delays nothing', async () => {
      await using follower = await follow()
      const elsewhere = new pg.Client({ connectionString: SERVER })
      await elsewhere.connect()
      try {
        await elsewhere.query('begin; select pg_current_xact_id()')
        await commit('UNDELAYED')
        await until('the event', () => follower.heard.length > 0)
        expect(follower.types()).toEqual(['UNDELAYED'])
      } finally {
        await elsewhere.end()
      }
    })

    test('a listening connection that is cut is made anew', async () => {
      await using follower = await follow()
      await server.database.transaction(SYSTEM, ({ db }) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query ilike 'listen%'`.execute(db),
      )
      await commitAfar('AFTER_CUT')
      await until('the event', () => follower.heard.length > 0)
      expect(follower.types()).toEqual(['AFTER_CUT'])
    })
  }
})

describe('consumers', () => {
  test('each event is worked on once, also when two replicas try at the same time', async () => {
    const name = `consumer_${randomUUID()}`
    await consumeEvents(server.database, name, async () => {})
    await commit('ONE')
    await commit('TWO')
    const worked: string[] = []
    const work = async (_: Unit, events: Event[]) => void worked.push(...events.map(({ type }) => type))
    await until('the event', async () => {
      await Promise.all([consumeEvents(server.database, name, work), consumeEvents(server.database, name, work)])
      return worked.length >= 2
    })
    expect(worked).toEqual(['ONE', 'TWO'])
  })

  test('work that fails is done again', async () => {
    const name = `consumer_${randomUUID()}`
    await consumeEvents(server.database, name, async () => {})
    await commit('RETRIED')
    const worked: string[] = []
    let failures = 0
    await until('the event', async () => {
      const work = async (_: Unit, events: Event[]) => {
        if (failures++ === 0) throw new Error('not yet')
        worked.push(...events.map(({ type }) => type))
      }
      await consumeEvents(server.database, name, work).catch(() => {})
      return worked.length > 0
    })
    expect(worked).toEqual(['RETRIED'])
    expect(failures).toBeGreaterThan(1)
  })
})

test('events that are a week old are pruned, in batches; younger ones and the last of each organization stay', async () => {
  await server.database.transaction(SYSTEM, async ({ db }) => {
    await sql`insert into outbox (organization_id, type, resource_type, user_id, occurred_at, payload)
      select 'org_old', 'OLD', 'THING', 'u', now() - interval '8 days', '{}' from generate_series(1, 6000)`.execute(db)
  })
  await commit('YOUNG')
  await pruneOutbox.run(toolsOf(server))
  const { rows } = await server.database.transaction(SYSTEM, ({ db }) =>
    sql<{ type: string; count: number }>`select type, count(*) as count from outbox
      where type in ('OLD', 'YOUNG') group by type`.execute(db),
  )
  expect(new Map(rows.map(({ type, count }) => [type, count]))).toEqual(
    new Map([
      ['OLD', 1],
      ['YOUNG', 1],
    ]),
  )
})

test('an outbox that was restored from another server is adopted: its events neither block nor repeat', async () => {
  const name = `consumer_${randomUUID()}`
  await server.database.transaction(SYSTEM, async ({ db }) => {
    await sql`insert into outbox (xid, organization_id, type, resource_type, user_id, occurred_at, payload)
      select '9000000000'::xid8, 'org_restored', 'RESTORED_' || n, 'THING', 'u', now(), '{}'
      from generate_series(1, 3) as n order by n`.execute(db)
    await sql`insert into outbox_cursor select ${name}, xid, min(id) from outbox
      where organization_id = 'org_restored' group by xid`.execute(db)
  })
  await commit('BLOCKED')
  await using follower = await follow()
  await commit('NEXT')
  await until('the event', () => follower.types().includes('NEXT'))
  const worked: string[] = []
  await until('the event', async () => {
    await consumeEvents(server.database, name, async (_, events) => {
      worked.push(...events.map(({ type }) => type))
    })
    return worked.includes('NEXT')
  })
  expect(worked).toEqual(['RESTORED_2', 'RESTORED_3', 'NEXT'])
})

describe('cursors as words', () => {
  test('they come back as they went', () => {
    const cursor = { xid: '18446744073709551', id: 42 }
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor)
  })
  test.each(['', '1', '-', 'a-1', '1-b', '1-1-1', "1'-1", '99999999999999999999-1'])('%p is none', (word) => {
    expect(parseCursor(word)).toBeUndefined()
  })
})
