import { sql } from 'kysely'
import type { Context } from '../../engine/execute/context.ts'
import { before, from, is, isAny, isAnyOf, listOf } from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { type ChainBreak, type ChainedRecord, firstBreak, GENESIS } from '../../security/audit/chain.ts'
import { opaqueIds } from '../../security/audit/pseudonyms.ts'
import type { AuditCheckpoint, AuditFilter } from './audit.outputs.ts'
import { type AuditFacts, AuditRecord } from './audit-record.entity.ts'

/** The end of the organization's chain. */
export async function checkpoint({ db }: Pick<Context, 'db'>): Promise<AuditCheckpoint> {
  const head = await db
    .selectFrom('organizationHead')
    .select(['auditSequence as sequence', 'auditHash as hash'])
    .executeTakeFirst()
  return head ?? { sequence: 0, hash: GENESIS }
}

/**
 * The sequence number of the first record at or after a time, or the next number to assign. The chain has no gaps and
 * its times never decrease, so bisection finds it: two dozen lookups in ten million records.
 */
export async function sequenceAt(
  { db, organizationId }: Pick<Context, 'db' | 'organizationId'>,
  moment: Date,
): Promise<number> {
  const { rows } = await sql<{ low: number }>`
    with recursive search(low, high) as (
      select 1::bigint, audit_sequence + 1 from organization_head where organization_id = ${organizationId}
      union all
      select case when record.timestamp < ${moment}::timestamptz then middle + 1 else low end,
        case when record.timestamp < ${moment}::timestamptz then high else middle end
      from search
      cross join lateral (select (low + high) / 2 as middle) as half
      -- The limit keeps it a lookup each time: as a join it may be planned as a scan of the whole trail.
      cross join lateral (
        select timestamp from audit_record where organization_id = ${organizationId} and sequence = middle limit 1
      ) as record
      where low < high
    )
    select low from search where low = high`.execute(db)
  return rows[0]?.low ?? 1
}

/** An id, and the pseudonyms that replace it in records if it is an address. */
const formsOf = (ctx: Context, id: string) => [
  ...new Set([id, ...opaqueIds(ctx.service('secrets'), ctx.organizationId, id)]),
]

/**
 * A filter in which pseudonyms replace ids, and a range of the chain replaces the period. The database reads only these
 * records.
 */
interface Found {
  action: string | undefined
  userId: string[] | undefined
  resourceType: string | undefined
  resourceId: string[] | undefined
  from: number | undefined
  before: number | undefined
  outcome: string[] | undefined
  kind: ('READ' | 'OTHER')[] | undefined
}

/** Records of version 0.2.0 have no details. In that version only completed operations left a record. */
const outcome = isAnyOf('details', (column) => `coalesce(${column('details')}::json ->> 'outcome', 'DONE')`)
const kind = isAnyOf(
  'action',
  (column) => `case when ${column('action')} ~ '_(VIEWED|LISTED|FOLLOWED)$' then 'READ' else 'OTHER' end`,
)

export const records = listOf<'auditRecord', Found>('auditRecord', AuditRecord, {
  name: 'AuditConnection',
  description: 'Page of audit records.',
  where: {
    action: is('action'),
    userId: isAny('userId'),
    resourceType: is('resourceType'),
    resourceId: isAny('resourceId'),
    from: from('sequence'),
    before: before('sequence'),
    outcome,
    kind,
  },
  sortBy: ['sequence'],
  order: { field: 'sequence', direction: OrderDirection.DESC },
})

/** The filter as the list takes it. */
export async function findable(ctx: Context, filter: AuditFilter = {}): Promise<Found> {
  const { action, userId, resourceType, resourceId } = filter
  return {
    action: action?.toUpperCase(),
    userId: userId ? formsOf(ctx, userId) : undefined,
    resourceType: resourceType?.toUpperCase(),
    resourceId: resourceId ? formsOf(ctx, resourceId) : undefined,
    from: filter.from ? await sequenceAt(ctx, filter.from) : undefined,
    before: filter.to ? await sequenceAt(ctx, filter.to) : undefined,
    outcome: filter.outcome ? [filter.outcome] : undefined,
    kind: typeof filter.reads === 'boolean' ? [filter.reads ? 'READ' : 'OTHER'] : undefined,
  }
}

export type LinkRow = AuditFacts & { previousHash: string }

/** Up to `limit` records after the sequence number `after`, in the order of the chain. */
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
  metadata: metadataOf(row),
})

/** The origin of the request of a record, and the outcome. */
export const metadataOf = ({ ipAddress, userAgent, details }: AuditFacts) => ({
  details: details === null ? null : JSON.parse(details),
  ipAddress,
  userAgent,
})

/** Checks links that continue the chain after `after`, which has the hash `hash`. */
export const breakIn = (rows: LinkRow[], after: { sequence: number; hash: string }): ChainBreak | undefined =>
  firstBreak(rows.map(chained), after)

/** The hash of the record with a sequence number. */
export async function hashAt(ctx: Context, sequence: number): Promise<string> {
  const row = await ctx.db.selectFrom('auditRecord').select('hash').where('sequence', '=', sequence).executeTakeFirst()
  return row?.hash ?? GENESIS
}
