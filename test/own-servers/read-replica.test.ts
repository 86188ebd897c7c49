import { describe, expect, test } from '@jest/globals'
import { ServerPool } from '../../src/data/server-pool.ts'
import { type Cluster, hasPostgres, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { aClient } from '../support/samples.ts'
import { type Actor, startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Standby, startStandby } from '../support/standby.ts'
import { until } from '../support/until.ts'

const EXPORT = '/api/clients/export?format=ndjson'

if (hasPostgres()) {
  let primary: Cluster
  let standby: Standby
  let server: TestServer
  setUp(async (opened) => {
    primary = opened.use(await startCluster())
    standby = opened.use(await startStandby(primary))
    server = opened.use(
      await startServer({ DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url }, () => openOn(primary.url)),
    )
  })

  const exported = async (actor: Actor): Promise<string> => String((await actor.rest('GET', EXPORT)).body)
  /** The number of transactions that the gateway has run on the standby. */
  const readsThere = async (): Promise<number> => {
    const [row] = await standby.admin<{ count: string }>(
      `select xact_commit + xact_rollback as count from pg_stat_database where datname = 'gateway'`,
    )
    return Number(row?.count)
  }
  const connectionsThere = async (): Promise<number> =>
    (await standby.admin(`select 1 from pg_stat_activity where usename = 'gateway'`)).length

  describe('an address of several servers', () => {
    const addressOf = (...hosts: string[]) => {
      const url = new URL(primary.url)
      return `postgres://${url.username}:${url.password}@${hosts.join()}/gateway?target_session_attrs=read-write`
    }
    const hostOf = (url: string) => new URL(url).host

    test.each([
      ['the first is a standby', () => addressOf(hostOf(standby.url), hostOf(primary.url))],
      ['the first is away', () => addressOf('127.0.0.1:1', hostOf(primary.url))],
    ])('is served over the one that takes changes, where %s', async (_, address) => {
      await until('the standby to have the tables', async () => (await standby.admin('select 1')).length > 0)
      await using several = await startServer({ DATABASE_URL: address() }, () => openOn(address()))
      const actor = several.actor()
      await aClient(actor)
      expect((await several.fetch('/readyz')).status).toBe(200)
    })

    test('is refused with the reason if none accepts changes', async () => {
      const pool = new ServerPool(addressOf(hostOf(standby.url), '127.0.0.1:1'), 1)
      await expect(pool.connect()).rejects.toMatchObject({ code: expect.stringMatching(/^08001$|^ECONNREFUSED$/) })
      await pool.end()
    })
  })

  describe('exports', () => {
    test('are read on the replica, and all other reads are not', async () => {
      const actor = server.actor()
      await aClient(actor, { name: 'Karoo' })
      expect(await connectionsThere()).toBe(0)
      await actor.rest('GET', '/api/clients')
      expect(await connectionsThere()).toBe(0)
      await until('the replica to have it', async () => {
        expect(await exported(actor)).toContain('Karoo')
        return (await connectionsThere()) > 0
      })
      const before = await readsThere()
      await until('a read there', async () => {
        await exported(actor)
        return (await readsThere()) > before
      })
    })

    test('show the caller’s latest changes, however far the replica lags', async () => {
      const actor = server.actor()
      await aClient(actor, { name: 'First' })
      await exported(actor)
      await standby.admin('select pg_wal_replay_pause()')
      try {
        await aClient(actor, { name: 'Second' })
        expect(await exported(actor)).toContain('Second')
      } finally {
        await standby.admin('select pg_wal_replay_resume()')
      }
    })

    test('are recorded on the primary', async () => {
      const actor = server.actor()
      await aClient(actor)
      await exported(actor)
      const { body } = await actor.rest('GET', '/api/audit/log?action=CLIENT_EXPORTED')
      expect(body.meta.total).toBe(1)
    })

    test('show no other organization, also on the replica', async () => {
      const [one, other] = [server.actor(), server.actor()]
      await aClient(one, { name: 'Mine' })
      await aClient(other, { name: 'Theirs' })
      const text = await exported(one)
      expect(text).toContain('Mine')
      expect(text).not.toContain('Theirs')
    })

    test('are read on the primary while the replica is unavailable', async () => {
      const actor = server.actor()
      await aClient(actor, { name: 'Karoo' })
      await standby.stop()
      expect(await exported(actor)).toContain('Karoo')
      expect((await actor.rest('GET', '/api/analytics/reports?format=csv')).status).toBe(200)
    })
  })
}
