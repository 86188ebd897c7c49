import type { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { parsers } from './column-kinds.ts'
import { ConnectionFault, faultOf } from './database-faults.ts'
import { type Listen, listenOnServer } from './listen.ts'
import type { Party } from './shares.ts'
import { StatementNames } from './statement-names.ts'

/** Unprivileged roles that statements run as. Both are made by the first migration. */
export type DatabaseRole = 'gateway_tenant' | 'gateway_system'

/** What one transaction may see: a role and, for the tenant role, the organization that row-level security lets through. */
export interface Session {
  role: DatabaseRole
  organizationId?: string
  readOnly?: boolean
  /** Whose share of the pool it takes, where that is not the organization's, or the service's. */
  party?: Party
}

/** Commands, and not calls of `set_config`, which cost the server several times as much. */
const settings = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`)
    .join('; ')

const sessionSettings = ({ role, organizationId = '' }: Session) => ({ role, 'app.organization_id': organizationId })

/** What puts a transaction into a session; all of it ends with the transaction. */
export const sessionStatement = (session: Session): string => settings(sessionSettings(session))

/** Begin, role and tenant go to the database as one batch: one round trip, and right behind a transaction-mode pooler. */
export const beginStatement = (session: Session): string =>
  `begin${session.readOnly ? ' read only' : ''}; ${settings({ ...sessionSettings(session), statement_timeout: '30s' })}`

/** Ends a transaction that has only read. Nobody waits for it, so it may travel with what the connection is asked next. */
export const END_OF_READ = 'commit and no chain'

/** Connections of a pool: all, those that nobody uses, and the callers that wait for one. */
export interface PoolCounts {
  total: number
  idle: number
  waiting: number
}

/** Connections to a store, and its notifications. */
export interface StorePool extends PostgresPool {
  /** How many transactions it can have open at once. */
  readonly size: number
  listen: Listen
  /** The state of the pool; PGlite has no connections to count. */
  counts?: () => PoolCounts
}

/** Sends what one turn of the event loop asks for in one write: a transaction begins with its first query. */
function sendTogether({ stream }: pg.Connection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

/** The plan of a kept statement has become wrong: a migration changed the columns that it returns. */
const PLAN_IS_STALE = '0A000'

/**
 * A pool of connections to a PostgreSQL server. Queries of a connection are sent one behind the other, without waiting
 * for answers in between, and statements that come again are kept prepared.
 */
export class ServerPool implements StorePool {
  readonly size: number
  readonly listen: Listen
  readonly options = {}
  readonly #pool: pg.Pool
  readonly #names = new StatementNames()
  /** One each, and not one per turn: the query builder keeps a table of all that it was ever given. */
  readonly #clients = new WeakMap<pg.PoolClient, ServerClient>()

  constructor(connectionString: string, max: number) {
    this.size = max
    const types = new pg.TypeOverrides()
    for (const [oid, parse] of Object.entries(parsers)) types.setTypeParser(Number(oid), 'text', parse)
    this.#pool = new pg.Pool({ connectionString, max, types, pipeline: true, connectionTimeoutMillis: 10_000 })
    // The server ended an idle connection, in a restart for one: the pool has dropped it. Unheard, it would end us too.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => this.#clients.set(client, new ServerClient(client, this.#names)))
    this.listen = listenOnServer(connectionString)
  }

  /** @throws a fault of the database when none can be had, whatever the reason */
  async connect(): Promise<PostgresPoolClient> {
    try {
      const client = await this.#pool.connect()
      return this.#clients.get(client) as ServerClient
    } catch (error) {
      throw faultOf(error) ? error : new ConnectionFault('08001', 'No connection to the database', error)
    }
  }

  readonly counts = (): PoolCounts => ({
    total: this.#pool.totalCount,
    idle: this.#pool.idleCount,
    waiting: this.#pool.waitingCount,
  })

  end(): Promise<void> {
    return this.#pool.end()
  }
}

/**
 * How long the end of a read waits for company, in milliseconds. Meanwhile it holds no row and no snapshot, but its
 * tables cannot be altered.
 */
const MOST_DELAY = 5

/** A connection of the pool. */
class ServerClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  #ending: NodeJS.Timeout | undefined
  /** Why the connection cannot be used any more. */
  #loss: Error | undefined

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
    // The pool listens while it holds the client, and at no other time; an error that nobody hears ends the process.
    client.on('error', (error) => {
      this.#loss ??= error
    })
  }

  readonly query = ((text: string, parameters: readonly unknown[]) =>
    this.#ask(text, parameters)) as PostgresPoolClient['query']

  /** A connection that is lost, or that the server is about to close, is never handed out again. */
  readonly release = (): void => this.#client.release(this.#loss)

  async #ask(text: string, parameters: readonly unknown[]) {
    if (text === END_OF_READ) return this.#endSoon()
    if (!this.#ending) return this.#send(text, parameters)
    clearTimeout(this.#ending)
    this.#ending = undefined
    // Nobody reads an answer to a begin; whatever else is asked stays alone in its message, and keeps its answer.
    if (text.startsWith('begin')) return this.#send(`${END_OF_READ}; ${text}`, parameters)
    this.#end()
    return this.#send(text, parameters)
  }

  #endSoon() {
    this.#ending = setTimeout(() => {
      this.#ending = undefined
      this.#end()
    }, MOST_DELAY)
    return { command: 'COMMIT', rowCount: 0, rows: [] }
  }

  /** Where it fails the connection is lost, and the transaction with it. */
  #end(): void {
    this.#send(END_OF_READ, []).catch(() => {})
  }

  /** Without parameters it is the simple protocol, which takes several statements. */
  async #send(text: string, parameters: readonly unknown[]) {
    sendTogether(this.#client.connection)
    const prepared = parameters.length > 0 && { values: [...parameters], name: this.#names.nameOf(text) }
    try {
      const { command, rowCount, rows } = await this.#client.query({ text, ...prepared })
      return { command, rowCount, rows }
    } catch (error) {
      throw this.#judge(error)
    }
  }

  #judge(error: unknown): unknown {
    if (error instanceof pg.DatabaseError) {
      if (error.code === PLAN_IS_STALE) this.#names.forget()
      if (CLOSING.includes(error.severity ?? '')) this.#loss ??= error
      return error
    }
    return this.#loss ? new ConnectionFault('08006', 'The connection to the database was lost', this.#loss) : error
  }
}

/** After an error of these severities the server closes the connection. */
const CLOSING = ['FATAL', 'PANIC']

/** Opens PGlite with the same parsing of values as the pool above. Whoever has a server never loads it. */
export async function openPglite({ dataDir, loadDataDir }: { dataDir?: string; loadDataDir?: Blob }): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite')
  const files = dataDir === undefined ? { loadDataDir } : (await import('./durable-files.ts')).durableIn(dataDir)
  return PGlite.create({ ...files, parsers })
}

/**
 * PGlite behind the interface of a pool: one client, handed out in turn.
 * PGlite has a single session, so whoever holds it must be alone until its transaction ends.
 */
export class PglitePool implements StorePool {
  readonly size = 1
  readonly options = {}
  readonly #database: PGlite
  #turn: Promise<void> = Promise.resolve()

  constructor(database: PGlite) {
    this.#database = database
  }

  async connect(): Promise<PostgresPoolClient> {
    const previous = this.#turn
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#turn = promise
    await previous
    const query = (sql: string, parameters: readonly unknown[]) => this.#query(sql, parameters)
    return { query: query as PostgresPoolClient['query'], release: resolve }
  }

  end(): Promise<void> {
    return this.#database.close()
  }

  /** In a turn of its own: within someone else's transaction it would be undone with it. */
  listen: Listen = async (channel, onNotify) => {
    const inTurn = async <T>(work: () => Promise<T>) => {
      const { release } = await this.connect()
      return work().finally(release)
    }
    const stop = await inTurn(() => this.#database.listen(channel, onNotify))
    return () => inTurn(() => stop())
  }

  /** `exec` is the simple protocol: it takes several statements, but no parameters. */
  async #query(sql: string, parameters: readonly unknown[] = []) {
    const result = parameters.length
      ? await this.#database.query(sql, [...parameters])
      : (await this.#database.exec(sql)).at(-1)
    return { command: result?.command, rowCount: result?.rowCount ?? 0, rows: result?.rows ?? [] }
  }
}
