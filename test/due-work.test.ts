import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import pino from 'pino'
import type { OpenDatabase } from '../src/data/open-database.ts'
import type { Unit } from '../src/data/transaction.ts'
import { type DueWork, type Leasing, leaseDue, workDue } from '../src/events/due-work.ts'
import { openTestDatabase, SERVER } from './support/database.ts'
import { toolsOf } from './support/jobs.ts'
import { sessionsWaiting } from './support/lock-waits.ts'
import { inOrganization, passTime } from './support/organization.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/** No gateway runs on it: these tests do all the work, whose things are the rows of `announced_alert`. */
let connection: OpenDatabase
setUp(async (opened) => {
  connection = await openTestDatabase()
  opened.defer(() => connection.close())
})

const KIND = 'monitoring'
const onServer = SERVER ? test : test.skip
const NOTE = SERVER ? '' : ' (partly with TEST_DATABASE_URL only: PGlite has one session)'

type Of = { organizationId: string }

const session = ({ organizationId }: Of) => ({ role: 'gateway_tenant', organizationId }) as const

async function anOrganization(): Promise<Of> {
  const of = { organizationId: `org_${randomUUID()}` }
  await inOrganization(connection, of, sql`insert into organization (organization_id) values (${of.organizationId})`)
  return of
}

const add = ({ organizationId }: Of, inSeconds = 0) => sql`insert into announced_alert
  values (${organizationId}, ${randomUUID()}, now() + make_interval(secs => ${inSeconds}))`

/** Things of an organization that are due, made known as by any operation. */
async function haveWork(of: Of, count = 1): Promise<void> {
  for (let made = 0; made < count; made++) await passTime(connection, of, KIND, add(of))
}

const left = async (of: Of) =>
  (await inOrganization(connection, of, sql<{ n: number }>`select count(*)::int as n from announced_alert`))[0]?.n

/** In how many seconds the organization is said to have work; undefined when it has none. */
const dueIn = async (of: Of) =>
  (
    await inOrganization(
      connection,
      of,
      sql<{ s: number }>`select extract(epoch from due_at - now())::float8 as s from due_work where kind = ${KIND}`,
    )
  )[0]?.s

const next: DueWork['next'] = (organizationId) =>
  sql`select min(announced_at) as at from announced_alert where organization_id = ${organizationId}`

const takeAll = (organizationId: string) =>
  inOrganization(
    connection,
    { organizationId },
    sql`delete from announced_alert where organization_id = ${organizationId} and announced_at <= now()`,
  )

const run = (changes: Partial<DueWork> = {}, tools = toolsOf(connection)) =>
  workDue(tools, { kind: KIND, work: takeAll, next, ...changes })

const takeSome: Leasing<string>['lease'] = async ({ db }, organizationId, most) => {
  const { rows } =
    await sql`delete from announced_alert where organization_id = ${organizationId} and alert_id = any(array(
    select alert_id from announced_alert where organization_id = ${organizationId} and announced_at <= now() limit ${most}
  )) returning alert_id`.execute(db)
  return rows.map(() => organizationId)
}

async function lease(places: number, changes: Partial<Leasing<string>> = {}): Promise<string[]> {
  const leased: string[] = []
  const leasing = { kind: KIND, lease: takeSome, next, ...changes } as const
  for await (const each of leaseDue(toolsOf(connection), leasing, places)) leased.push(each)
  return leased
}

