import { asAdministrator } from './database.ts'
import type { TestServer } from './server.ts'

/** All rows of all tables as text, without row-level security, as the owner of a backup could read them. */
export async function dumpOf({ connection }: TestServer): Promise<string> {
  const tables = await asAdministrator<{ name: string }>(
    connection,
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  const rows = await asAdministrator<{ row: string }>(
    connection,
    tables.map(({ name }) => `select t::text as row from ${name} t`).join(' union all '),
  )
  return rows.map(({ row }) => row).join('\n')
}
