import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { invalidFields } from '../../../common/errors.ts'
import type { NamedRecord } from '../../../data/held-rows.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { ESCAPE_PATTERN } from './spelling.ts'
import { type Hit, hitsIn } from './subject.hits.ts'
import type { SubjectMatcher } from './subject.matcher.ts'
import { aboutOf, type SubjectTable, subjectTables } from './subject.tables.ts'

/** A row of the database, by column name. */
export type HeldRow = Record<string, unknown>

/** A row that holds or may hold a subject's data. */
export interface Holding {
  table: SubjectTable
  row: HeldRow
  hits: Hit[]
}

const BATCH = 500

/** Accents and invisible characters. */
const UNSEEN = '[\u0300-\u036f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]'

/** The escapes of JSON strings. Only the escaped backslash matters; the others are neither letters nor digits. */
const JSON_ESCAPE = String.raw`\\(?:(\\)|["/bfnrt]|u00[01][0-9a-f])`

/** The text of a column's keys and values, without the syntax of JSON and arrays. */
function textOfColumn(name: string, type: string): RawBuilder<unknown> {
  const column = sql.ref(`t.${name}`)
  if (type.endsWith('[]')) return sql`array_to_string(${column}, ' ')`
  return type.startsWith('json') ? sql`regexp_replace(${column}::text, ${JSON_ESCAPE}, '\\1', 'g')` : column
}

/** The normalized text of a row for the patterns of `likely`. Most texts are ASCII and only need lower case. */
const PLAIN = sql`case when octet_length(whole.text) = char_length(whole.text) then lower(whole.text)
  else lower(regexp_replace(normalize(whole.text, NFKD), ${UNSEEN}, '', 'g')) end`

/** The text with and without tags, since a tag may split a visible word. */
const READ = sql`case when seen.text like '%<%' then seen.text || ' ' || regexp_replace(seen.text, '<[^<>]*>', '', 'g')
  else seen.text end`

/** A fast filter over the text of a whole row. The matcher decides. */
function isLikely({ prefilter: { likely, digits } }: SubjectMatcher): RawBuilder<boolean> {
  const conditions = [
    sql`plain.text like any(${likely}::text[])`,
    // The first condition is fast, and few rows reach the second.
    ...digits.map(
      (row) => sql`(plain.text like ${`%${[...row].join('%')}%`}
        and regexp_replace(plain.text, '[^a-z0-9]', '', 'g') like ${`%${row}%`})`,
    ),
    sql`(whole.text ~ '[&%\\\\]' and whole.text ~* ${ESCAPE_PATTERN})`,
  ]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** A row, on the alias `t`. */
const rowOf = ({ derivedColumns }: SubjectTable) => sql`to_jsonb(t) - ${derivedColumns}::text[]`

/** The rows that may hold the subject's data, in key order. `offset 0` prevents building the text of a row twice. */
async function* likelyRows(
  ctx: Context,
  table: SubjectTable,
  matcher: SubjectMatcher,
  isLocked: boolean,
): AsyncGenerator<HeldRow> {
  const { name, primaryKey, columns, isWritable } = table
  const key = sql.join(primaryKey.map((part) => sql`t.${sql.ref(part)}`))
  const texts = sql.join(Object.entries(columns).map(([column, type]) => textOfColumn(column, type)))
  let batch: HeldRow[] = []
  do {
    const last = batch.at(-1)
    const after = last ? sql`and (${key}) > (${sql.join(primaryKey.map((part) => last[part]))})` : sql``
    const { rows } = await sql<{ row: HeldRow }>`
      select ${rowOf(table)} as row from ${sql.table(name)} t
      cross join lateral (select concat_ws(' ', ${texts}) as text offset 0) whole
      cross join lateral (select ${PLAIN} as text offset 0) seen
      cross join lateral (select ${READ} as text offset 0) plain
      where t.organization_id = ${ctx.organizationId} and ${isLikely(matcher)} ${after}
      order by ${key} limit ${sql.lit(BATCH)} ${isLocked && isWritable ? sql`for update of t` : sql``}`.execute(ctx.db)
    batch = rows.map(({ row }) => row)
    yield* batch
  } while (batch.length === BATCH)
}

/** A search reads every row of every table, so it may take longer than other requests. */
export const allowLongSearch = (ctx: Context): Promise<void> => ctx.extend(600)

/** The columns of a row that may hold personal data. */
export const textOf = ({ columns }: SubjectTable, row: HeldRow): HeldRow =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, row[name]]))

