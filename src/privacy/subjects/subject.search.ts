import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Identifier, SubjectMatcher } from './subject.matcher.ts'
import type { SubjectTable } from './subject.tables.ts'

/** A row as the database holds it, by the names of its columns. */
export type HeldRow = Record<string, unknown>

/** A row that holds a subject's data. */
export interface Holding {
  table: SubjectTable
  row: HeldRow
  matchedBy: Set<Identifier>
  /** Whether an address or a number proves it: by name alone it may be a namesake's. */
  isCertain: boolean
}

const BATCH = 500

/** What notations put between the digits of a number. */
const SEPARATORS = ' ().+-/\t\n\u00a0\u2009\u202f'

/** What the database can tell apart quickly, of the text of a whole row; the matcher decides. */
function isLikely({ likely, digits }: SubjectMatcher): RawBuilder<boolean> {
  const named = sql<boolean>`whole.text ilike any(${[...likely]}::text[])`
  if (!digits) return named
  return sql<boolean>`(${named} or translate(whole.text, ${SEPARATORS}, '') like ${`%${digits}%`})`
}

/** One batch of rows behind a key, in the order of keys. `offset 0` keeps the text of a row from being built twice. */
async function likelyBatch(
  ctx: Context,
  { name, primaryKey, columns, isWritable }: SubjectTable,
  matcher: SubjectMatcher,
  isLocked: boolean,
  last: HeldRow | undefined,
): Promise<HeldRow[]> {
  const key = sql.join(primaryKey.map((part) => sql`t.${sql.ref(part)}`))
  const behind = last ? sql`and (${key}) > (${sql.join(primaryKey.map((part) => last[part]))})` : sql``
  const texts = sql.join(Object.keys(columns).map((column) => sql`t.${sql.ref(column)}`))
  const { rows } = await sql<{ row: HeldRow }>`
    select to_jsonb(t) as row from ${sql.table(name)} t
    cross join lateral (select concat_ws(' ', ${texts}) as text offset 0) whole
    where t.organization_id = ${ctx.organizationId} and ${isLikely(matcher)} ${behind}
    order by ${key} limit ${sql.lit(BATCH)} ${isLocked && isWritable ? sql`for update of t` : sql``}`.execute(ctx.db)
  return rows.map(({ row }) => row)
}

async function* likelyRows(
  ctx: Context,
  table: SubjectTable,
  matcher: SubjectMatcher,
  isLocked: boolean,
): AsyncGenerator<HeldRow> {
  let batch: HeldRow[] = []
  do {
    batch = await likelyBatch(ctx, table, matcher, isLocked, batch.at(-1))
    yield* batch
  } while (batch.length === BATCH)
}

/** Every row of every table is looked at: that may take longer than other requests are given. */
export const allowLongSearch = (ctx: Context): Promise<void> => ctx.extend(600)

const pick = (row: HeldRow, columns: readonly string[]) => Object.fromEntries(columns.map((name) => [name, row[name]]))

/** The values of the columns that tell whom a row is about, where its table has such. */
export const aboutOf = ({ rule }: SubjectTable, row: HeldRow): unknown[] =>
  rule.erase === 'keep'
    ? []
    : (rule.about ?? []).map((name) => row[name]).filter((value) => value !== null && value !== '')

/**
 * Every row of a table that holds the subject's data. A row that tells whom it is about, and names another address
 * there, is a namesake's when it matches by the name alone.
 */
export async function* holdingsIn(
  ctx: Context,
  table: SubjectTable,
  matcher: SubjectMatcher,
  isLocked = false,
): AsyncGenerator<Holding> {
  if (table.rule.erase === 'keep' || Object.keys(table.columns).length === 0) return
  for await (const row of likelyRows(ctx, table, matcher, isLocked)) {
    const matchedBy = matcher.find(pick(row, Object.keys(table.columns)))
    const isCertain = matchedBy.has('email') || matchedBy.has('phone')
    if (matchedBy.size === 0 || (!isCertain && aboutOf(table, row).length > 0)) continue
    yield { table, row, matchedBy, isCertain }
  }
}

/** At most `limit` rows that are kept under the ids of users: what the service logged of them. */
export async function rowsOfUsers(
  ctx: Context,
  table: SubjectTable,
  userIds: readonly string[],
  limit: number,
): Promise<HeldRow[]> {
  const { rows } = await sql<{ row: HeldRow }>`
    select to_jsonb(t) as row from ${sql.table(table.name)} t
    where t.organization_id = ${ctx.organizationId} and t.user_id = any(${[...userIds]}::text[])
    limit ${sql.lit(limit)}`.execute(ctx.db)
  return rows.map(({ row }) => row)
}
