import { readFileSync } from 'node:fs'
import type { ClientDatabase } from './databases.ts'
import { FakeLoki } from './loki.ts'
import { Kit, type Settings } from './php.ts'

/** A moment that is settled and not old, in whole seconds. */
export const HOUR_AGO = Math.floor(Date.now() / 1000) - 3600

/** Time as a database writes it, in UTC. */
export const sqlTime = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

/** A row of the log table, as far as a test cares. */
export interface Row {
  id: number
  user?: string
  action?: string | undefined
  data?: string
  /** Seconds since 1970, or text as it is in the column. */
  time?: number | string
}

/** The log table of `config.example.php`, empty. */
export const createLogTable = (database: ClientDatabase): Promise<void> =>
  database.run(`CREATE TABLE activity_log (id BIGINT PRIMARY KEY, username TEXT, action TEXT, details TEXT,
    ip_address TEXT, created_at TEXT, internal_note TEXT DEFAULT 'stays on the host')`)

/** Puts rows into the log table. */
export const log = async (database: ClientDatabase, rows: Row[]): Promise<void> => {
  for (const { id, user = 'thandi', action = 'update', data = `row ${id}`, time = HOUR_AGO + id } of rows)
    await database.run(
      'INSERT INTO activity_log (id, username, action, details, ip_address, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, user, action, data, '192.0.2.7', typeof time === 'number' ? sqlTime(time) : time],
    )
}

/** The whole numbers of a range, both ends included. */
export const ids = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Rows 1 to `count`, a second apart. */
export const rows = (count: number): Row[] => ids(1, count).map((id) => ({ id }))

/** A client's host: database, kit and the log store it pushes to. */
export class Host implements AsyncDisposable {
  readonly database: ClientDatabase
  readonly loki: FakeLoki
  readonly kit: Kit

  private constructor(database: ClientDatabase, loki: FakeLoki, kit: Kit) {
    this.database = database
    this.loki = loki
    this.kit = kit
  }

  /** Sets a host up with the given rows in its log table. */
  static async with(open: () => Promise<ClientDatabase>, logged: Row[], settings: Settings = {}): Promise<Host> {
    const database = await open()
    await createLogTable(database)
    await log(database, logged)
    const loki = new FakeLoki()
    const kit = new Kit(await settingsFor(database, loki), settings)
    return new Host(database, loki, kit)
  }

  /** The lines of stored rows, in the order in which they were taken. */
  get stored(): { id: number; data: unknown }[] {
    return this.loki.job('activity').map(({ line }) => JSON.parse(line) as { id: number; data: unknown })
  }

  /** Ids of the stored rows, in the order in which they were taken. */
  get storedIds(): number[] {
    return this.stored.map(({ id }) => id)
  }

  /** What the state file holds. */
  get state(): unknown {
    return JSON.parse(readFileSync(this.kit.stateFile, 'utf8'))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kit[Symbol.asyncDispose]()
    await this.loki[Symbol.asyncDispose]()
    await this.database[Symbol.asyncDispose]()
  }
}

const settingsFor = async (database: ClientDatabase, loki: FakeLoki): Promise<Settings> => ({
  CLIENT_ID: 'acme',
  CLIENT_NAME: 'Acme Shop',
  PUSH_URL: await loki.listen(),
  PUSH_PASSWORD: 'push-credential',
  RETRY_MILLISECONDS: 1,
  METRICS_TOKEN: 'metrics-token',
  SESSIONS_QUERY: 'SELECT COUNT(*) FROM sessions',
  DATABASE: { dsn: database.dsn, user: database.user, password: '', time_zone: 'UTC' },
})
