import { Field, ID } from 'type-graphql'
import type { Context } from '../../../engine/execute/context.ts'
import { Output } from '../../../graphql/columns.ts'
import { JSONObject } from '../../../graphql/scalars.ts'
import { opaqueIds } from '../../../security/audit/pseudonyms.ts'
import { type Identifier, type Identifiers, normalIdentifiers } from './identifiers.ts'
import { formerPhoneNumbers } from './normal-form.ts'
import { type Choose, chosenRow, type LeftRow } from './subject.choice.ts'
import { type Hit, isProposed } from './subject.hits.ts'
import { SubjectMatcher } from './subject.matcher.ts'
import { withoutThirdParties } from './subject.redaction.ts'
import { allowLongSearch, type HeldRow, holdingsIn, rowsOfUsers } from './subject.search.ts'
import { rowIdOf, type SubjectTable, subjectTables } from './subject.tables.ts'

@Output('Record that names the subject, or that belongs to a user id of the subject.')
export class HeldRecord {
  @Field(() => String, { description: 'Type of the resource, for example CLIENT.' })
  resource!: string

  @Field(() => ID, { description: 'Id of the record.' })
  id!: string

  @Field(() => [String], {
    description: 'Identifiers that matched the subject: email, phone, idNumber, reference, name or userId.',
  })
  matchedBy!: string[]

  @Field(() => JSONObject, {
    description:
      'All fields of the record except secrets of the service. Other people’s data is replaced by `[third ' +
      'party]`.',
  })
  data!: Record<string, unknown>
}

/** Maximum number of rows of one table in a package. The package names each table that was cut. */
const MOST_PER_TABLE = 10_000

const IS_SECRET = /hash|secret|token|password/
const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A row with API field names, without fields that protect the service and say nothing about the person. */
const presented = (row: HeldRow): HeldRow =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      IS_SECRET.test(name) || name === 'organization_id' ? [] : [[camelCase(name), value]],
    ),
  )

/** The identifiers that may match a row, the most certain first. */
const ORDER: readonly Identifier[] = ['email', 'phone', 'idNumber', 'reference', 'name']
const matchedBy = (hits: readonly Hit[]) => ORDER.filter((each) => hits.some((hit) => hit.identifiers.includes(each)))

/** Collects the rows of a package. A row that is found twice is included once. */
class Gathering {
  readonly rows = new Map<string, HeldRecord>()
  readonly truncated = new Set<string>()
  readonly left: LeftRow[] = []
  readonly userIds = new Set<string>()

  add(table: SubjectTable, row: HeldRow, by: string[]): void {
    const { resource } = table
    const id = rowIdOf(table, row)
    const key = `${resource} ${id}`
    if (!this.rows.has(key)) this.rows.set(key, { resource, id, matchedBy: by, data: presented(row) })
  }
}

/** Collects the rows that name the subject, and the user ids that those rows attribute to the subject. */
async function gatherNamed(
  ctx: Context,
  table: SubjectTable,
  matcher: SubjectMatcher,
  choose: Choose,
  into: Gathering,
): Promise<void> {
  let count = 0
  for await (const holding of holdingsIn(ctx, table, matcher)) {
    const choice = choose(holding)
    const { hits, left } = choice
    if (left.length > 0) into.left.push(chosenRow(holding, choice))
    if (hits.length === 0) continue
    if (++count > MOST_PER_TABLE) return void into.truncated.add(table.resource)
    const { user_id: userId } = holding.row
    if (hits.some(isProposed) && table.isByUser && typeof userId === 'string') into.userIds.add(userId)
    into.add(table, withoutThirdParties(matcher, table, holding.row, left), matchedBy(hits))
  }
}

/** The subject's addresses and numbers as user ids, in the usual notations. */
function userIdsLike(ctx: Context, subject: Identifiers): string[] {
  const { email, phone, idNumber } = normalIdentifiers(subject)
  const numbers = phone ? [phone, subject.phone, phone.replace(/^\+27/, '0'), ...formerPhoneNumbers(phone)] : []
  const spelt = new Set([email, subject.email, subject.email?.toLowerCase(), idNumber, ...numbers])
  return [...spelt].flatMap((id) => (id ? [id, ...opaqueIds(ctx.service('secrets'), ctx.organizationId, id)] : []))
}

/** All personal data held on a subject: rows that name the subject, and rows of the subject's user ids. */
export async function gatherSubject(
  ctx: Context,
  subject: Identifiers,
  choose: Choose,
): Promise<{ rows: HeldRecord[]; truncated: string[]; left: LeftRow[] }> {
  await allowLongSearch(ctx)
  const tables = await subjectTables(ctx)
  const gathering = new Gathering()
  const matcher = new SubjectMatcher(subject)
  for (const table of tables) await gatherNamed(ctx, table, matcher, choose, gathering)
  const userIds = [...gathering.userIds, ...userIdsLike(ctx, subject)]
  for (const table of userIds.length > 0 ? tables.filter(({ isByUser }) => isByUser) : []) {
    const logged = await rowsOfUsers(ctx, table, userIds, MOST_PER_TABLE + 1)
    if (logged.length > MOST_PER_TABLE) gathering.truncated.add(table.resource)
    for (const row of logged.slice(0, MOST_PER_TABLE)) gathering.add(table, row, ['userId'])
  }
  return { rows: [...gathering.rows.values()], truncated: [...gathering.truncated], left: gathering.left }
}
