import { randomUUID } from 'node:crypto'
import pg from 'pg'

/*
 * Transactions as the gateway has them: one message of settings, the first statement right behind it, statements kept
 * prepared, the end of a read sent with the next begin; and records of reads committed in groups.
 */

export type Row = Record<string, unknown>
export type Query = (text: string, values: unknown[]) => Promise<Row[]>

/** What is recorded of a request. */
export interface Fact {
  organization: string
  user: string
  action: string
  resourceId?: string | null
  count?: number
  /** Of a client that was made, for the counts. */
  sector?: unknown
}

/** How long the end of a read waits for company, milliseconds. */
const MOST_DELAY = 25

pg.types.setTypeParser(20, Number)
const names = new Map<string, string>()
const ends = new WeakMap<pg.PoolClient, NodeJS.Timeout>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `f${names.size}`
  names.set(text, name)
  return name
}

const begin = (mode: string, role: string, organization: string) =>
  `begin ${mode}; set local role = '${role}'; set local app.organization_id = ${pg.escapeLiteral(organization)}; ` +
  `set local statement_timeout = 30000; set local lock_timeout = 10000; set local idle_in_transaction_session_timeout = 15000`

/** A pool with the transactions of one server. */
export function openPool(connectionString: string | undefined, max: number) {
  const pool = new pg.Pool({ connectionString, max, pipeline: true })

  /** What one turn of the event loop sends leaves in one write. */
  function together({ connection: { stream } }: pg.PoolClient): void {
    if (stream.writableCorked > 0) return
    stream.cork()
    setImmediate(() => stream.uncork())
  }

  function endLater(client: pg.PoolClient): void {
    const end = () => {
      ends.delete(client)
      client.query('commit').catch(() => {})
    }
    ends.set(client, setTimeout(end, MOST_DELAY))
  }

  async function transaction<T>(
    mode: '' | 'read only',
    role: string,
    organization: string,
    work: (query: Query) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect()
    try {
      together(client)
      const open = ends.get(client)
      clearTimeout(open)
      ends.delete(client)
      const asked: Promise<unknown>[] = []
      const ask = (query: pg.QueryConfig): Promise<Row[]> => {
        together(client)
        const rows = client.query(query).then((answer) => answer.rows)
        rows.catch(() => {})
        asked.push(rows)
        return rows
      }
      void ask({ text: `${open ? 'commit; ' : ''}${begin(mode, role, organization)}` })
      const result = await work((text, values) => ask({ name: nameOf(text), text, values }))
      if (mode === 'read only') endLater(client)
      else void ask({ text: 'commit' })
      // The commit goes right behind statements that nobody has waited for.
      await Promise.all(asked)
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }

  let waiting: { fact: Fact; done: () => void; failed: (error: unknown) => void }[] = []
  let isWriting = false

  /** Commits what waits, organization by organization, until nothing does. */
  async function commitGroups(): Promise<void> {
    isWriting = true
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      const facts = Map.groupBy(group, ({ fact }) => fact.organization)
      await transaction('', 'gateway_system', '', async (query) => {
        for (const each of facts.values()) void append(query, ...each.map(({ fact }) => fact))
      }).then(
        () => {
          for (const { done } of group) done()
        },
        (error) => {
          for (const { failed } of group) failed(error)
        },
      )
    }
    isWriting = false
  }

  return {
    transaction,
    /** Settles when the record is durable, together with all records that arrived during the previous commit. */
    record: (fact: Fact) =>
      new Promise<void>((done, failed) => {
        waiting.push({ fact, done, failed })
        if (!isWriting) void commitGroups()
      }),
  }
}

/** Writes records into the chain of their organization; those of changes are events as well. At most one is of a client. */
export function append(query: Query, ...facts: Fact[]): Promise<Row[]> {
  const records = facts.map(({ user, action, resourceId = null, count }) => ({
    id: randomUUID(),
    action,
    userId: user,
    resourceType: action.split('_')[0],
    resourceId,
    metadata: {
      ipAddress: 'unknown',
      userAgent: 'unknown',
      details: JSON.stringify({ count, outcome: 'DONE' }),
    },
    ...(action.endsWith('_CREATED') && { payload: { status: 'PENDING' } }),
  }))
  const made = facts.flatMap(({ sector }) => (sector === undefined ? [] : [[String(sector), 1]]))
  const changes = made.length > 0 ? { client: Object.fromEntries(made) } : {}
  return query("select append($1, $2::jsonb, true, $3::jsonb, '{}'::uuid[])", [
    facts[0]?.organization,
    JSON.stringify(records),
    JSON.stringify(changes),
  ])
}
