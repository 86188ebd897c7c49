import { beforeEach, describe, expect, test } from '@jest/globals'
import { openPglite, PglitePool } from '../src/data/pglite-pool.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/** Executions after which PostgreSQL may use a plan that does not depend on the values. */
const MANY = 8

let pool: PglitePool
/** The warnings of the pool. */
const warnings: { err: Error }[] = []
setUp(async (opened) => {
  pool = new PglitePool(await openPglite({}), { warn: (warning: { err: Error }) => warnings.push(warning) })
  opened.defer(() => pool.end())
})

/** Runs a statement in a transaction of its own, as the gateway does. */
async function ask<Row>(text: string, ...values: unknown[]): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.begin('begin')
    const { rows } = await client.query<Row>(text, values)
    await client.query('commit', [])
    return rows
  } catch (error) {
    await client.query('rollback', [])
    throw error
  } finally {
    client.release()
  }
}

/** The names of the prepared statements of the session, with the number of their executions. */
const prepared = (text: string) =>
  ask<{ executions: number }>(
    `select (generic_plans + custom_plans)::int as executions from pg_prepared_statements where statement = '${text}'`,
  )

describe('a repeated statement', () => {
  const types = [
    'text',
    'boolean',
    'int',
    'bigint',
    'float8',
    'timestamptz',
    'date',
    'uuid',
    'jsonb',
    'text[]',
    'bytea',
  ]
  const columns = types.map((type, index) => `$${index + 1}::${type} as c${index}`)
  const text = `select ${columns.join(', ')}`
  const values = [
    `it's "quoted" \\ {and} , ü\n`,
    false,
    -7,
    2 ** 53 - 1,
    0.1,
    new Date('2026-11-27T06:00:00.123Z'),
    '2026-02-28',
    '01997d0a-7c1e-7d4c-9f3b-0f6c7a1b2c3d',
    { list: ['a', null, { b: "'" }] },
    ['one, two', '"three"', '\\', ''],
    new Uint8Array([0, 255, 39, 92]),
  ]

  test('is prepared at its second execution, and returns the same as before', async () => {
    const [first] = await ask(text, ...values)
    expect(await prepared(text)).toEqual([])
    for (let count = 1; count <= MANY; count++) {
      expect(await ask(text, ...values)).toEqual([first])
      expect(await prepared(text)).toEqual([{ executions: count }])
    }
    expect(first).toMatchObject({ c0: values[0], c1: false, c3: 2 ** 53 - 1, c8: values[8], c9: values[9] })
    const nothing = types.map(() => null)
    expect(await ask(text, ...nothing)).toEqual([Object.fromEntries(types.map((_, index) => [`c${index}`, null]))])
  })

  test('that fails rolls its transaction back only, and runs again', async () => {
    const divide = 'select 12 / $1::int as result'
    for (let count = 0; count < 3; count++) {
      expect(await ask(divide, 4)).toEqual([{ result: 3 }])
      await expect(ask(divide, 0)).rejects.toMatchObject({ code: '22012' })
    }
    const unknown = 'select $1::text from no_table'
    for (let count = 0; count < 3; count++) await expect(ask(unknown, 'a')).rejects.toMatchObject({ code: '42P01' })
  })

  test('is prepared again after its table has changed', async () => {
    const read = 'select * from changing where id = $1::int'
    await ask('create table changing (id int)')
    for (let count = 0; count < MANY; count++) expect(await ask(read, 1)).toEqual([])
    await ask('alter table changing add column name text')
    await ask(`insert into changing values (1, 'one')`)
    await ask(read, 1).catch(() => {})
    expect(await ask(read, 1)).toEqual([{ id: 1, name: 'one' }])
    expect(await ask(read, 1)).toEqual([{ id: 1, name: 'one' }])
  })

  test('is closed when other statements have taken its place', async () => {
    const old = `select 'old' as name, $1::int as value`
    for (let count = 0; count < 2; count++) await ask(old, count)
    expect(await prepared(old.replaceAll("'", "''"))).toHaveLength(1)
    for (let number = 0; number < 400; number++)
      for (let count = 0; count < 2; count++) await ask(`select ${number} as number, $1::int as value`, count)
    expect(await prepared(old.replaceAll("'", "''"))).toEqual([])
    expect(await ask(old, 5)).toEqual([{ name: 'old', value: 5 }])
  })
})

describe('a table that grows', () => {
  const find = `select id from grown where organization = $1 and id = $2::int and status = 'QUEUED'`
  const rowsRead = async () => {
    const [row] = await ask<{ count: number }>(
      `select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_user_tables where relname = 'grown'`,
    )
    return row?.count ?? 0
  }
  const analyzedPages = async () =>
    (await ask<{ relpages: number }>(`select relpages from pg_class where relname = 'grown'`))[0]?.relpages ?? 0

  beforeEach(async () => {
    await ask(`drop table if exists grown`)
    await ask(`create table grown (organization text, id int, status text, primary key (organization, id))`)
    await ask(`create index on grown (organization) where status = 'QUEUED'`)
    await ask(`insert into grown values ('a', 0, 'QUEUED')`)
  })

  test('gets statistics and plans that read few rows', async () => {
    for (let count = 0; count < MANY; count++) await ask(find, 'a', 0)
    await ask(`insert into grown select 'a', n, 'QUEUED' from generate_series(1, 5000) as n`)
    await until('the analysis', async () => {
      // A write looks for grown tables, at most once a second.
      await ask(`update grown set status = status where id < 100`)
      return (await analyzedPages()) > 10
    })
    await ask('select pg_stat_force_next_flush()')
    const before = await rowsRead()
    for (let id = 10; id < 20; id++) expect(await ask(find, 'a', id)).toEqual([{ id }])
    await ask('select pg_stat_force_next_flush()')
    expect((await rowsRead()) - before).toBeLessThan(200)
  })
  test('is named in the log while its analysis fails, and is analyzed by a later look', async () => {
    await ask(`create function indexed(id int) returns int immutable language plpgsql as $$
      begin if current_setting('test.fails', true) = 'on' then raise exception 'The sample cannot be read'; end if; return id; end $$`)
    await ask(`create index on grown (indexed(id))`)
    await ask(`insert into grown select 'a', n, 'QUEUED' from generate_series(1, 5000) as n`)
    await ask(`set test.fails = 'on'`)
    const write = () => ask(`delete from grown where id in (select id from grown limit 50)`)
    await until('the warning', async () => {
      await write()
      return warnings.some(({ err }) => err.message === 'The sample cannot be read')
    })
    expect(await analyzedPages()).toBeLessThan(10)
    await ask(`set test.fails = 'off'`)
    await until('the analysis', async () => {
      await write()
      return (await analyzedPages()) > 10
    })
  })
})
