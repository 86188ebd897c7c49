import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { initEnv } from '../../ops/cli/env.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { type ClientDatabase, postgres, postgresInstalled } from './support/databases.ts'
import { WithGrafana } from './support/grafana.ts'
import { ops } from './support/ops.ts'

const ROTATED = [
  'DASHBOARD_ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'ALERTMANAGER_TOKEN',
  'POSTGRES_PASSWORD',
  'POSTGRES_OWNER_PASSWORD',
  'POSTGRES_ADMIN_PASSWORD',
  'POSTGRES_MONITORING_PASSWORD',
]

const suite = postgresInstalled || requireTool('initdb', 'apt-get install postgresql') ? describe : describe.skip

suite("changing the stack's own credentials", () => {
  let cluster: ClientDatabase
  let host: string

  setUp(async (opened) => {
    cluster = opened.use(await postgres())
    host = /host=([^;]+)/.exec(cluster.dsn)?.[1] ?? ''
    writeFileSync(join(host, 'data/pg_hba.conf'), 'local all all scram-sha-256\n')
    await cluster.run('select pg_reload_conf()')
  })

  /** A stack whose Grafana and PostgreSQL know the passwords of its `.env`. */
  const started = async () => {
    const stack = await WithGrafana.open()
    initEnv(stack.stack.path)
    const read = () => parseEnv(readFileSync(join(stack.stack.path, '.env'), 'utf8'))
    const { DASHBOARD_ADMIN_PASSWORD = '', POSTGRES_ADMIN_PASSWORD } = read()
    stack.grafana.password = DASHBOARD_ADMIN_PASSWORD
    await cluster.run(`alter role postgres password '${POSTGRES_ADMIN_PASSWORD}'`)
    const rotate = (names: string[] = [], grafana = stack.at.url, server = host) =>
      ops(stack.stack.path, ['env', 'rotate', ...names], { GRAFANA_URL: grafana, PGHOST: server })
    const path = (name: string) => join(stack.stack.path, name)
    return { grafana: stack.grafana, path, read, rotate, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
  }

  const logIn = async (password = ''): Promise<void> => {
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres', password })
    await client.connect()
    await client.end()
  }

  test('gives each a new value, at both ends, and leaves all else in .env as it is', async () => {
    await using t = await started()
    const before = t.read()
    const text = readFileSync(t.path('.env'), 'utf8')
    const { status, stdout } = await t.rotate()
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^~ METRICS_TOKEN$[\s\S]*\nNext, on the host: /m)])
    const after = t.read()
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    expect(changed.sort()).toEqual(ROTATED.toSorted())
    const without = (content: string) => content.replace(new RegExp(`^(${ROTATED.join('|')})=.*`, 'gm'), '$1=')
    expect(without(readFileSync(t.path('.env'), 'utf8'))).toBe(without(text))
    expect((statSync(t.path('.env')).mode & 0o777).toString(8)).toBe('600')
    expect(t.grafana.password).toBe(after.DASHBOARD_ADMIN_PASSWORD)
    await logIn(after.POSTGRES_ADMIN_PASSWORD)
    await expect(logIn(before.POSTGRES_ADMIN_PASSWORD)).rejects.toThrow(/password authentication failed/)
    expect(readFileSync(t.path('secrets/postgres_admin_password'), 'utf8')).toBe(after.POSTGRES_ADMIN_PASSWORD)
    expect(readFileSync(t.path('secrets/gateway_metrics_token'), 'utf8')).toBe(after.METRICS_TOKEN)
    expect(existsSync(t.path('.env.next'))).toBe(false)
  })

  test('an interrupted rotation continues with the same values', async () => {
    await using t = await started()
    const before = t.read()
    const both = ['POSTGRES_ADMIN_PASSWORD', 'DASHBOARD_ADMIN_PASSWORD']
    const failed = await t.rotate(both, undefined, '/nowhere')
    expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('/nowhere')])
    expect(t.read()).toEqual(before)
    expect((statSync(t.path('.env.next')).mode & 0o777).toString(8)).toBe('600')
    // Grafana knows the new one already.
    const { password } = t.grafana
    expect(password).not.toBe(before.DASHBOARD_ADMIN_PASSWORD)
    const other = await t.rotate(['METRICS_TOKEN'])
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('without names continues it')])
    expect(await t.rotate()).toMatchObject({ status: 0 })
    const after = t.read()
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(both.toSorted())
    await logIn(after.POSTGRES_ADMIN_PASSWORD)
    expect([t.grafana.password, after.DASHBOARD_ADMIN_PASSWORD]).toEqual([password, password])
  })

  test('a part that has another password, or does not answer, changes nothing', async () => {
    await using t = await started()
    const before = t.read()
    t.grafana.password = 'changed by hand'
    const refused = await t.rotate(['DASHBOARD_ADMIN_PASSWORD'])
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('/api/user/password answered 401')])
    const away = await t.rotate([], 'http://127.0.0.1:9')
    expect([away.status, away.stderr]).toEqual([1, expect.stringContaining('127.0.0.1:9')])
    expect([t.read(), t.grafana.password]).toEqual([before, 'changed by hand'])
  })

  test('of what is not its to choose it says so', async () => {
    await using t = await started()
    const { status, stderr } = await t.rotate(['SLACK_ALERTS_WEBHOOK_URL'])
    expect([status, stderr]).toEqual([1, `unknown names: SLACK_ALERTS_WEBHOOK_URL; known: ${ROTATED.join(', ')}\n`])
    expect(existsSync(t.path('.env.next'))).toBe(false)
  })
})
