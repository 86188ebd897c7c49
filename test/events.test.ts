import { randomUUID } from 'node:crypto'
import { describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import { type Consumer, startConsumers } from '../src/background/consumers.ts'
import { Metrics } from '../src/common/metrics.ts'
import type { Wake } from '../src/data/transaction.ts'
import { type Event, numberOf } from '../src/events/events.ts'
import { EventFeed } from '../src/events/feed.ts'
import { Pacer } from '../src/events/pacer.ts'
import type { OnWake, WakeUps } from '../src/events/wake-ups.ts'
import { wakeUpsByServer } from '../src/events/wake-ups.ts'
import { prune } from '../src/main/features.ts'
import { asAdministrator, SERVER } from './support/database.ts'
import { appendEvents, emit, eventsOf } from './support/events.ts'
import { runExamples } from './support/example-run.ts'
import { performFor, toolsOf } from './support/jobs.ts'
import { inOrganization } from './support/organization.ts'
import { aCampaign, aClient } from './support/samples.ts'
import { startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { tamper } from './support/tamper.ts'
import { until } from './support/until.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

const log = pino({ level: 'silent' })
const anOrganization = () => `org_${randomUUID()}`
const commit = (organizationId: string, ...types: string[]) =>
  emit(server, organizationId, ...types.map((type) => ({ type })))
const sessionOf = (organizationId: string) => ({ role: 'gateway_tenant', organizationId }) as const

/** No polling: it would hide a missing wake-up. */
const NEVER_MS = 2 ** 31 - 1

/** A feed of another process, which gets notifications by `wakeUps`. */
async function openFeed(wakeUps?: WakeUps, pollMs = NEVER_MS) {
  const feed = new EventFeed(server.database, { log, metrics: new Metrics() }, wakeUps, pollMs)
  await feed.start()
  return { feed, [Symbol.asyncDispose]: () => feed.close() }
}

async function follow(feed: EventFeed, organizationId: string) {
  const heard: Event[] = []
  const { position } = await feed.follow(organizationId, (events) => void heard.push(...events))
  return { heard, position, types: () => heard.map(({ type }) => type) }
}

/** Audit actions of operations that change nothing. */
const READS = /_(VIEWED|LISTED|EXPORTED|VERIFIED|FOLLOWED)$|^REQUEST_/

/** Wake-ups that the test sends as another process. */
function handWoken() {
  let hear: OnWake = () => {}
  const published: Wake[] = []
  const wakeUps: WakeUps = {
    publish: async (wakes) => void published.push(...wakes),
    listen: async (onWake) => {
      hear = onWake
      return async () => {}
    },
  }
  return { wakeUps, published, say: (wakes?: readonly Wake[]) => hear(wakes) }
}

describe('events', () => {
  test('are written by every change, and by no read or refused change', async () => {
    const actor = server.actor()
    const client = await aClient(actor)
    await actor.rest('PUT', `/api/clients/${client.id}/status`, { status: 'ACTIVE' })
    await actor.rest('PUT', `/api/clients/${client.id}/status`, { status: 'PENDING' })
    await actor.rest('GET', '/api/clients')
    const { organizationId, userId } = actor
    const common = { organizationId, userId, resourceType: 'CLIENT', resourceId: client.id }
    expect(await eventsOf(server, organizationId)).toMatchObject([
      { ...common, number: 1, type: 'CLIENT_CREATED', payload: { status: 'PENDING' } },
      { ...common, number: 2, type: 'CLIENT_STATUS_CHANGED', payload: { status: 'ACTIVE' } },
    ])
  })

  test('exist for each operation that changes something, and for none that reads', async () => {
    const organizationId = anOrganization()
    await runExamples(server, organizationId)
    const records = await inOrganization(
      server,
      { organizationId },
      sql<{ action: string }>`select distinct action from audit_record order by action`,
    )
    const written = records.map(({ action }) => action).filter((action) => !READS.test(action))
    const eventTypes = new Set((await eventsOf(server, organizationId)).map(({ type }) => type))
    expect(written).toEqual(expect.arrayContaining(['CLIENT_CREATED', 'ANALYTICS_RECORD_CREATED']))
    expect([...eventTypes].sort()).toEqual(written)
  })

  test('are one per row of a bulk operation, in its order', async () => {
    const actor = server.actor()
    const ids = [(await aCampaign(actor)).id, (await aCampaign(actor)).id]
    await actor.rest('POST', '/api/campaigns/bulk', { operation: 'UPDATE', ids, changes: { description: 'new' } })
    const events = await eventsOf(server, actor.organizationId)
    const updated = events.filter(({ type }) => type === 'CAMPAIGN_UPDATED')
    expect(updated.map(({ resourceId }) => resourceId)).toEqual(ids)
    expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  })

  test('have the time of their audit record, by the database’s clock', async () => {
    const actor = server.actor()
    await aClient(actor)
    const [event] = await eventsOf(server, actor.organizationId)
    const { body } = await actor.rest('GET', '/api/audit/log?action=CLIENT_CREATED')
    expect(body.data[0].timestamp).toBe(event?.occurredAt.toISOString())
  })

  test('are visible to their own organization only, even by raw SQL, which cannot write those of another', async () => {
    const [one, other] = [server.actor(), server.actor()]
    await aClient(one)
    await aClient(other)
    const { rows } = await server.database.transaction(sessionOf(one.organizationId), ({ db }) =>
      sql<{ organizationId: string }>`select organization_id from event`.execute(db),
    )
    expect(rows).toEqual([{ organizationId: one.organizationId }])
    const forged = server.database.transaction(sessionOf(one.organizationId), (unit) =>
      appendEvents(unit, other.organizationId, [{ type: 'FORGED' }]),
    )
    await expect(forged).rejects.toThrow(/row-level security/)
  })
})

describe('numbers', () => {
  test('have no gaps and the order of the commits, however many write at once and roll back', async () => {
    const organizationId = anOrganization()
    const write = (place: number) =>
      server.database.transaction(sessionOf(organizationId), async (unit) => {
        await appendEvents(unit, organizationId, [{ type: `EVENT_${place}` }, { type: `EVENT_${place}` }])
        if (place % 3 === 0) throw new Error('rolled back')
      })
    const results = await Promise.allSettled(Array.from({ length: 30 }, (_, place) => write(place)))
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10)
    const events = await eventsOf(server, organizationId)
    expect(events.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, place) => place + 1))
    const times = events.map(({ occurredAt }) => occurredAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    for (let place = 0; place < 40; place += 2) expect(events[place]?.type).toBe(events[place + 1]?.type)
  })

  test('have times that do not go back when the clock of the server does', async () => {
    const organizationId = anOrganization()
    await commit(organizationId, 'BEFORE')
    await tamper(
      server.connection,
      `update organization_head set at = now() + interval '1 hour' where organization_id = '${organizationId}';
       update audit_record set timestamp = now() + interval '1 hour' where organization_id = '${organizationId}'`,
    )
    await commit(organizationId, 'AFTER')
    const [before, after] = await eventsOf(server, organizationId)
    expect(Number(after?.occurredAt) - Number(before?.occurredAt)).toBeGreaterThan(3_500_000)
  })

  test.each(['', '-1', '1-1', 'a', '1.0', "1'", '9999999999999999'])('%p is the id of no event', (id) => {
    expect(numberOf(id)).toBeUndefined()
  })
})

