import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { faultOf } from '../../kernel/database-faults.ts'
import { removeRows } from '../../kernel/references.ts'
import { type Replacement, SubjectMatcher } from './subject.matcher.ts'
import { aboutOf, allowLongSearch, type HeldRow, type Holding, holdingsIn } from './subject.search.ts'
import { type SubjectTable, subjectTables } from './subject.tables.ts'
import type { DataSubject } from './subject.ts'

/** What was done to the rows of a table. */
export interface Treated {
  table: string
  deleted: number
  rewritten: number
}

/** A table does not let go of the subject: what was begun must be undone. The message may be shown. */
export class Unfinished extends Error {}

/** Tells nothing about the person, and is the same everywhere, so that rows which belonged together still do. */
function pseudonym(): Replacement {
  const token = `erased-${randomBytes(6).toString('hex')}`
  return { name: token, email: `${token}@erased.invalid`, phone: token }
}

const keyOf = ({ primaryKey }: SubjectTable, row: HeldRow) =>
  sql.join(
    primaryKey.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )

/** @throws Unfinished when the database refuses: for want of a privilege, or because of a constraint */
async function change(table: SubjectTable, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (faultOf(error)) throw error
    throw new Unfinished(`${table.name} holds the subject, and refuses to be changed`, { cause: error })
  }
}

const deleteRow = (ctx: Context, { table, row }: Holding) =>
  change(table, removeRows(ctx, { organizationId: ctx.organizationId, table: table.name, ids: [String(row.id)] }))

/** @returns whether there was anything to rewrite */
async function rewriteRow(
  ctx: Context,
  { table, row, isCertain }: Holding,
  matcher: SubjectMatcher,
  by: Replacement,
): Promise<boolean> {
  const changes = Object.entries(table.columns).flatMap(([name, type]) => {
    const value = matcher.rewrite(row[name], by, isCertain, name)
    if (JSON.stringify(value) === JSON.stringify(row[name])) return []
    const stored = type.startsWith('json') ? JSON.stringify(value) : value
    return [sql`${sql.ref(name)} = ${stored}::${sql.raw(type)}`]
  })
  if (changes.length === 0) return false
  if (table.hasUpdatedAt) changes.push(sql`updated_at = now()`)
  const update = sql`update ${sql.table(table.name)} set ${sql.join(changes)}
    where organization_id = ${ctx.organizationId} and ${keyOf(table, row)}`
  await change(table, update.execute(ctx.db))
  return true
}

/** A row that is about one person goes whole, if that person is the subject. */
function isToDelete({ table, row, isCertain }: Holding, matcher: SubjectMatcher): boolean {
  if (table.rule.erase !== 'delete' || !isCertain) return false
  return !table.rule.about || matcher.find(aboutOf(table, row)).size > 0
}

async function treat(
  ctx: Context,
  tables: SubjectTable[],
  matcher: SubjectMatcher,
  by: Replacement,
  verb: 'ERASED' | 'CORRECTED',
): Promise<Treated[]> {
  const done: Treated[] = []
  for (const table of tables) {
    const treated = { table: table.name, deleted: 0, rewritten: 0 }
    for await (const holding of holdingsIn(ctx, table, matcher, true)) {
      const isDeleted = verb === 'ERASED' && isToDelete(holding, matcher)
      if (isDeleted) await deleteRow(ctx, holding)
      else if (!(await rewriteRow(ctx, holding, matcher, by))) continue
      treated[isDeleted ? 'deleted' : 'rewritten'] += 1
      ctx.record(table.name.toUpperCase(), verb, String(holding.row.id ?? ctx.organizationId))
    }
    if (treated.deleted + treated.rewritten > 0) done.push(treated)
  }
  return done
}

/**
 * Erases a subject from every table, and then looks again.
 * @throws Unfinished that names a table which still holds the subject
 */
export async function eraseSubject(ctx: Context, subject: DataSubject): Promise<Treated[]> {
  const matcher = new SubjectMatcher(subject)
  const tables = await subjectTables(ctx)
  await allowLongSearch(ctx)
  const done = await treat(ctx, tables, matcher, pseudonym(), 'ERASED')
  for (const table of tables) {
    for await (const _ of holdingsIn(ctx, table, matcher)) throw new Unfinished(`${table.name} still holds the subject`)
  }
  return done
}

/** Replaces the name, e-mail address or phone number of a subject in every table; what is evidence stays. */
export async function correctSubject(ctx: Context, subject: DataSubject, correction: Replacement): Promise<Treated[]> {
  const tables = await subjectTables(ctx)
  await allowLongSearch(ctx)
  const correctable = tables.filter(({ rule }) => rule.erase !== 'keep' && !rule.isEvidence)
  return treat(ctx, correctable, new SubjectMatcher(subject), correction, 'CORRECTED')
}

/** Tables that erasure leaves alone, and why. */
export const keptTables = async (ctx: Context): Promise<{ table: string; reason: string }[]> =>
  (await subjectTables(ctx)).flatMap(({ name, rule }) =>
    rule.erase === 'keep' ? [{ table: name, reason: rule.reason }] : [],
  )
