import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { parse } from 'yaml'
import { Daemon, freePorts } from '../../ops/cli/loopback/processes.ts'
import { allQueries } from '../../ops/cli/queries.ts'
import { versionOf } from '../../ops/cli/tools.ts'
import { codeOf } from '../../src/data/database-faults.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { type ClientDatabase, postgres, postgresInstalled } from './support/databases.ts'
import { OPS, readOps, TemporaryFolder } from './support/stack.ts'

/** The exporter as the compose file starts it, with the role that the set-up makes, on a real database. */

const installed = [
  requireTool('prometheus-postgres-exporter', 'apt-get install prometheus-postgres-exporter'),
  requireTool('psql', 'apt-get install postgresql-client'),
  postgresInstalled || requireTool('initdb', 'apt-get install postgresql'),
]
const suite = installed.every(Boolean) ? describe : describe.skip

/** What Debian's version, 0.11, does not measure. */
const NEWER = [
  'pg_replication_lag_seconds',
  'pg_database_wraparound_age_datfrozenxid_seconds',
  'pg_database_wraparound_age_datminmxid_seconds',
  'pg_stat_user_tables_n_dead_tup',
  'pg_stat_user_tables_n_live_tup',
]
const PINNED = 20

/** SQLSTATE */
const TOO_MANY_CONNECTIONS = '53300'

/** Only a primary with a replica has it; tried by hand. */
const OF_A_REPLICA = ['pg_stat_replication_pg_wal_lsn_diff']

const { services } = parse(readOps('docker-compose.yml'), { merge: true }) as {
  services: Record<'postgres-exporter', { command: string[]; environment: Record<string, string> }>
}
const { command, environment } = services['postgres-exporter']

/** The metrics of PostgreSQL that alerts and panels ask for. */
const asked = (): string[] => {
  const exprs = allQueries(OPS).map(({ expr }) =>
    expr.replace(/(\w+)\((\w+)\|(\w+)\)(\w+)/g, (_, before, one, other, after) =>
      [one, other].map((middle) => `${before}${middle}${after}`).join(' '),
    ),
  )
  return [...new Set(exprs.flatMap((expr) => expr.match(/\bpg_\w+/g) ?? []))].sort()
}

suite('the exporter of the database', () => {
  const isPinned = versionOf('postgres_exporter') >= PINNED
  let cluster: ClientDatabase
  let host: string
  let exporter: Daemon
  let url: string

  const scrape = async (): Promise<string> => (await fetch(`${url}/metrics`)).text()

  /** Connects as the exporter does. Undefined while the exporter uses all connections of the role. */
  const connect = async (): Promise<pg.Client | undefined> => {
    const password = 'postgres_monitoring_password'
    const client = new pg.Client({ host, user: 'monitoring', database: 'gateway', password })
    try {
      await client.connect()
      return client
    } catch (error) {
      if (codeOf(error) !== TOO_MANY_CONNECTIONS) throw error
      return undefined
    }
  }

  setUp(async (opened) => {
    cluster = opened.use(await postgres())
    host = /host=([^;]+)/.exec(cluster.dsn)?.[1] ?? ''
    writeFileSync(join(host, 'data/pg_hba.conf'), 'local all postgres trust\nlocal all all scram-sha-256\n')
    await cluster.run('select pg_reload_conf()')
    const secrets = opened.use(new TemporaryFolder())
    for (const name of ['admin', 'owner', 'monitoring']
      .map((of) => `postgres_${of}_password`)
      .concat('postgres_password'))
      writeFileSync(join(secrets.path, name), name)
    const { status, stderr } = spawnSync('sh', [join(OPS, 'database/gateway.sh')], {
      env: {
        PATH: process.env.PATH,
        PGHOST: host,
        PGUSER: 'postgres',
        PGDATABASE: 'postgres',
        SECRETS_FOLDER: secrets.path,
      },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    await cluster.run("select pg_create_physical_replication_slot('replica')")
    const gateway = new pg.Client({
      host,
      user: 'gateway_owner',
      database: 'gateway',
      password: 'postgres_owner_password',
    })
    await gateway.connect()
    await gateway.query('create table secret (id int); insert into secret values (1)')
    await gateway.end()
    const [port = 0] = await freePorts(1)
    url = `http://127.0.0.1:${port}`
    exporter = opened.use(
      new Daemon('postgres_exporter', [...(isPinned ? command : []), `--web.listen-address=127.0.0.1:${port}`], {
        ...environment,
        DATA_SOURCE_URI: `/gateway?host=${host}&sslmode=disable`,
        DATA_SOURCE_PASS_FILE: join(secrets.path, 'postgres_monitoring_password'),
      }),
    )
    await exporter.ready(url)
  })

  test('logs in with the password of its file, and measures everything that alerts and panels ask for', async () => {
    const metrics = await scrape()
    expect(metrics.match(/^pg_up.*/m)?.[0]).toBe('pg_up 1')
    const shown = new Set([...metrics.matchAll(/^(pg_\w+)/gm)].map(([name]) => name))
    if (!isPinned) process.stdout.write(`not measured by this version: ${NEWER.join(', ')}\n`)
    const missing = asked().filter((name) => !shown.has(name) && !OF_A_REPLICA.includes(name))
    expect(missing).toEqual(isPinned ? [] : NEWER.toSorted())
  })

  test('sees the tables and the transactions of the gateway, and none of its rows', async () => {
    const client = await until('a connection of the role that the exporter does not use', connect)
    try {
      await expect(client.query('select * from secret')).rejects.toThrow('permission denied for table secret')
      await expect(client.query('create table mine (id int)')).rejects.toThrow('permission denied for schema public')
      await expect(client.query('set role gateway_owner')).rejects.toThrow('permission denied to set role')
    } finally {
      await client.end()
    }
    const shown = (await scrape()).split('\n')
    const lines = (metric: string, label: string) =>
      shown.filter((line) => line.startsWith(metric) && line.includes(label))
    expect(lines('pg_replication_slots_active{', 'slot_name="replica"')).toEqual([expect.stringMatching(/ 0$/)])
    expect(lines('pg_stat_activity_max_tx_duration{', 'datname="gateway"').length).toBeGreaterThan(0)
    expect(lines('pg_stat_user_tables_n_live_tup{', 'relname="secret"')).toHaveLength(isPinned ? 1 : 0)
  })
})
