import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** A throw-away database of a client, and how PHP reaches it. */
export interface ClientDatabase extends AsyncDisposable {
  dsn: string
  user: string
  run(sql: string, values?: (string | number | null)[]): Promise<void>
}

const [INITDB] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().toReversed()

/** Whether a PostgreSQL server is installed. */
export const postgresInstalled = INITDB !== undefined

/** An SQLite file in a folder of its own. */
export const sqlite = async (): Promise<ClientDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'kit-sqlite-'))
  const file = join(folder, 'app.db')
  const database = new DatabaseSync(file)
  return {
    dsn: `sqlite:file:${file}?mode=ro`,
    user: '',
    run: async (sql, values = []) => {
      database.prepare(sql.replaceAll(/\$\d+/g, '?')).run(...values)
    },
    [Symbol.asyncDispose]: async () => {
      database.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** A PostgreSQL cluster that listens on a socket in its own folder only. Its tools refuse to run as root. */
export const postgres = async (): Promise<ClientDatabase> => {
  const tools = join(INITDB ?? '', '..')
  const prefix = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : []
  const call = (tool: string, ...args: string[]): string => {
    const [command = '', ...rest] = [...prefix, tool, ...args]
    return execFileSync(command, rest, { encoding: 'utf8', cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  }
  const folder = call('mktemp', '-d', '/tmp/kit-pg-XXXXXX')
  const data = join(folder, 'data')
  call(join(tools, 'initdb'), '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync')
  const options = `-k ${folder} -c listen_addresses='' -c fsync=off -c timezone=UTC`
  call(join(tools, 'pg_ctl'), '-D', data, '-l', join(folder, 'log'), '-w', '-t', '30', '-o', options, 'start')
  const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
  await client.connect()
  return {
    dsn: `pgsql:host=${folder};dbname=postgres`,
    user: 'postgres',
    run: async (sql, values) => {
      await client.query(sql, values)
    },
    [Symbol.asyncDispose]: async () => {
      await client.end()
      call(join(tools, 'pg_ctl'), '-D', data, '-m', 'immediate', '-w', 'stop')
      rmSync(folder, { recursive: true })
    },
  }
}
