import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { GENERATED, generated, readEnv } from './env.ts'
import { changeAdministrator, type Grafana, isAdministrator } from './grafana.ts'

/** A part that keeps a password among its data, where no new start changes it. */
interface Keeper {
  change(from: string, to: string): Promise<unknown>
  /** Fails where it does not know this password. */
  knows(password: string): Promise<unknown>
}

/** Where PGHOST and PGPORT say. */
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

/** A run that was broken off may have told it already. */
const tell = async (keeper: Keeper, from: string, to: string): Promise<void> => {
  try {
    await keeper.change(from, to)
  } catch (error) {
    await keeper.knows(to).catch(() => {
      throw error
    })
  }
}

/** New values, on disk before anybody is told of them: a run that is broken off can be gone on with. */
const decide = (path: string, names: string[]): Record<string, string | undefined> => {
  if (!existsSync(path)) {
    const lines = (names.length > 0 ? names : GENERATED).map((name) => `${name}=${generated()}\n`)
    writeFileSync(path, lines.join(''), { mode: 0o600 })
  } else if (names.length > 0)
    throw new Error('an earlier change was broken off: "ops env rotate" without names goes on with it')
  return parseEnv(readFileSync(path, 'utf8'))
}

/**
 * Gives credentials of `.env` that nobody chose new values; returns which. Most parts take theirs from there at every
 * start; PostgreSQL and Grafana keep the administrator's among their data, so they are told, with the old one.
 */
export const rotateEnv = async (root: string, names: string[], grafana: Grafana): Promise<string[]> => {
  const unknown = names.filter((name) => !GENERATED.includes(name))
  if (unknown.length > 0) throw new Error(`not among ${GENERATED.join(', ')}: ${unknown.join(', ')}`)
  const path = join(root, '.env')
  if (!existsSync(path)) throw new Error('.env: does not exist: ops env init')
  const current: Record<string, string> = readEnv(root)
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
