import { type RawBuilder, sql } from 'kysely'
import { invalid, ServiceError } from '../../../common/errors.ts'
import type { Context } from '../../../engine/context.ts'
import { addRow, changeRow, lockRow } from '../../../engine/rows.ts'
import { demandRecords } from '../subjects/subject.search.ts'
import { demandResources } from '../subjects/subject.tables.ts'
import { LegalHold } from './hold.entity.ts'
import type { LegalHoldInput } from './hold.inputs.ts'

/** Keeps records as they are. @throws VALIDATION_ERROR for a resource or a record that is none, or an end that is past */
export async function placeHold(ctx: Context, input: LegalHoldInput): Promise<LegalHold> {
  const { kind, rowId, ground, until } = input
  const resource = input.resource.trim().toUpperCase()
  await demandResources(ctx, 'resource', [resource])
  if (until && until <= ctx.now) throw invalid({ until: 'must be in the future' })
  const [record] = rowId ? await demandRecords(ctx, 'rowId', [{ resource, rowId }]) : []
  return addRow(ctx, LegalHold, {
    kind,
    resource,
    rowId: record?.rowId ?? null,
    ground,
    until: until ?? null,
    createdBy: ctx.caller.userId,
  })
}

/** Lets go of the records of a hold. @throws CONFLICT when that was done before */
export async function releaseHold(ctx: Context, id: string, reason: string): Promise<LegalHold> {
  const hold = await lockRow(ctx, LegalHold, id, 'Legal hold')
  if (hold.releasedAt) throw new ServiceError('CONFLICT', 'The legal hold is already released')
  return changeRow(ctx, LegalHold, hold, { releasedAt: ctx.now, releasedBy: ctx.caller.userId, releaseReason: reason })
}

/**
 * The record that a hold names; null for all of the resource. Older holds kept the id as it was typed: neither case nor
 * blanks around it count.
 */
const heldRow = sql<string | null>`nullif(lower(regexp_replace(row_id, '^\\s+|\\s+$', '', 'g')), '')`

/** Why a record must stay as it is; null where it need not. */
export type HeldBecause = (resource: string, rowId: string) => string | null

/** The holds that are in force. */
export async function holdsInForce(ctx: Context): Promise<HeldBecause> {
  const holds = await ctx.db
    .selectFrom('legalHold')
    .select(['kind', 'resource', heldRow.as('rowId'), 'ground'])
    .where('releasedAt', 'is', null)
    .where((is) => is.or([is('until', 'is', null), is('until', '>', ctx.now)]))
    .execute()
  const keyOf = (resource: string, rowId: string | null) => `${resource} ${rowId?.toLowerCase() ?? ''}`
  const grounds = new Map(
    holds.map(({ kind, resource, rowId, ground }) => [keyOf(resource, rowId), `${kind}: ${ground}`]),
  )
  return (resource, rowId) => grounds.get(keyOf(resource, rowId)) ?? grounds.get(keyOf(resource, null)) ?? null
}

/** The condition for a record, on the alias `t`, that must stay as it is. */
export const isHeld = (table: string, organizationId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from legal_hold h where h.organization_id = ${organizationId} and h.resource = ${table.toUpperCase()}
    and coalesce(${heldRow}, lower(t.id::text)) = lower(t.id::text)
    and h.released_at is null and (h.until is null or h.until > now()))`
