import pg from 'pg'

/**
 * Hears notifications of a channel, until the result is called. A notification may be lost: they only spare polling.
 * One without a payload says that some may have been.
 */
export type Listen = (channel: string, onNotify: (payload?: string) => void) => Promise<() => Promise<void>>

const RECONNECT_MS = 1_000

/**
 * Listens on a PostgreSQL server over a connection of its own, since a pooled one would change hands. A connection that
 * is lost is made anew; what happened in between is announced by one notification, as nobody knows what was missed.
 */
export const listenOnServer =
  (connectionString: string): Listen =>
  async (channel, onNotify) => {
    let client: pg.Client | undefined
    let timer: NodeJS.Timeout | undefined
    let isStopped = false
    const connect = async () => {
      const next = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, keepAlive: true })
      next.on('notification', ({ payload }) => onNotify(payload))
      // An error is always followed by the end.
      next.on('error', () => {})
      next.on('end', () => {
        if (client === next) retry()
      })
      try {
        await next.connect()
        await next.query(`listen ${next.escapeIdentifier(channel)}`)
      } catch (error) {
        await next.end().catch(() => {})
        throw error
      }
      if (isStopped) await next.end()
      else client = next
    }
    const retry = () => {
      client = undefined
      if (isStopped) return
      timer = setTimeout(() => connect().then(() => onNotify(), retry), RECONNECT_MS).unref()
    }
    await connect()
    return async () => {
      isStopped = true
      clearTimeout(timer)
      await client?.end()
    }
  }
