/** @long it runs all migrations on empty databases. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { parse } from 'libpg-query'
import { ormOptions } from '../mikro-orm.config.ts'
import { migrations as released } from '../schema/migrations/index.ts'
import { openDatabase } from '../src/data/open-database.ts'
import { openPglite } from '../src/data/pglite-pool.ts'
import type { Ask } from '../src/data/store/ask.ts'
import { statementsOf } from '../src/data/store/citus.alter.ts'
import { EARLIER, type Migration, migrate } from '../src/data/store/migrations.ts'
import { createLog } from '../src/main/log.ts'
import { openEmpty } from './support/database.ts'
import type { Json } from './support/server.ts'
import { setUp } from './support/set-up.ts'

const place = { name: 'The database "x"', another: 'make another one' }

/** Drops all tables except those of extensions. */
const NO_TABLES = `do $$ declare name text; begin
  for name in select oid::regclass from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('drop table if exists %s cascade', name);
  end loop;
end $$`

let ask: Ask
let lines: string[]
setUp(async (opened) => {
  ask = await openEmpty(opened)
})
beforeEach(async () => {
  lines = []
  await ask(NO_TABLES, [])
})

const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
const run = (...migrations: Migration[]) => migrate(ask, migrations, { place, log })

const namesIn = async () =>
  (await ask<{ name: string }>('select name from schema_migration order by name', [])).rows.map(({ name }) => name)

const isThere = async (name: string) =>
  (await ask<{ is: boolean }>('select to_regclass($1) is not null as is', [name])).rows[0]?.is

const ONE = { name: '0001_one', sql: 'create table one (id int primary key)' }
const TWO = { name: '0002_two', sql: 'create table two (id int references one); insert into one values (1)' }

describe('migrations', () => {
  test('are applied once and in order, and each is logged', async () => {
    expect(await run(ONE)).toEqual({ applied: ['0001_one'], newer: [] })
    expect(await run(ONE, TWO)).toEqual({ applied: ['0002_two'], newer: [] })
    expect(await run(ONE, TWO)).toEqual({ applied: [], newer: [] })
    expect(lines).toEqual(['applied the migration 0001_one', 'applied the migration 0002_two'])
    expect(await namesIn()).toEqual(['0001_one', '0002_two'])
  })

  test('that fail leave no changes, and are named', async () => {
    const broken = { name: '0002_broken', sql: 'create table half (id int); select 1 / 0' }
    await expect(run(ONE, broken)).rejects.toThrow('The migration 0002_broken failed: division by zero')
    expect([await namesIn(), await isThere('half')]).toEqual([['0001_one'], false])
    await run(ONE, TWO)
  })

  test('that were changed after they were applied are refused by name, and nothing is applied', async () => {
    await run(ONE)
    await expect(run({ ...ONE, sql: `${ONE.sql} -- better` }, TWO)).rejects.toThrow(
      'The database "x" has another migration 0001_one than this version',
    )
    expect(await namesIn()).toEqual(['0001_one'])
  })

  test('of the text before their correction are accepted', async () => {
    const [corrected] = Object.keys(EARLIER)
    const migration = { name: String(corrected), sql: 'select 1' }
    await run(migration)
    await ask('update schema_migration set checksum = $1', [EARLIER[migration.name]])
    expect(await run(migration)).toEqual({ applied: [], newer: [] })
  })

  test('of a newer version are reported, and those of another version are refused', async () => {
    await run(ONE, TWO)
    expect(await run(ONE)).toEqual({ applied: [], newer: ['0002_two'] })
    await expect(run(ONE, { name: '0002_other', sql: 'select 1' })).rejects.toThrow(
      'The database "x" lacks the migration 0002_other, yet has 0002_two, which this version does not know.',
    )
  })

  test('without a transaction build indexes concurrently, and are repeated after an interruption', async () => {
    const build = ['drop index concurrently if exists one_by_id', 'create index concurrently one_by_id on one (id)']
    const index = { name: '0002_index', sql: build }
    await expect(run(ONE, { ...index, sql: [...build, 'select 1 / 0'] })).rejects.toThrow(
      /^The migration 0002_index failed/,
    )
    expect([await namesIn(), await isThere('one_by_id')]).toEqual([['0001_one'], true])
    expect((await run(ONE, index)).applied).toEqual(['0002_index'])
    const { rows } = await ask(
      "select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement",
      [],
    )
    expect(rows).toEqual([{ lock: '0', statement: '0' }])
  })

  test('are not applied to a database with the tables of version 0.1 or of another program', async () => {
    await ask('create table invoice (id int)', [])
    await expect(run(ONE)).rejects.toThrow(
      'The database "x" has tables already, and they are not the gateway\'s.\nGive the gateway a database of its own: make another one',
    )
    await ask('create table mikro_orm_migrations (id int)', [])
    await expect(run(ONE)).rejects.toThrow(
      'The database "x" has the tables of version 0.1, which this version cannot use.\n' +
        'Keep version 0.1 for this data, or start with a new database: make another one',
    )
    expect(await isThere('one')).toBe(false)
  })

  test('name the next step for a data folder of version 0.1', async () => {
    await using opened = new AsyncDisposableStack()
    const dataDir = await mkdtemp(join(tmpdir(), 'gateway-older-'))
    opened.defer(() => rm(dataDir, { recursive: true }))
    const older = await openPglite({ dataDir: join(dataDir, 'pglite') })
    await older.exec('create table mikro_orm_migrations (id int)')
    await older.close()
    const opening = openDatabase({ dataDir }, ormOptions, { log: createLog('silent') })
    await expect(opening).rejects.toThrow(
      `The data in ${dataDir} has the tables of version 0.1, which this version cannot use.\n` +
        'Keep version 0.1 for this data, or start with a new database: DATA_DIR=.data2',
    )
  })
})

