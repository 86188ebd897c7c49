import { findPhoneNumbersInText } from 'libphonenumber-js/min'
import { ID } from 'type-graphql'
import type { Context } from '../../../engine/execute/context.ts'
import { Output } from '../../../graphql/columns.ts'
import { field, fields } from '../../../graphql/fields.ts'
import { JSONObjectOf } from '../../../graphql/scalars.ts'
import { opaqueIds } from '../../../security/audit/pseudonyms.ts'
import { formerPhoneNumbers, type Identifier, type Identifiers, isIdNumber, normalIdentifiers } from './normal-form.ts'
import { type Choose, chosenRow, type LeftRow } from './subject.choice.ts'
import { type Hit, isProposed } from './subject.hits.ts'
import { type Container, type Leaf, leavesOf, mapLeaves } from './subject.leaves.ts'
import { SubjectMatcher } from './subject.matcher.ts'
import { allowLongSearch, type HeldRow, holdingsIn, rowsOfUsers, textOf } from './subject.search.ts'
import { rowIdOf, type SubjectTable, subjectTables } from './subject.tables.ts'

@Output('Record that names the subject, or that belongs to a user id of the subject.')
export class HeldRecord extends fields({
  resource: field(String, 'Type of the resource, for example CLIENT.'),
  id: field(ID, 'Id of the record.'),
  matchedBy: field(
    [String],
    'Identifiers that matched the subject: email, phone, idNumber, reference, name or userId.',
  ),
  data: field(
    JSONObjectOf<Record<string, unknown>>(),
    'All fields of the record except secrets of the service. Other people’s data is replaced by `[third party]`.',
  ),
}) {}

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

/** The text that replaces someone else's data in a package. */
const THIRD_PARTY = '[third party]'

const ADDRESS = /(?<![^\s@<>()[\]{}"',;:])[^\s@<>()[\]{}"',;:]+@[^\s@<>()[\]{}"',;:]+\.[\p{L}\p{N}-]+/gu
const ID_NUMBER = /(?<!\d)\d{6}[ -]?\d{4}[ -]?\d{3}(?!\d)/g
/** One id in five hundred contains digits that could be a telephone number. */
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

const digitsOf = (text: string) => text.replace(/\D/g, '')
/** Whether a text is an address or number of any person. */
const isSomeones = (text: string) =>
  text.trim().replace(ADDRESS, '') === '' || (/^[\d -]+$/.test(text) && isIdNumber(digitsOf(text)))

/** The text without addresses and numbers of other people. */
function withoutOthers(matcher: SubjectMatcher, text: string): string {
  const keep = (found: string) => (matcher.read({ value: found }) ? found : THIRD_PARTY)
  const clean = text
    .replace(ADDRESS, keep)
    .replace(ID_NUMBER, (found) => (isIdNumber(digitsOf(found)) ? keep(found) : found))
  const searched = clean.replace(UUID, (id) => 'x'.repeat(id.length))
  return findPhoneNumbersInText(searched, { defaultCountry: 'ZA' }).reduceRight(
    (left, { startsAt, endsAt }) => left.slice(0, startsAt) + keep(left.slice(startsAt, endsAt)) + left.slice(endsAt),
    clean,
  )
}

/** Nested objects about other people: they contain an address of another person, and no address of the subject. */
function othersObjects(matcher: SubjectMatcher, leaves: readonly Leaf[]): Set<Container> {
  const below = leaves.filter(({ container, isKey }) => container.parent && !isKey)
  const own = new Set(below.filter((leaf) => matcher.read(leaf)).map(({ container }) => container))
  const others = below
    .filter(({ value }) => value !== '' && isSomeones(String(value)))
    .map(({ container }) => container)
  return new Set(others.filter((container) => !own.has(container)))
}

/** The row as the subject may read it, without data that is, or may be, someone else's. */
function withoutThirdParties(
  matcher: SubjectMatcher,
  table: SubjectTable,
  row: HeldRow,
  left: readonly Hit[],
): HeldRow {
  const text = textOf(table, row)
  const doubtful = new Set(left.map(({ path }) => path))
  const leaves = leavesOf(text)
  const others = othersObjects(matcher, leaves)
  let index = 0
  const shown = mapLeaves(text, (leaf) => {
    const container = leaves[index++]?.container
    if (leaf.isKey || typeof leaf.value === 'number') return leaf.value
    if (doubtful.has(leaf.path) || (container && others.has(container))) return THIRD_PARTY
    return withoutOthers(matcher, leaf.value)
  })
  return { ...row, ...shown }
}

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
