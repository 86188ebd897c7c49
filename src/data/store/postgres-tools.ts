import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { withoutPassword } from '../server-address.ts'

type Tool = 'pg_dump' | 'pg_restore'

/** Runs a client program of PostgreSQL. @throws Error with its output */
async function run(
  tool: Tool,
  flags: readonly string[],
  { url, environment, onLine }: { url?: string; environment?: NodeJS.ProcessEnv; onLine?: (line: string) => void },
): Promise<void> {
  const { address, password } = url ? withoutPassword(url) : { address: undefined, password: '' }
  const args = [...(address ? [`--dbname=${address}`] : []), ...flags]
  const child = spawn(tool, args, {
    env: { ...process.env, ...(password && { PGPASSWORD: password }), ...environment },
    stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.on('data', (bytes) => {
    said = (said + bytes).slice(-4_000)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (onLine && child.stdout) for await (const line of createInterface({ input: child.stdout })) onLine(line)
  const code = await ended.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error(
      `${tool} is not on the PATH: it comes with PostgreSQL's client programs (apt-get install postgresql-client).`,
    )
  })
  if (code !== 0) throw new Error(`${tool} failed:\n${said.trim()}`)
}

/** Dumps a database as of a snapshot, with a role that may read every row. */
export const dump = (
  url: string,
  file: string,
  { role, snapshot }: { role: string; snapshot: string },
): Promise<void> =>
  run(
    'pg_dump',
    [
      ...['--format=custom', `--role=${role}`, '--enable-row-security', `--snapshot=${snapshot}`, `--file=${file}`],
      // Dumps only the extension plpgsql, which every database has. Without the extension citus, the dump can be
      // restored on a server without Citus.
      '--extension=plpgsql',
      // Leaves out rights on functions of PostgreSQL itself: they belong to the target server.
      '--exclude-schema=pg_catalog',
    ],
    { url },
  )

/** Restores a dump into an empty database, in one transaction. */
export const restoreDump = (url: string, file: string): Promise<void> =>
  run('pg_restore', ['--exit-on-error', '--single-transaction', '--no-owner', file], { url })

/** A section of a dump: tables, rows, or the objects on top of them, such as keys, triggers and policies. */
export type Section = 'pre-data' | 'data' | 'post-data'

/** Restores a section of a dump, in a session with these settings. */
export function restoreSection(
  url: string,
  file: string,
  { section, settings }: { section: Section; settings: Record<string, string> },
): Promise<void> {
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const environment = { PGOPTIONS: options.join(' ') }
  return run('pg_restore', ['--exit-on-error', '--no-owner', `--section=${section}`, file], { url, environment })
}

/** The number of rows in a dump, by table, read from the file. */
export async function rowsInDump(file: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  let table: string | undefined
  const onLine = (line: string) => {
    if (table === undefined) {
      table = /^COPY (?:public\.)?"?(\w+)"? \(.*\) FROM stdin;$/.exec(line)?.[1]
      if (table !== undefined) counts[table] = 0
    } else if (line === '\\.') table = undefined
    else counts[table] = (counts[table] ?? 0) + 1
  }
  await run('pg_restore', ['--data-only', '--file=-', file], { onLine })
  return counts
}
