import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Servers } from './servers.ts'

/**
 * Hears notifications of a channel, until the result is called. A notification may be lost: they only spare polling.
 * One without a payload says that some may have been.
 */
export type Listen = (channel: string, onNotify: (payload?: string) => void) => Promise<() => Promise<void>>

const RECONNECT_MS = 1_000
/** A server that is silent says nothing of it: it is asked for a sign of life, and given so long to answer. */
const CHECK_MS = 10_000
const ANSWER_MS = 5_000
/** A server takes note of the end of a connection at once; one that does not is not waited for. */
const GOODBYE_MS = 500

/** A notification connection, which calls `onEnd` when it is lost. */
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
  // An error is always followed by the end.
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
    // Lost between the answer and whoever waits for it, it must not count as open.
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
 * Listens on a PostgreSQL server over a connection of its own, since a pooled one would change hands. A connection that
 * is lost is made anew; what happened in between is announced by one notification, as nobody knows what was missed.
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
