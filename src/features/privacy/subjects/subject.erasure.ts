import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { holdConsumers } from '../../../background/consumers.ts'
import { faultOf } from '../../../data/database-faults.ts'
import { canRemove } from '../../../data/held-rows.ts'
import { removeRows } from '../../../data/references.ts'
import type { Context } from '../../../engine/execute/context.ts'
import { emptyResponses } from '../../../engine/write/idempotency.ts'
import { erasedIds } from '../../../security/audit/pseudonyms.ts'
import { tableText } from '../failure.ts'
import type { Identifiers } from './normal-form.ts'
import { type Choose, chosenRow, type LeftRow, type TreatedResource } from './subject.choice.ts'
import { type Hit, HitGround, isOfActor, isProposed, rewriteRow } from './subject.hits.ts'
import { type Replacement, SubjectMatcher } from './subject.matcher.ts'
import {
  allowLongSearch,
  calledSql,
  type HeldRow,
  type Holding,
  holdingsIn,
  textOf,
  userKeyHoldings,
} from './subject.search.ts'
import { rowIdOf, type SubjectTable, subjectTables } from './subject.tables.ts'

export interface Treatment {
  treated: TreatedResource[]
  left: LeftRow[]
}

/** Erasure is blocked by a table: roll back. The message may be shown to users. */
export class Unfinished extends Error {}

/** The pseudonym reveals nothing about the person. It is the same in all tables, so that related rows stay related. */
const newToken = () => `erased-${randomBytes(6).toString('hex')}`

const pseudonym = (token: string): Required<Replacement> => {
  return { name: token, email: `${token}@erased.invalid`, phone: token, idNumber: token, reference: token }
}

interface Way {
  matcher: SubjectMatcher
  by: Replacement
  /** Creates a replacement that is unique in the table, if the column needs one. */
  ownBy?: () => Replacement
  /** Replaces the id of a user. */
  ofUser?: (id: string) => string
  verb: 'ERASED' | 'CORRECTED'
  choose: Choose
}

const keyOf = ({ primaryKey }: SubjectTable, row: HeldRow) =>
  sql.join(
    primaryKey.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )

/** @throws Unfinished if the database refuses the change, for lack of a privilege or because of a constraint */
async function change(table: SubjectTable, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (faultOf(error)) throw error
    throw new Unfinished(tableText('ERASURE_BLOCKED', table.name), { cause: error })
  }
}

const deleteRow = (ctx: Context, { table, row }: Holding) =>
  change(table, removeRows(ctx, { organizationId: ctx.organizationId, table: table.name, ids: [String(row.id)] }))

/**
 * Replaces the subject in a row. In a unique column, each row gets its own pseudonym, because two rows with different
 * spellings of the subject would otherwise get equal values.
 */
function rewritten({ table, row }: Holding, hits: readonly Hit[], { matcher, by, ownBy, ofUser }: Way): HeldRow {
  const values = rewriteRow(matcher, textOf(table, row), hits, by)
  if (!ownBy || !ofUser) return values
  const unique = table.uniqueColumns.filter((name) => name in table.columns)
  const users = hits.filter((hit) => isOfActor(hit) && hit.path in table.columns).map(({ path }) => path)
  return {
    ...values,
    ...rewriteRow(matcher, Object.fromEntries(unique.map((name) => [name, row[name]])), hits, ownBy()),
    ...Object.fromEntries(users.map((name) => [name, ofUser(String(row[name]))])),
  }
}

