import { beforeAll, describe, expect, test } from '@jest/globals'
import type { OpenDatabase } from '../../src/data/open-database.ts'
import type { StoreClient } from '../../src/data/store-pool.ts'
import { asAdministrator, openTestDatabase } from '../support/database.ts'
import { callEveryField } from '../support/every-field.ts'
import { runExamples } from '../support/example-run.ts'
import { startServer } from '../support/server.ts'

/** A statement of an organization, and how many shards it is sent to: none where it reads no table. */
interface Planned {
  statement: string
  tasks: number[]
}

const planned: Planned[] = []
/** Of tenants. */
let tables: string[] = []

type Ask = (sql: string, parameters: readonly unknown[]) => Promise<{ rows: unknown[] }>

const isStatement = (sql: string) => /^\s*(select|insert|update|delete|with)\b/i.test(sql)

/** Asks for the plan of each statement of an organization before it is sent, in its own transaction. */
function planning(client: StoreClient): Pick<StoreClient, 'begin' | 'query'> {
  const known = new Set<string>()
  let isTenants = false
  const begin = client.begin.bind(client)
  const ask: Ask = client.query.bind(client)
  const query: Ask = (sql, parameters) => {
    if (isTenants && isStatement(sql) && !known.has(sql)) {
      known.add(sql)
      ask(`explain (format json) ${sql}`, parameters).then(
        ({ rows }) => planned.push({ statement: sql, tasks: tasksOf(rows) }),
        (error) => planned.push({ statement: `${sql}: ${error}`, tasks: [Number.NaN] }),
      )
    }
    return ask(sql, parameters)
  }
  return {
    begin: (statements) => {
      isTenants = statements.includes("role = 'gateway_tenant'")
      return begin(statements)
    },
    query: query as StoreClient['query'],
  }
}

async function openPlanned(): Promise<OpenDatabase> {
  const connection = await openTestDatabase()
  const columns = await asAdministrator<{ name: string }>(
    connection,
    "select attrelid::regclass::text as name from pg_attribute where attname = 'organization_id' and attnum > 0",
  )
  tables = columns.map(({ name }) => name)
  const { pool } = connection
  const wrapped = new WeakSet<object>()
  const connect = pool.connect.bind(pool)
  pool.connect = async (...given) => {
    const client = await connect(...given)
    if (wrapped.has(client)) return client
    wrapped.add(client)
    return Object.assign(client, planning(client))
  }
  return connection
}

/** The counts of tasks anywhere in a plan. */
const tasksOf = (plan: unknown): number[] =>
  [...JSON.stringify(plan).matchAll(/Task Count\\*":\s*(\d+)/g)].map(([, count]) => Number(count))

describe('on Citus', () => {
  beforeAll(async () => {
    await using server = await startServer({}, openPlanned)
    await runExamples(server)
    await callEveryField(server)
  })

  test('every statement of an organization goes to one shard', () => {
    expect(planned.filter(({ tasks }) => tasks.some((count) => count !== 1))).toEqual([])
    expect(planned.filter(({ tasks }) => tasks.length > 0).length).toBeGreaterThan(100)
  })

  test('what goes to none names no table of tenants', () => {
    const local = planned.filter(({ tasks }) => tasks.length === 0).map(({ statement }) => statement)
    expect(tables).toContain('client')
    expect(local.filter((statement) => tables.some((name) => new RegExp(`\\b${name}\\b`).test(statement)))).toEqual([])
  })
})
