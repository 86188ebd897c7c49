import { setTimeout as pause } from 'node:timers/promises'
import { migrations } from '../../../schema/migrations/index.ts'
import { altering } from './citus.alter.ts'
import { distribute } from './citus.ts'
import { type Ask, databasePlace, migrate, type Outcome, type Progress } from './migrations.ts'
import { type Bounds, overOneConnection } from './one-connection.ts'

/** An advisory lock of the database. */
const LOCK = 4_000_000_092
const RETRY_MS = 200

/**
 * Applies the migrations that are missing on a server, as the owner of the tables. Replicas that start together take
 * turns.
 */
export const migrateServer = (ownerUrl: string, bounds: Bounds): Promise<Outcome> =>
  overOneConnection({ url: ownerUrl, variable: 'DATABASE_OWNER_URL' }, bounds, async (ask) => {
    const { rows } = await ask<{ name: string }>('select current_database() as name', [])
    await takeTurn(ask, bounds.log)
    const send = await altering(ask, bounds.log)
    const outcome = await migrate(send, migrations, { place: databasePlace(rows[0]?.name ?? ''), log: bounds.log })
    await distribute(ask, bounds.log)
    return outcome
  })

/**
 * The connection keeps its turn to its end. Whoever waited in one statement would hold a snapshot, which a concurrent
 * build of an index waits for in its turn.
 */
async function takeTurn(ask: Ask, log: Progress): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await ask<{ isMine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as "isMine"`, [])
    if (rows[0]?.isMine) return
    if (attempt === 1) log.info('waiting for the migrations of another replica')
    await pause(RETRY_MS)
  }
}
