import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import type { Patience } from '../src/kernel/connect.ts'
import { createLog } from '../src/log.ts'
import { type Cluster, hasPostgres, startCluster } from './support/cluster.ts'
import { openOn } from './support/database.ts'
import { freePort } from './support/redis.ts'
import { startRelay } from './support/relay.ts'
import { aClient } from './support/samples.ts'
import { startServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

const suite = hasPostgres() ? describe : describe.skip

/** Passwords are asked for, and one role is let in nowhere. */
const LOGINS = `host all postgres 127.0.0.1/32 trust
host all gateway 127.0.0.1/32 scram-sha-256
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

/** The start of a replica, and what it logs. */
function start(url: string, patience: Partial<Patience> = {}) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) })
  const opening = openOn(url, 5, { ...patience, log })
  opening.catch(() => {})
  return { opening, lines }
}

let databases = 0
/** An empty database, whose migrations are held up until they are let go. */
async function heldDatabase() {
  const name = `start_${++databases}`
  await cluster.admin(`create database ${name} owner gateway`)
  const url = changed(cluster.url, { pathname: name })
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
    admin,
    isHeld: () => until('the migrations to be held up', async () => (await admin.query(waiting)).rows.length > 0),
    letGo: () => admin.query('select pg_advisory_unlock(1)'),
    [Symbol.asyncDispose]: () => admin.end(),
  }
}

suite('a start', () => {
  test('before its database is up waits for it, says so once, and serves', async () => {
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

  test('whose database never comes ends with one sentence', async () => {
    const port = String(await freePort())
    const { opening, lines } = start(changed(cluster.url, { port }), { seconds: 2 })
    await expect(opening).rejects.toThrow(
      new RegExp(
        `^The database at 127.0.0.1:${port} could not be used for 2 seconds: .*ECONNREFUSED.*\\n.*DATABASE_URL`,
      ),
    )
    expect(lines).toHaveLength(1)
  })

  test('behind the migrations of another replica says what it waits for', async () => {
    await using held = await heldDatabase()
    const first = start(held.url)
    await held.isHeld()
    const second = start(held.url)
    await until('the word that it waits', () => second.lines.length > 0)
    await held.letGo()
    for (const { opening } of [first, second]) await (await opening).close()
    expect([first.lines, second.lines]).toEqual([[], ['waiting for the migrations of another replica']])
  })

  test('whose connections end under its migrations begins again, and serves', async () => {
    await using held = await heldDatabase()
    const { opening, lines } = start(held.url)
    await held.isHeld()
    await held.admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'gateway'",
    )
    await held.isHeld()
    await held.letGo()
    await using server = await startServer({}, () => opening)
    await aClient(server.actor())
    expect(lines).toEqual([expect.stringMatching('^waiting for'), expect.stringMatching('answers$')])
  })
})

suite('a start whose login is not good enough fails at once, without the password', () => {
  const PASSWORD = 'wrong-and-secret'
  beforeAll(async () => {
    if (cluster) await cluster.admin('create role stranger login', 'create database foreign_one')
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
      /^There is no database "nowhere" at 127.0.0.1:\d+.\n.*\n {2}create database "nowhere" owner "gateway";$/,
    ],
    [
      'a database of someone else',
      { pathname: 'foreign_one' },
      /does not let "gateway" use it: permission denied .*\n.*\n {2}alter database "foreign_one" owner to "gateway";/,
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
  test('before it has said anything ends with a sentence', async () => {
    await using relay = await startRelay(cluster.url)
    relay.freeze()
    const { opening, lines } = start(relay.to(cluster.url), { seconds: 1, silentSeconds: 1 })
    await expect(opening).rejects.toThrow(/could not be used for 1 seconds: it has been silent for 1 seconds/)
    expect(lines).toHaveLength(1)
  })

  test('during its migrations ends too, and the next one begins where nothing was done', async () => {
    await using held = await heldDatabase()
    await using relay = await startRelay(held.url)
    const { opening } = start(relay.to(held.url), { seconds: 1, silentSeconds: 3 })
    await held.isHeld()
    relay.freeze()
    await expect(opening).rejects.toThrow(/it has been silent for 3 seconds/)
    relay.cut()
    await held.letGo()
    const next = start(held.url)
    await (await next.opening).close()
  })

  test('only seemingly, since its migrations take long, is not cut off', async () => {
    await using held = await heldDatabase()
    await using relay = await startRelay(held.url)
    const { opening, lines } = start(relay.to(held.url), { silentSeconds: 3 })
    await held.isHeld()
    const before = relay.taken
    await until('three signs of life', () => relay.taken >= before + 3)
    await held.letGo()
    await (await opening).close()
    expect(lines).toEqual([])
  })
})
