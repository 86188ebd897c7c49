import { ServerPool } from '../server-pool.ts'
import { whileAnswering } from '../server-silence.ts'
import { type Server, startOnServer } from '../server-start.ts'
import type { Ask, Progress } from './migrations.ts'

/** How long a server may answer nothing at all, and how long it may be away, in seconds. */
export interface Bounds {
  log: Progress
  seconds?: number
  silentSeconds?: number
}

/** Runs `work` over one connection, which is closed again. Waits for a server that is away, and says so. */
export function overOneConnection<T>(
  server: Server,
  { log, seconds = 60, silentSeconds = 10 }: Bounds,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  return startOnServer(server, { log, seconds }, () => {
    const pool = new ServerPool(server.url, 1)
    return whileAnswering(server.url, silentSeconds, {
      work: asked(pool, work),
      interrupt: () => pool.interrupt(),
    })
  })
}

async function asked<T>(pool: ServerPool, work: (ask: Ask) => Promise<T>): Promise<T> {
  try {
    const client = await pool.connect()
    try {
      return await work((sql, parameters) => client.query(sql, parameters))
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}
