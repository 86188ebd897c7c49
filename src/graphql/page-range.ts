import { invalid } from '../common/errors.ts'

/** Default number of items of a page: by cursor, and by page number. */
export const USUAL_ITEMS = 20
export const PAGE_ITEMS = 10

/** The paging arguments of a connection. */
export interface PageArguments {
  first?: number | null | undefined
  after?: string | null | undefined
  last?: number | null | undefined
  before?: string | null | undefined
  page?: number | null | undefined
  limit?: number | null | undefined
  all?: boolean | null | undefined
}

/** The requested range of a list. `P` is the decoded position of a cursor. */
export interface PageRange<P> {
  /** Maximum number of items. Undefined: all items. */
  readonly size: number | undefined
  readonly offset: number
  readonly isBackwards: boolean
  readonly after: P | undefined
  readonly before: P | undefined
  /** The page number and its size. Null for paging by cursor. */
  readonly page: number | null
  readonly limit: number | null
}

const given = (values: object) => Object.entries(values).flatMap(([name, value]) => (value == null ? [] : name))

/** @throws VALIDATION_ERROR for arguments that exclude each other, and for cursors that `decode` refuses */
export function pageRangeOf<P>(
  { first, after, last, before, page, limit, all }: PageArguments,
  decode: (cursor: string, argument: 'after' | 'before') => P,
): PageRange<P> {
  const byCursor = given({ first, after, last, before })
  const [byNumber] = given({ page, limit, all: all || undefined })
  if (byNumber && byCursor.length > 0)
    throw invalid({ [byNumber]: `must not be given together with ${byCursor.join(', ')}` })
  if (first != null && last != null) throw invalid({ last: 'must not be given together with first' })
  const none = { after: undefined, before: undefined, page: null, limit: null }
  const isNumbered = page != null || limit != null
  if (isNumbered) {
    const [number, size] = [page ?? 1, limit ?? PAGE_ITEMS]
    return { ...none, size, offset: (number - 1) * size, isBackwards: false, page: number, limit: size }
  }
  if (byNumber) return { ...none, size: undefined, offset: 0, isBackwards: false }
  return {
    ...none,
    size: last ?? first ?? USUAL_ITEMS,
    offset: 0,
    isBackwards: last != null || (before != null && first == null),
    after: after == null ? undefined : decode(after, 'after'),
    before: before == null ? undefined : decode(before, 'before'),
  }
}
