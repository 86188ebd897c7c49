/** @long it starts servers of PostgreSQL, and runs a command on each that creates roles and databases. */
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { migrations } from '../../schema/migrations/index.ts'
import { openPglite, PglitePool } from '../../src/data/pglite-pool.ts'
import type { Ask } from '../../src/data/store/ask.ts'
import { urlOf } from '../../src/data/store/database-url.ts'
import { installationOf, makeLogins } from '../../src/data/store/init.logins.ts'
import { bypassesOf } from '../../src/data/store/login.ts'
import { type Cluster, hasPostgres, startCluster } from '../support/cluster.ts'
import { openOn } from '../support/database.ts'
import { build, COMPILED } from '../support/process.ts'
import { setUp } from '../support/set-up.ts'

const suite = hasPostgres() ? describe : describe.skip

/** The superuser may connect without a password; all others need one. */
const LOGINS = `host all postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`

let cluster: Cluster
let logs: string
setUp(async (opened) => {
  if (!hasPostgres()) return
  const folder = await mkdtemp(join(tmpdir(), 'gateway-init-'))
  opened.defer(() => rm(folder, { recursive: true }))
  await chmod(folder, 0o777)
  await writeFile(join(folder, 'pg_hba.conf'), LOGINS)
  logs = join(folder, 'log')
  cluster = opened.use(
    await startCluster([
      `hba_file=${join(folder, 'pg_hba.conf')}`,
      'logging_collector=on',
      `log_directory=${logs}`,
      'log_statement=all',
      'log_file_mode=0644',
    ]),
  )
})
beforeAll(() => void build())

interface Run {
  code: number | null
  output: string
  said: string
  settings: Record<string, string>
}

const ROOT = join(import.meta.dirname, '../..')

/** Runs the built `npm run db`. */
const db = (args: string[], environment?: Record<string, string>) =>
  program([join(ROOT, 'dist/src/main/db.js'), ...args], environment)

const doctor = (environment: Record<string, string>) => program([join(ROOT, 'src/main/doctor.js')], environment)

