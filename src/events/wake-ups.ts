import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Listen } from '../data/listen.ts'
import type { SharedRedis } from '../data/redis.ts'
import type { Database } from '../data/transaction.ts'

/** An organization that has new events, and of which types. */
export interface Wake {
  organizationId: string
  types: readonly string[]
}

/** Hears that there are new events. Without wakes: there may be, of any organization. */
export type OnWake = (wakes?: readonly Wake[]) => void

/** Tells other processes of new events. What is lost they find out by themselves, a little later. */
export interface WakeUps {
  publish(wakes: readonly Wake[]): Promise<void>
  /** Hears what other processes publish, until the result is called. */
  listen(onWake: OnWake): Promise<() => Promise<void>>
}

const CHANNEL = 'events'
/** PostgreSQL refuses notifications of 8000 bytes and more. */
const MOST_BYTES = 7_500

/** One word for all: those that are too long say only that there is something. */
class Words {
  /** Tells this process's words from those of others. */
  readonly #id = randomUUID()

  encode(wakes: readonly Wake[]): string {
    const word = JSON.stringify({ from: this.#id, wakes })
    return Buffer.byteLength(word) <= MOST_BYTES ? word : JSON.stringify({ from: this.#id })
  }

  /** Hands on what another process said. */
  receiver(onWake: OnWake): (word?: string) => void {
    return (word) => {
      if (word === undefined) return onWake()
      const { from, wakes } = JSON.parse(word)
      if (from !== this.#id) onWake(wakes)
    }
  }
}

/** By NOTIFY, for processes that share a database server and reach it without a pooler in transaction mode. */
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

/** By Redis, wherever the processes find their databases. */
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
