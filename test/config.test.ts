/** @database none */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parseAddress, withoutPassword } from '../src/data/server-address.ts'
import { readConfig, SECRET_NAMES, VARIABLE_NAMES } from '../src/main/config.ts'
import { TemporaryFolder } from './ops/support/stack.ts'

const faultsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return error instanceof Error ? error.message.split('\n').slice(1) : []
  }
}

describe('a name that resembles a setting', () => {
  test.each([
    ['AUTH_ISUER', 'AUTH_ISSUER'],
    ['AUTH_ISSUER_URL', 'AUTH_ISSUER'],
    ['auth_issuer', 'AUTH_ISSUER'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['SECRET_KEY', 'SECRETS_KEY'],
    ['RATE_LIMIT_WINDOW', 'RATE_LIMIT_WINDOW_SECONDS'],
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ])('%s stops the start, which names %s', (name, meant) => {
    expect(faultsOf({ [name]: 'x' })).toEqual([expect.stringMatching(new RegExp(`^ {2}${name}: .*\\b${meant}\\b`))])
  })

  test('is listed with the other faults', () => {
    const faults = faultsOf({ AUTH_ISUER: 'x', REDIS_URI: 'x', PORT: 'x' })
    expect(faults.map((line) => line.trim().split(':')[0]).toSorted()).toEqual(['AUTH_ISUER', 'PORT', 'REDIS_URI'])
  })

  test('is ignored when the setting itself is set, and when its value is blank', () => {
    const DATABASE_URL = 'postgres://gateway@127.0.0.1/gateway'
    expect(faultsOf({ DATABASE_URL, DATABASE_URI: 'x', REDIS_URI: '' })).toEqual([])
  })

  test('is not another setting', () => {
    const values = new Set(VARIABLE_NAMES)
    for (const name of values) expect(faultsOf({ [name]: '' })).toEqual([])
    expect(faultsOf({ SMTP_FROM: 'a@b.example', ALERTMANAGER_ORGANIZATION: 'o', AUTH_AUDIENCE: 'a' })).toEqual([])
  })
})

test('a request has 30 seconds, unless the deployment gives it another deadline', () => {
  expect(readConfig({}).REQUEST_DEADLINE_SECONDS).toBe(30)
  expect(readConfig({ REQUEST_DEADLINE_SECONDS: '5' }).REQUEST_DEADLINE_SECONDS).toBe(5)
  for (const seconds of ['0', '-1', 'never']) expect(faultsOf({ REQUEST_DEADLINE_SECONDS: seconds })).toHaveLength(1)
})

/** Other variables in the environments of servers. */
const ELSEWHERE: Record<string, string> = {
  'a shell':
    'HOME HOSTNAME HOSTTYPE LOGNAME USER SHELL PATH PWD OLDPWD TERM LANG LC_ALL EDITOR PAGER DISPLAY XDG_DATA_DIRS XDG_DATA_HOME MAIL SSH_AUTH_SOCK TMPDIR',
  Docker: 'HOSTNAME NODE_VERSION YARN_VERSION DOCKER_HOST COMPOSE_PROJECT_NAME',
  Kubernetes: [
    'GATEWAY',
    'REDIS',
    'DATABASE',
    'POSTGRES',
    'AUTH',
    'SMTP',
    'ALERTMANAGER',
    'METRICS',
    'DATA',
    'KUBERNETES',
  ]
    .flatMap((service) =>
      [
        'HOST',
        'PORT',
        'SERVICE_HOST',
        'SERVICE_PORT',
        'SERVICE_PORT_HTTP',
        'PORT_80_TCP',
        'PORT_80_TCP_ADDR',
        'PORT_80_TCP_PORT',
        'PORT_80_TCP_PROTO',
      ].map((end) => `${service}_${end}`),
    )
    .join(' '),
  systemd:
    'INVOCATION_ID JOURNAL_STREAM LISTEN_FDS LISTEN_PID NOTIFY_SOCKET STATE_DIRECTORY RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY LOGS_DIRECTORY',
  'GitHub Actions':
    'CI GITHUB_ACTIONS GITHUB_TOKEN GITHUB_SHA GITHUB_REF RUNNER_OS RUNNER_TEMP ACTIONS_RUNTIME_URL ACTIONS_RUNTIME_TOKEN ACTIONS_CACHE_URL IMAGE_OS',
  npm: 'npm_config_cache npm_config_user_agent npm_package_name npm_package_version npm_lifecycle_event npm_node_execpath npm_execpath NODE NODE_EXE INIT_CWD NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED',
  'a platform as a service':
    'DYNO WEB_CONCURRENCY DATABASE_HOST DATABASE_PORT DATABASE_NAME DATABASE_USER DATABASE_PASSWORD DATABASE_PRIVATE_URL REDIS_HOST REDIS_PORT REDIS_PASSWORD REDIS_TLS_URL SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD SMTP_SERVER PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE RAILWAY_PUBLIC_DOMAIN RENDER_EXTERNAL_URL VERCEL_URL AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY HTTP_PROXY HTTPS_PROXY NO_PROXY PUBLIC_IP API_TOKEN LOG_FORMAT DEBUG TZ',
  OpenTelemetry:
    'OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_METRICS_ENDPOINT OTEL_TRACES_SAMPLER OTEL_LOG_LEVEL',
  'the tools of this project': 'TEST_DATABASE_URL TEST_LOG_LEVEL BENCH_DATABASE_URL',
}

test.each(Object.entries(ELSEWHERE))('names of %s do not prevent a start', (_, names) => {
  expect(faultsOf(Object.fromEntries(names.split(' ').map((name) => [name, 'something'])))).toEqual([])
})

describe('docs/configuration.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/configuration.md'), 'utf8')
  const literals = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, literal = '']) => literal)
  /** The variables of each row, and the text of their defaults. */
  const rows = [...page.matchAll(/^\| (`[A-Z][^|]*) \|([^|]*)\|/gm)].map(([, names = '', defaults = '']) => {
    return { names: literals(names), defaults: defaults.split(',').map((text) => text.trim()) }
  })
  const isLiteral = (text: string) => /^`[^`<]+`$/.test(text)
  const defaults = rows
    .filter((row) => row.defaults.length === row.names.length)
    .flatMap((row) => row.names.map((name, index) => [name, row.defaults[index] ?? ''] as const))
    .filter(([, text]) => isLiteral(text))
    .map(([name, text]) => [name, text.replaceAll('`', '')] as const)

  test('describes every variable', () => {
    const described = rows.flatMap(({ names }) => names)
    expect(described.toSorted()).toEqual(VARIABLE_NAMES.filter((name) => name !== 'NODE_ENV').toSorted())
    const [, files = ''] = /A file can hold a secret: ([^.]+)\./.exec(page) ?? []
    expect(literals(files).slice(2)).toEqual(SECRET_NAMES)
  })

  test('gives defaults', () => {
    expect(defaults.length).toBeGreaterThan(15)
  })

  test.each(defaults)('%s is %s by default', (name, value) => {
    expect(readConfig({ [name]: value })).toEqual(readConfig({}))
  })
})

describe('sign-in', () => {
  const provided = { AUTH_ISSUER: 'https://idp.example', AUTH_CLIENT_ID: 'dashboard' }

  test('asks for the usual scopes', () => {
    expect(readConfig(provided).AUTH_SCOPES).toBe('openid profile email')
  })

  test.each<[string, Record<string, string>]>([
    ['AUTH_CLIENT_ID', { AUTH_CLIENT_ID: 'dashboard' }],
    ['AUTH_SCOPES', { ...provided, AUTH_SCOPES: 'profile email' }],
    ['AUTH_AUDIENCE_PARAMETER', { ...provided, AUTH_AUDIENCE_PARAMETER: 'audience' }],
    ['AUTH_AUDIENCE_PARAMETER', { ...provided, AUTH_AUDIENCE: 'a', AUTH_AUDIENCE_PARAMETER: 'a=b&c' }],
    ['AUTH_ORGANIZATION_PARAMETER', { ...provided, AUTH_ORGANIZATION_PARAMETER: 'a b' }],
  ])('a start is stopped by %s in %j', (name, environment) => {
    expect(faultsOf(environment)).toEqual([expect.stringMatching(new RegExp(`^ {2}${name}: `))])
  })
})

describe('an invalid value is refused with the expected form', () => {
  test.each([
    ['PORT', 'abc', 'must be a port number, 0 to 65535, such as 4000'],
    ['PORT', '70000', 'must be a port number, 0 to 65535, such as 4000'],
    ['PORT', '80.5', 'must be a port number, 0 to 65535, such as 4000'],
    ['REPORT_IMAP_URL', 'imaps://mail.example/INBOX', 'must have a user name and a password'],
    ['DATABASE_URL', 'mysql://u:p@db/name', 'must be the address of a PostgreSQL server, such as postgres://'],
    ['DATABASE_URL', 'db.example', 'must be the address of a PostgreSQL server, such as postgres://'],
    ['DATABASE_URL', 'postgres://u:p@a:x,b:5433/db', 'several servers are a:5432,b:5432'],
    [
      'DATABASE_URL',
      'postgres://u@a,b/db?target_session_attrs=best',
      'target_session_attrs must be one of any, read-write',
    ],
  ])('%s=%s', (name, value, expected) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringContaining(expected)])
  })

  test('an address may name several servers, and their required state', () => {
    const url = 'postgres://u:p%2C@a:5432,b:5433/db?target_session_attrs=read-write'
    expect(readConfig({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
    expect(parseAddress(url).urls).toEqual([
      'postgres://u:p%2C@a:5432/db?target_session_attrs=read-write',
      'postgres://u:p%2C@b:5433/db?target_session_attrs=read-write',
    ])
    expect(withoutPassword(url)).toEqual({
      address: 'postgres://u@a:5432,b:5433/db?target_session_attrs=read-write',
      password: 'p,',
    })
  })
})

describe('a secret in a file', () => {
  const KEY = Buffer.alloc(32).toString('base64')

  test('is read without its final newline; an empty file is not a value', () => {
    using folder = new TemporaryFolder()
    const [key, token] = [join(folder.path, 'key'), join(folder.path, 'token')]
    writeFileSync(key, `${KEY}\n`)
    writeFileSync(token, '')
    const config = readConfig({ SECRETS_KEY_FILE: key, METRICS_TOKEN_FILE: token })
    expect(config.SECRETS_KEY).toEqual([Buffer.alloc(32)])
    expect(config.METRICS_TOKEN).toBeUndefined()
  })

  test.each(SECRET_NAMES)('%s: a missing file, and a value beside the file, stop the start', (name) => {
    expect(faultsOf({ [`${name}_FILE`]: '/nowhere/x' })).toEqual([
      expect.stringMatching(new RegExp(`^ {2}${name}_FILE: ENOENT.*/nowhere/x`)),
    ])
    expect(faultsOf({ [`${name}_FILE`]: '/nowhere/x', [name]: 'x' })).toContain(
      `  ${name}, ${name}_FILE: both are set; leave one out`,
    )
  })

  test('is validated like a value, and is accepted for secrets only', () => {
    using folder = new TemporaryFolder()
    const path = join(folder.path, 'value')
    writeFileSync(path, 'short')
    expect(faultsOf({ METRICS_TOKEN_FILE: path })).toEqual([expect.stringMatching(/^ {2}METRICS_TOKEN: /)])
    expect(faultsOf({ AUTH_ISSUER_FILE: path })).toEqual([expect.stringContaining('AUTH_ISSUER_FILE: unknown')])
  })
})
