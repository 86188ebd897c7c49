import { type Pattern, type Prefilter, patternsOf, prefilterOf } from './identifier.patterns.ts'
import { type Identifier, type Identifiers, nameWords } from './identifiers.ts'
import { folded, type Plain, plain, sourceOf } from './spelling.ts'
import { type Leaf, leavesOf } from './subject.leaves.ts'

/** What stands in the place of a subject's data. Where one is null, what is there stays. */
export type Replacement = { [I in Identifier]?: string | null }

/** A stretch of a text that is an identifier of the subject. */
interface Span {
  identifier: Identifier
  from: number
  to: number
}

/** What a text says of the subject. */
export interface Reading {
  identifiers: Set<Identifier>
  /** Whether it says nothing else. */
  isWhole: boolean
}

const NAME_FIELD = /name|initial/i

/** The last parts of a name in the place of its last parts. */
const partOf = (words: readonly string[], part: number, count: number) =>
  words.at(count === words.length ? part : 0) ?? ''

/** Finds a subject in texts, however they are spelt, and replaces it there. */
export class SubjectMatcher {
  readonly prefilter: Prefilter
  readonly #patterns: readonly Pattern[]
  readonly #words: readonly string[]

  constructor(subject: Identifiers) {
    this.prefilter = prefilterOf(subject)
    this.#patterns = patternsOf(subject)
    this.#words = nameWords(subject.name)
  }

  /** What the subject is recognised by in a value of any shape. A single word is a name only beside something better. */
  find(value: unknown): Set<Identifier> {
    const leaves = leavesOf({ value })
    return new Set(leaves.flatMap((leaf) => [...(this.read(leaf.value)?.identifiers ?? [])]))
  }

  /** What a text or number says of the subject; undefined where that is nothing. */
  read(value: string | number): Reading | undefined {
    const text = plain(String(value))
    const spans = this.#spansIn(text)
    if (spans.length === 0) return undefined
    const rest = spans.reduceRight((left, { from, to }) => `${left.slice(0, from)} ${left.slice(to)}`, text.text)
    return {
      identifiers: new Set(spans.map(({ identifier }) => identifier)),
      isWhole: !/[\p{L}\p{N}]/u.test(rest.replace(/^\s*(?:mailto|tel)\s*:/, '')),
    }
  }

  /** Which word of the name a field for names holds alone; -1 where it holds none. */
  partIn({ key, value, isKey }: Leaf): number {
    if (isKey || typeof value !== 'string' || !NAME_FIELD.test(key)) return -1
    return this.#words.indexOf(folded(value))
  }

  /** The value with the subject replaced; a number that was not touched stays one. */
  rewrite(value: string | number, by: Replacement): string | number {
    const source = String(value)
    const text = plain(source)
    const spans = this.#spansIn(text).filter(({ identifier }) => typeof by[identifier] === 'string')
    if (spans.length === 0) return value
    return spans.reduceRight((rewritten, { identifier, from, to }) => {
      const [begin, end] = sourceOf(text, from, to)
      return `${rewritten.slice(0, begin)}${by[identifier]}${rewritten.slice(end)}`
    }, source)
  }

  /** A word of the name as the replacement has it. */
  rewritePart(part: number, by: Replacement): string | undefined {
    return by.name ? partOf(by.name.trim().split(/\s+/), part, this.#words.length) : undefined
  }

  /** In their order, none within another: the surest was looked for first. */
  #spansIn({ text }: Plain): Span[] {
    const spans: Span[] = []
    for (const { identifier, exact } of this.#patterns) {
      for (const { 0: found, index } of text.matchAll(exact)) {
        const to = index + found.length
        if (spans.every((span) => to <= span.from || index >= span.to)) spans.push({ identifier, from: index, to })
      }
    }
    return spans.sort((one, other) => one.from - other.from)
  }
}
