import { beforeAll, describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { Deadline } from '../src/data/deadline.ts'
import { newId } from '../src/data/ids.ts'
import type { OpenDatabase } from '../src/data/open-database.ts'
import type { Session } from '../src/data/session.ts'
import { StatementNames } from '../src/data/statement-names.ts'
import type { Transaction } from '../src/data/transaction.ts'
import { MailLanguage, TeamMember, TeamRole } from '../src/features/team/team-member.entity.ts'
import { asAdministrator, openTestDatabase, SERVER } from './support/database.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

let connection: OpenDatabase
setUp(async (opened) => {
  connection = await openTestDatabase()
  opened.defer(() => connection.close())
  await asAdministrator(connection, 'create table mark (id text)', 'grant select, insert on mark to public')
})

const SYSTEM: Session = { role: 'gateway_system' }

const leave = ({ db }: Transaction, mark: string) => sql`insert into mark values (${mark})`.execute(db)

const isThere = (mark: string) =>
  connection.database.transaction(SYSTEM, async ({ db }) => {
    const { rows } = await sql`select from mark where id = ${mark}`.execute(db)
    return rows.length > 0
  })

describe('a transaction', () => {
  test('runs concurrent queries in order, and returns the answer of each', async () => {
    const answers = await connection.database.transaction(SYSTEM, ({ db }) =>
      Promise.all([1, 2, 3, 4].map((each) => sql<{ each: number }>`select ${each}::int as each`.execute(db))),
    )
    expect(answers.map(({ rows }) => rows[0]?.each)).toEqual([1, 2, 3, 4])
  })

  test('knows whether rows changed since a statement, also when an earlier write changed none', async () => {
    const known = await connection.database.transaction(SYSTEM, async (unit) => {
      const nothing = () => sql`insert into mark select 'none' where false`.execute(unit.db)
      const late = nothing()
      const before = unit.changedSince(0)
      const written = unit.writes
      await leave(unit, 'changed')
      await late
      const between = unit.changedSince(written)
      const last = unit.writes
      await nothing()
      return [before, between, unit.changedSince(last)]
    })
    expect(known).toEqual([true, true, false])
  })

  test('sends and keeps nothing after its deadline, and the next one is answered', async () => {
    const session = { ...SYSTEM, deadline: new Deadline(1) }
    const late = connection.database.transaction(session, async (unit) => {
      await leave(unit, 'late')
      // All are sent at once and run one after the other, which takes much longer than a second.
      const work = Array.from({ length: 2_000 }, (_, each) =>
        sql`select count(*) from generate_series(1, 100000 + ${each}::int)`.execute(unit.db),
      )
      await Promise.all(work)
    })
    await expect(late).rejects.toMatchObject({ code: '57014' })
    expect(await isThere('late')).toBe(false)
  })

  // PGlite has one connection for good, and its rollback fails only if PGlite does.
  const onServer = SERVER ? test : test.skip
  onServer('whose rollback fails leaves nothing to the next one', async () => {
    const { pool } = connection
    const { connect } = pool
    pool.connect = async (deadline) => {
      const client = await connect.call(pool, deadline)
      const { query, release } = client
      const failing = (text: string, parameters: readonly unknown[]) =>
        query(text === 'rollback' ? 'select 1 / 0' : text, parameters)
      const restored = () => Object.assign(client, { query, release }).release()
      return Object.assign(client, { query: failing, release: restored })
    }
    const refused = connection.database.transaction(SYSTEM, async (unit) => {
      await leave(unit, 'refused')
      throw new Error('refused')
    })
    await expect(refused.finally(() => Object.assign(pool, { connect }))).rejects.toThrow('refused')
    expect(await isThere('refused')).toBe(false)
  })

  // PGlite has no compiler.
  onServer('does not wait for a compiler of statements', async () => {
    const { rows } = await connection.database.transaction(SYSTEM, ({ db }) =>
      sql<{ jit: string }>`show jit`.execute(db),
    )
    expect(rows).toEqual([{ jit: 'off' }])
  })

  // PGlite answers without leaving the turn of the event loop, in which requests arrive.
  const onEmbedded = SERVER ? test.skip : test
  onEmbedded('of the background waits for a request that has arrived', async () => {
    const order: string[] = []
    const run = (name: string, session: Session) =>
      connection.database.transaction(session, async (unit) => {
        await leave(unit, name)
        order.push(name)
      })
    const series = async (session: Session) => {
      for (let count = 0; count < 5; count++) await run('background', session)
    }
    const turn = () => new Promise(setImmediate)
    const request = async () => {
      await turn()
      await turn()
      await run('request', { ...SYSTEM, deadline: new Deadline(60) })
      await turn()
      await run('record', { ...SYSTEM, poolUser: Symbol('audit') })
    }
    const organization: Session = { role: 'gateway_tenant', organizationId: 'org_series' }
    await Promise.all([series(SYSTEM), series(organization), request()])
    // Each series may have started a transaction before, and one of them starts before the audit record.
    expect(order.indexOf('request')).toBeLessThanOrEqual(2)
    expect(order.indexOf('record')).toBeLessThanOrEqual(3)
    expect(order).toHaveLength(12)
  })

  test('has time limits on a server, but not in PGlite, which never answers after a timeout', async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const limits = () =>
      connection.database.transaction(SYSTEM, async (unit) => {
        await unit.extend(100)
        const { rows } = await sql<{ limit: string }>`
          select current_setting(name) as limit from unnest(${names}::text[]) as name`.execute(unit.db)
        return rows.map(({ limit }) => limit)
      })
    expect((await limits()).map((limit) => limit === '0')).toEqual(names.map(() => !SERVER))
  })

  test.each([
    'lo_creat(-1)',
    'lo_create(0)',
    "lo_from_bytea(0, 'x')",
    'lo_open(1, 131072)',
    "lowrite(0, 'x')",
    'lo_unlink(1)',
  ])('may not call %s: large objects belong to no organization', async (call) => {
    for (const session of [SYSTEM, { role: 'gateway_tenant', organizationId: 'org_x' } as const])
      await expect(
        connection.database.transaction(session, ({ db }) => sql.raw(`select ${call}`).execute(db)),
      ).rejects.toMatchObject({ code: '42501' })
  })

  test('runs nothing when its begin failed', async () => {
    const nobody = { role: 'nobody', organizationId: 'org_x' } as unknown as Session
    await expect(connection.database.transaction(nobody, (unit) => leave(unit, 'unbegun'))).rejects.toThrow(
      'role "nobody" does not exist',
    )
    expect(await isThere('unbegun')).toBe(false)
  })

  test('fails when the statement that is sent with its commit fails', async () => {
    const failing = connection.database.transaction(SYSTEM, async (unit) => {
      await leave(unit, 'unfinished')
      unit.finishWith(sql`select 1 / 0`.execute(unit.db))
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(await isThere('unfinished')).toBe(false)
  })

  test.each([
    ['its own statement', 'division by zero', ({ db }: Transaction) => sql`select 1 / 0`.execute(db)],
    [
      'one behind it as well',
      'division by zero',
      ({ db }: Transaction) => sql`select 1 / 0`.execute(db).catch(() => leave({ db } as Transaction, 'behind')),
    ],
  ])('is never taken for committed, although its work paid no heed to the failure of %s', async (_, reason, fail) => {
    const failing = connection.database.transaction(SYSTEM, async (unit) => {
      await leave(unit, 'unheeded')
      await fail(unit).catch(() => {})
    })
    await expect(failing).rejects.toThrow(reason)
    expect(await isThere('unheeded')).toBe(false)
  })

  test('fails with its own reason, not with that of a statement that was sent twice behind it', async () => {
    // The server prepares a statement from its second use on, and refuses to do so in a failed transaction.
    const repeated = 'select $1::int + 2611'
    await connection.database.transaction(SYSTEM, (unit) => unit.rows(repeated, [1]))
    const failing = connection.database.transaction(SYSTEM, (unit) =>
      Promise.allSettled([sql`select 1 / 0`.execute(unit.db), unit.rows(repeated, [1]), unit.rows(repeated, [2])]),
    )
    await expect(failing).rejects.toThrow('division by zero')
  })

  test('is committed when a savepoint has undone the failure', async () => {
    await connection.database.transaction(SYSTEM, async (unit) => {
      await sql`savepoint one`.execute(unit.db)
      await expect(sql`select 1 / 0`.execute(unit.db)).rejects.toThrow('division by zero')
      await sql`rollback to savepoint one`.execute(unit.db)
      await leave(unit, 'heeded')
    })
    expect(await isThere('heeded')).toBe(true)
  })

  test('is retried when its work ignored a conflict with another transaction', async () => {
    let attempts = 0
    await connection.database.transaction(SYSTEM, async (unit) => {
      attempts += 1
      await leave(unit, `attempt ${attempts}`)
      if (attempts === 1)
        await sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`
          .execute(unit.db)
          .catch(() => {})
    })
    expect([await isThere('attempt 1'), await isThere('attempt 2')]).toEqual([false, true])
  })

  test('that failed before its commit does not wait for its last statement', async () => {
    const failing = connection.database.transaction(SYSTEM, async (unit) => {
      unit.finishWith(sql`select 1 / 0`.execute(unit.db))
      throw new Error('the work failed')
    })
    await expect(failing).rejects.toThrow('the work failed')
  })

  test.each(['commit', 'rollback'])('that is over by a %s runs nothing more', async (end) => {
    let late: Transaction | undefined
    await connection.database
      .transaction(SYSTEM, async (unit) => {
        late = unit
        if (end === 'rollback') throw new Error('rolled back')
      })
      .catch(() => {})
    await expect(late && leave(late, `late ${end}`)).rejects.toThrow('The transaction is over')
    expect(await isThere(`late ${end}`)).toBe(false)
  })

  test('returns its connection after every failure: there are more failures than connections', async () => {
    for (let count = 0; count < 12; count++) {
      const failing = connection.database.transaction(SYSTEM, ({ db }) => sql`select 1 / 0`.execute(db))
      await expect(failing).rejects.toThrow('division by zero')
    }
    await connection.database.transaction(SYSTEM, (unit) => leave(unit, 'well again'))
    expect(await isThere('well again')).toBe(true)
  })
})

/** A connection as it is between two transactions: of the login, and of no organization. */
const CLEAN = `select current_user = session_user and coalesce(current_setting('app.organization_id', true), '') = ''
  and current_setting('transaction_isolation') = 'read committed' as clean`

test('no connection keeps a role or an organization, however its transactions were sent and ended (CVE-2024-10978)', async () => {
  const { database, pool } = connection
  const bad = [
    'select 1 / 0',
    'select no_such_column',
    'selec',
    'set local role gateway_system; select 1 / 0',
    undefined,
  ]
  const work = Array.from({ length: 60 }, (_, index) => {
    const session = { role: 'gateway_tenant', organizationId: `org_${index}`, readOnly: index % 3 === 0 } as const
    // All statements are sent at once: those after a failure are sent before it is known.
    const texts = ['select 1', bad[index % bad.length] ?? 'select 2', 'select 3']
    return database.transaction(session, ({ db }) => Promise.all(texts.map((text) => sql.raw(text).execute(db))))
  })
  const outcomes = await Promise.allSettled(work)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(work.length / bad.length)
  const clients = await Promise.all(Array.from({ length: pool.size }, () => pool.connect()))
  const states = await Promise.all(clients.map((client) => client.query<{ clean: boolean }>(CLEAN, [])))
  for (const client of clients) client.release()
  expect(states.map(({ rows }) => rows)).toEqual(clients.map(() => [{ clean: true }]))
})

describe('a read', () => {
  const read: Session = { role: 'gateway_tenant', organizationId: 'org_read', readOnly: true }

  test('that failed returns a usable connection', async () => {
    for (let count = 0; count < 12; count++) {
      const failing = connection.database.transaction(read, ({ db }) => sql`select 1 / 0`.execute(db))
      await expect(failing).rejects.toThrow('division by zero')
    }
    await connection.database.transaction(SYSTEM, (unit) => leave(unit, 'behind failed reads'))
    expect(await isThere('behind failed reads')).toBe(true)
  })

  test('ends soon, also without a next transaction', async () => {
    await Promise.all(
      Array.from({ length: 5 }, () => connection.database.transaction(read, ({ db }) => sql`select 1`.execute(db))),
    )
    // As the login role: other roles cannot see the activity of a session.
    const asLogin = connection.database.orm.em.getConnection()
    await until('the ends of the reads', async () => {
      const open = await asLogin.execute(
        "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      )
      return open.length === 0
    })
  })
})

describe('a new row', () => {
  const session: Session = { role: 'gateway_tenant', organizationId: 'org_rows' }
  const member = (id: string, userId: string): TeamMember => {
    const now = new Date()
    const none = {
      email: null,
      mailLanguage: MailLanguage.en,
      mailsAtOnce: true,
      digestDueAt: null,
      sessionsEndedAt: null,
      removedAt: null,
    }
    const who = { userId, name: 'Nomsa', role: TeamRole.viewer, createdBy: 'someone', ...none }
    return { id, organizationId: 'org_rows', ...who, createdAt: now, updatedAt: now }
  }
  const users = ({ db }: Transaction) => db.selectFrom('teamMember').select('userId').execute()

  beforeAll(() =>
    connection.database.transaction(session, ({ db }) =>
      sql`insert into organization (organization_id) values ('org_rows')`.execute(db),
    ),
  )

  test('is visible to later reads, though the insert was not awaited', async () => {
    const found = await connection.database.transaction(session, async (unit) => {
      unit.insert(TeamMember, [member(newId(), 'user_found')])
      return users(unit)
    })
    expect(found).toEqual([{ userId: 'user_found' }])
  })

  test.each([
    ['by the commit', async () => {}],
    ['and not by what was asked behind it', users],
    [
      'and not by what the work made of that',
      (unit: Transaction) => users(unit).catch(() => Promise.reject(new Error('moot'))),
    ],
  ])('that is refused fails its transaction by its own fault, %s', async (_, behind) => {
    const id = newId()
    const failing = connection.database.transaction(session, async (unit) => {
      for (const userId of ['user_first', 'user_second']) unit.insert(TeamMember, [member(id, userId)])
      await behind(unit)
    })
    await expect(failing).rejects.toThrow('duplicate key value violates unique constraint')
    const kept = await connection.database.transaction(session, users)
    expect(kept).toEqual([{ userId: 'user_found' }])
  })

  test('of another organization is refused', async () => {
    const failing = connection.database.transaction({ ...session, organizationId: 'org_other' }, async (unit) => {
      unit.insert(TeamMember, [member(newId(), 'user_foreign')])
    })
    await expect(failing).rejects.toThrow('violates row-level security policy')
  })
})

describe('identifiers', () => {
  test('are unique and in the order of creation', () => {
    const ids = Array.from({ length: 5000 }, newId)
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('repeated statements', () => {
  test('get a unique name from the second time on', () => {
    const names = new StatementNames()
    const texts = ['select 1', 'select 2']
    expect(texts.map((text) => names.nameOf(text))).toEqual([undefined, undefined])
    const given = texts.map((text) => names.nameOf(text))
    expect(new Set(given).size).toBe(2)
    expect(texts.map((text) => names.nameOf(text))).toEqual(given)
    names.forget()
    expect(given).not.toContain(names.nameOf('select 1'))
  })

  test('keep their names while they are used, and lose them to other statements afterwards', () => {
    const names = new StatementNames()
    const nameOf = (text: string) => [names.nameOf(text), names.nameOf(text)].at(-1)
    const used = nameOf('select 0')
    const unused = nameOf('select 1')
    for (let index = 2; index < 1000; index++) expect([nameOf(`select ${index}`), nameOf('select 0')][1]).toBe(used)
    expect(nameOf('select 1')).not.toBe(unused)
  })

  test('fail at most once after a migration adds a column', async () => {
    await asAdministrator(connection, 'create table planned (id int)', 'grant select on planned to gateway_system')
    const read = () =>
      connection.database.transaction(SYSTEM, ({ db }) =>
        sql<object>`select * from planned where id > ${0}`.execute(db).then(({ rows }) => rows),
      )
    for (let count = 0; count < 8; count++) await read()
    await asAdministrator(
      connection,
      'alter table planned add column name text',
      'insert into planned values (1, $$one$$)',
    )
    const outcomes = await Promise.allSettled([await read().catch((error) => error), await read(), await read()])
    expect(outcomes.slice(1).map((outcome) => 'value' in outcome && outcome.value)).toEqual([
      [{ id: 1, name: 'one' }],
      [{ id: 1, name: 'one' }],
    ])
  })
})
