import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { parsers } from './column-kinds.ts'
import { ConnectionFault, faultOf } from './database-faults.ts'
import type { Deadline } from './deadline.ts'
import { type Listen, listenOnServer } from './listen.ts'
import { demandOwnSession } from './pooler.ts'
import { Servers } from './servers.ts'
import { SETTINGS } from './settings.ts'
import { MOST_KEPT, PLAN_IS_STALE, StatementNames } from './statement-names.ts'
import type { PoolCounts, StoreClient, StorePool } from './store-pool.ts'

// Otherwise the driver writes times in the time zone of the machine, without the seconds that offsets had before 1900.
pg.defaults.parseInputDatesAsUTC = true

/** After an error of these severities the server closes the connection. */
const CLOSING = ['FATAL', 'PANIC']

/**
 * Sends the data of one turn of the event loop in one write, for example the begin of a transaction and its first
 * query.
 */
function sendTogether({ stream }: pg.Connection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

const SET_ALL = SETTINGS.map((setting) => `set ${setting}`).join('; ')

/**
 * Every connection is replaced after its maximum lifetime, so that a failover or a new address or password takes
 * effect.
 */
const CONNECTIONS = {
  pipeline: true,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 30_000,
  maxLifetimeSeconds: 1800,
}

/**
 * A pool of connections to a PostgreSQL server. A connection sends queries without waiting for earlier answers. The
 * server keeps repeated statements prepared.
 */
export class ServerPool implements StorePool {
  readonly size: number
  readonly listen: Listen
  readonly options = {}
  readonly #pool: pg.Pool
  readonly #names = new StatementNames()
  /**
   * There is one wrapper per connection, not per transaction, because the query builder keeps an entry for each wrapper
   * that it receives.
   */
  readonly #clients = new WeakMap<pg.PoolClient, ServerClient>()
  readonly #inUse = new Set<ServerClient>()
  /** Functions that reject the callers that wait for a connection. */
  readonly #waiting = new Set<(reason: Error) => void>()
  readonly #servers: Servers
  #interruption: Error | undefined

  /** `address` names one server, or several of which one is used. */
  constructor(address: string, max: number) {
    this.size = max
    const servers = new Servers(address)
    this.#servers = servers
    const types = new pg.TypeOverrides()
    for (const [oid, parse] of Object.entries(parsers)) types.setTypeParser(Number(oid), 'text', parse)
    // The pool gives each new client the same options, so the client chooses its server here. A connection may be lost
    // before the pool announces it, so losses are recorded.
    const losses = new WeakMap<object, Error>()
    const Client = class extends pg.Client {
      constructor(options?: pg.ClientConfig) {
        super({ ...options, connectionString: servers.url })
        this.on('error', (error) => losses.set(this, error))
      }
    }
    let hasOwnSession = false
    const onConnect = async (client: pg.ClientBase) => {
      const session = hasOwnSession || demandOwnSession(client, servers.url)
      await Promise.all([client.query(SET_ALL), servers.demandKind(client), session])
      hasOwnSession = true
    }
    this.#pool = new pg.Pool({ Client, max, types, ...CONNECTIONS, ...{ onConnect } })
    // The server closed an idle connection, for example in a restart. The pool has removed it. Without a handler the
    // error would end this process.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) =>
      this.#clients.set(client, new ServerClient(client, this.#names, losses.get(client))),
    )
    this.#pool.on('release', (_, client) => {
      const known = this.#clients.get(client)
      if (known) this.#inUse.delete(known)
    })
    this.listen = listenOnServer(servers)
  }

  /** @throws a fault of the database when no connection is available, for any reason */
  connect(deadline?: Deadline): Promise<StoreClient> {
    return new Promise((resolve, reject) => {
      if (this.#interruption) return reject(this.#interruption)
      this.#waiting.add(reject)
      const stop = deadline?.whenPassed(() => {
        this.#waiting.delete(reject)
        reject(new ConnectionFault('57014', 'No connection to the database became free in time'))
      })
      this.#open(this.#servers.size, (error, client) => {
        stop?.()
        const isAwaited = this.#waiting.delete(reject)
        if (!client)
          reject(faultOf(error) ? error : new ConnectionFault('08001', 'No connection to the database', error))
        // The caller no longer waits, so the connection is returned.
        else if (!isAwaited) client.release()
        else resolve(this.#known(client))
      })
    })
  }

  /** Tries the next server when one cannot be used, until each was tried once. */
  #open(tries: number, done: (error: Error | undefined, client: pg.PoolClient | undefined) => void): void {
    const { url } = this.#servers
    this.#pool.connect((error, client) => {
      if (client) return done(undefined, client)
      this.#servers.leave(url)
      if (tries > 1 && !this.#interruption) this.#open(tries - 1, done)
      else done(error, undefined)
    })
  }

  #known(client: pg.PoolClient): ServerClient {
    const known = this.#clients.get(client) as ServerClient
    this.#inUse.add(known)
    return known
  }

  interrupt(): void {
    const reason = new ConnectionFault('08006', 'The process stops')
    this.#interruption = reason
    for (const client of this.#inUse) client.abandon(reason)
    for (const reject of this.#waiting) reject(reason)
    this.#waiting.clear()
  }

  readonly counts = (): PoolCounts => ({
    total: this.#pool.totalCount,
    idle: this.#pool.idleCount,
    waiting: this.#pool.waitingCount,
  })

  /** After an interruption, this does not wait for connections that are still being opened to a silent server. */
  async end(): Promise<void> {
    const ended = this.#pool.end()
    if (!this.#interruption) await ended
  }
}

/**
 * Milliseconds that the commit of a read may wait to be sent together with the next transaction. During this time the
 * transaction holds no row lock and no snapshot, but its tables cannot be altered.
 */
const MOST_DELAY = 25

type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

/** A connection of the pool. */
class ServerClient implements StoreClient {
  readonly keepsDeadline = true
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  /** The names of the statements that the server keeps prepared for this connection. */
  readonly #kept = new Set<string>()
  #ending: NodeJS.Timeout | undefined
  /** The reason why the connection cannot be used any more. */
  #loss: Error | undefined

  constructor(client: pg.PoolClient, names: StatementNames, loss: Error | undefined) {
    this.#client = client
    this.#names = names
    this.#loss = loss
    // The pool handles errors only while a connection is idle. An error without a handler ends the process.
    client.on('error', (error) => {
      this.#loss ??= error
    })
  }

  readonly query = ((text: string, parameters: readonly unknown[]) => {
    if (this.#takeEnding()) this.#end()
    return this.#send(text, parameters)
  }) as PostgresPoolClient['query']

  begin(statements: string): Promise<unknown> {
    return this.#send(this.#takeEnding() ? `commit; ${statements}` : statements, [])
  }

  endRead(): void {
    this.#ending = setTimeout(() => {
      this.#ending = undefined
      this.#end()
    }, MOST_DELAY)
  }

  /**
   * Returns the connection to the pool. Closes it instead if it is lost, if the server is about to close it, or if it
   * keeps too many statements.
   */
  readonly release = (): void => this.#client.release(this.#loss ?? this.#kept.size >= MOST_KEPT)

  abandon(reason: Error): void {
    this.#loss ??= reason
    this.#client.connection.stream.destroy()
  }

  /** Returns whether the commit of a read is still unsent. If so, the caller must send it. */
  #takeEnding(): boolean {
    if (!this.#ending) return false
    clearTimeout(this.#ending)
    this.#ending = undefined
    return true
  }

  /** If the commit fails, the connection is lost, which ends the transaction too. */
  #end(): void {
    this.#send('commit', []).catch(() => {})
  }

  /** Without parameters this uses the simple protocol, which takes several statements. */
  async #send(text: string, parameters: readonly unknown[]): Promise<Answer> {
    sendTogether(this.#client.connection)
    const name = parameters.length > 0 ? this.#names.nameOf(text) : undefined
    if (name) this.#kept.add(name)
    try {
      return await this.#client.query({ text, ...(parameters.length > 0 && { values: [...parameters], name }) })
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
    if (!this.#loss || this.#loss instanceof ConnectionFault) return this.#loss ?? error
    return new ConnectionFault('08006', 'The connection to the database was lost', this.#loss)
  }
}
