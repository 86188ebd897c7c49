import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { requireTool } from '../support/tools.ts'
import { HOUR_AGO, Host, ids, rows, sqlTime } from './support/activity.ts'
import { postgres, postgresInstalled, sqlite } from './support/databases.ts'
import type { Answer, Entry } from './support/loki.ts'

const hasPhp = requireTool('php', 'apt-get install php-cli php-curl php-sqlite3 php-pgsql')
const hasPostgres = postgresInstalled || requireTool('initdb', 'apt-get install postgresql')
const onSqlite = { name: 'SQLite', open: sqlite, timeType: 'INTEGER', time: HOUR_AGO as number | string }
const onPostgres = { name: 'PostgreSQL', open: postgres, timeType: 'TIMESTAMPTZ', time: `${sqlTime(HOUR_AGO)}+00` }
const databases = [onSqlite, ...(hasPostgres ? [onPostgres] : [])]
const suite = hasPhp ? describe : describe.skip

suite.each(databases)('ship-logs.php on $name', ({ open, timeType, time }) => {
  test('ships 250 rows in batches of 100, oldest first, and says that it lives', async () => {
    await using host = await Host.with(open, rows(250))
    expect(await host.kit.ship()).toMatchObject({ code: 0, err: '' })
    expect(host.loki.pushes.map((push) => push.entries.length)).toEqual([100, 100, 50, 1])
    expect(host.storedIds).toEqual(ids(1, 250))
    expect(host.state).toEqual({ last_id: 250, dropped: 0, rejected: 0 })
    const [push] = host.loki.pushes
    expect(push?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-scope-orgid': 'acme',
      authorization: `Basic ${Buffer.from('acme:push-credential').toString('base64')}`,
    })
    expect(push?.entries[0]).toEqual({
      labels: { client: 'acme', job: 'activity', level: 'info', action_type: 'update' },
      time: `${HOUR_AGO + 1}000000001`,
      line: expect.stringContaining('"data":"row 1"'),
    })
    expect(push?.body).not.toContain('stays on the host')
  })

  test('a log store that limits, fails, dies and refuses one row gets every other row exactly once', async () => {
    await using host = await Host.with(open, rows(250))
    const troubles: Answer[] = [429, 500, 'die', 503]
    const isBad = (entry: Entry): boolean => entry.line.startsWith('{"id":137,')
    host.loki.answer = (_, number) => troubles[number] ?? { status: 400, refused: isBad }
    expect(await host.kit.ship()).toMatchObject({
      code: 0,
      err: 'ship-logs.php: row 137 set aside: 400: fake answer 400\n',
    })
    expect(host.storedIds.toSorted((a, b) => a - b)).toEqual(ids(1, 250).filter((id) => id !== 137))
    expect(host.state).toEqual({ last_id: 250, dropped: 0, rejected: 1 })
    const setAside = readFileSync(`${host.kit.stateFile}.rejected`, 'utf8').trim().split('\n')
    expect(setAside.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ id: 137 })])
    const attempts = host.loki.pushes.slice(0, 5).map((push) => push.body)
    expect(new Set(attempts).size).toBe(1)
  })

  test('an outage longer than the retries leaves the state where it was, and the next run catches up', async () => {
    await using host = await Host.with(open, rows(150))
    host.loki.answer = (_, number) => (number === 0 ? 204 : 500)
    expect(await host.kit.ship()).toMatchObject({ code: 1, err: expect.stringContaining('answered 500') })
    expect(host.state).toEqual({ last_id: 100, dropped: 0, rejected: 0 })
    host.loki.answer = () => 204
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.storedIds).toEqual(ids(1, 150))
  })

  test('reads the mapping it is given, reserved words and native times included', async () => {
    await using host = await Host.with(open, [], {
      DATABASE: { time_zone: 'America/New_York' },
      LOG_TABLE: { table: 'order', id_column: 'nr', user_column: 'user', action_column: 'select', time_column: 'from' },
    })
    await host.database.run(`CREATE TABLE "order" ("nr" BIGINT, "id" TEXT, "user" TEXT, "select" TEXT, "details" TEXT,
      "ip_address" TEXT, "from" ${timeType})`)
    await host.database.run(`INSERT INTO "order" VALUES (5, 'b', 'zola', 'Delete', NULL, NULL, $1)`, [time])
    await host.database.run(`INSERT INTO "order" VALUES (4, 'z', 'zola', 'Delete', NULL, NULL, $1)`, [time])
    expect(await host.kit.ship()).toMatchObject({ code: 0, err: '' })
    expect(host.storedIds).toEqual([4, 5])
    expect(host.loki.job('activity')[0]).toMatchObject({
      labels: { action_type: 'delete' },
      time: `${HOUR_AGO}000000004`,
    })
  })
})

