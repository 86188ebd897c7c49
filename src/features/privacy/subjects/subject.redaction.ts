import { findPhoneNumbersInText } from 'libphonenumber-js/min'
import { isIdNumber } from './normal-form.ts'
import type { Hit } from './subject.hits.ts'
import { type Container, type Leaf, leavesOf, mapLeaves } from './subject.leaves.ts'
import type { SubjectMatcher } from './subject.matcher.ts'
import { type HeldRow, textOf } from './subject.search.ts'
import type { SubjectTable } from './subject.tables.ts'

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
export function withoutThirdParties(
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
