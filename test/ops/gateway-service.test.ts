/** @long it creates clusters of PostgreSQL, and starts the gateway on some of them. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { trace } from '@opentelemetry/api'
import { parse } from 'yaml'
import { render } from '../../ops/cli/clients.ts'
import { checkCompose } from '../../ops/cli/compose.ts'
import { migrateServer } from '../../src/data/store/migrate-server.ts'
import { readConfig, VARIABLE_NAMES } from '../../src/main/config.ts'
import { createLog } from '../../src/main/log.ts'
import { withSecretFiles } from '../../src/main/secret-files.ts'
import { startTelemetry } from '../../src/main/telemetry.ts'
import { openOn } from '../support/database.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { postgres, postgresInstalled } from './support/databases.ts'
import { IMAGE } from './support/gateway-image.ts'
import { FakeServer } from './support/http.ts'
import { copyOfStack, OPS, readOps, TemporaryFolder } from './support/stack.ts'

const hasPostgres = postgresInstalled && requireTool('psql', 'apt-get install postgresql-client')
const suite = hasPostgres || requireTool('initdb', 'apt-get install postgresql') ? describe : describe.skip

interface Services {
  gateway: { environment: Record<string, string>; depends_on: unknown }
  'database-migration': { environment: Record<string, string> }
  'database-setup': unknown
}

const { services } = parse(readOps('docker-compose.yml'), { merge: true }) as { services: Services }

/** What Compose makes of a value. */
const interpolated = (text: string, env: Record<string, string>): string =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, operator: string, word: string) => {
    const value = env[name]
    return value ? value : operator === '-' ? word : ''
  })

const ENV = `AUTH_ISSUER=https://issuer.example
AUTH_CLIENT_ID=dashboard
AUTH_PROFILE=clerk
ALERT_EMAIL_TO=alerts@operator.test
GATEWAY_URL=https://gateway.example
SMTP_ENABLED=true
SMTP_HOST=mail.example:587
SMTP_USER=mailer
SMTP_PASSWORD=it's@me
SECRETS_KEY=${'A'.repeat(43)}
METRICS_TOKEN=a-token-of-32-random-characters-
ALERTMANAGER_TOKEN=another-of-32-random-characters-
POSTGRES_PASSWORD=serves
POSTGRES_OWNER_PASSWORD=owns
DATABASE_POOL_SIZE=7
REPORT_IMAP_URL=imaps://reports:it%27s@mail.example/Bounces
`

describe('the gateway in the compose file', () => {
  let stack: TemporaryFolder
  setUp(async (opened) => {
    stack = opened.use(copyOfStack())
    writeFileSync(join(stack.path, '.env'), ENV)
    render(stack.path)
  })

  /** The variables of a service's process, with the files that its secrets are in. */
  const environmentOf = (name: 'gateway' | 'database-migration') =>
    Object.fromEntries(
      Object.entries(services[name].environment).map(([variable, text]) => [
        variable,
        interpolated(text, parseEnv(ENV) as Record<string, string>).replace(/^\/run/, stack.path),
      ]),
    )

  test('is given every setting that it reads, with values that it takes, from .env', () => {
    expect(readConfig({ ...IMAGE.environment, ...environmentOf('gateway') })).toMatchObject({
      NODE_ENV: 'production',
      PORT: 4000,
      HOST: '0.0.0.0',
      DEMO_DATA: false,
      DATABASE_URL: 'postgresql://gateway_runtime:serves@database:5432/gateway',
      DATABASE_POOL_SIZE: 7,
      AUTH_CLIENT_ID: 'dashboard',
      SMTP_URL: "smtp://mailer:it's%40me@mail.example:587?requireTLS=true",
      REPORT_IMAP_URL: 'imaps://reports:it%27s@mail.example/Bounces',
      METRICS_TOKEN: 'a-token-of-32-random-characters-',
      ALERTMANAGER_TOKEN: 'another-of-32-random-characters-',
      TRUSTED_PROXIES: ['172.30.255.2'],
    })
  })

  test('the migration gets the owner of the tables from a file', () => {
    const { environment, problems } = withSecretFiles(environmentOf('database-migration'), ['DATABASE_OWNER_URL'])
    expect(problems).toEqual([])
    expect(environment.DATABASE_OWNER_URL).toBe('postgresql://gateway_owner:owns@database:5432/gateway')
  })

  test.each(VARIABLE_NAMES.filter((name) => services.gateway.environment[name]?.includes(`\${${name}:`)))(
    'check notices that %s is not passed',
    (name) => {
      const text = readOps('docker-compose.yml')
      const broken = text.replace(new RegExp(`^      ${name}: \\$.*\n`, 'm'), '')
      expect(broken).not.toBe(text)
      writeFileSync(join(stack.path, 'docker-compose.yml'), broken)
      expect(() => checkCompose(stack.path)).toThrow(`gateway: ${name} is not passed`)
    },
  )

  test.each([
    [
      'a secret in the environment',
      'METRICS_TOKEN_FILE: /run/secrets/gateway_metrics_token',
      `METRICS_TOKEN: \${METRICS_TOKEN:-}`,
      'METRICS_TOKEN puts a secret into the environment',
    ],
    [
      'a value of its own',
      `LOG_LEVEL: \${LOG_LEVEL:-}`,
      'LOG_LEVEL: debug',
      'LOG_LEVEL does not take its value from .env',
    ],
    ['a name of nobody', `LOG_LEVEL: \${LOG_LEVEL:-}`, `LOG_LEVELS: \${LOG_LEVEL:-}`, 'LOG_LEVELS is no setting'],
  ])('check notices %s', (_, from, to, problem) => {
    const text = readOps('docker-compose.yml')
    expect(text).toContain(from)
    writeFileSync(join(stack.path, 'docker-compose.yml'), text.replace(from, to))
    expect(() => checkCompose(stack.path)).toThrow(problem)
  })

  test('has one name in logs, metrics and traces: a span leads to its log lines', async () => {
    await using collector = await FakeServer.open(() => ({ status: 200, body: {} }))
    const stop = await startTelemetry(collector.url, { version: '1.2.3', instance: 'pod-1' })
    trace.getTracer('test').startSpan('request').end()
    await stop()
    const [{ body, path } = { body: '', path: '' }] = collector.received
    expect(path).toBe('/v1/traces')
    // What Alloy labels the lines of this service with is its name in the compose file.
    expect(Object.keys(services)).toContain('gateway')
    for (const [key, value] of Object.entries({ name: 'gateway', version: '1.2.3', 'instance.id': 'pod-1' }))
      expect(body).toContain(`{"key":"service.${key}","value":{"stringValue":"${value}"}}`)
    expect(readOps('prometheus/prometheus.yml')).toContain('job_name: gateway\n')
  })
})

