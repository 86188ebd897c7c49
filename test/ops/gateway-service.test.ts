import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { trace } from '@opentelemetry/api'
import { parse } from 'yaml'
import { migrateServer } from '../../src/data/store/migrate-server.ts'
import { readConfig, VARIABLE_NAMES } from '../../src/main/config.ts'
import { createLog } from '../../src/main/log.ts'
import { startTelemetry } from '../../src/main/telemetry.ts'
import { openOn } from '../support/database.ts'
import { requireTool } from '../support/tools.ts'
import { postgres, postgresInstalled } from './support/databases.ts'
import { IMAGE } from './support/gateway-image.ts'
import { FakeServer } from './support/http.ts'
import { OPS, readOps, TemporaryFolder } from './support/stack.ts'

const hasPostgres = postgresInstalled && requireTool('psql', 'apt-get install postgresql-client')
const suite = hasPostgres || requireTool('initdb', 'apt-get install postgresql') ? describe : describe.skip

interface Services {
  gateway: { environment: Record<string, string>; depends_on: unknown }
  'database-migration': unknown
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

const log = createLog('silent')

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

  const address = (user: string, password: string) =>
    `postgres:///gateway?${new URLSearchParams({ host, user, password })}`
  const migrate = (password: string) => migrateServer(address('gateway_owner', password), { log })
  const serve = async (password: string) => (await openOn(address('gateway_runtime', password))).close()

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

  test('gives the gateway an owner that migrates, and a login that a start finds no way round with', async () => {
    secret('postgres_password', "it's a 'password'")
    secret('postgres_owner_password', 'other')
    expect(setUp()).toMatchObject({ status: 0, stderr: '' })
    await migrate('other')
    await serve("it's a 'password'")
  })

  test('is set up again with new passwords, and keeps what it holds', async () => {
    secret('postgres_password', 'first')
    secret('postgres_owner_password', 'second')
    expect(setUp().status).toBe(0)
    await migrate('second')
    secret('postgres_password', 'third')
    secret('postgres_owner_password', 'fourth')
    expect(setUp()).toMatchObject({ status: 0, stderr: '' })
    await expect(serve('first')).rejects.toThrow(/password authentication failed/)
    await expect(migrate('second')).rejects.toThrow(/password authentication failed/)
    expect((await migrate('fourth')).applied).toEqual([])
    await serve('third')
  })

  test('is mended where an earlier run left a role without a password, with too much, and no database', async () => {
    await cluster.run('create role gateway_runtime superuser createdb')
    secret('postgres_password', 'password')
    secret('postgres_owner_password', 'other')
    expect(setUp().status).toBe(0)
    await migrate('other')
    await serve('password')
  })

  test('leaves the database of version 0.1 as it is, and says how to keep it and go on', async () => {
    secret('postgres_password', 'password')
    secret('postgres_owner_password', 'other')
    await cluster.run('create role gateway login createrole')
    await cluster.run('create database gateway owner gateway')
    const { status, stderr } = setUp()
    expect(status).not.toBe(0)
    expect(stderr).toContain('alter database gateway rename to gateway_0_1')
    await cluster.run("do $$ begin assert (select rolcanlogin from pg_roles where rolname = 'gateway'); end $$")
    await cluster.run('alter database gateway rename to gateway_0_1')
    expect(setUp()).toMatchObject({ status: 0, stderr: '' })
    await migrate('other')
    await serve('password')
    await cluster.run("do $$ begin assert not (select rolcanlogin from pg_roles where rolname = 'gateway'); end $$")
  })

  test.each([
    ['is missing', undefined, 'postgres_password cannot be read by uid'],
    ['is empty', '', 'postgres_password is empty'],
  ])('fails and says why when the secret %s, and makes no role', async (_, value, message) => {
    secret('postgres_owner_password', 'other')
    if (value !== undefined) secret('postgres_password', value)
    const { status, stderr } = setUp()
    expect(status).not.toBe(0)
    expect(stderr).toContain(message)
    await cluster.run("do $$ begin assert not exists (select from pg_roles where rolname like 'gateway%'); end $$")
  })

  test('fails when the server cannot be reached', () => {
    secret('postgres_password', 'password')
    host = '/nowhere'
    expect(setUp().status).not.toBe(0)
  })

  test('is set up and migrated before the gateway starts, which does not know its owner, and a failure stops the start', () => {
    const { gateway, 'database-migration': migration, 'database-setup': setup } = services
    expect(gateway.depends_on).toEqual({ 'database-migration': { condition: 'service_completed_successfully' } })
    expect(migration).toMatchObject({
      restart: 'no',
      depends_on: { 'database-setup': { condition: 'service_completed_successfully' } },
    })
    expect(setup).toMatchObject({ restart: 'no', depends_on: { database: { condition: 'service_healthy' } } })
  })
})
