import pg from 'pg'
import type { Ask, Progress } from './ask.ts'
import { isCitus } from './citus.ts'
import { type Node, urlOf } from './database-url.ts'
import { overOneConnection } from './one-connection.ts'

const id = pg.escapeIdentifier

/**
 * The servers of a distributed database, the addresses under which they connect to each other, and the number of shards
 * of a table.
 */
export interface Spread {
  coordinator: Node
  workers: Node[]
  shards: number
}

/** The servers of a database on Citus; undefined without Citus. */
export async function spreadOf(ask: Ask, url: string): Promise<Spread | undefined> {
  if (!(await isCitus(ask))) return undefined
  const { rows } = await ask<Node & { isWorker: boolean }>(
    `select nodename as host, nodeport as port, groupid <> 0 as "isWorker"
      from pg_dist_node where noderole = 'primary' order by nodeid`,
    [],
  )
  const { rows: counted } = await ask<{ shards: number }>(
    "select count(*)::int as shards from pg_dist_shard where logicalrelid = to_regclass('public.organization')",
    [],
  )
  const { hostname, port } = new URL(url)
  const [workers, coordinators] = [true, false].map((is) => rows.filter(({ isWorker }) => isWorker === is))
  return {
    coordinator: coordinators?.[0] ?? { host: hostname, port: Number(port || 5432) },
    workers: workers ?? [],
    shards: counted[0]?.shards ?? 0,
  }
}

/**
 * Runs statements as an administrator on one server only: databases are created and dropped on each server separately.
 */
const on = (url: string, log: Progress, statements: readonly string[]): Promise<void> =>
  overOneConnection({ url, variable: '--url' }, { log }, async (ask) => {
    await ask('set citus.enable_ddl_propagation = off', [])
    for (const statement of statements) await ask(statement, [])
  })

/** The address of a database on each server. The first is the coordinator, with the administrator's address. */
const addressesOf = (url: string, database: string, { workers }: Spread): string[] =>
  [undefined, ...workers].map((node) => urlOf(url, { database, node }))

/** Creates an empty database on every node, and joins the nodes. Only a superuser may do this. */
export async function makeSpread(url: string, database: string, spread: Spread, log: Progress): Promise<void> {
  const { coordinator, workers, shards } = spread
  for (const address of addressesOf(url, 'postgres', spread))
    await on(address, log, [`create database ${id(database)} template template0 encoding 'UTF8'`])
  for (const address of addressesOf(url, database, spread)) await on(address, log, ['create extension citus'])
  const place = ({ host, port }: Node) => `${pg.escapeLiteral(host)}, ${Number(port)}`
  await on(urlOf(url, { database }), log, [
    `select citus_set_coordinator_host(${place(coordinator)})`,
    ...workers.map((node) => `select citus_add_node(${place(node)})`),
    ...(shards > 0 ? [`alter database ${id(database)} set citus.shard_count = ${shards}`] : []),
  ])
}

/** Drops a database on every node. `force` is needed because Citus keeps connections between the nodes. */
export async function dropSpread(url: string, database: string, spread: Spread, log: Progress): Promise<void> {
  for (const address of addressesOf(url, 'postgres', spread))
    await on(address, log, [`drop database if exists ${id(database)} with (force)`])
}
