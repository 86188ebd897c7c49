import { sql } from 'kysely'
import type { Context } from '../../../engine/context.ts'
import { type Identifiers, normalIdentifiers } from './identifiers.ts'
import { subjectTables } from './subject.tables.ts'

/** Records of a table in which an address or number of a subject still stands. */
export interface Remaining {
  table: string
  rows: number
}

/** How a certificate calls it. */
export const SECOND_LOOK =
  'Each whole record as text, tables that are never searched included: letters and digits alone, compared by the database'

/** What an identifier is once only letters and digits are left of it. */
const bare = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '')

/**
 * Looks for a subject by another way than the search: the database itself compares whole records, keys and kept tables
 * included, and knows nothing of patterns, grounds or reviews.
 */
export async function secondLook(ctx: Context, subject: Identifiers): Promise<Remaining[]> {
  const { email, phone, idNumber } = normalIdentifiers(subject)
  const needles = [email, subject.email, phone?.replace(/^\+27/, ''), idNumber].flatMap(
    (text) => bare(text ?? '') || [],
  )
  const like = (texts: string[]) => sql`like any(${texts.map((text) => `%${text}%`)}::text[])`
  const remaining: Remaining[] = []
  for (const { name } of await subjectTables(ctx)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} t where t.organization_id = ${ctx.organizationId}
        and lower(to_jsonb(t)::text) ${like(needles.map((text) => [...text].join('%')))}
        and regexp_replace(lower(to_jsonb(t)::text), '[^a-z0-9]', '', 'g') ${like(needles)}`.execute(ctx.db)
    const count = rows[0]?.count ?? 0
    if (count > 0) remaining.push({ table: name, rows: count })
  }
  return remaining
}
