/** @long it starts a process of the gateway for each state of the database. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { migrations } from '../../schema/migrations/index.ts'
import type { Patience } from '../../src/data/open-database.ts'
import { migrate } from '../../src/data/store/migrations.ts'
import { overOneConnection } from '../../src/data/store/one-connection.ts'
import { createLog } from '../../src/main/log.ts'
import { type Cluster, hasPostgres, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { freePort } from '../support/redis.ts'
import { startRelay } from '../support/relay.ts'
import { aClient } from '../support/samples.ts'
import { startServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

const suite = hasPostgres() ? describe : describe.skip

/** The server requires passwords, and refuses one role everywhere. */
const LOGINS = `host all postgres 127.0.0.1/32 trust
host all gateway,gateway_owner 127.0.0.1/32 scram-sha-256
`

let cluster: Cluster
setUp(async (opened) => {
  if (!hasPostgres()) return
  const folder = await mkdtemp(join(tmpdir(), 'gateway-logins-'))
  opened.defer(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'pg_hba.conf'), LOGINS)
  cluster = opened.use(await startCluster([`hba_file=${join(folder, 'pg_hba.conf')}`]))
})

const changed = (url: string, changes: Partial<URL>) => Object.assign(new URL(url), changes).href

/** Starts a replica, and collects its log lines. */
function start(url: string, patience: Partial<Patience> & { ownerUrl?: string } = {}) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) })
  const opening = openOn(url, 5, { ...patience, log })
  opening.catch(() => {})
  return { opening, lines }
}

let databases = 0
/** An empty database whose migrations are blocked until the test releases them. */
async function heldDatabase() {
  const name = `start_${++databases}`
  await cluster.admin(`create database ${name} owner gateway_owner`, `revoke temporary on database ${name} from public`)
  const url = changed(cluster.url, { pathname: name })
  const ownerUrl = changed(cluster.ownerUrl, { pathname: name })
  const admin = new pg.Client({ connectionString: changed(url, { username: 'postgres', password: '' }) })
  await admin.connect()
  await admin.query(`create function hold() returns event_trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); end $$`)
  await admin.query('create event trigger hold on ddl_command_start execute function hold()')
  await admin.query('select pg_advisory_lock(1)')
  const waiting = `select pid from pg_locks join pg_database d on d.oid = database
    where datname = '${name}' and locktype = 'advisory' and objid = 1 and not granted`
  return {
    url,
    ownerUrl,
    admin,
    isHeld: () => until('the migrations to wait', async () => (await admin.query(waiting)).rows.length > 0),
    letGo: () => admin.query('select pg_advisory_unlock(1)'),
    [Symbol.asyncDispose]: () => admin.end(),
  }
}

suite('a start', () => {
  test('before its database is up waits for it, logs that once, and serves', async () => {
    await cluster.stop()
    const { opening, lines } = start(cluster.url)
    await until('the word that it waits', () => lines.length > 0)
    await cluster.start()
    await using server = await startServer({}, () => opening)
    await aClient(server.actor())
    const address = `127.0.0.1:${new URL(cluster.url).port}`
    expect(lines).toEqual([
      expect.stringMatching(`^waiting for the database at ${address}, 60 seconds at most: .*ECONNREFUSED`),
      `the database at ${address} answers`,
    ])
  })

  test('without a database ends with one message', async () => {
    const port = String(await freePort())
    const { opening, lines } = start(changed(cluster.url, { port }), { seconds: 2 })
    await expect(opening).rejects.toThrow(
      new RegExp(
        `^The database at 127.0.0.1:${port} could not be used for 2 s: .*ECONNREFUSED.*nothing listens there.*\\n.*DATABASE_URL`,
      ),
    )
    expect(lines).toHaveLength(1)
  })

  test('during the migrations of another replica logs that it waits for them', async () => {
    await using held = await heldDatabase()
    const first = start(held.url, held)
    await held.isHeld()
    const second = start(held.url, held)
    await until('the word that it waits', () => second.lines.length > 0)
    await held.letGo()
    for (const { opening } of [first, second]) await (await opening).close()
    const applied = migrations.map(({ name }) => `applied the migration ${name}`)
    expect([first.lines, second.lines]).toEqual([applied, ['waiting for the migrations of another replica']])
  })

  test('that loses its connections during migrations starts again, and serves', async () => {
    await using held = await heldDatabase()
    const { opening, lines } = start(held.url, held)
    await held.isHeld()
    await held.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'gateway_owner'",
    )
    await held.isHeld()
    await held.letGo()
    await using server = await startServer({}, () => opening)
    await aClient(server.actor())
    expect(lines).toEqual([
      expect.stringMatching('^waiting for'),
      ...migrations.map(({ name }) => `applied the migration ${name}`),
      expect.stringMatching('answers$'),
    ])
  })
})

