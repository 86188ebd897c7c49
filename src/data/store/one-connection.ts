import { ServerPool } from '../server-pool.ts'
import { whileAnswering } from '../server-silence.ts'
import { type Server, startOnServer } from '../server-start.ts'
import type { Ask, Progress } from './ask.ts'

/** Limits in seconds: `silentSeconds` without any answer, `seconds` of retries while the server is unavailable. */
export interface Bounds {
  log: Progress
  seconds?: number
  silentSeconds?: number
}

/** Runs `work` on one connection, and closes the connection. Waits for an unavailable server, and logs the wait. */
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
