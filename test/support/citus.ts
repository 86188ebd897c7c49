import pg from 'pg'

export interface Node {
  host: string
  port: number
}

/** Few, since each test file makes all tables anew. */
const SHARDS = 4

/** The other nodes, where a server's address names a database that is a coordinator of Citus. */
export async function workersOf(client: pg.Client): Promise<Node[]> {
  const { rowCount } = await client.query("select 1 from pg_extension where extname = 'citus'")
  if (!rowCount) return []
  const { rows } = await client.query<Node>(
    'select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid',
  )
  return rows
}

const at = (url: string, database: string, { host, port }: Node): string =>
  Object.assign(new URL(url), { pathname: `/${database}`, hostname: host, port: String(port) }).href

async function on(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Makes an empty database on every node, and joins them. */
export async function makeCitusDatabase(server: string, workers: readonly Node[], database: string): Promise<void> {
  const { hostname, port } = new URL(server)
  const coordinator = { host: hostname, port: Number(port) }
  for (const node of [coordinator, ...workers]) {
    await on(at(server, 'postgres', node), (client) => client.query(`create database ${database}`))
    await on(at(server, database, node), (client) => client.query('create extension citus'))
  }
  await on(at(server, database, coordinator), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port])
    for (const { host, port } of workers) await client.query('select citus_add_node($1, $2)', [host, port])
    await client.query(`alter database ${database} set citus.shard_count = ${SHARDS}`)
  })
}

/** Drops a database on every node. Citus keeps connections of its own between them. */
export async function dropCitusDatabase(server: string, workers: readonly Node[], database: string): Promise<void> {
  const { hostname, port } = new URL(server)
  for (const node of [{ host: hostname, port: Number(port) }, ...workers])
    await on(at(server, 'postgres', node), (client) => client.query(`drop database ${database} with (force)`))
}
