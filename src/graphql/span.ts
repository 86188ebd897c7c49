import { invalid } from '../common/errors.ts'

/** How many items a page has by default: by cursor, and by number. */
export const USUAL_ITEMS = 20
export const PAGE_ITEMS = 10

/** Which items are asked for, in the arguments of a connection. */
export interface SpanArguments {
  first?: number | undefined
  after?: string | undefined
  last?: number | undefined
  before?: string | undefined
  page?: number | undefined
  limit?: number | undefined
  all?: boolean | undefined
}

/** Which items of a list they are. `P` is what a cursor stands for. */
export interface Span<P> {
  /** How many at most; undefined for all. */
  readonly size: number | undefined
  readonly offset: number
  readonly isBackwards: boolean
  readonly after: P | undefined
  readonly before: P | undefined
  /** The number of the page, and its size; null where it is found by cursor. */
  readonly page: number | null
  readonly limit: number | null
}

const given = (values: object) => Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : name))

/** @throws VALIDATION_ERROR for arguments that do not go together, and for cursors that `decode` refuses */
export function spanOf<P>(
  { first, after, last, before, page, limit, all }: SpanArguments,
  decode: (cursor: string, argument: 'after' | 'before') => P,
): Span<P> {
  const byCursor = given({ first, after, last, before })
  const [byNumber] = given({ page, limit, all: all || undefined })
  if (byNumber && byCursor.length > 0)
    throw invalid({ [byNumber]: `must not be given together with ${byCursor.join(', ')}` })
  if (first !== undefined && last !== undefined) throw invalid({ last: 'must not be given together with first' })
  const none = { after: undefined, before: undefined, page: null, limit: null }
  const isNumbered = page !== undefined || limit !== undefined
  if (isNumbered) {
    const [number, size] = [page ?? 1, limit ?? PAGE_ITEMS]
    return { ...none, size, offset: (number - 1) * size, isBackwards: false, page: number, limit: size }
  }
  if (byNumber) return { ...none, size: undefined, offset: 0, isBackwards: false }
  return {
    ...none,
    size: last ?? first ?? USUAL_ITEMS,
    offset: 0,
    isBackwards: last !== undefined || (before !== undefined && first === undefined),
    after: after === undefined ? undefined : decode(after, 'after'),
    before: before === undefined ? undefined : decode(before, 'before'),
  }
}
