import { sql } from 'kysely'
import type { Database } from '../data/database.ts'
import { inSeconds, LEASE_SECONDS } from './due-work.ts'

/** Renewal interval, seconds. After a failed renewal there is time for another one. */
export const RENEW_SECONDS = 20

/** A lease in a row. The key column is `id` for an item, and `kind` for a turn. */
export interface Lease {
  table: string
  organizationId: string
  key: 'id' | 'kind'
  value: string
  lease: string
}

/** Renews a lease. Returns false when another process has leased the row since. */
export const renewLease = (database: Database, { table, organizationId, key, value, lease }: Lease): Promise<boolean> =>
  database.change(organizationId, async ({ db }) => {
    const { rows } = await sql`update ${sql.table(table)} set leased_until = ${inSeconds(LEASE_SECONDS)}
      where organization_id = ${organizationId} and ${sql.ref(key)} = ${value} and lease = ${lease}
      returning lease`.execute(db)
    return rows.length > 0
  })
