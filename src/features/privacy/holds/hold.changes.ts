import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { invalidFields, refusal } from '../../../common/errors.ts'
import { HELD_ROW, lockRemovals, type NamedRecord } from '../../../data/held-rows.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../../engine/write/rows.ts'
import { newValues } from '../../../graphql/row-inputs.ts'
import { demandRecords } from '../subjects/subject.search.ts'
import { demandHoldable } from '../subjects/subject.tables.ts'
import { LegalHold, LegalHoldDetails } from './hold.entity.ts'
import type { LegalHoldInput } from './hold.inputs.ts'

/**
 * The id of a record, or of a deleted record in the trash: a hold keeps it there, and after a restore.
 * @throws VALIDATION_ERROR if there is no such record
 */
async function idOfRecord(ctx: Context, resource: string, rowId: string): Promise<string | undefined> {
  const id = rowId.trim().toLowerCase()
  const isDeleted = sql`organization_id = ${ctx.organizationId} and id = ${id}::uuid and resource = ${resource}`
  const { rows } = isUuid(id)
    ? await sql`select 1 from trash_item where ${isDeleted}
        union all select 1 from trash_row where ${isDeleted} and content is not null limit 1`.execute(ctx.db)
    : { rows: [] }
  if (rows.length > 0) return id
  const [record] = await demandRecords(ctx, 'rowId', [{ resource, rowId }])
  return record?.rowId
}

/**
 * Places a hold: protects records from deletion, erasure and correction.
 * @throws VALIDATION_ERROR for a resource without such records, a record that does not exist, or an end in the past
 */
export async function placeHold(ctx: Context, input: LegalHoldInput): Promise<LegalHold> {
  const hold = newValues(LegalHoldDetails, input)
  const { rowId, until } = hold
  const resource = hold.resource.trim().toUpperCase()
  await demandHoldable(ctx, 'resource', resource)
  if (until && until <= ctx.now) throw invalidFields({ until: 'NOT_FUTURE' })
  await lockRemovals(ctx.db, ctx.organizationId)
  const heldId = rowId ? await idOfRecord(ctx, resource, rowId) : null
  return addRow(ctx, LegalHold, { ...hold, resource, rowId: heldId ?? null, createdBy: ctx.caller.userId })
}

/** Releases a hold. @throws CONFLICT if it is already released */
export async function releaseHold(ctx: Context, id: string, reason: string): Promise<LegalHold> {
  const hold = await lockRow(ctx, LegalHold, id, 'Legal hold')
  if (hold.releasedAt) throw refusal('CONFLICT', 'HOLD_RELEASED')
  return changeRow(ctx, LegalHold, hold, { releasedAt: ctx.now, releasedBy: ctx.caller.userId, releaseReason: reason })
}

/** Kind and ground of a hold on one of these records; null if there is none. */
export type HeldBecause = (records: readonly NamedRecord[]) => string | null

export async function holdsInForce(ctx: Context): Promise<HeldBecause> {
  const holds = await ctx.db
    .selectFrom('legalHold')
    .select(['kind', 'resource', HELD_ROW.as('rowId'), 'ground'])
    .where('releasedAt', 'is', null)
    .where((is) => is.or([is('until', 'is', null), is('until', '>', ctx.now)]))
    .execute()
  const keyOf = (resource: string, rowId: string | null) => `${resource} ${rowId?.toLowerCase() ?? ''}`
  const grounds = new Map(
    holds.map(({ kind, resource, rowId, ground }) => [keyOf(resource, rowId), `${kind}: ${ground}`]),
  )
  return (records) => {
    const keys = records.flatMap(({ resource, rowId }) => [keyOf(resource, rowId), keyOf(resource, null)])
    const key = keys.find((each) => grounds.has(each))
    return key === undefined ? null : (grounds.get(key) ?? null)
  }
}