describe('the event feed', () => {
  test('is woken by a commit: the events arrive in order and once', async () => {
    const organizationId = anOrganization()
    await using opened = await openFeed()
    const { heard, types } = await follow(opened.feed, organizationId)
    for (const type of ['A', 'B', 'C']) await commit(organizationId, type)
    await until('the events', () => heard.length >= 3)
    expect(types()).toEqual(['A', 'B', 'C'])
    expect(heard.map(({ number }) => number)).toEqual([1, 2, 3])
  })

  test('sends a later listener the events after its position, and none twice', async () => {
    const organizationId = anOrganization()
    await using opened = await openFeed()
    const followers: Awaited<ReturnType<typeof follow>>[] = []
    for (let place = 1; place <= 5; place++) {
      await commit(organizationId, `EVENT_${place}`)
      followers.push(await follow(opened.feed, organizationId))
    }
    await commit(organizationId, 'LAST')
    await until('the last event', () => followers.every(({ types }) => types().at(-1) === 'LAST'))
    for (const [place, { heard, position }] of followers.entries()) {
      expect(position).toBe(place + 1)
      expect(heard.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6].slice(place + 1))
    }
  })

  test('delivers more events than one read returns', async () => {
    const organizationId = anOrganization()
    await using opened = await openFeed()
    const { heard } = await follow(opened.feed, organizationId)
    await commit(organizationId, ...Array.from({ length: 1201 }, (_, place) => `EVENT_${place}`))
    await until('the events', () => heard.length >= 1201)
    expect(heard.map(({ number }) => number)).toEqual(Array.from({ length: 1201 }, (_, place) => place + 1))
  })

  test('is woken by another process; an empty or lost notification makes it poll', async () => {
    const [organizationId, elsewhere] = [anOrganization(), handWoken()]
    // Another process: the test's feed does not notice its commits.
    await using other = await openFeed(elsewhere.wakeUps)
    const { types } = await follow(other.feed, organizationId)
    const afar = (type: string) =>
      server.database.transaction(sessionOf(organizationId), ({ db }) =>
        sql`select append(${organizationId}, ${JSON.stringify([
          {
            id: randomUUID(),
            action: type,
            userId: 'u',
            resourceType: 'THING',
            metadata: { ipAddress: 'x', userAgent: 'x' },
            payload: {},
          },
        ])}::jsonb, true)`.execute(db),
      )
    await afar('BY_NAME')
    elsewhere.say([{ organizationId, types: ['BY_NAME'] }])
    await until('the first', () => types().includes('BY_NAME'))
    await afar('BY_NOTHING')
    elsewhere.say()
    await until('the second', () => types().includes('BY_NOTHING'))
    await using polling = await openFeed(handWoken().wakeUps, 50)
    const poller = await follow(polling.feed, organizationId)
    await afar('BY_POLL')
    await until('the third', () => poller.types().includes('BY_POLL'))
  })

  test('notifies other processes of organizations with events, and of their types', async () => {
    const { wakeUps, published } = handWoken()
    await using _ = await openFeed(wakeUps)
    const actor = server.actor()
    await aClient(actor)
    const { organizationId } = actor
    await until('the word', () => published.some((wake) => wake.organizationId === organizationId))
    expect(published).toContainEqual({ organizationId, types: ['CLIENT_CREATED'] })
  })

  test('passes events to all listeners when one throws', async () => {
    const organizationId = anOrganization()
    await using opened = await openFeed()
    await opened.feed.follow(organizationId, () => {
      throw new Error('no')
    })
    const { heard } = await follow(opened.feed, organizationId)
    await commit(organizationId, 'A', 'B')
    await until('the events', () => heard.length === 2)
  })

  if (SERVER) {
    test('waits for an open transaction of the same organization only', async () => {
      const [slow, quick] = [anOrganization(), anOrganization()]
      await using opened = await openFeed()
      const [ofSlow, ofQuick] = [await follow(opened.feed, slow), await follow(opened.feed, quick)]
      const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const late = server.database.transaction(sessionOf(slow), async (unit) => {
        await appendEvents(unit, slow, [{ type: 'LATE' }])
        started.resolve()
        await release.promise
      })
      await started.promise
      const waiting = commit(slow, 'BEHIND')
      await commit(quick, 'UNDELAYED')
      await until('the other organization', () => ofQuick.types().includes('UNDELAYED'))
      expect(ofSlow.heard).toEqual([])
      release.resolve()
      await Promise.all([late, waiting])
      await until('its own', () => ofSlow.heard.length === 2)
      expect(ofSlow.types()).toEqual(['LATE', 'BEHIND'])
    })

    test('gets notifications by NOTIFY, also after its connection was cut', async () => {
      const { listen } = server.connection
      if (!listen) throw new Error('a server notifies')
      const heard: (readonly Wake[] | undefined)[] = []
      const hasNamed = (name: string) => heard.some((wakes) => wakes?.some((wake) => wake.organizationId === name))
      const stop = await wakeUpsByServer(server.database, listen).listen((wakes) => void heard.push(wakes))
      const sender = wakeUpsByServer(server.database, listen)
      const [before, after] = [anOrganization(), anOrganization()]
      await sender.publish([{ organizationId: before, types: ['A'] }])
      await until('the word', () => hasNamed(before))
      await sender.publish(Array.from({ length: 2000 }, (_, n) => ({ organizationId: `org_${n}`, types: ['A'] })))
      await until('a word that is too long to name them', () => heard.includes(undefined))
      heard.length = 0
      await asAdministrator(
        server.connection,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query ilike 'listen%'`,
      )
      await until('the new connection', () => heard.includes(undefined))
      await sender.publish([{ organizationId: after, types: [] }])
      await until('the word after the cut', () => hasNamed(after))
      await stop()
    })
  }
})

describe('consumers', () => {
  const dueOf = (organizationId: string) =>
    server.database.transaction(sessionOf(organizationId), async ({ db }) => {
      const { rows } =
        await sql`select kind from due_work where organization_id = ${organizationId} and kind = 'events'`.execute(db)
      return rows.length
    })

  /** The cursor of each consumer. */
  const positionsOf = (organizationId: string) =>
    server.database.transaction(sessionOf(organizationId), async ({ db }) => {
      const { rows } = await sql<{ consumer: string; number: number }>`select consumer, number from event_cursor
        where organization_id = ${organizationId}`.execute(db)
      return new Map(rows.map(({ consumer, number }) => [consumer, number]))
    })

  /**
   * Starts replicas with their own consumers. The server has other consumers, and deletes due work when no cursor has
   * events left. So the cursors of these consumers are created first.
   */
  async function replicas(count: number, consumers: Consumer[], ...organizations: string[]) {
    const stack = new AsyncDisposableStack()
    for (const organizationId of organizations)
      await server.database.transaction(sessionOf(organizationId), async ({ db }) => {
        for (const { name } of consumers)
          await sql`insert into event_cursor (organization_id, consumer) values (${organizationId}, ${name})`.execute(
            db,
          )
      })
    for (let replica = 0; replica < count; replica++) {
      const { feed } = stack.use(await openFeed())
      stack.defer(startConsumers(consumers, { database: server.database, events: feed, log, metrics: new Metrics() }))
    }
    return stack
  }

  test('process each event once and in order, while replicas compete and writers continue', async () => {
    const [organizationId, worked] = [anOrganization(), [] as number[]]
    const work: Consumer['work'] = async (_, events) => {
      worked.push(...events.filter((event) => event.organizationId === organizationId).map(({ number }) => number))
    }
    await using _ = await replicas(3, [{ name: `consumer_${randomUUID()}`, work }], organizationId)
    await Promise.all(Array.from({ length: 40 }, (_, place) => commit(organizationId, `EVENT_${place}`)))
    await until('every event', () => worked.length >= 40)
    expect(worked).toEqual(Array.from({ length: 40 }, (_, place) => place + 1))
  })

  test('retry work that always fails for one organization, and continue with the others', async () => {
    const [failing, healthy, worked] = [anOrganization(), anOrganization(), [] as string[]]
    let attempts = 0
    const work: Consumer['work'] = async (_, events) => {
      for (const { organizationId, type } of events) {
        if (organizationId === failing && attempts++ < 2) throw new Error('not yet')
        worked.push(type)
      }
    }
    await using _ = await replicas(1, [{ name: `consumer_${randomUUID()}`, work }], failing, healthy)
    await commit(failing, 'FAILED')
    await commit(healthy, 'FIRST')
    await until('the healthy one', () => worked.includes('FIRST'))
    await until('another attempt', () => worked.includes('FAILED'))
  })

  test('continue when one of them fails in the database, which gets its turn again', async () => {
    const organizationId = anOrganization()
    const [refused, working] = [`refused_${randomUUID()}`, `working_${randomUUID()}`]
    let isRefused = true
    const consumers: Consumer[] = [
      { name: working, work: async () => {} },
      { name: refused, work: async ({ db }) => void (isRefused && (await sql`select 1 / 0`.execute(db))) },
    ]
    await using _ = await replicas(2, consumers, organizationId)
    await commit(organizationId, 'FIRST', 'SECOND')
    await until('the one that works', async () => (await positionsOf(organizationId)).get(working) === 2)
    expect((await positionsOf(organizationId)).get(refused)).toBe(0)
    expect(await dueOf(organizationId)).toBe(1)
    isRefused = false
    await until('the other', async () => (await positionsOf(organizationId)).get(refused) === 2)
    await until('no work', async () => (await dueOf(organizationId)) === 0)
  })

  if (SERVER)
    test('do not miss an event that is written while others are processed', async () => {
      const [organizationId, worked] = [anOrganization(), [] as string[]]
      const [started, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const name = `consumer_${randomUUID()}`
      const work: Consumer['work'] = async (_, events) => {
        worked.push(...events.map(({ type }) => type))
        started.resolve()
        await release.promise
      }
      await using _ = await replicas(1, [{ name, work }], organizationId)
      await commit(organizationId, 'FIRST')
      await started.promise
      await server.database.transaction(sessionOf(organizationId), async (unit) => {
        await appendEvents(unit, organizationId, [{ type: 'LATE' }])
        await unit.settled()
        release.resolve()
        await until('the end of the turn', async () => (await positionsOf(organizationId)).get(name) === 1)
        expect(await dueOf(organizationId)).toBe(1)
      })
      await until('no work', async () => (await dueOf(organizationId)) === 0)
      expect(worked).toEqual(['FIRST', 'LATE'])
    })

  test('are woken only for events that one of them needs now, and each hears of all', () => {
    const waking = jest.spyOn(Pacer.prototype, 'wake').mockImplementation(() => {})
    const heard: string[] = []
    const consumer = (name: string, needed: string): Consumer => ({
      name,
      hear({ types }) {
        heard.push(name)
        return types.includes(needed)
      },
      work: async () => {},
    })
    const listeners: OnWake[] = []
    const notify: OnWake = (wakes) => listeners[0]?.(wakes)
    const events = {
      onWake(listener: OnWake) {
        listeners.push(listener)
        return () => {}
      },
    }
    const tools = { database: server.database, events, log, metrics: new Metrics() }
    startConsumers([consumer('one', 'A'), consumer('other', 'B')], tools)
    const pacer = waking.mock.contexts.at(-1)
    const wakes = (...types: string[]) => {
      waking.mockClear()
      notify(types.map((type) => ({ organizationId: anOrganization(), types: [type] })))
      return waking.mock.contexts.includes(pacer as Pacer)
    }
    try {
      expect(['C', 'B', 'A'].map((type) => wakes(type))).toEqual([false, true, true])
      expect(wakes('A', 'C')).toBe(true)
      expect(heard).toEqual(Array.from({ length: 5 }, () => ['one', 'other']).flat())
      waking.mockClear()
      notify()
      expect(waking.mock.contexts).toContain(pacer)
    } finally {
      waking.mockRestore()
    }
  })

  test('process events that none of them needs now, at the latest with the next sweep', async () => {
    const [organizationId, worked] = [anOrganization(), [] as string[]]
    const work: Consumer['work'] = async (_, events) => {
      worked.push(...events.filter((event) => event.organizationId === organizationId).map(({ type }) => type))
    }
    const consumer = { name: `consumer_${randomUUID()}`, hear: () => false, work }
    await using _ = await replicas(1, [consumer], organizationId)
    await commit(organizationId, 'FIRST', 'SECOND')
    await until('both', () => worked.length === 2)
  })

  test('delete the due work of an organization without events left', async () => {
    const actor = server.actor()
    await aClient(actor)
    await until('no work', async () => (await dueOf(actor.organizationId)) === 0)
    await aClient(actor, { name: 'Next' })
    await until('no work again', async () => (await dueOf(actor.organizationId)) === 0)
    expect([...(await positionsOf(actor.organizationId)).values()]).toEqual([2, 2])
  })
})

test('keep events for a week: older ones are deleted, younger ones stay', async () => {
  const [organizationId, other] = [anOrganization(), anOrganization()]
  for (const each of [organizationId, other]) await commit(each, ...Array.from({ length: 300 }, () => 'OLD'))
  await asAdministrator(
    server.connection,
    `update event set occurred_at = now() - interval '8 days' where organization_id in ('${organizationId}', '${other}')`,
  )
  await commit(organizationId, 'YOUNG')
  for (const each of [organizationId, other]) await performFor({ organizationId: each }, prune, toolsOf(server))
  expect((await eventsOf(server, organizationId)).map(({ type }) => type)).toEqual(['YOUNG'])
  expect(await eventsOf(server, other)).toEqual([])
})
