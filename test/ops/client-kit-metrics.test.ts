import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { requireTool } from '../support/tools.ts'
import { Host } from './support/activity.ts'
import { type ClientDatabase, postgres, postgresInstalled, sqlite } from './support/databases.ts'
import type { Settings } from './support/php.ts'
import { requireProgram } from './support/programs.ts'

const hasPhp = requireTool('php', 'apt-get install php-cli php-curl php-sqlite3 php-pgsql')
const hasPostgres = postgresInstalled || requireTool('initdb', 'apt-get install postgresql')
const hasPromtool = requireProgram('promtool')
const databases = [{ name: 'SQLite', open: sqlite }, ...(hasPostgres ? [{ name: 'PostgreSQL', open: postgres }] : [])]
const suite = hasPhp ? describe : describe.skip

/** A host with three users and two sessions. */
const hostWith = async (open: () => Promise<ClientDatabase>, settings: Settings = {}): Promise<Host> => {
  const host = await Host.with(open, [], settings)
  for (const sql of ['CREATE TABLE users (id INT)', 'CREATE TABLE sessions (id INT)']) await host.database.run(sql)
  await host.database.run('INSERT INTO users VALUES (1), (2), (3)')
  await host.database.run('INSERT INTO sessions VALUES (1), (2)')
  return host
}

const scrape = async (host: Host, query = '?token=metrics-token'): Promise<Response> =>
  fetch(`${await host.kit.serve()}/metrics.php${query}`)

const block = (name: string, help: string, value: string): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`
const up = (value: 0 | 1): string => block('app_database_up', 'Whether the database connects.', String(value))
const users = block('app_users_total', 'Number of users.', '3')
const sessions = block('app_sessions_active', 'Number of active sessions.', '2')
const disk =
  block('app_disk_usage_percent', 'Disk used, in percent.', '\\d{1,3}\\.\\d\\d') +
  block('app_disk_free_bytes', 'Free disk space in bytes.', '\\d+')

suite.each(databases)('metrics.php on $name', ({ open }) => {
  test('shows the application in a constant format', async () => {
    await using host = await hostWith(open)
    const response = await scrape(host)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await response.text()).toMatch(new RegExp(`^${up(1)}${users}${sessions}${disk}$`))
  })

  test('a query that fails leaves its gauge out, and nothing else', async () => {
    await using host = await hostWith(open, { USERS_QUERY: 'SELECT COUNT(*) FROM missing' })
    expect(await (await scrape(host)).text()).toMatch(new RegExp(`^${up(1)}${sessions}${disk}$`))
  })
})

suite('metrics.php', () => {
  test('the figures of the disk are those of the system', async () => {
    await using host = await hostWith(sqlite)
    const text = await (await scrape(host)).text()
    const free = Number(/^app_disk_free_bytes (\d+)$/m.exec(text)?.[1])
    const used = Number(/^app_disk_usage_percent ([\d.]+)$/m.exec(text)?.[1])
    const [total = 0, available = 0] =
      execFileSync('df', ['-B1', '--output=size,avail', '/'], { encoding: 'utf8' })
        .trim()
        .split('\n')[1]
        ?.trim()
        .split(/\s+/)
        .map(Number) ?? []
    expect(Math.abs(free - available) / total).toBeLessThan(0.01)
    expect(Math.abs(used - 100 * (1 - available / total))).toBeLessThan(1)
  })

  test.each([
    '',
    '?token=',
    '?token=wrong',
    '?token[]=metrics-token',
    '?TOKEN=metrics-token',
    '?token=metrics-token%00',
  ])('denies "%s"', async (query) => {
    await using host = await hostWith(sqlite)
    const response = await scrape(host, query)
    expect(response.status).toBe(403)
    expect(await response.text()).toBe('# forbidden\n')
  })

  test.each(['', '?token='])('without a configured token it denies "%s"', async (query) => {
    await using host = await hostWith(sqlite, { METRICS_TOKEN: '' })
    expect((await scrape(host, query)).status).toBe(403)
  })

  const down = {
    'an SQLite file that is gone': 'sqlite:file:/nonexistent/app.db?mode=ro',
    'a PostgreSQL that does not listen': 'pgsql:host=127.0.0.1;port=9;dbname=app',
    'a driver that is not installed': 'oci:dbname=app',
  }
  test.each(Object.entries(down))('%s is a value, not an error', async (_, dsn) => {
    await using host = await hostWith(sqlite, { DATABASE: { dsn } })
    const response = await scrape(host)
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(new RegExp(`^${up(0)}${disk}$`))
    expect(existsSync('/nonexistent')).toBe(false)
  })

  const withPromtool = hasPromtool ? test : test.skip
  withPromtool('promtool objects to nothing but a name that is given', async () => {
    await using host = await hostWith(sqlite)
    const input = await (await scrape(host)).text()
    const { stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })
    expect(stderr).toBe('app_users_total non-counter metrics should not have "_total" suffix\n')
  })
})
