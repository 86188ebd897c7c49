import { sql } from 'kysely'
import type { Context } from '../../../engine/context.ts'
import type { Choose } from './subject.choice.ts'
import { HitGround } from './subject.hits.ts'
import type { SubjectMatcher } from './subject.matcher.ts'
import type { HeldRow } from './subject.search.ts'
import type { SubjectTable } from './subject.tables.ts'

/** Whether rows of a table are called by users, who may be called by their addresses. */
const isKeyedByUser = ({ primaryKey }: SubjectTable) => primaryKey.includes('user_id')

/**
 * Deletes what is kept under the subject's address as the id of a user, and nothing else than that: marks of what was
 * read, and answers that could be given again. Returns how many rows that were, by table.
 */
export async function deleteUserKeys(
  ctx: Context,
  tables: readonly SubjectTable[],
  matcher: SubjectMatcher,
  choose: Choose,
): Promise<{ table: string; deleted: number; rewritten: number }[]> {
  const done = []
  for (const table of tables.filter(isKeyedByUser)) {
    const { rows } = await sql<{ userId: string; row: HeldRow }>`
      select distinct on (t.user_id) t.user_id as user_id, to_jsonb(t) as row from ${sql.table(table.name)} t
      where t.organization_id = ${ctx.organizationId} and t.user_id like '%@%'`.execute(ctx.db)
    const own = rows.filter(({ userId, row }) => {
      if (!matcher.read(userId)?.isWhole) return false
      const hit = { path: 'user_id', identifiers: ['email' as const], ground: HitGround.OWN_IDENTIFIER }
      return choose({ table, row, hits: [hit] }).hits.length > 0
    })
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table.name)}
      where organization_id = ${ctx.organizationId}
        and user_id = any(${own.map(({ userId }) => userId)}::text[])`.execute(ctx.db)
    if (numAffectedRows > 0n) done.push({ table: table.name, deleted: Number(numAffectedRows), rewritten: 0 })
  }
  return done
}
