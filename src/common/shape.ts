import { type DocumentNode, visit } from 'graphql'
import { invalid } from './errors.ts'

/** Limits of a JSON value: nesting depth, members per object, and items per list. */
export interface ShapeLimits {
  depth: number
  members: number
  items: number
}

/** The default limits of a body. */
export const SHAPE: ShapeLimits = { depth: 32, members: 1000, items: 10_000 }

/** An import may have more rows. */
export const IMPORT_SHAPE: ShapeLimits = { ...SHAPE, items: 50_000 }

const tooDeep = (field: string, { depth }: ShapeLimits) =>
  invalid({ [field]: `must be nested at most ${depth} levels deep` })

const tooWide = (field: string, most: string) => invalid({ [field]: `must have at most ${most}` })

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/** The position of a string's closing quote. `at` is the position of the opening quote. */
function endOfString(text: Uint8Array, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] !== QUOTE) end += text[end] === BACKSLASH ? 2 : 1
  return end
}

/**
 * Checks the limits before parsing, because the parser needs stack for depth and time for width. Reads the bytes once,
 * without recursion, and stops at the first excess. The parser checks the syntax.
 * @throws VALIDATION_ERROR that names the limit
 */
export function demandShape(text: Uint8Array, limits: ShapeLimits = SHAPE, field = 'body'): void {
  const counts = new Uint32Array(limits.depth + 1)
  const isList = new Uint8Array(limits.depth + 1)
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      if (depth === limits.depth) throw tooDeep(field, limits)
      counts[++depth] = 1
      isList[depth] = Number(sign === OPEN_LIST)
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth = Math.max(0, depth - 1)
    else if (sign === COMMA) {
      const count = (counts[depth] ?? 0) + 1
      counts[depth] = count
      if (isList[depth] && count > limits.items) throw tooWide(field, `${limits.items} items per list`)
      if (!isList[depth] && count > limits.members) throw tooWide(field, `${limits.members} members per object`)
    }
  }
}

const shallow = new WeakSet<DocumentNode>()

/**
 * Checks the values in a GraphQL document. The limit on tokens already limits the width. Numbers must be finite.
 * @throws VALIDATION_ERROR that names the limit
 */
export function demandShallowValues(document: DocumentNode, limits: ShapeLimits = SHAPE): void {
  if (shallow.has(document)) return
  let depth = 0
  const enter = () => {
    if (++depth > limits.depth) throw tooDeep('query', limits)
  }
  const leave = () => {
    depth--
  }
  const nested = { enter, leave }
  const demandFinite = ({ value }: { value: string }) => {
    if (!Number.isFinite(Number(value))) throw invalid({ query: 'must contain finite numbers only' })
  }
  visit(document, { ListValue: nested, ObjectValue: nested, IntValue: demandFinite, FloatValue: demandFinite })
  shallow.add(document)
}