describe('what is made due', () => {
  test('is known with the commit, at its earliest time, and not without it', async () => {
    const of = await anOrganization()
    const soon = new Date(Date.now() + 3600_000)
    await connection.database
      .transaction(session(of), async (unit) => {
        unit.makeDue(KIND)
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect(await dueIn(of)).toBeUndefined()
    const makeDue = (at?: Date) => connection.database.transaction(session(of), async (unit) => unit.makeDue(KIND, at))
    await makeDue(new Date(soon.getTime() + 60_000))
    await makeDue(soon)
    await makeDue(new Date(soon.getTime() + 60_000))
    expect(await dueIn(of)).toBeGreaterThan(3500)
    expect(await dueIn(of)).toBeLessThan(3600)
    await connection.database.transaction(session(of), async (unit) => {
      unit.makeDue(KIND)
      unit.makeDue(KIND, soon)
    })
    expect(await dueIn(of)).toBeLessThan(1)
  })

  test('belongs to the organization in whose session it was', async () => {
    const [one, other] = [await anOrganization(), await anOrganization()]
    await connection.database.transaction(session(one), async (unit) => {
      unit.makeDue(KIND)
      await unit.become(session(other))
    })
    expect(await dueIn(one)).toBeLessThan(1)
    expect(await dueIn(other)).toBeUndefined()
  })

  test('is forgotten when nothing is left, and known again for what comes later', async () => {
    const of = await anOrganization()
    await haveWork(of)
    await run()
    expect([await left(of), await dueIn(of)]).toEqual([0, undefined])
    await inOrganization(connection, of, add(of, 3600))
    await passTime(connection, of, KIND, sql`select 1`)
    await run()
    expect(await dueIn(of)).toBeGreaterThan(3500)
  })
})

describe(`work that comes while a worker looks whether there is more${NOTE}`, () => {
  test('and commits behind its work stays due', async () => {
    const of = await anOrganization()
    await haveWork(of)
    await run({
      work: async (organizationId) => {
        await takeAll(organizationId)
        await haveWork({ organizationId })
      },
    })
    expect(await left(of)).toBe(1)
    expect(await dueIn(of)).toBeLessThan(1)
    await run()
    expect(await left(of)).toBe(0)
  })

  const write = (of: Of) => async (unit: Unit) => {
    await add(of).execute(unit.db)
    await sql`insert into due_work values (${of.organizationId}, ${KIND}, now())
      on conflict (organization_id, kind) do update set due_at = least(due_work.due_at, excluded.due_at)`.execute(
      unit.db,
    )
  }

  /** Whatever is left is known to be due, and the next run does it. */
  async function expectNothingForgotten(of: Of): Promise<void> {
    expect(await left(of)).toBe(1)
    await run()
    expect([await left(of), await dueIn(of)]).toEqual([0, undefined])
  }

  onServer('and commits behind its look stays due: it passes by a writer that was first', async () => {
    const of = await anOrganization()
    await haveWork(of)
    await connection.database.transaction(session(of), async (unit) => {
      await write(of)(unit)
      await run()
    })
    await expectNothingForgotten(of)
  })

  onServer('and commits behind its look stays due: a writer that comes later waits', async () => {
    const of = await anOrganization()
    await haveWork(of)
    const held = sql`(select organization_id from organization where organization_id = ${of.organizationId}
      for no key update)`
    // The look takes as long as this transaction.
    const slow: DueWork['next'] = (organizationId) => sql`select min(announced_at) as at from announced_alert
      join ${held} as held using (organization_id) where organization_id = ${organizationId}`
    const waiting = () => sessionsWaiting(connection)
    const both = await connection.database.transaction(session(of), async ({ db }) => {
      await held.execute(db)
      const looking = run({ next: slow })
      await until('the look', async () => (await waiting()) === 1)
      let isWritten = false
      const writing = connection.database.transaction(session(of), write(of)).then(() => {
        isWritten = true
      })
      await until('the writer', async () => isWritten || (await waiting()) === 2)
      return [looking, writing]
    })
    await Promise.all(both)
    await expectNothingForgotten(of)
  })

  test('is never forgotten, however many write and work at once', async () => {
    const organizations = await Promise.all(Array.from({ length: 3 }, anOrganization))
    let isWriting = true
    const untilWritten = async (work: () => Promise<unknown>) => {
      while (isWriting) {
        await work()
        // An embedded database answers within the turn.
        await setImmediate()
      }
    }
    const workers = [untilWritten(() => run()), untilWritten(() => run()), untilWritten(() => lease(2))]
    const rounds = async (of: Of) => {
      for (let round = 0; round < 30; round++) {
        await Promise.all([haveWork(of), haveWork(of)])
        await until('the end of the work', async () => (await dueIn(of)) === undefined)
        // What was forgotten nobody would find again.
        expect(await left(of)).toBe(0)
      }
    }
    await Promise.all(organizations.map(rounds)).finally(() => {
      isWriting = false
    })
    await Promise.all(workers)
  })
})

describe(`an organization${NOTE}`, () => {
  test('is worked on alone, among hundreds whose time has not come', async () => {
    const others = await Promise.all(Array.from({ length: 300 }, anOrganization))
    const later = new Date(Date.now() + 3600_000)
    for (const of of others)
      await connection.database.transaction(session(of), async (unit) => unit.makeDue(KIND, later))
    const of = await anOrganization()
    await haveWork(of)
    const worked: string[] = []
    await run({ work: async (organizationId) => worked.push(organizationId) && takeAll(organizationId) })
    expect(worked).toEqual([of.organizationId])
    expect(await lease(5)).toEqual([])
  })

  test('whose work always fails is put off, is told of, and holds up none, not even when there are hundreds', async () => {
    const failing = await Promise.all(Array.from({ length: 120 }, anOrganization))
    for (const of of failing) await haveWork(of)
    const good = await anOrganization()
    await haveWork(good)
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    const ids = new Set(failing.map(({ organizationId }) => organizationId))
    const tried: string[] = []
    const work = async (organizationId: string) => {
      tried.push(organizationId)
      if (ids.has(organizationId)) throw new Error('broken')
      await takeAll(organizationId)
    }
    await run({ work }, toolsOf(connection, { log }))
    expect(await left(good)).toBe(0)
    expect(tried).toHaveLength(121)
    expect(lines).toHaveLength(120)
    for (const of of failing) expect(await dueIn(of)).toBeGreaterThan(0)
    await run({ work }, toolsOf(connection, { log }))
    expect(tried).toHaveLength(121)
    // A minute later it is tried again.
    for (const of of failing) await passTime(connection, of, KIND, sql`select 1`)
    await run()
    for (const of of failing) expect(await left(of)).toBe(0)
  })

  test('whose leases fail is put off as well, and what was rolled back is no lease', async () => {
    const [failing, good] = [await anOrganization(), await anOrganization()]
    await haveWork(failing)
    await haveWork(good)
    const brokenLease: Leasing<string>['lease'] = async (unit, organizationId, most) => {
      const taken = await takeSome(unit, organizationId, most)
      if (organizationId === failing.organizationId) await sql`select 1 / 0`.execute(unit.db)
      return taken
    }
    expect(await lease(5, { lease: brokenLease })).toEqual([good.organizationId])
    expect([await left(failing), await left(good)]).toEqual([1, 0])
    expect(await dueIn(failing)).toBeGreaterThan(0)
    await run()
  })

  test('that has much shares the places with the others, and comes again behind them', async () => {
    const [much, little] = [await anOrganization(), await anOrganization()]
    await haveWork(much, 9)
    await haveWork(little, 2)
    expect((await lease(4)).sort()).toEqual(
      [much, much, little, little].map(({ organizationId }) => organizationId).sort(),
    )
    expect(await lease(1)).toEqual([much.organizationId])
    await haveWork(little)
    // Whoever had more at its last turn stands behind.
    expect(await lease(1)).toEqual([little.organizationId])
    expect(await lease(1)).toEqual([much.organizationId])
    expect(await lease(20)).toEqual(Array(5).fill(much.organizationId))
    expect([await dueIn(much), await dueIn(little)]).toEqual([undefined, undefined])
  })

  onServer('that another replica is at is passed by, and nobody waits', async () => {
    const [held, free] = [await anOrganization(), await anOrganization()]
    await haveWork(held)
    await haveWork(free)
    await connection.database.transaction(session(held), async ({ db }) => {
      await sql`select kind from due_work where organization_id = ${held.organizationId} for update`.execute(db)
      expect(await lease(5)).toEqual([free.organizationId])
    })
    expect(await lease(5)).toEqual([held.organizationId])
  })

  test('that is held up holds up none of the others', async () => {
    const [held, free] = [await anOrganization(), await anOrganization()]
    await haveWork(held)
    await haveWork(free)
    const release = Promise.withResolvers<void>()
    const running = run({
      work: async (organizationId) => {
        if (organizationId === held.organizationId) await release.promise
        await takeAll(organizationId)
      },
    })
    await until('the other one', async () => (await left(free)) === 0)
    release.resolve()
    await running
    expect(await left(held)).toBe(0)
  })
})

test('work leaves those who wait for the process their turns, also on a database that answers at once', async () => {
  const organizations = await Promise.all(Array.from({ length: 20 }, anOrganization))
  for (const of of organizations) await haveWork(of)
  const work = { isOver: false }
  const turns = async () => {
    let count = 0
    for (; !work.isOver; count++) await setImmediate()
    return count
  }
  const counting = turns()
  await run().finally(() => {
    work.isOver = true
  })
  // Four organizations share one.
  expect(await counting).toBeGreaterThanOrEqual(5)
  expect(await lease(1)).toEqual([])
})

test('a stop ends the work at the next organization', async () => {
  const stop = new AbortController()
  const organizations = await Promise.all(Array.from({ length: 20 }, anOrganization))
  for (const of of organizations) await haveWork(of)
  const worked: string[] = []
  const work = async (organizationId: string) => {
    worked.push(organizationId)
    stop.abort()
  }
  await run({ work }, toolsOf(connection, { signal: stop.signal }))
  expect(worked.length).toBeLessThan(20)
  await run()
  for (const of of organizations) expect(await left(of)).toBe(0)
})
