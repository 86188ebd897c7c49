import type { EntityClass } from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import { type FaultCode, refusal } from '../../common/errors.ts'
import type { TenantRow } from '../../graphql/tenant-row.ts'
import type { Context } from '../execute/context.ts'

interface RowLimit {
  /** The error of the refusal. */
  error?: 'CONFLICT' | 'RATE_LIMIT_EXCEEDED'
  /** The row that the counted rows belong to, and the column that names it. Default: the organization. */
  owner?: [entity: EntityClass<TenantRow>, column: string]
  /** The rows that count. Default: all rows of the owner. */
  counts?: (ctx: Context) => RawBuilder<boolean>
}

const declared = new Map<FaultCode, number>()

/** The maximum of each limit, by the code of its refusal. */
export const rowLimits: ReadonlyMap<FaultCode, number> = declared

/** Locks the organization until the commit. Foreign keys to it do not wait for this lock. */
export async function lockOrganization({ db, organizationId }: Context): Promise<void> {
  await sql`select 1 from organization where organization_id = ${organizationId} for no key update`.execute(db)
}

/**
 * Declares a maximum number of rows of the organization, or of a row that owns them. Call the returned function before
 * a row is added. It locks the owner before it counts: of two transactions that add a row, the second one counts that
 * of the first. A transaction that locks a row first, and then the organization, can deadlock with a transaction that
 * locks them in the other order.
 */
export function atMost(
  most: number,
  entity: EntityClass<TenantRow>,
  code: FaultCode,
  { error = 'CONFLICT', owner, counts = () => sql<boolean>`true` }: RowLimit = {},
) {
  declared.set(code, most)
  return async (ctx: Context, ownerId = ctx.organizationId): Promise<void> => {
    const { db, metadata, organizationId } = ctx
    const owned = owner ? sql`${sql.ref(owner[1])} = ${ownerId}` : sql`true`
    if (owner)
      await sql`select 1 from ${sql.table(metadata.get(owner[0]).tableName)}
        where organization_id = ${organizationId} and id = ${ownerId} for no key update`.execute(db)
    else await lockOrganization(ctx)
    const { rows } = await sql`select 1 from ${sql.table(metadata.get(entity).tableName)}
      where organization_id = ${organizationId} and ${owned} and ${counts(ctx)} limit ${sql.lit(most)}`.execute(db)
    if (rows.length >= most) throw refusal(error, code, { most })
  }
}
