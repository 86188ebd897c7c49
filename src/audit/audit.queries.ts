import { type ChainBreak, type ChainedRecord, firstBreak, GENESIS } from '../kernel/audit/chain.ts'
import type { Context } from '../kernel/context.ts'
import { type PageMeta, pageOf } from '../kernel/page.ts'
import type { AuditCheckpoint, AuditFilter } from './audit.outputs.ts'
import type { AuditRecord } from './audit-record.entity.ts'

/** The head of an organization's chain. */
export interface AuditHead {
  organizationId: string
  sequence: number
  hash: string
}

declare module '../kernel/transaction.ts' {
  interface Tables {
    auditHead: AuditHead
  }
}

/** Where the organization's chain ends now. */
export async function checkpoint(ctx: Context): Promise<AuditCheckpoint> {
  const head = await ctx.db
    .selectFrom('auditHead')
    .select(['sequence', 'hash'])
    .where('organizationId', '=', ctx.organizationId)
    .executeTakeFirst()
  return head ?? { sequence: 0, hash: GENESIS }
}

/** Records that match a filter, all columns. */
export function recordsWhere(ctx: Context, filter: Omit<AuditFilter, 'page' | 'limit'>) {
  let query = ctx.db.selectFrom('auditRecord').selectAll()
  if (filter.action) query = query.where('action', '=', filter.action)
  if (filter.userId) query = query.where('userId', '=', filter.userId)
  if (filter.resourceType) query = query.where('resourceType', '=', filter.resourceType)
  if (filter.resourceId) query = query.where('resourceId', '=', filter.resourceId)
  if (filter.from) query = query.where('timestamp', '>=', filter.from)
  if (filter.to) query = query.where('timestamp', '<', filter.to)
  return query
}

/** A page of the trail, newest first. */
export async function auditPage(
  ctx: Context,
  { page = 1, limit = 10, ...filter }: AuditFilter,
): Promise<{ items: AuditRecord[]; meta: PageMeta }> {
  const query = recordsWhere(ctx, filter).orderBy('sequence', 'desc')
  if (Object.values(filter).some((value) => value !== undefined)) return pageOf(query, { page, limit })
  // The chain has no gaps, so any page of the whole trail is a range of the primary key, and the total is its end.
  const { sequence: total } = await checkpoint(ctx)
  const items = await query
    .where('sequence', '<=', total - (page - 1) * limit)
    .limit(limit)
    .execute()
  return { items, meta: { total, page, limit, pages: Math.ceil(total / limit) } }
}

/** A record with its place in the chain. */
export type LinkRow = AuditRecord & { previousHash: string }

/** Up to `limit` records behind the sequence number `after`, in the order of the chain. */
export async function linksAfter(ctx: Context, after: number, limit: number, upTo: number): Promise<LinkRow[]> {
  const rows = await ctx.db
    .selectFrom('auditRecord')
    .selectAll()
    .where('sequence', '>=', after)
    .where('sequence', '<=', upTo)
    .orderBy('sequence')
    .limit(limit + 1)
    .execute()
  const previous = new Map(rows.map(({ sequence, hash }) => [sequence + 1, hash]))
  return rows
    .filter(({ sequence }) => sequence > after)
    .slice(0, limit)
    .map((row) => ({ ...row, previousHash: previous.get(row.sequence) ?? GENESIS }))
}

const chained = (row: LinkRow): ChainedRecord => ({
  ...row,
  timestamp: row.timestamp.toISOString(),
  metadata: { ipAddress: row.ipAddress, userAgent: row.userAgent },
})

/** Checks links that continue the chain behind `after`; `hash` is the hash there. */
export const breakIn = (rows: LinkRow[], after: { sequence: number; hash: string }): ChainBreak | undefined =>
  firstBreak(rows.map(chained), after)

/** The hash of the record with a sequence number. */
export async function hashAt(ctx: Context, sequence: number): Promise<string> {
  const row = await ctx.db.selectFrom('auditRecord').select('hash').where('sequence', '=', sequence).executeTakeFirst()
  return row?.hash ?? GENESIS
}
