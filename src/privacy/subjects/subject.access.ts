import type { Context } from '../../kernel/context.ts'
import { SubjectMatcher } from './subject.matcher.ts'
import { allowLongSearch, type HeldRow, holdingsIn, rowsOfUsers } from './subject.search.ts'
import { type SubjectTable, subjectTables } from './subject.tables.ts'
import type { DataSubject } from './subject.ts'

/** A row of an access package. */
export interface AccessRow {
  resource: string
  id: string
  matchedBy: string[]
  data: HeldRow
}

/** The largest part of a package that one table may make up; one that is cut says so. */
const MOST_PER_TABLE = 10_000

const IS_SECRET = /hash|secret|token|password/
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A row as the API names things, without what protects the service and tells nothing about the person. */
const presented = (row: HeldRow): HeldRow =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      IS_SECRET.test(name) || name === 'organization_id' ? [] : [[camelCase(name), value]],
    ),
  )

/** A package as it is put together: a row that is found twice is there once. */
class Gathering {
  readonly rows = new Map<string, AccessRow>()
  readonly truncated = new Set<string>()

  add({ name, primaryKey }: SubjectTable, row: HeldRow, matchedBy: string[]): void {
    const resource = name.toUpperCase()
    const own = primaryKey.filter((part) => part !== 'organization_id')
    const id = (own.length > 0 ? own : primaryKey).map((part) => row[part]).join('/')
    const key = `${resource} ${id}`
    if (!this.rows.has(key)) this.rows.set(key, { resource, id, matchedBy, data: presented(row) })
  }
}

/** Gathers the rows that name the subject. Returns the user ids that those rows say are the subject's. */
async function gatherNamed(ctx: Context, tables: SubjectTable[], subject: DataSubject, into: Gathering) {
  const matcher = new SubjectMatcher(subject)
  const userIds = new Set<string>()
  for (const table of tables) {
    let count = 0
    for await (const { row, matchedBy, isCertain } of holdingsIn(ctx, table, matcher)) {
      if (++count > MOST_PER_TABLE) {
        into.truncated.add(table.name.toUpperCase())
        break
      }
      if (isCertain && table.isByUser && typeof row.user_id === 'string') userIds.add(row.user_id)
      into.add(table, row, [...matchedBy])
    }
  }
  return [...userIds]
}

/** Everything that is held on a subject: rows that name the subject, and what is kept under the subject's user ids. */
export async function gatherSubject(
  ctx: Context,
  subject: DataSubject,
): Promise<{ rows: AccessRow[]; truncated: string[] }> {
  await allowLongSearch(ctx)
  const tables = await subjectTables(ctx)
  const gathering = new Gathering()
  const userIds = await gatherNamed(ctx, tables, subject, gathering)
  for (const table of userIds.length > 0 ? tables.filter(({ isByUser }) => isByUser) : []) {
    const logged = await rowsOfUsers(ctx, table, userIds, MOST_PER_TABLE + 1)
    if (logged.length > MOST_PER_TABLE) gathering.truncated.add(table.name.toUpperCase())
    for (const row of logged.slice(0, MOST_PER_TABLE)) gathering.add(table, row, ['userId'])
  }
  return { rows: [...gathering.rows.values()], truncated: [...gathering.truncated] }
}
