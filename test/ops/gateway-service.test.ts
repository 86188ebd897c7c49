import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { trace } from '@opentelemetry/api'
import pg from 'pg'
import { parse } from 'yaml'
import { readConfig, VARIABLE_NAMES } from '../../src/config.ts'
import { startTelemetry } from '../../src/telemetry.ts'
import { requireTool } from '../support/tools.ts'
import { postgres, postgresInstalled } from './support/databases.ts'
import { IMAGE } from './support/gateway-image.ts'
import { FakeServer } from './support/http.ts'
import { OPS, readOps, TemporaryFolder } from './support/stack.ts'

const hasPostgres = postgresInstalled && requireTool('psql', 'apt-get install postgresql-client')
const suite = hasPostgres || requireTool('initdb', 'apt-get install postgresql') ? describe : describe.skip

interface Services {
  gateway: { environment: Record<string, string>; depends_on: unknown }
  'database-setup': unknown
}

const { services } = parse(readOps('docker-compose.yml'), { merge: true }) as { services: Services }

describe('the gateway in the compose file', () => {
  const { environment } = services.gateway
  const values: Record<string, string> = {
    AUTH_ISSUER: 'https://issuer.example',
    GATEWAY_URL: 'https://gateway.example',
    TRUSTED_PROXIES: '172.30.255.2',
    SECRETS_KEY: 'A'.repeat(43),
  }
  const filled = Object.fromEntries(
    Object.entries(environment).map(([name, text]) => [
      name,
      text.replace(
        /\$\{(\w+)[^}]*\}/g,
        (_, variable: string) => values[variable] ?? 'a-token-of-32-random-characters-',
      ),
    ]),
  )

  test('is given variables that it reads, with values that it takes', () => {
    expect(Object.keys(environment).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([])
    expect(readConfig({ ...IMAGE.environment, ...filled })).toMatchObject({
      NODE_ENV: 'production',
      PORT: 4000,
      HOST: '0.0.0.0',
      DEMO_DATA: false,
    })
  })

  test('has one name in logs, metrics and traces: a span leads to its log lines', async () => {
    await using collector = await FakeServer.open(() => ({ status: 200, body: {} }))
    const stop = await startTelemetry(collector.url)
    trace.getTracer('test').startSpan('request').end()
    await stop()
    const [{ body, path } = { body: '', path: '' }] = collector.received
    expect(path).toBe('/v1/traces')
    // What Alloy labels the lines of this service with is its name in the compose file.
    expect(Object.keys(services)).toContain('gateway')
    expect(body).toContain('{"key":"service.name","value":{"stringValue":"gateway"}}')
    expect(readOps('prometheus/prometheus.yml')).toContain('job_name: gateway\n')
  })

  test('can be scraped and hooked: both tokens are set', () => {
    const { METRICS_TOKEN, ALERTMANAGER_TOKEN } = readConfig(filled)
    expect([METRICS_TOKEN, ALERTMANAGER_TOKEN].map(Boolean)).toEqual([true, true])
  })
})

suite('the database of the compose file', () => {
  let cluster: Awaited<ReturnType<typeof postgres>>
  let host: string
  let secrets: TemporaryFolder

  const secret = (name: string, value: string) => writeFileSync(join(secrets.path, name), value)

  const setUp = () =>
    spawnSync('sh', [join(OPS, 'database/gateway.sh')], {
      env: {
        PATH: process.env.PATH,
        PGHOST: host,
        PGUSER: 'postgres',
        PGDATABASE: 'postgres',
        SECRETS_FOLDER: secrets.path,
      },
      encoding: 'utf8',
    })

  const asGateway = async <T>(password: string, use: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ host, user: 'gateway', database: 'gateway', password })
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end()
    }
  }

  beforeEach(async () => {
    cluster = await postgres()
    host = /host=([^;]+)/.exec(cluster.dsn)?.[1] ?? ''
    // Otherwise any password would do.
    writeFileSync(join(host, 'data/pg_hba.conf'), 'local all postgres trust\nlocal all all scram-sha-256\n')
    await cluster.run('select pg_reload_conf()')
    secrets = new TemporaryFolder()
    secret('postgres_admin_password', 'admin')
    secret('postgres_monitoring_password', 'monitoring')
  })

  afterEach(async () => {
    secrets[Symbol.dispose]()
    await cluster[Symbol.asyncDispose]()
  })

  test('gives the gateway a role that cannot look past row-level security, and a database of its own', async () => {
    secret('postgres_password', "it's a 'password'")
    expect(setUp()).toMatchObject({ status: 0, stderr: '' })
    const rows = await asGateway("it's a 'password'", async (client) => {
      const result = await client.query(`select rolsuper or rolbypassrls as privileged, rolcreaterole,
        (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
        from pg_roles where rolname = current_user`)
      return result.rows
    })
    expect(rows).toEqual([{ privileged: false, rolcreaterole: true, owner: 'gateway' }])
  })

  test('is set up again with a new password, and keeps what it holds', async () => {
    secret('postgres_password', 'first')
    expect(setUp().status).toBe(0)
    await asGateway('first', (client) => client.query('create table kept (id int)'))
    secret('postgres_password', 'second')
    expect(setUp()).toMatchObject({ status: 0, stderr: '' })
    await expect(asGateway('first', async () => {})).rejects.toThrow(/password authentication failed/)
    expect(await asGateway('second', (client) => client.query('select * from kept'))).toMatchObject({ rowCount: 0 })
  })

  test('is mended where an earlier run left a role without a password, with too much, and no database', async () => {
    await cluster.run('create role gateway superuser')
    secret('postgres_password', 'password')
    expect(setUp().status).toBe(0)
    const { rows } = await asGateway('password', (client) =>
      client.query("select current_setting('is_superuser') as su"),
    )
    expect(rows).toEqual([{ su: 'off' }])
  })

  test.each([
    ['is missing', undefined, 'postgres_password cannot be read by uid'],
    ['is empty', '', 'postgres_password is empty'],
  ])('fails and says why when the secret %s, and makes no role', async (_, value, message) => {
    if (value !== undefined) secret('postgres_password', value)
    const { status, stderr } = setUp()
    expect(status).not.toBe(0)
    expect(stderr).toContain(message)
    await cluster.run("do $$ begin assert not exists (select from pg_roles where rolname = 'gateway'); end $$")
  })

  test('fails when the server cannot be reached', () => {
    secret('postgres_password', 'password')
    host = '/nowhere'
    expect(setUp().status).not.toBe(0)
  })

  test('is set up before the gateway starts, and a failure stops the start', () => {
    const { gateway, 'database-setup': setup } = services
    expect(gateway.depends_on).toEqual({ 'database-setup': { condition: 'service_completed_successfully' } })
    expect(setup).toMatchObject({ restart: 'no', depends_on: { database: { condition: 'service_healthy' } } })
  })
})
