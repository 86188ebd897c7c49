import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConnectionFault } from './database-faults.ts'
import { Deadline } from './deadline.ts'
import { parseAddress } from './server-address.ts'

/**
 * Waits for `work` as long as the server answers, without a time limit: a migration may take long. When the server does
 * not even answer a new connection, calls `interrupt`, which must make the work fail.
 * @throws ConnectionFault when the server is silent
 */
export async function whileAnswering<T>(
  address: string,
  seconds: number,
  { work, interrupt }: { work: Promise<T>; interrupt: () => void },
): Promise<T> {
  const over = new AbortController()
  let isSilent = false
  const watch = async () => {
    while (!isSilent) {
      await pause((seconds * 1000) / 2, undefined, { signal: over.signal, ref: false })
      const answers = await Promise.all(parseAddress(address).urls.map((url) => greets(url, seconds)))
      isSilent = !answers.includes(true)
    }
    interrupt()
  }
  // The abort signal rejects this promise.
  watch().catch(() => {})
  try {
    return await work
  } catch (error) {
    throw isSilent ? new ConnectionFault('08006', `it has been silent for ${seconds} seconds`) : error
  } finally {
    over.abort()
  }
}

/** Whether the server answers a new connection in time. A refusal is an answer too. */
async function greets(connectionString: string, seconds: number): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  const greeted = client.connect().then(
    () => true,
    () => true,
  )
  const isAnswered = await new Deadline(seconds).bound(greeted).catch(() => false)
  if (isAnswered) client.end().catch(() => {})
  else client.connection.stream.destroy()
  return isAnswered
}
