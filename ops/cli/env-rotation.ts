import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { GENERATED, generated, readEnv } from './env.ts'
import { changeAdministrator, type Grafana, isAdministrator } from './grafana.ts'
import { StackLock } from './lock.ts'

/** A part that stores a password in its data, so that a restart does not change it. */
interface Keeper {
  change(from: string, to: string): Promise<unknown>
  /** Fails if this is not the current password. */
  knows(password: string): Promise<unknown>
}

/** Connects to the server of PGHOST and PGPORT. */
const asSuperuser = async (password: string, sql: (client: pg.Client) => string): Promise<void> => {
  const client = new pg.Client({ user: 'postgres', database: 'postgres', password })
  try {
    await client.connect()
    await client.query(sql(client))
  } catch (error) {
    throw new Error(`${client.host}:${client.port}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  } finally {
    await client.end()
  }
}

const keepersOf = (grafana: Grafana): Record<string, Keeper> => ({
  POSTGRES_ADMIN_PASSWORD: {
    change: (from, to) => asSuperuser(from, (client) => `alter role postgres password ${client.escapeLiteral(to)}`),
    knows: (password) => asSuperuser(password, () => 'select'),
  },
  DASHBOARD_ADMIN_PASSWORD: {
    change: (from, to) => changeAdministrator({ ...grafana, password: from }, to),
    knows: (password) => isAdministrator({ ...grafana, password }),
  },
})

/** An interrupted run may have changed the password already. */
const tell = async (keeper: Keeper, from: string, to: string): Promise<void> => {
  try {
    await keeper.change(from, to)
  } catch (error) {
    await keeper.knows(to).catch(() => {
      throw error
    })
  }
}

/** Stores new values on disk before any part receives them, so that an interrupted run can continue. */
const decide = (path: string, names: string[]): Record<string, string | undefined> => {
  if (!existsSync(path)) {
    const lines = (names.length > 0 ? names : GENERATED).map((name) => `${name}=${generated()}\n`)
    writeFileSync(path, lines.join(''), { mode: 0o600 })
  } else if (names.length > 0)
    throw new Error('an earlier rotation was interrupted: "ops env rotate" without names continues it')
  return parseEnv(readFileSync(path, 'utf8'))
}

/**
 * Replaces generated credentials in `.env`. Returns their names. Most parts read their credentials from there at each
 * start. PostgreSQL and Grafana store the administrator's password in their data, so this changes it there with the old
 * password.
 */
export const rotateEnv = async (root: string, names: string[], grafana: Grafana): Promise<string[]> => {
  const unknown = names.filter((name) => !GENERATED.includes(name))
  if (unknown.length > 0) throw new Error(`unknown names: ${unknown.join(', ')}; known: ${GENERATED.join(', ')}`)
  using _lock = new StackLock(root)
  const path = join(root, '.env')
  if (!existsSync(path)) throw new Error('.env: does not exist: ops env init')
  const { gateway: _ofGateway, ...own } = readEnv(root)
  const current: Record<string, string> = own
  const next = decide(`${path}.next`, names)
  const keepers = keepersOf(grafana)
  for (const [name, value = ''] of Object.entries(next)) {
    const keeper = keepers[name]
    if (keeper) await tell(keeper, current[name] ?? '', value)
  }
  const text = readFileSync(path, 'utf8').replace(/^(\w+)=.*$/gm, (line, name: string) =>
    next[name] ? `${name}=${next[name]}` : line,
  )
  const written = `${path}.written`
  writeFileSync(written, text, { mode: 0o600 })
  renameSync(written, path)
  rmSync(`${path}.next`)
  return Object.keys(next)
}