/** SQL for the id of a row (`rowIdOf`), on the alias `t`. */
export function calledSql({ primaryKey }: SubjectTable): RawBuilder<string> {
  const own = primaryKey.filter((part) => part !== 'organization_id')
  const key = (own.length > 0 ? own : primaryKey).map((part) => sql`t.${sql.ref(part)}::text`)
  // Citus deletes by immutable functions only, and "concat_ws" is none.
  return sql<string>`(${sql.join(key, sql` || '/' || `)})`
}

export async function rowById(ctx: Context, table: SubjectTable, id: string): Promise<HeldRow | null> {
  const { rows } = await sql<{ row: HeldRow }>`
    select ${rowOf(table)} as row from ${sql.table(table.name)} t
    where t.organization_id = ${ctx.organizationId} and ${calledSql(table)} = ${id}`.execute(ctx.db)
  return rows[0]?.row ?? null
}

/**
 * Finds records by resource (upper case) and id, in any notation of the id.
 * @throws VALIDATION_ERROR for the first record that does not exist, under the name of its field
 */
export async function demandRecords(
  ctx: Context,
  field: string,
  named: readonly NamedRecord[],
): Promise<NamedRecord[]> {
  const records = named.map(({ resource, rowId }) => {
    const id = rowId.trim()
    return { resource: resource.trim().toUpperCase(), rowId: isUuid(id) ? id.toLowerCase() : id }
  })
  for (const table of await subjectTables(ctx)) {
    const own = records.filter(({ resource }) => resource === table.resource)
    if (own.length === 0) continue
    const { rows } = await sql<{ id: string }>`select ${calledSql(table)} as id from ${sql.table(table.name)} t
      where t.organization_id = ${ctx.organizationId}
      and ${calledSql(table)} = any(${own.map(({ rowId }) => rowId)}::text[])`.execute(ctx.db)
    const missing = own.find(({ rowId }) => !rows.some(({ id }) => id === rowId))
    if (missing)
      throw invalidFields({ [field]: { code: 'RECORD_UNKNOWN', resource: missing.resource, row: missing.rowId } })
  }
  return records
}

/** Every row of a table that holds or may hold the subject's data. Its hits show which fields do. */
export async function* holdingsIn(
  ctx: Context,
  table: SubjectTable,
  matcher: SubjectMatcher,
  isLocked = false,
): AsyncGenerator<Holding> {
  if (table.rule.erase === 'keep' || Object.keys(table.columns).length === 0) return
  for await (const row of likelyRows(ctx, table, matcher, isLocked)) {
    const hits = hitsIn(matcher, textOf(table, row), aboutOf(table))
    if (hits.length > 0) yield { table, row, hits }
  }
}

/** Every row of a table with this name that holds or may hold the subject's data. */
export async function* holdingsOf(ctx: Context, name: string, matcher: SubjectMatcher): AsyncGenerator<Holding> {
  for (const table of await subjectTables(ctx)) if (table.name === name) yield* holdingsIn(ctx, table, matcher)
}

/** Rows that are stored under the ids of users, for example logged requests; at most `limit`. */
export async function rowsOfUsers(
  ctx: Context,
  table: SubjectTable,
  userIds: readonly string[],
  limit?: number,
): Promise<HeldRow[]> {
  const { rows } = await sql<{ row: HeldRow }>`
    select to_jsonb(t) as row from ${sql.table(table.name)} t
    where t.organization_id = ${ctx.organizationId} and t.user_id = any(${[...userIds]}::text[])
    limit ${sql.lit(limit ?? null)}`.execute(ctx.db)
  return rows.map(({ row }) => row)
}

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