const log = createLog('silent')

suite('the database of the compose file', () => {
  let cluster: Awaited<ReturnType<typeof postgres>>
  let host: string
  let secrets: TemporaryFolder

  const secret = (name: string, value: string) => writeFileSync(join(secrets.path, name), value)

  const runSetUp = () =>
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
    expect(runSetUp()).toMatchObject({ status: 0, stderr: '' })
    await migrate('other')
    await serve("it's a 'password'")
  })

  test('is set up again with new passwords, and keeps what it holds', async () => {
    secret('postgres_password', 'first')
    secret('postgres_owner_password', 'second')
    expect(runSetUp().status).toBe(0)
    await migrate('second')
    secret('postgres_password', 'third')
    secret('postgres_owner_password', 'fourth')
    expect(runSetUp()).toMatchObject({ status: 0, stderr: '' })
    await expect(serve('first')).rejects.toThrow(/password authentication failed/)
    await expect(migrate('second')).rejects.toThrow(/password authentication failed/)
    expect((await migrate('fourth')).applied).toEqual([])
    await serve('third')
  })

  test('is corrected after an earlier run left a role without a password or with too many rights, and no database', async () => {
    await cluster.run('create role gateway_runtime superuser createdb')
    secret('postgres_password', 'password')
    secret('postgres_owner_password', 'other')
    expect(runSetUp().status).toBe(0)
    await migrate('other')
    await serve('password')
  })

  test('leaves the database of version 0.1 as it is, and says how to keep it and go on', async () => {
    secret('postgres_password', 'password')
    secret('postgres_owner_password', 'other')
    await cluster.run('create role gateway login createrole')
    await cluster.run('create database gateway owner gateway')
    const { status, stderr } = runSetUp()
    expect(status).not.toBe(0)
    expect(stderr).toContain('alter database gateway rename to gateway_0_1')
    await cluster.run("do $$ begin assert (select rolcanlogin from pg_roles where rolname = 'gateway'); end $$")
    await cluster.run('alter database gateway rename to gateway_0_1')
    expect(runSetUp()).toMatchObject({ status: 0, stderr: '' })
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
    const { status, stderr } = runSetUp()
    expect(status).not.toBe(0)
    expect(stderr).toContain(message)
    await cluster.run("do $$ begin assert not exists (select from pg_roles where rolname like 'gateway%'); end $$")
  })

  test('fails when the server cannot be reached', () => {
    secret('postgres_password', 'password')
    host = '/nowhere'
    expect(runSetUp().status).not.toBe(0)
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
