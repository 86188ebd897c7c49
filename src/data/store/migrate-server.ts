import { setTimeout as pause } from 'node:timers/promises'
import { migrations } from '../../../schema/migrations/index.ts'
import type { Ask, Progress } from './ask.ts'
import { altering } from './citus.alter.ts'
import { demandSettings, distribute } from './citus.ts'
import { databasePlace, migrate, type Outcome } from './migrations.ts'
import { type Bounds, overOneConnection } from './one-connection.ts'

/** The key of the advisory lock of the migrations. */
const LOCK = 4_000_000_092
const RETRY_MS = 200

/**
 * Applies the missing migrations on a server, as the owner of the tables. Replicas that start at the same time do this
 * one after the other.
 */
export const migrateServer = (ownerUrl: string, bounds: Bounds): Promise<Outcome> =>
  overOneConnection({ url: ownerUrl, variable: 'DATABASE_OWNER_URL' }, bounds, async (ask) => {
    const { rows } = await ask<{ name: string }>('select current_database() as name', [])
    await takeTurn(ask, bounds.log)
    await demandSettings(ask)
    const send = await altering(ask, bounds.log)
    const outcome = await migrate(send, migrations, { place: databasePlace(rows[0]?.name ?? ''), log: bounds.log })
    await distribute(ask, bounds.log)
    return outcome
  })

/**
 * Takes the lock of the migrations, which the connection keeps until it closes. Polls, because a statement that waits
 * for the lock would hold a snapshot. A concurrent index build waits for all snapshots, and the build runs under this
 * lock.
 */
async function takeTurn(ask: Ask, log: Progress): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await ask<{ isMine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as "isMine"`, [])
    if (rows[0]?.isMine) return
    if (attempt === 1) log.info('waiting for the migrations of another replica')
    await pause(RETRY_MS)
  }
}