/** @returns whether the row needed a change */
async function updateRow(ctx: Context, holding: Holding, hits: readonly Hit[], way: Way): Promise<boolean> {
  const { table, row } = holding
  const values = rewritten(holding, hits, way)
  const changes = Object.entries(table.columns).flatMap(([name, type]) => {
    const value = values[name]
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

/** Whether a row is about the subject alone, and no part of the row must stay: it is deleted as a whole. */
function isOfSubject({ rule }: SubjectTable, hits: readonly Hit[], left: readonly Hit[]): boolean {
  if (rule.erase !== 'delete') return false
  if (rule.isAtOnce) return hits.some((hit) => isProposed(hit) && !isOfActor(hit))
  if (left.length > 0) return false
  const { about } = rule
  if (!about) return hits.some(isProposed)
  return hits.some(
    ({ path, ground }) => ground === HitGround.OWN_IDENTIFIER && about.includes(path.split('.')[0] ?? ''),
  )
}

async function treatTable(ctx: Context, table: SubjectTable, way: Way, into: Treatment) {
  const { matcher, verb, choose } = way
  const treated = { resource: table.resource, found: 0, deleted: 0, rewritten: 0 }
  for await (const holding of holdingsIn(ctx, table, matcher, true)) {
    const choice = choose(holding)
    const { hits, left, reason } = choice
    const isDeleted =
      verb === 'ERASED' &&
      isOfSubject(table, hits, left) &&
      (await canRemove(ctx, ctx.organizationId, { table: table.name, id: String(holding.row.id) }))
    if (left.length > 0 && !isDeleted) {
      // The reason of a hold or of a review may name the subject, and the outcome is kept after the erasure, so the
      // name is replaced.
      into.left.push({
        ...chosenRow(holding, choice),
        reason: reason && String(matcher.rewrite({ value: reason }, way.by)),
      })
    }
    if (isDeleted) await deleteRow(ctx, holding)
    else if (hits.length === 0 || !(await updateRow(ctx, holding, hits, way))) continue
    treated[isDeleted ? 'deleted' : 'rewritten'] += 1
    ctx.record(table.resource, verb, String(holding.row.id ?? ctx.organizationId))
  }
  if (treated.deleted + treated.rewritten > 0) into.treated.push(treated)
}

async function treat(ctx: Context, tables: SubjectTable[], way: Way): Promise<Treatment> {
  await holdConsumers(ctx, ctx.organizationId)
  const done: Treatment = { treated: [], left: [] }
  for (const table of tables) await treatTable(ctx, table, way, done)
  return done
}

/** Deletes the chosen rows whose key has an identifier of the subject. Returns their number by table. */
async function deleteUserKeys(
  ctx: Context,
  tables: readonly SubjectTable[],
  matcher: SubjectMatcher,
  choose: Choose,
): Promise<TreatedResource[]> {
  const done: TreatedResource[] = []
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

/**
 * Erases a subject from every table, as `choose` decides, and then searches again.
 * @throws Unfinished that names a table that still holds data to erase
 */
export async function eraseSubject(ctx: Context, subject: Identifiers, choose: Choose): Promise<Treatment> {
  const matcher = new SubjectMatcher(subject)
  const tables = await subjectTables(ctx)
  await allowLongSearch(ctx)
  const token = newToken()
  const ownBy = () => pseudonym(token + randomBytes(4).toString('hex'))
  const ofUser = (id: string) => erasedIds(ctx.service('secrets'), ctx.organizationId, id)[0]
  const done = await treat(ctx, tables, { matcher, by: pseudonym(token), ownBy, ofUser, verb: 'ERASED', choose })
  done.treated.push(...(await deleteUserKeys(ctx, tables, matcher, choose)))
  await emptyResponses(ctx, ctx.organizationId)
  for (const table of tables) {
    for await (const holding of holdingsIn(ctx, table, matcher)) {
      if (choose(holding).hits.length > 0) throw new Unfinished(tableText('ERASURE_INCOMPLETE', table.name))
    }
  }
  return done
}

/** Replaces identifiers of a subject in every table, as `choose` decides. Evidence stays unchanged. */
export async function correctSubject(
  ctx: Context,
  subject: Identifiers,
  correction: Replacement,
  choose: Choose,
): Promise<Treatment> {
  const tables = await subjectTables(ctx)
  await allowLongSearch(ctx)
  const correctable = tables.filter(({ rule }) => rule.erase !== 'keep' && !rule.isEvidence)
  const known: Choose = (holding) => {
    const choice = choose(holding)
    // A correction has no details, and user ids belong to the identity provider.
    return { ...choice, hits: choice.hits.filter((hit) => hit.identifiers.length > 0 && !isOfActor(hit)) }
  }
  const matcher = new SubjectMatcher(subject)
  return treat(ctx, correctable, { matcher, by: correction, verb: 'CORRECTED', choose: known })
}
