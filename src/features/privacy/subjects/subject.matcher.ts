import { type Pattern, type Prefilter, patternsOf, prefilterOf } from './identifier.patterns.ts'
import { type Identifier, type Identifiers, nameWords } from './normal-form.ts'
import { folded, type Range, rangesOf, readingsOf } from './spelling.ts'
import { isKeyLike, type Leaf, leavesOf } from './subject.leaves.ts'

/** The replacement of each identifier. If it is null, the value stays. */
export type Replacement = { [I in Identifier]?: string | null }

/** A range of a normalized text that is an identifier of the subject. */
interface Span {
  identifier: Identifier
  from: number
  to: number
}

/** An identifier of the subject in the source, where tags may split it. */
interface Found {
  identifier: Identifier
  ranges: Range[]
}

const isApart = (one: readonly Range[], other: readonly Range[]) =>
  one.every((a) => other.every((b) => a[1] <= b[0] || a[0] >= b[1]))

/** The identifiers of the subject in a text. */
export interface Reading {
  identifiers: Set<Identifier>
  /** Whether the text contains nothing else. */
  isWhole: boolean
}

/** A value, and whether it is a key. */
export type LeafText = Pick<Leaf, 'value'> & Partial<Pick<Leaf, 'key' | 'isKey'>>

/** Whether a text consists only of the subject's identifiers. */
function isNothingElse({ text, spans }: { text: string; spans: readonly Span[] }): boolean {
  if (spans.length === 0) return false
  const rest = spans.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, text)
  return !/[\p{L}\p{N}]/u.test(rest.replace(/^\s*(?:mailto|tel)\s*:/, ''))
}

const NAME_FIELD = /name|initial/i

/** Finds a subject in texts, in any spelling, and replaces it there. */
export class SubjectMatcher {
  readonly prefilter: Prefilter
  readonly #patterns: readonly Pattern[]
  readonly #words: readonly string[]

  constructor(subject: Identifiers) {
    this.prefilter = prefilterOf(subject)
    this.#patterns = patternsOf(subject)
    this.#words = nameWords(subject.name)
  }

  /**
   * The identifiers of the subject in a value of any shape. A single word of the name counts only next to a stronger
   * identifier.
   */
  find(value: unknown): Set<Identifier> {
    const leaves = leavesOf({ value })
    return new Set(leaves.flatMap((leaf) => [...(this.read(leaf)?.identifiers ?? [])]))
  }

  /** The identifiers of the subject in a text or number; undefined if there are none. */
  read(leaf: LeafText): Reading | undefined {
    const readings = readingsOf(String(leaf.value)).map(({ text }) => ({ text, spans: this.#spansIn(text, leaf) }))
    const identifiers = new Set(readings.flatMap(({ spans }) => spans.map(({ identifier }) => identifier)))
    return identifiers.size > 0 ? { identifiers, isWhole: readings.some(isNothingElse) } : undefined
  }

  /** The index of a word of the name, if a name field contains only that word. Otherwise -1. */
  partIn({ key, value, isKey }: Leaf): number {
    if (isKey || typeof value !== 'string' || !NAME_FIELD.test(key)) return -1
    return this.#words.indexOf(folded(value))
  }

  /** The value with the subject replaced. An unchanged number stays a number. Tags within an identifier stay. */
  rewrite(leaf: LeafText, by: Replacement): string | number {
    const source = String(leaf.value)
    const parts = this.#foundIn(source, leaf).flatMap(({ identifier, ranges }) => {
      const replacement = by[identifier]
      if (typeof replacement !== 'string') return []
      return ranges.map((range, index) => ({ range, text: index === 0 ? replacement : '' }))
    })
    if (parts.length === 0) return leaf.value
    const inOrder = parts.sort((one, other) => one.range[0] - other.range[0])
    return inOrder.reduceRight(
      (rewritten, { range: [from, to], text }) => rewritten.slice(0, from) + text + rewritten.slice(to),
      source,
    )
  }

  /** The word of the replacement for a word of the name. The first word, if the names have different lengths. */
  rewritePart(part: number, by: Replacement): string | undefined {
    if (!by.name) return undefined
    const words = by.name.trim().split(/\s+/)
    return words.at(words.length === this.#words.length ? part : 0) ?? ''
  }

  /** The identifiers in all readings of a text, without overlaps: the most certain ones win. */
  #foundIn(source: string, leaf: LeafText): Found[] {
    const each = readingsOf(source).flatMap((plain) =>
      this.#spansIn(plain.text, leaf).map(({ identifier, from, to }) => {
        return { identifier, ranges: rangesOf(plain, from, to) }
      }),
    )
    const kept: Found[] = []
    for (const pattern of this.#patterns)
      for (const found of each.filter(({ identifier }) => identifier === pattern.identifier))
        if (kept.every(({ ranges }) => isApart(ranges, found.ranges))) kept.push(found)
    return kept
  }

  /** The identifiers in a text, without overlaps. The most certain pattern is searched first. */
  #spansIn(text: string, leaf: LeafText): Span[] {
    const spans: Span[] = []
    for (const { identifier, exact, inKey } of this.#patterns) {
      for (const { 0: found, index } of text.matchAll(isKeyLike(leaf) ? inKey : exact)) {
        const to = index + found.length
        if (spans.every((span) => to <= span.from || index >= span.to)) spans.push({ identifier, from: index, to })
      }
    }
    return spans.sort((one, other) => one.from - other.from)
  }
}
