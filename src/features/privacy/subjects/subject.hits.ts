import { describeNames } from '../../../common/enums.ts'
import { type Identifier, isIdNumber } from './normal-form.ts'
import { type Container, type Leaf, leavesOf, mapLeaves } from './subject.leaves.ts'
import type { Reading, Replacement, SubjectMatcher } from './subject.matcher.ts'

/** The reason why a field counts as the subject's. */
export const HitGround = describeNames(
  'SubjectHitGround',
  'Ground on which a field counts as the subject’s. The first four are proposed for treatment. A person must review the others.',
  {
    OWN_ROW: 'The record is about one person, and names an address or number of the subject for that person.',
    OWN_IDENTIFIER: 'The field holds an address or number of the subject, and nothing else.',
    NAME_WITH_IDENTIFIER: 'The subject’s name, next to an address or number of the subject.',
    DETAIL_WITH_IDENTIFIER: 'A personal detail, such as a birth date, next to an address or number of the subject.',
    MENTION: 'The subject is named within a longer text.',
    NAME_ALONE: 'The subject’s name and nothing else. It may be a namesake’s.',
    SHARED_NAME: 'The subject’s name next to an address or number of someone else.',
    DETAIL_NEARBY: 'A personal detail in a record that names the subject elsewhere.',
  },
)
export type HitGround = keyof typeof HitGround

/** A field that holds or may hold the subject's data. */
export interface Hit {
  /** The path of the field, for example `contact.email`. */
  path: string
  /** Identifiers that matched the subject. Empty for a personal detail. */
  identifiers: Identifier[]
  ground: HitGround
}

const PROPOSED: readonly HitGround[] = [
  HitGround.OWN_ROW,
  HitGround.OWN_IDENTIFIER,
  HitGround.NAME_WITH_IDENTIFIER,
  HitGround.DETAIL_WITH_IDENTIFIER,
]

/** Whether a hit needs no review. */
export const isProposed = ({ ground }: Hit): boolean => PROPOSED.includes(ground)

const isSure = ({ identifiers }: Reading) => [...identifiers].some((identifier) => identifier !== 'name')
const PHONE_FIELD = /phone|mobile|cell|^tel|fax|whatsapp|sms|msisdn|contact|number/i

