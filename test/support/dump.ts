import { behindGateway } from './database.ts'
import type { TestServer } from './server.ts'

/** Every row of every table as text, as whoever holds a backup reads it: all tenants. */
export const dumpOf = ({ connection }: Pick<TestServer, 'connection'>): Promise<string> =>
  behindGateway(connection, async (ask) => {
    const { rows: tables } = await ask<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
      [],
    )
    const texts: string[] = []
    for (const { name } of tables) {
      const { rows } = await ask<{ row: string }>(`select t::text as row from ${name} t`, [])
      texts.push(...rows.map(({ row }) => row))
    }
    return texts.join('\n')
  })
