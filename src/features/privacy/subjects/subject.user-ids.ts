import { sql } from 'kysely'
import type { Context } from '../../../engine/execute/context.ts'
import type { Choose, TreatedResource } from './subject.choice.ts'
import { type Hit, hitsIn } from './subject.hits.ts'
import type { SubjectMatcher } from './subject.matcher.ts'
import { calledSql, type HeldRow, type Holding, rowsOfUsers } from './subject.search.ts'
import { rowIdOf, type SubjectTable } from './subject.tables.ts'

/*
 * Rows whose key contains a user id: marks of read notifications, and stored responses. A user id may be an address, a
 * phone number or an identity number. A key cannot be rewritten, so an erasure deletes such rows.
 */

/** The hit of a row whose key has an identifier of the subject as the user id. */
export function userIdHits(matcher: SubjectMatcher, { primaryKey }: SubjectTable, row: HeldRow): Hit[] {
  return primaryKey.includes('user_id') ? hitsIn(matcher, { user_id: row.user_id }, undefined) : []
}

/** Rows of a table whose key has an identifier of the subject as the user id; at most `limit`. */
export async function userKeyHoldings(
  ctx: Context,
  table: SubjectTable,
  matcher: SubjectMatcher,
  limit?: number,
): Promise<Holding[]> {
  if (!table.primaryKey.includes('user_id')) return []
  const { rows } = await sql<{ userId: string }>`select distinct t.user_id from ${sql.table(table.name)} t
    where t.organization_id = ${ctx.organizationId}`.execute(ctx.db)
  const userIds = rows.map(({ userId }) => userId)
  const own = userIds.filter((id) => userIdHits(matcher, table, { user_id: id }).length > 0)
  const found = own.length > 0 ? await rowsOfUsers(ctx, table, own, limit) : []
  return found.map((row) => ({ table, row, hits: userIdHits(matcher, table, row) }))
}

/** Deletes the chosen rows whose key has an identifier of the subject. Returns their number by table. */
export async function deleteUserKeys(
  ctx: Context,
  tables: readonly SubjectTable[],
  matcher: SubjectMatcher,
  choose: Choose,
): Promise<TreatedResource[]> {
  const done = []
  for (const table of tables) {
    const holdings = await userKeyHoldings(ctx, table, matcher)
    const chosen = holdings.filter((holding) => choose(holding).hits.length > 0).map(({ row }) => rowIdOf(table, row))
    if (chosen.length === 0) continue
    await sql`delete from ${sql.table(table.name)} t
      where t.organization_id = ${ctx.organizationId} and ${calledSql(table)} = any(${chosen}::text[])`.execute(ctx.db)
    done.push({ resource: table.resource, found: 0, deleted: chosen.length, rewritten: 0 })
  }
  return done
}