suite('a start with an unsuitable login fails at once, without showing the password', () => {
  const PASSWORD = 'wrong-and-secret'
  beforeAll(async () => {
    if (cluster)
      await cluster.admin(
        'create role stranger login',
        'create database foreign_one',
        'revoke connect on database foreign_one from public',
      )
  })

  test.each<[string, Partial<URL>, RegExp]>([
    [
      'a wrong password',
      { password: PASSWORD },
      /refuses the login of "gateway": password authentication failed.*\n.*DATABASE_URL/,
    ],
    ['no password', { password: '' }, /refuses the login of "gateway": .*password must be a string.*\n.*DATABASE_URL/],
    [
      'a role that is let in nowhere',
      { username: 'stranger', password: PASSWORD },
      /refuses the login of "stranger": no pg_hba.conf entry/,
    ],
    [
      'a missing database',
      { pathname: 'nowhere' },
      /^There is no database "nowhere" at 127.0.0.1:\d+.\nCorrect DATABASE_URL, or .*npm run db -- init/,
    ],
    [
      'a database of someone else',
      { pathname: 'foreign_one' },
      /does not let "gateway" use it: permission denied for database .*\nCorrect DATABASE_URL, or .*npm run db -- init/,
    ],
  ])('%s', async (_, changes, sentence) => {
    const url = changed(cluster.url, changes)
    const { opening, lines } = start(url)
    const { message } = await opening.then(
      () => new Error('It started'),
      (error: Error) => error,
    )
    expect(message).toMatch(sentence)
    expect(message).not.toContain(PASSWORD)
    expect(message).not.toContain(new URL(cluster.url).password)
    expect(lines).toEqual([])
  })
})

suite('a start whose database falls silent', () => {
  test('before any answer ends with a message', async () => {
    await using relay = await startRelay(cluster.url)
    relay.freeze()
    const { opening, lines } = start(relay.to(cluster.url), { seconds: 1, silentSeconds: 1 })
    await expect(opening).rejects.toThrow(/could not be used for 1 s: it has been silent for 1 seconds/)
    expect(lines).toHaveLength(1)
  })

  test('during its migrations ends too, and the next one starts from the beginning', async () => {
    await using held = await heldDatabase()
    await using relay = await startRelay(held.url)
    const ownerUrl = relay.to(held.ownerUrl)
    const { opening } = start(held.url, { ownerUrl, seconds: 1, silentSeconds: 3 })
    await held.isHeld()
    relay.freeze()
    await expect(opening).rejects.toThrow(/it has been silent for 3 seconds/)
    relay.cut()
    await held.letGo()
    const next = start(held.url, held)
    await (await next.opening).close()
  })

  test('is not cut off when only its migrations take long', async () => {
    await using held = await heldDatabase()
    await using relay = await startRelay(held.url)
    const { opening, lines } = start(held.url, { ownerUrl: relay.to(held.ownerUrl), silentSeconds: 3 })
    await held.isHeld()
    const before = relay.taken
    await until('three signs of life', () => relay.taken >= before + 3)
    await held.letGo()
    await (await opening).close()
    expect(lines).toEqual(migrations.map(({ name }) => `applied the migration ${name}`))
  })
})

suite('a start without the owner', () => {
  test('describes how to migrate an empty database, and one that lacks migrations', async () => {
    await using held = await heldDatabase()
    await held.letGo()
    const name = new URL(held.url).pathname.slice(1)
    const command = 'DATABASE_OWNER_URL=... npm run db -- migrate'
    await expect(start(held.url).opening).rejects.toThrow(
      `The database "${name}" has no tables yet. Create them: ${command}`,
    )
    await (await start(held.url, held).opening).close()
    await held.admin.query('delete from schema_migration')
    await expect(start(held.url).opening).rejects.toThrow(
      `The database "${name}" lacks the migration ${migrations[0].name}. Apply it: ${command}`,
    )
  })

  test('refuses a database of version 0.1, and tables of another program', async () => {
    await using held = await heldDatabase()
    await held.letGo()
    await held.admin.query('create table invoice (id int)')
    await expect(start(held.url).opening).rejects.toThrow(/has tables already, and they are not the gateway's/)
    await held.admin.query('create table mikro_orm_migrations (id int)')
    await expect(start(held.url).opening).rejects.toThrow(/has the tables of version 0.1.*\n.*db -- init .*--name/)
    await expect(start(held.url, held).opening).rejects.toThrow(/has the tables of version 0.1/)
  })

  test('serves a database to which a newer version has added, and none from which it has removed', async () => {
    await using held = await heldDatabase()
    await held.letGo()
    await (await start(held.url, held).opening).close()
    await held.admin.query(
      "insert into schema_migration values ('9999_newer', 'x'); alter table client add column note text",
    )
    await (await start(held.url, held).opening).close()
    await held.admin.query('alter table client drop column sector cascade')
    await expect(start(held.url).opening).rejects.toThrow(
      /column client.sector is missing[\s\S]*A newer version has migrated it \(9999_newer\)/,
    )
    await held.admin.query("update schema_migration set checksum = 'x' where name <> '9999_newer'")
    await expect(start(held.url).opening).rejects.toThrow(
      `has another migration ${migrations[0].name} than this version`,
    )
  })
})

suite('a migration', () => {
  test('waits for transactions that lock its tables, logs that, and is retried', async () => {
    await using held = await heldDatabase()
    await held.letGo()
    await (await start(held.url, held).opening).close()
    const lines: string[] = []
    const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) }
    const change = { name: '0002_note', sql: 'alter table client add column note text' }
    await held.admin.query('begin; lock table client in access share mode')
    const migrating = overOneConnection({ url: held.ownerUrl, variable: 'DATABASE_OWNER_URL' }, { log }, (ask) =>
      migrate(ask, [...migrations, change], { place: { name: '', another: '' }, log }),
    )
    await until('the word that it waits', () => lines.length > 0)
    await held.admin.query('commit')
    expect(await migrating).toEqual({ applied: ['0002_note'], newer: [] })
    expect(new Set(lines)).toEqual(
      new Set([
        'the migration 0002_note waits for tables that other transactions lock; it is tried again',
        'applied the migration 0002_note',
      ]),
    )
  })
})