suite('ship-logs.php against the log store', () => {
  test.each([401, 403, 404])('stops at once at %i and leaves the state alone', async (status) => {
    await using host = await Host.with(sqlite, rows(3))
    host.loki.answer = () => status
    expect(await host.kit.ship()).toMatchObject({ code: 1, err: expect.stringContaining(`answered ${status}`) })
    expect(host.loki.pushes).toHaveLength(1)
    expect(existsSync(host.kit.stateFile)).toBe(false)
  })

  test('a log store that is not there is a failed run, not lost rows', async () => {
    await using host = await Host.with(sqlite, rows(3), { PUSH_URL: 'http://127.0.0.1:9/loki/api/v1/push' })
    expect(await host.kit.ship()).toMatchObject({ code: 1, err: expect.stringContaining('did not answer') })
    expect(existsSync(host.kit.stateFile)).toBe(false)
  })

  test('a batch that is too large is halved', async () => {
    await using host = await Host.with(sqlite, rows(10))
    host.loki.answer = (push) => (push.entries.length > 3 ? 413 : 204)
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.storedIds).toEqual(ids(1, 10))
  })

  test('several rows refused and none taken is a wrong setting: the rows wait', async () => {
    await using host = await Host.with(sqlite, rows(4))
    host.loki.answer = () => 400
    expect(await host.kit.ship()).toMatchObject({
      code: 1,
      err: expect.stringContaining('4 rows refused and none taken'),
    })
    expect(existsSync(host.kit.stateFile)).toBe(false)
  })

  test('a second run is refused while the first runs', async () => {
    await using host = await Host.with(sqlite, rows(3))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    host.loki.answer = async () => {
      arrive()
      await released
      return 204
    }
    const first = host.kit.start()
    await arrived
    expect(await host.kit.ship()).toMatchObject({ code: 1, err: expect.stringContaining('another run holds') })
    release()
    expect((await first.ended).code).toBe(0)
    expect(host.storedIds).toEqual(ids(1, 3))
  })

  test('a run after kill -9 resumes, and what was taken but never acknowledged is not there twice', async () => {
    await using host = await Host.with(sqlite, rows(250))
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    const { promise: killed, resolve: goOn } = Promise.withResolvers<void>()
    host.loki.answer = async (_, number) => {
      if (number !== 1) return 204
      arrive()
      await killed
      return 204
    }
    const first = host.kit.start()
    await arrived
    first.process.kill('SIGKILL')
    await once(first.process, 'exit')
    goOn()
    expect(host.state).toMatchObject({ last_id: 100 })
    expect((await host.kit.ship()).code).toBe(0)
    expect(host.loki.pushes.map((push) => push.entries.length)).toEqual([100, 100, 100, 50, 1])
    expect(host.storedIds).toEqual(ids(1, 250))
    expect(host.state).toEqual({ last_id: 250, dropped: 0, rejected: 0 })
  })

  test('the heartbeat goes under a job of its own, also when there is nothing to ship', async () => {
    await using host = await Host.with(sqlite, [])
    expect((await host.kit.ship()).code).toBe(0)
    expect([...host.loki.stored.values()]).toEqual([
      {
        labels: { client: 'acme', job: 'shipper', level: 'info' },
        time: expect.stringMatching(/^\d{19}$/),
        line: '{"client_name":"Acme Shop","last_id":0,"dropped":0,"rejected":0}',
      },
    ])
  })

  test('a refused heartbeat is a failed run, after the rows', async () => {
    await using host = await Host.with(sqlite, rows(2))
    host.loki.answer = () => ({ status: 400, refused: ({ labels }) => labels.job === 'shipper' })
    expect(await host.kit.ship()).toMatchObject({ code: 1, err: expect.stringContaining('heartbeat refused: 400') })
    expect(host.state).toMatchObject({ last_id: 2 })
  })
})
