import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import { type RawBuilder, sql } from 'kysely'
import pino from 'pino'
import { organizationsDue, PAGE } from '../src/background/due-work.ts'
import type { TaskSource } from '../src/background/lane.ts'
import { sourceOf } from '../src/background/sources.ts'
import type { OrganizationWork } from '../src/background/work.ts'
import type { OpenDatabase } from '../src/data/open-database.ts'
import type { Transaction } from '../src/data/transaction.ts'
import { openTestDatabase, SERVER } from './support/database.ts'
import { performDue, toolsOf } from './support/jobs.ts'
import { sessionsWaiting } from './support/lock-waits.ts'
import { inOrganization } from './support/organization.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/** No gateway uses this database: the tests do all the work. Their items are rows of `announced_alert`. */
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

const MINUTE = 60

/** Adds an item of an organization. By default it is due for a minute, because the clock of a machine can step back. */
const add = ({ organizationId }: Of, inSeconds = -MINUTE) => sql`insert into announced_alert
  values (${organizationId}, ${randomUUID()}, now() + make_interval(secs => ${inSeconds}))`

/** Changes the items of an organization and makes its work due, as an operation does. */
const makeWorkDue = (of: Of, change: RawBuilder<unknown>): Promise<void> =>
  connection.database.transaction(session(of), async (unit) => {
    await change.execute(unit.db)
    unit.makeDue(KIND, new Date(Date.now() - MINUTE * 1000))
  })

async function haveWork(of: Of, count = 1): Promise<void> {
  for (let made = 0; made < count; made++) await makeWorkDue(of, add(of))
}

const left = async (of: Of) =>
  (await inOrganization(connection, of, sql<{ n: number }>`select count(*)::int as n from announced_alert`))[0]?.n

/** The seconds until the organization's work is due; undefined without work. */
const dueIn = async (of: Of) =>
  (
    await inOrganization(
      connection,
      of,
      sql<{ s: number }>`select extract(epoch from due_at - now())::float8 as s from due_work where kind = ${KIND}`,
    )
  )[0]?.s

const next = (organizationId: string) =>
  sql<{
    at: Date | null
  }>`select min(announced_at) as at from announced_alert where organization_id = ${organizationId}`

const takeAll = async (organizationId: string): Promise<void> => {
  await inOrganization(
    connection,
    { organizationId },
    sql`delete from announced_alert where organization_id = ${organizationId} and announced_at <= now()`,
  )
}

const failures: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => failures.push(line) })
/** Failed work is delayed. A test that does not expect a failure must report it, not a missing result. */
afterEach(() => expect(failures.splice(0)).toEqual([]))

interface Changes extends Partial<Pick<OrganizationWork, 'next'>> {
  work?(organizationId: string): Promise<void>
}

const aKind = ({ work = takeAll, ...changes }: Changes = {}): OrganizationWork => ({
  kind: KIND,
  perform: (_, organizationId) => work(organizationId),
  next,
  ...changes,
})

/** One round over the organizations with due work, one after another. */
async function run(changes: Changes = {}, tools = toolsOf(connection, { log })): Promise<void> {
  const source = sourceOf(aKind(changes), tools) as TaskSource<unknown>
  for (let page = PAGE; page === PAGE; ) {
    const due = await organizationsDue(connection.database, KIND)
    for (const { organizationId } of due)
      for (const task of await source.take(organizationId, 1)) await source.perform(task, tools.signal)
    page = due.length
  }
}

/** Does all due work in a lane. */
const performAllDue = (changes: Changes = {}, tools = toolsOf(connection, { log })) => performDue(aKind(changes), tools)

