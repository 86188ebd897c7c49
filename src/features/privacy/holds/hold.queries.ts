import { HELD_ROW, type NamedRecord } from '../../../data/held-rows.ts'
import type { Context } from '../../../engine/execute/context.ts'

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
    return grounds.get(keys.find((key) => grounds.has(key)) ?? '') ?? null
  }
}
