import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Servers } from './servers.ts'

/**
 * Listens to the notifications of a channel, until the returned function is called. A notification may be lost, so the
 * listener must also poll. A notification without a payload means that some may have been lost.
 */
export type Listen = (channel: string, onNotify: (payload?: string) => void) => Promise<() => Promise<void>>

const RECONNECT_MS = 1_000
/**
 * A dead connection reports no error. So the server is queried at this interval, and must answer within `ANSWER_MS`.
 */
const CHECK_MS = 10_000
const ANSWER_MS = 5_000
/** Time to close a connection cleanly. A working server closes it at once. */
const GOODBYE_MS = 500

/** Opens a connection for notifications. `onEnd` is called when the connection is lost. */
async function openConnection(
  servers: Servers,
  channel: string,
  onNotify: (payload?: string) => void,
  onEnd: () => void,
): Promise<() => Promise<void>> {
  const { url } = servers
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  })
  client.on('notification', ({ payload }) => onNotify(payload))
  // Needs no action, because the event `end` follows each error.
  client.on('error', () => {})
  let isHearing = false
  client.once('end', () => {
    clearInterval(check)
    if (isHearing) onEnd()
  })
  const hangUp = () => void client.connection.stream.destroy()
  const check = setInterval(() => isHearing && client.query('select 1').catch(hangUp), CHECK_MS).unref()
  try {
    await client.connect()
    await servers.demandKind(client)
    // Set in `then`, so that a connection that is lost directly after the answer calls `onEnd`.
    await client.query(`listen ${client.escapeIdentifier(channel)}`).then(() => {
      isHearing = true
    })
  } catch (error) {
    clearInterval(check)
    hangUp()
    servers.leave(url)
    throw error
  }
  return async () => {
    await Promise.race([client.end(), pause(GOODBYE_MS, undefined, { ref: false })])
    hangUp()
  }
}

/**
 * Listens on a PostgreSQL server with a dedicated connection, because a pooled connection changes its user. A lost
 * connection is opened again. Then `onNotify` is called without a payload, because notifications may have been missed.
 */
export const listenOnServer =
  (servers: Servers): Listen =>
  async (channel, onNotify) => {
    let close = async () => {}
    let timer: NodeJS.Timeout | undefined
    let isStopped = false
    const connect = async () => {
      close = await openConnection(servers, channel, onNotify, retry)
      if (isStopped) await close()
    }
    const retry = () => {
      if (!isStopped) timer = setTimeout(() => connect().then(() => onNotify(), retry), RECONNECT_MS).unref()
    }
    await connect()
    return async () => {
      isStopped = true
      clearTimeout(timer)
      await close()
    }
  }
