import type { TestServer } from './server.ts'

/** Every row of every table as text, as whoever holds a backup reads it: no row-level security, all tenants. */
export async function dumpOf({ connection }: TestServer): Promise<string> {
  const client = await connection.pool.connect()
  const read = async <T>(statement: string) => (await client.query<T>(statement, [])).rows
  try {
    const tables = await read<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    )
    const rows: string[] = []
    for (const { name } of tables) {
      // Each in a transaction of its own: the server works on, and would wait for one table and hold another.
      await read('begin')
      await read(`alter table ${name} no force row level security`)
      for (const { row } of await read<{ row: string }>(`select t::text as row from ${name} t`)) rows.push(row)
      await read('rollback')
    }
    return rows.join('\n')
  } finally {
    await read('rollback')
    client.release()
  }
}
