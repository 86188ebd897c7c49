import pg from 'pg'

/** The address is that of a connection pooler that gives each transaction a session that others use too. */
export class SharedSession extends Error {}

/** By chance, a pooler that shares sessions can give both connections their former ones. */
const TRIES = 20
const ANSWER_MS = 10_000

async function sessionOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** Whether a transaction of `other` got the session of `client`, or took it away. */
async function sharesSession(client: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const before = await sessionOf(client)
  await other.query('begin')
  const taken = await sessionOf(other)
  const after = await sessionOf(client)
  await other.query('rollback')
  return taken === before || after !== before
}

/**
 * Prepared statements, settings and locks belong to a session of the server. In a session that other processes use too,
 * the name of a prepared statement may mean a statement of theirs. A pooler announces a process of its own, so a
 * connection without a pooler costs one query.
 * @throws SharedSession when a transaction of another connection to `url` uses the same session
 */
export async function demandOwnSession(client: pg.ClientBase, url: string): Promise<void> {
  if ('processID' in client && client.processID === (await sessionOf(client))) return
  const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS })
  other.on('error', () => {})
  await other.connect()
  try {
    for (let tries = 0; tries < TRIES; tries++)
      if (await sharesSession(client, other)) throw new SharedSession('it is a connection pooler in transaction mode')
  } finally {
    await other.end()
  }
}
