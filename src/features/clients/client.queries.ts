import { sql } from 'kysely'
import { countsOf } from '../../data/row-counts.ts'
import type { Context } from '../../engine/context.ts'
import { contains, is, isAny, listOf } from '../../graphql/lists.ts'
import { holds } from '../../graphql/page.ts'
import { Sector } from './client.entity.ts'
import type { ClientFilter } from './client.inputs.ts'
import type { ClientSummary } from './client.outputs.ts'

/** Clients that match a filter. */
export const clients = listOf<'client', ClientFilter>('client', {
  search: contains('name'),
  sector: is('sector'),
  status: isAny('status'),
  type: is('type'),
})

/** The plain list, newest first. `sector` is any text: one that names no sector matches nothing. */
export function clientSummaries(
  ctx: Context,
  { sector, search }: { sector: string | undefined; search: string | undefined },
) {
  let query = ctx.db
    .selectFrom('client')
    .select(['id', 'name', 'type', 'sector'])
    .select(sql<string>`coalesce(security_clearance, compliance->>'securityClearance')`.as('securityClearance'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  if (sector !== undefined) query = query.where(sql<string>`sector`, '=', sector.toUpperCase())
  if (search) query = query.where(holds(sql.ref('name'), search))
  return query
}

interface SectorCounts {
  government: number
  business: number
}

/** How many clients of each sector the organization has. */
export async function sectorCounts(ctx: Context): Promise<SectorCounts> {
  const counts = await countsOf(ctx, 'client')
  return { government: counts[Sector.GOVERNMENT] ?? 0, business: counts[Sector.BUSINESS] ?? 0 }
}

/** How many clients the plain list matches, as far as the sector decides. */
export function totalOf({ government, business }: SectorCounts, sector: string | undefined): number {
  if (sector === undefined) return government + business
  const bySector: Record<string, number> = { [Sector.GOVERNMENT]: government, [Sector.BUSINESS]: business }
  return bySector[sector.toUpperCase()] ?? 0
}

/** The same counts from a list that is known to hold every client. */
export const countSectors = (items: ClientSummary[]): SectorCounts => {
  const government = items.filter((item) => item.sector === Sector.GOVERNMENT).length
  return { government, business: items.length - government }
}
