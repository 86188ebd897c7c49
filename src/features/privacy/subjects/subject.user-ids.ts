import { sql } from 'kysely'
import type { Context } from '../../../engine/context.ts'
import type { Choose } from './subject.choice.ts'
import { hitsIn } from './subject.hits.ts'
import type { SubjectMatcher } from './subject.matcher.ts'
import type { HeldRow } from './subject.search.ts'
import type { SubjectTable } from './subject.tables.ts'

/** Whether a table has user ids in its key. A user id may be an address, a phone number or an identity number. */
const isKeyedByUser = ({ primaryKey }: SubjectTable) => primaryKey.includes('user_id')

/**
 * Deletes the rows whose key has an identifier of the subject as the user id: marks of what was read, and stored answers.
 * Returns how many rows that were, by table.
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
      where t.organization_id = ${ctx.organizationId}`.execute(ctx.db)
    const own = rows.filter(({ userId, row }) => {
      const hits = hitsIn(matcher, { user_id: userId }, undefined)
      return hits.length > 0 && choose({ table, row, hits }).hits.length > 0
    })
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table.name)}
      where organization_id = ${ctx.organizationId}
        and user_id = any(${own.map(({ userId }) => userId)}::text[])`.execute(ctx.db)
    if (numAffectedRows > 0n) done.push({ table: table.name, deleted: Number(numAffectedRows), rewritten: 0 })
  }
  return done
}
