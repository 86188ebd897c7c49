import type { OpenDatabase } from '../../src/data/open-database.ts'
import { isCitus } from '../../src/data/store/citus.ts'
import { behindGateway } from './database.ts'

const HERE = `select count(*)::int as n from pg_locks
  where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`
/** Counts waiting sessions on all servers of Citus. */
const ANYWHERE = 'select count(distinct waiting_gpid)::int as n from citus_lock_waits'

/** The number of sessions of a database that wait for a lock. */
export const sessionsWaiting = (connection: Pick<OpenDatabase, 'pool'>): Promise<number> =>
  behindGateway(connection, async (ask) => {
    const { rows } = await ask<{ n: number }>((await isCitus(ask)) ? ANYWHERE : HERE, [])
    return rows[0]?.n ?? 0
  })