/** Digits alone may be an amount or another number, unless the field is for phone numbers. */
const mayBeChance = ({ key, value }: Leaf, { identifiers }: Reading) =>
  identifiers.has('phone') && identifiers.size === 1 && !/^\s*[+0(]/.test(String(value)) && !PHONE_FIELD.test(key)

/** Whether a value is an address or identity number, of any person. */
const isAnyones = ({ value, isKey }: Leaf) =>
  !isKey && (/^[^\s@]+@[^\s@]+$/.test(String(value)) || isIdNumber(String(value)))

/** The user who acted on a record is not the person whom the record is about, although a user id may be an address. */
const ACTOR_FIELD = /(?:_by|[a-z]By)$|^assigned_?[tT]o$|^user_?[iI]d$/

/** Whether a hit is the id of an acting user. */
export const isOfActor = ({ path }: Pick<Hit, 'path'>): boolean => ACTOR_FIELD.test(path.split('.').at(-1) ?? '')

/** Evaluates the values of one row. */
class RowReading {
  readonly #matcher: SubjectMatcher
  readonly leaves: readonly { leaf: Leaf; reading: Reading | undefined }[]
  /** Objects that contain an address or number of the subject, and objects that contain one of someone else. */
  readonly #own = new Set<Container>()
  readonly #others = new Set<Container>()

  constructor(matcher: SubjectMatcher, row: Readonly<Record<string, unknown>>) {
    this.#matcher = matcher
    this.leaves = leavesOf(row).map((leaf) => ({ leaf, reading: matcher.read(leaf) }))
    for (const { leaf, reading } of this.leaves) {
      if (ACTOR_FIELD.test(leaf.key)) continue
      if (this.isOwn(leaf, reading)) this.#own.add(leaf.container)
      else if (!reading && isAnyones(leaf)) this.#others.add(leaf.container)
    }
  }

  get namesSubject(): boolean {
    return this.#own.size > 0
  }

  isOwn(leaf: Leaf, reading: Reading | undefined): boolean {
    return !!reading?.isWhole && !leaf.isKey && isSure(reading) && !mayBeChance(leaf, reading)
  }

  /** The hit of a leaf. Undefined if the leaf is not the subject's. `aboutOther`: the row is about another person. */
  hit(leaf: Leaf, reading: Reading | undefined, aboutOther: boolean): Hit | undefined {
    const { path, container } = leaf
    const [isBeside, isShared] = [this.#own.has(container), this.#others.has(container)]
    const at = (ground: HitGround): Hit => ({ path, identifiers: [...(reading?.identifiers ?? [])], ground })
    if (reading) {
      if (this.isOwn(leaf, reading)) return at(HitGround.OWN_IDENTIFIER)
      if (isSure(reading)) return at(HitGround.MENTION)
      if (aboutOther || (isShared && !isBeside)) return at(HitGround.SHARED_NAME)
      if (!reading.isWhole) return at(HitGround.MENTION)
      if (!isBeside) return at(HitGround.NAME_ALONE)
      return at(isShared ? HitGround.SHARED_NAME : HitGround.NAME_WITH_IDENTIFIER)
    }
    if (leaf.isKey) return undefined
    const isPart = isBeside && this.#matcher.partIn(leaf) >= 0
    if (isPart)
      return { path, identifiers: ['name'], ground: isShared ? HitGround.SHARED_NAME : HitGround.NAME_WITH_IDENTIFIER }
    // A detail next to someone else's address counts as someone else's.
    if (!leaf.isDetail || !this.namesSubject || isAnyones(leaf) || (isShared && !isBeside)) return undefined
    return at(isBeside && !isShared ? HitGround.DETAIL_WITH_IDENTIFIER : HitGround.DETAIL_NEARBY)
  }
}

/**
 * Every field of a row that holds or may hold the subject's data.
 * @param about the columns that identify the person whom the row is about, if the table has such columns
 */
export function hitsIn(
  matcher: SubjectMatcher,
  row: Readonly<Record<string, unknown>>,
  about: readonly string[] | undefined,
): Hit[] {
  const reading = new RowReading(matcher, row)
  const matching = reading.leaves.filter(({ leaf }) => about?.some((column) => leaf.path.split(/[.[]/)[0] === column))
  const isAboutSubject = matching.some(({ leaf, reading: found }) => reading.isOwn(leaf, found))
  const isAboutOther = !isAboutSubject && matching.some(({ leaf }) => !leaf.isKey && leaf.value !== '')
  const hits = reading.leaves.flatMap(({ leaf, reading: found }) => reading.hit(leaf, found, isAboutOther) ?? [])
  return isAboutSubject ? hits.map((hit) => (isProposed(hit) ? hit : { ...hit, ground: HitGround.OWN_ROW })) : hits
}

/** A pseudonym has no details, so details are removed. */
const replaced = (matcher: SubjectMatcher, leaf: Leaf, by: Replacement, hit: Hit): unknown => {
  if (hit.identifiers.length === 0) return null
  const part = matcher.partIn(leaf)
  if (part >= 0 && !matcher.read(leaf)) return matcher.rewritePart(part, by) ?? leaf.value
  return matcher.rewrite(leaf, by)
}

/** Replaces the subject's data in the fields of these hits only. */
export function rewriteRow(
  matcher: SubjectMatcher,
  row: Readonly<Record<string, unknown>>,
  hits: readonly Hit[],
  by: Replacement,
): Record<string, unknown> {
  const byPath = new Map(hits.map((hit) => [hit.path, hit]))
  return mapLeaves(row, (leaf) => {
    const hit = byPath.get(leaf.path)
    return hit ? replaced(matcher, leaf, by, hit) : leaf.value
  })
}