describe('work that is made due', () => {
  test('is stored with the commit, at its earliest time, and not after a rollback', async () => {
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

  test('belongs to the organization of the session', async () => {
    const [one, other] = [await anOrganization(), await anOrganization()]
    await connection.database.transaction(session(one), async (unit) => {
      unit.makeDue(KIND)
      await unit.become(session(other))
    })
    expect(await dueIn(one)).toBeLessThan(1)
    expect(await dueIn(other)).toBeUndefined()
  })

  test('is deleted when nothing is left, and stored again for later work', async () => {
    const of = await anOrganization()
    await haveWork(of)
    await run()
    expect([await left(of), await dueIn(of)]).toEqual([0, undefined])
    await inOrganization(connection, of, add(of, 3600))
    await makeWorkDue(of, sql`select 1`)
    await run()
    expect(await dueIn(of)).toBeGreaterThan(3500)
  })
})

describe(`work that is made due while a worker checks for more${NOTE}`, () => {
  test('and committed after its work stays due', async () => {
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

  const write = (of: Of) => async (unit: Transaction) => {
    await add(of).execute(unit.db)
    await sql`insert into due_work values (${of.organizationId}, ${KIND}, now() - make_interval(secs => ${MINUTE}))
      on conflict (organization_id, kind) do update set due_at = least(due_work.due_at, excluded.due_at)`.execute(
      unit.db,
    )
  }

  /** Remaining work is stored as due, and the next run does it. */
  async function expectNothingForgotten(of: Of, count = 1): Promise<void> {
    expect(await left(of)).toBe(count)
    await run()
    expect([await left(of), await dueIn(of)]).toEqual([0, undefined])
  }

  onServer('and commits behind its look stays due: the turn passes by a writer that was first', async () => {
    const of = await anOrganization()
    await haveWork(of)
    await connection.database.transaction(session(of), async (unit) => {
      await write(of)(unit)
      await run()
    })
    await expectNothingForgotten(of, 2)
  })

  onServer('and commits behind its look stays due: a writer that comes later waits', async () => {
    const of = await anOrganization()
    await haveWork(of)
    const held = sql`(select organization_id from organization where organization_id = ${of.organizationId}
      for no key update)`
    // The check for more work takes as long as this transaction.
    const slow = (organizationId: string) => sql<{
      at: Date | null
    }>`select min(announced_at) as at from announced_alert
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

  test('is never lost, however many write and work at once', async () => {
    const organizations = await Promise.all(Array.from({ length: 3 }, anOrganization))
    let isWriting = true
    const untilWritten = async (work: () => Promise<unknown>) => {
      while (isWriting) {
        await work()
        // An embedded database answers within the turn of the event loop.
        await setImmediate()
      }
    }
    const workers = [untilWritten(() => run()), untilWritten(() => run()), untilWritten(() => run())]
    const rounds = async (of: Of) => {
      for (let round = 0; round < 30; round++) {
        await Promise.all([haveWork(of), haveWork(of)])
        await until('the end of the work', async () => (await dueIn(of)) === undefined)
        // Lost work would never be found again.
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
  test('is the only one processed among hundreds that are not due', async () => {
    const others = await Promise.all(Array.from({ length: 300 }, anOrganization))
    const later = new Date(Date.now() + 3600_000)
    for (const of of others)
      await connection.database.transaction(session(of), async (unit) => unit.makeDue(KIND, later))
    const of = await anOrganization()
    await haveWork(of)
    const worked: string[] = []
    await run({
      work: async (organizationId) => {
        worked.push(organizationId)
        await takeAll(organizationId)
      },
    })
    expect(worked).toEqual([of.organizationId])
  })

  test('whose work always fails is delayed and logged, and delays no other, even if hundreds fail', async () => {
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
    await performAllDue({ work }, toolsOf(connection, { log }))
    expect(await left(good)).toBe(0)
    // On a slow machine some have already been retried.
    expect(new Set(tried).size).toBe(121)
    expect(lines).toHaveLength(tried.length - 1)
    const failuresOf = (of: Of) =>
      inOrganization(connection, of, sql<{ failures: number }>`select failures from due_work where kind = ${KIND}`)
    for (const of of failing) expect((await failuresOf(of))[0]?.failures).toBeGreaterThan(0)
    for (const of of failing) await makeWorkDue(of, sql`select 1`)
    await run()
    for (const of of failing) expect(await left(of)).toBe(0)
  })

  onServer('that another replica is at is passed by, and nobody waits', async () => {
    const [held, free] = [await anOrganization(), await anOrganization()]
    await haveWork(held)
    await haveWork(free)
    await connection.database.transaction(session(held), async ({ db }) => {
      await sql`select kind from due_work where organization_id = ${held.organizationId} for update`.execute(db)
      await run()
      expect(await left(free)).toBe(0)
    })
    expect(await left(held)).toBe(1)
    await run()
    expect(await left(held)).toBe(0)
  })

  test('that waits for a lock delays no other', async () => {
    const [held, free] = [await anOrganization(), await anOrganization()]
    await haveWork(held)
    await haveWork(free)
    const release = Promise.withResolvers<void>()
    const running = performAllDue({
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

test('work lets other tasks of the process run, also on a database that answers at once', async () => {
  const organizations = await Promise.all(Array.from({ length: 20 }, anOrganization))
  for (const of of organizations) await haveWork(of)
  const work = { isOver: false }
  const turns = async () => {
    let count = 0
    for (; !work.isOver; count++) await setImmediate()
    return count
  }
  const counting = turns()
  await performAllDue().finally(() => {
    work.isOver = true
  })
  // Four organizations share one turn.
  expect(await counting).toBeGreaterThanOrEqual(5)
})