async function program(args: string[], environment: Record<string, string> = {}): Promise<Run> {
  const child = spawn(process.execPath, args, {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...COMPILED, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, said, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  const settings = Object.fromEntries(
    output
      .split('\n')
      .flatMap((line) => (/^(\w+)=(.*)$/.exec(line)?.slice(1) ? [line.split(/=(.*)/s).slice(0, 2)] : [])),
  )
  return { code, output, said, settings }
}

let administrators = 0
/** Creates an administrator who can create roles and databases and is not a superuser. */
async function anAdministrator(rights = 'createrole createdb') {
  const name = `administrator_${++administrators}`
  await cluster.admin(`create role ${name} login ${rights} password 'admin'`)
  return { name, url: Object.assign(new URL(cluster.administratorUrl), { username: name, password: 'admin' }).href }
}

const serves = async (url = '') => (await openOn(url)).close()

suite('db init', () => {
  test('as an administrator without superuser rights creates all that a gateway needs, and prints two settings', async () => {
    const administrator = await anAdministrator()
    const made = await db(['init', '--url', administrator.url, '--name', 'one'])
    expect(made.said.split('\n')).toEqual([
      'created the login one_owner',
      'created the login one_runtime',
      'created the database one',
      'Next, and after each update of the gateway: DATABASE_OWNER_URL=... npm run db -- migrate',
      '',
    ])
    const { DATABASE_URL = '', DATABASE_OWNER_URL = '' } = made.settings
    expect([made.code, made.output]).toEqual([
      0,
      `DATABASE_URL=${DATABASE_URL}\nDATABASE_OWNER_URL=${DATABASE_OWNER_URL}\n`,
    ])
    expect([new URL(DATABASE_URL).username, new URL(DATABASE_OWNER_URL).username]).toEqual(['one_runtime', 'one_owner'])
    expect(new URL(DATABASE_URL).password).not.toBe(new URL(DATABASE_OWNER_URL).password)

    const migrated = await db(['migrate'], { DATABASE_OWNER_URL })
    expect(migrated).toMatchObject({
      code: 0,
      output: '',
      said: migrations.map(({ name }) => `applied the migration ${name}\n`).join(''),
    })
    expect((await db(['migrate'], { DATABASE_OWNER_URL })).said).toBe(
      'nothing to do: the database has every migration\n',
    )
    await serves(DATABASE_URL)
    // The administrator is no longer a member of the created roles.
    const members = await cluster.admin(
      `select 1 from pg_auth_members where roleid = 'one_owner'::regrole and member = '${administrator.name}'::regrole
       and pg_has_role(member, roleid, 'usage')`,
    )
    expect(members).toEqual([])
  })

  test('in a second run reports what exists, and changes no password unless requested', async () => {
    const { url } = await anAdministrator()
    const first = await db(['init', '--url', url, '--name', 'two'])
    await db(['migrate'], first.settings)
    const again = await db(['init', '--url', url, '--name', 'two'])
    expect(again).toMatchObject({ code: 0, output: '' })
    expect(again.said.split('\n').slice(0, 4)).toEqual([
      'the login two_owner exists already, and keeps its password',
      'the login two_runtime exists already, and keeps its password',
      'the database two exists already',
      'Passwords cannot be read back. To replace lost ones: --new-passwords',
    ])
    await serves(first.settings.DATABASE_URL)

    const renewed = await db(['init', '--url', url, '--name', 'two', '--new-passwords'])
    expect(renewed.said).toContain('gave the login two_runtime a new password')
    await serves(renewed.settings.DATABASE_URL)
    await expect(serves(first.settings.DATABASE_URL)).rejects.toThrow(/refuses the login of "two_runtime"/)
    expect((await db(['migrate'], renewed.settings)).code).toBe(0)
    expect((await db(['migrate'], first.settings)).said).toMatch(
      /^error: .*refuses the login of "two_owner".*\nCorrect .* DATABASE_OWNER_URL/,
    )
  })

  test('continues where an earlier run was interrupted', async () => {
    const { url } = await anAdministrator()
    await cluster.admin("create role three_owner login password 'x'")
    const { code, settings, said } = await db(['init', '--url', url, '--name', 'three'])
    expect([code, Object.keys(settings)]).toEqual([0, ['DATABASE_URL']])
    expect(said).toContain('Passwords cannot be read back. To replace lost ones: --new-passwords')
  })

  test('in two concurrent runs creates everything once', async () => {
    const { url } = await anAdministrator()
    const runs = await Promise.all(['four', 'five'].map((name) => db(['init', '--url', url, '--name', name])))
    expect(runs.map(({ code, said }) => [code, said])).toEqual([
      [0, expect.any(String)],
      [0, expect.any(String)],
    ])
  })

  test('tells a login that may not create roles who can create them', async () => {
    await cluster.admin("create role ordinary login password 'x'")
    await cluster.admin('create database ordinary owner ordinary')
    // As on a server without any gateway.
    await cluster.admin('alter role gateway_backup rename to elsewhere')
    const url = Object.assign(new URL(cluster.administratorUrl), { username: 'ordinary', password: 'x' })
    url.pathname = '/ordinary'
    const { code, said } = await db(['migrate'], { DATABASE_OWNER_URL: url.href })
    await cluster.admin('alter role elsewhere rename to gateway_backup')
    expect(code).toBe(1)
    expect(said).toMatch(/gateway_backup are roles of the server yet. Create them: npm run db -- init --url/)
  })

  test('is checked step by step by npm run doctor', async () => {
    const { settings } = await db(['init', '--url', cluster.administratorUrl, '--name', 'followed'])
    const before = await doctor(settings)
    expect(before.code).toBe(1)
    expect(before.output).toMatch(/^wrong {2}Database +.*no tables yet/m)
    expect(before.output).toMatch(/next: .*npm run db -- migrate/)
    await db(['migrate'], settings)
    const after = await doctor(settings)
    expect(after.output).toMatch(
      /^ok {5}Database +followed has the schema of this version, and the login can serve it$/m,
    )
    expect(after.output).toMatch(/^ok {5}Owner’s login +owns the tables$/m)
    expect(after.output).toMatch(/^ok {5}Clock +differs by \d\.\d s from that of the database$/m)
    const swapped = await doctor({ ...settings, DATABASE_URL: settings.DATABASE_OWNER_URL ?? '' })
    expect(swapped.output).toMatch(/^wrong {2}Database +.*could bypass/m)
  })

  test('writes no password to the log of the server', async () => {
    const { settings } = await db(['init', '--url', cluster.administratorUrl, '--name', 'six'])
    const texts = await Promise.all((await readdir(logs)).map((file) => readFile(join(logs, file), 'utf8')))
    expect(texts.join()).toContain('create role "six_runtime"')
    for (const url of Object.values(settings)) expect(texts.join()).not.toContain(new URL(url).password)
  })

  test('takes over an empty database of the administrator, and no other', async () => {
    const { name, url } = await anAdministrator()
    await cluster.admin(`create database seven owner ${name}`, `create database eight owner ${name}`)
    expect((await db(['init', '--url', url, '--name', 'seven'])).code).toBe(0)
    const [seven] = await cluster.admin(
      "select pg_get_userbyid(datdba) as owner from pg_database where datname = 'seven'",
    )
    expect(seven).toEqual({ owner: 'seven_owner' })

    const eight = new URL(cluster.administratorUrl)
    eight.pathname = 'eight'
    const client = new pg.Client({ connectionString: eight.href })
    await client.connect()
    await client.query('create table invoice (id int)')
    await client.end()
    const { code, said } = await db(['init', '--url', url, '--name', 'eight'])
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(
        `error: The database "eight" belongs to "${name}", and may contain data of other programs.`,
      ),
    ])
  })

  test.each([
    [
      'latin',
      "encoding 'LATIN1' locale 'C' locale_provider libc",
      'has the encoding LATIN1, and the gateway needs UTF8',
    ],
    [
      'turkish',
      "encoding 'UTF8' locale 'C.UTF-8' locale_provider icu icu_locale 'tr-TR'",
      'has a locale in which the small letter of I is not i, as in Turkish',
    ],
  ])('refuses a database that is %s, and says how to create another one', async (name, options, fault) => {
    await cluster.admin(`create database ${name} template template0 ${options}`)
    const init = (database: string) => db(['init', '--url', cluster.administratorUrl, '--name', database])
    const { code, said } = await init(name)
    expect([code, said]).toEqual([1, expect.stringContaining(`error: The database "${name}" ${fault}.\n`)])
    const [, statement = ''] = /(create database gateway2 .*)/.exec(said) ?? []
    await cluster.admin(statement)
    expect((await init('gateway2')).code).toBe(0)
    await cluster.admin('drop database gateway2')
  })

  test('refuses an existing login with too many rights', async () => {
    await cluster.admin('create role nine_runtime login createdb')
    const { code, said } = await db(['init', '--url', cluster.administratorUrl, '--name', 'nine'])
    expect(code).toBe(1)
    expect(said).toContain('error: The login "nine_runtime" could bypass the isolation of organizations:\n')
    expect(said).toContain('"nine_runtime" can create databases\n    alter role nine_runtime nocreatedb\n')
    expect(said).toContain('"nine_runtime" has the rights of gateway_tenant without acting as it')
  })

  test.each([
    [
      'who cannot make roles',
      'createdb',
      /cannot create both roles and databases.*\n.*alter role "administrator_\d+" createrole createdb/,
    ],
    ['who cannot make databases', 'createrole', /cannot create both roles and databases/],
  ])('refuses an administrator %s, and makes nothing', async (_, rights, sentence) => {
    const { url } = await anAdministrator(rights)
    const { code, said } = await db(['init', '--url', url, '--name', 'ten'])
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
    expect(await cluster.admin("select 1 from pg_roles where rolname like 'ten%'")).toEqual([])
  })

  test.each<[string, string[], RegExp]>([
    ['no address', ['init'], /required option '--url <url>'/],
    ['an address of something else', ['init', '--url', 'mysql://x'], /Expected postgres:\/\//],
    ['a name that needs quotes', ['init', '--url', 'postgres://x', '--name', 'My gateway'], /Expected a letter/],
    ['no owner to migrate as', ['migrate'], /DATABASE_OWNER_URL is not set/],
  ])('says what is wrong with %s', async (_, args, sentence) => {
    const { code, said } = await db(args)
    expect([code, said]).toEqual([1, expect.stringMatching(sentence)])
  })

  test('prints its help', async () => {
    expect((await db(['--help'])).output).toMatch(/init \[options\][\s\S]*migrate/)
    expect((await db(['init', '--help'])).output).toMatch(/DATABASE_URL[\s\S]*--new-passwords[\s\S]*Example:/)
  })
})

describe('the logins on PostgreSQL 18, whose members need not inherit', () => {
  let ask: Ask
  setUp(async (opened) => {
    const pool = new PglitePool(await openPglite({}))
    opened.defer(() => pool.end())
    const { query } = await pool.connect()
    ask = (sql, parameters) => query(sql, parameters)
    await ask('revoke temporary on database postgres from public', [])
    for (const name of ['first', 'second']) await ask(`create role ${name} login createrole createdb`, [])
  })

  /** Runs `work` as an administrator without superuser rights. */
  async function as<T>(administrator: string, work: () => Promise<T>): Promise<T> {
    await ask(`set session authorization ${administrator}`, [])
    return work().finally(() => ask('reset session authorization', []))
  }

  const log = { info() {}, warn() {} }

  test('are created by an administrator once, and can only act as two roles', async () => {
    const installation = installationOf('newest')
    expect(await as('first', () => makeLogins(ask, installation, { log }))).toHaveLength(2)
    expect(await as('first', () => makeLogins(ask, installation, { log }))).toEqual([])
    expect(await as('first', () => makeLogins(ask, installation, { log, renew: true }))).toHaveLength(2)
    expect(await bypassesOf(ask, 'newest_runtime')).toEqual([])
  })

  test('report another administrator who has created the roles', async () => {
    await expect(as('second', () => makeLogins(ask, installationOf('other'), { log }))).rejects.toThrow(
      /Another administrator created the role gateway_tenant.*\n {2}grant gateway_tenant, gateway_system, gateway_backup to/,
    )
  })

  test.each([
    [
      'grant gateway_tenant to newest_runtime with inherit true',
      '"newest_runtime" has the rights of gateway_tenant without',
    ],
    ['grant gateway_tenant to newest_runtime with admin true', '"newest_runtime" can add members to gateway_tenant'],
    ['grant gateway_tenant to newest_runtime with set false', '"newest_runtime" cannot act as gateway_tenant'],
    ['grant newest_owner to gateway_system', '"gateway_system" is a member of newest_owner'],
  ])('that were changed are found out: %s', async (change, sentence) => {
    const ways = await as('first', async () => {
      await ask(`begin; revoke gateway_tenant from newest_runtime; ${change}`, [])
      return bypassesOf(ask, 'newest_runtime').finally(() => ask('rollback', []))
    })
    expect(ways).toContainEqual(expect.stringContaining(sentence))
  })
})

test.each([
  ['postgres://admin:x@db:5433/postgres?sslmode=require', 'postgres://a:p@db:5433/made?sslmode=require'],
  ['postgres:///postgres?host=/run/postgresql', 'postgres:///made?host=%2Frun%2Fpostgresql&user=a&password=p'],
])('the address of a login on the terms of %s', (url, expected) => {
  expect(urlOf(url, { database: 'made', login: { name: 'a', password: 'p' } })).toBe(expected)
})
