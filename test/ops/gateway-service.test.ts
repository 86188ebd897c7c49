import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import pg from 'pg'
import { readConfig, VARIABLE_NAMES } from '../../src/config.ts'
import { requireTool } from '../support/tools.ts'
import { postgres, postgresInstalled } from './support/databases.ts'
import { OPS, TemporaryFolder, yamlOps } from './support/stack.ts'

const hasPostgres = postgresInstalled && requireTool('psql', 'apt-get install postgresql-client')
const suite = hasPostgres || requireTool('initdb', 'apt-get install postgresql') ? describe : describe.skip

const { services } = yamlOps<{ services: { gateway: { environment: Record<string, string> } } }>('docker-compose.yml')

describe('the gateway in the compose file', () => {
  const { environment } = services.gateway
  const values: Record<string, string> = {
    AUTH_ISSUER: 'https://issuer.example',
    TRUSTED_PROXIES: '',
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
    expect(readConfig(filled)).toMatchObject({ NODE_ENV: 'production', PORT: 4000, HOST: '0.0.0.0', DEMO_DATA: false })
  })

  test('can be scraped and hooked: both tokens are set', () => {
    const { METRICS_TOKEN, ALERTMANAGER_TOKEN } = readConfig(filled)
    expect([METRICS_TOKEN, ALERTMANAGER_TOKEN].map(Boolean)).toEqual([true, true])
  })
})

suite('the database of the compose file', () => {
  test('gives the gateway a role that cannot look past row-level security, and a database of its own', async () => {
    await using cluster = await postgres()
    using files = new TemporaryFolder()
    const host = /host=([^;]+)/.exec(cluster.dsn)?.[1] ?? ''
    const password = join(files.path, 'password')
    writeFileSync(password, "it's a 'password'")
    const env = { ...process.env, PGHOST: host, POSTGRES_USER: 'postgres', GATEWAY_PASSWORD_FILE: password }
    execFileSync('sh', [join(OPS, 'database/gateway.sh')], { env, stdio: 'ignore' })
    const client = new pg.Client({ host, user: 'gateway', database: 'gateway' })
    await client.connect()
    const { rows } = await client.query(`select rolsuper or rolbypassrls as privileged, rolcreaterole,
      (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
      from pg_roles where rolname = current_user`)
    await client.end()
    expect(rows).toEqual([{ privileged: false, rolcreaterole: true, owner: 'gateway' }])
  })
})
