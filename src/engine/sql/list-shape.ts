import type { Listing } from '../../graphql/lists.ts'
import { identityOf, type ShapedCondition, shaped, shapeOfCondition } from './conditions-sql.ts'
import type { Inputs } from './statement.ts'

/**
 * A list without its values: everything that the text of its statement depends on. Two lists with the same key have the
 * same text, because the text is written from the shape only. `listingIn` finds the list of an execution.
 */
export class ListShape {
  readonly table: string
  readonly by: Listing['by']
  readonly direction: Listing['direction']
  readonly countedBy: string | undefined
  readonly #counts: Listing['counts']
  readonly conditions: readonly ShapedCondition[]
  /**
   * The maximum number of items is part of the text. For a parameter, PostgreSQL would assume a tenth of all rows and
   * plan each time.
   */
  readonly size: number | undefined
  readonly limit: number | null
  readonly isBackwards: boolean
  readonly hasAfter: boolean
  readonly hasBefore: boolean
  readonly hasOffset: boolean
  readonly isNumbered: boolean
  readonly isLaterPage: boolean
  readonly hasTotal: boolean
  readonly key: string

  constructor(
    { table, conditions, by, direction, range, counts, countedBy, total }: Listing,
    readonly listingIn: (inputs: Inputs) => Listing,
  ) {
    this.table = table
    this.by = by
    this.direction = direction
    this.#counts = counts
    this.countedBy = countedBy
    this.conditions = conditions.map((each, index) =>
      shaped(each, (inputs) => listingIn(inputs).conditions[index]?.value),
    )
    this.size = range.size
    this.limit = range.limit
    this.isBackwards = range.isBackwards
    this.hasAfter = range.after !== undefined
    this.hasBefore = range.before !== undefined
    this.hasOffset = range.offset > 0
    this.isNumbered = range.page !== null
    this.isLaterPage = (range.page ?? 1) > 1
    this.hasTotal = total !== undefined
    this.key = this.#key()
  }

  /** The conditions of a field that counts other rows of the table. */
  countedIn(field: string): readonly ShapedCondition[] | undefined {
    return this.#counts[field]?.map((each) => shaped(each, () => each.value))
  }

  #key(): string {
    const flags = [this.isBackwards, this.hasAfter, this.hasBefore, this.hasOffset, this.isNumbered, this.isLaterPage]
    const range = [this.size, this.limit, ...flags, this.hasTotal].map(Number)
    return [
      this.table,
      identityOf(this.#counts),
      identityOf(this.by),
      this.direction,
      range,
      ...this.conditions.map(shapeOfCondition),
    ].join()
  }
}