describe('the released migrations', () => {
  const folder = join(import.meta.dirname, '../schema/migrations')

  test('are all in the list, ordered by name', async () => {
    const files = (await readdir(folder)).filter((file) => /^\d{4}_\w+\.ts$/.test(file)).sort()
    expect(released.map(({ name }) => `${name}.ts`)).toEqual(files)
  })

  test('can be split into their statements', async () => {
    for (const { sql } of released) {
      const text = [sql].flat().join(';\n')
      const whole = (await parse(text)).stmts ?? []
      const apart = await Promise.all(statementsOf(text).map(async (each) => (await parse(each)).stmts ?? []))
      expect(apart.every((each) => each.length === 1)).toBe(true)
      expect(apart).toHaveLength(whole.length)
    }
  })

  test('run on tables that Citus has distributed: a constraint is added alone, and no update adds an interval to a time', async () => {
    const refused: string[] = []
    // The first migration creates the tables before they are distributed.
    for (const { name, sql } of released.slice(1))
      for (const { stmt } of (await parse([sql].flat().join(';\n'))).stmts ?? []) {
        const { AlterTableStmt: { cmds = [] } = {}, UpdateStmt: { targetList = [] } = {} } = (stmt ?? {}) as Json
        const kinds = cmds.map((each: Json) => each.AlterTableCmd.subtype)
        if (kinds.length > 1 && kinds.includes('AT_AddConstraint')) refused.push(`${name}: a constraint with others`)
        // The subtraction of an interval depends on the time zone, unless the time has none.
        const set = JSON.stringify(targetList)
        if (set.includes('"interval"') && !set.includes('"timezone"'))
          refused.push(`${name}: adds an interval to a time`)
      }
    expect(refused).toEqual([])
  })

  test('contain SQL, and import nothing that could change', async () => {
    for (const { name } of released) {
      const text = await readFile(join(folder, `${name}.ts`), 'utf8')
      expect(text).toMatch(/^\/\*\*.*\*\/\nexport const sql = /)
      expect(text).not.toMatch(/\bimport\b|\brequire\b|\$\{/)
    }
  })
})
