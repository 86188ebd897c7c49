import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../data/database.ts'
import type { Listen } from '../data/listen.ts'
import type { SharedRedis } from '../data/redis.ts'
import type { Wake } from '../data/transaction.ts'

/** Is called when there are new events. Without wakes, any organization may have new events. */
export type OnWake = (wakes?: readonly Wake[]) => void

/** Notifies other processes of new events. A process that misses a notification finds the events by polling. */
export interface WakeUps {
  publish(wakes: readonly Wake[]): Promise<void>
  /** Listens to other processes, until the returned function is called. */
  listen(onWake: OnWake): Promise<() => Promise<void>>
}

const CHANNEL = 'events'
/** PostgreSQL refuses notifications of 8000 bytes and more. */
const MOST_BYTES = 7_500

/**
 * Encodes wakes as one message for other processes. Wakes that are too long for a message are left out: then any
 * organization may have new events.
 */
class Words {
  /** Identifies messages of this process. */
  readonly #id = randomUUID()

  encode(wakes: readonly Wake[]): string {
    const word = JSON.stringify({ from: this.#id, wakes })
    return Buffer.byteLength(word) <= MOST_BYTES ? word : JSON.stringify({ from: this.#id })
  }

  /** Passes on messages of other processes. */
  receiver(onWake: OnWake): (word?: string) => void {
    return (word) => {
      if (word === undefined) return onWake()
      const { from, wakes } = JSON.parse(word)
      if (from !== this.#id) onWake(wakes)
    }
  }
}

/**
 * Wake-ups by NOTIFY, for processes that share a database server and connect to it without a pooler in transaction
 * mode.
 */
export function wakeUpsByServer(database: Database, listen: Listen): WakeUps {
  const words = new Words()
  return {
    publish: (wakes) =>
      database.transaction({ role: 'gateway_system' }, async ({ db }) => {
        await sql`select pg_notify(${CHANNEL}, ${words.encode(wakes)})`.execute(db)
      }),
    listen: (onWake) => listen(CHANNEL, words.receiver(onWake)),
  }
}

/** Wake-ups by Redis, for all other connections to the database. */
export function wakeUpsByRedis(redis: SharedRedis): WakeUps {
  const words = new Words()
  return {
    publish: (wakes) =>
      redis.use(
        async () => void (await redis.client.publish(CHANNEL, words.encode(wakes))),
        async () => {},
      ),
    listen: (onWake) => redis.listen(CHANNEL, words.receiver(onWake)),
  }
}
