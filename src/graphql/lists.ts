import 'reflect-metadata'
import { Arg, Args, type ClassType, Extensions, Query } from 'type-graphql'
import { describeEnum } from '../common/enums.ts'
import { refuseHostileText } from '../common/text.ts'
import { entityOf, noteEntity } from '../data/columns.ts'
import { countedBy } from '../data/row-counts.ts'
import { names } from '../data/tenant.ts'
import type { Tables } from '../data/transaction.ts'
import type { Permission } from '../security/auth/permissions.ts'
import { decodeCursor, type Position } from './cursor.ts'
import { fieldsOf, publishedColumn } from './declared-fields.ts'
import { validateInput } from './inputs.ts'
import { type PageArguments, type PageRange, pageRangeOf } from './page-range.ts'
import { ConnectionArgs, connectionOf, type Order, OrderDirection, orderInput, WholeArgs } from './relay.ts'
import { comparedBy, firstOf, LONGEST_KEY, type SortKey } from './sort-keys.ts'

/*
 * Lists of rows as data: the arguments alone determine the content of a list. The caller is not known here: the
 * transaction restricts the rows to the tenant.
 */

/** How to compare a column with a filter's value. */
export interface Condition {
  readonly column: string
  /** A key of a JSON column. */
  readonly key?: string
  /** SQL to compare in place of the column, computed from columns of the row. */
  readonly derived?: (column: (name: string) => string) => string
  /** For `isUnmarked`: the table and columns of the users' marks. */
  readonly marks?: { readonly table: string; readonly key: string; readonly by: string }
  /** For `isAwaiting`: the author columns, the value of a waiting row, and the permissions needed to decide. */
  readonly decision?: {
    readonly authors: readonly string[]
    readonly on: string
    readonly permits: readonly Permission[]
  }
  /** For `isOwnOr`: the column with the id of the user who made the row. */
  readonly owned?: { readonly by: string }
  /** For `isPermitted`: the permission needed to see a row, by the value of the column. */
  readonly permits?: Readonly<Record<string, Permission>>
  readonly test:
    | 'contains'
    | 'is'
    | 'isAny'
    | 'isNamed'
    | 'isFilled'
    | 'isId'
    | 'from'
    | 'to'
    | 'before'
    | 'isUnmarked'
    | 'isAwaiting'
    | 'isAbsent'
    | 'isPermitted'
    | 'isOwnOr'
    | 'isOwn'
}

type ColumnOf<T extends keyof Tables> = keyof Tables[T] & string

/** What a list can be ordered by: a column that is neither a list nor JSON, or a declared key. */
type SortableOf<T extends keyof Tables> =
  | { [C in ColumnOf<T>]: Tables[T][C] extends string | number | Date | null ? C : never }[ColumnOf<T>]
  | SortKey

/** A condition on a column of a known table. */
type ConditionOn<T extends keyof Tables> = Condition & { readonly column: ColumnOf<T> }

/** The column contains the text, case-insensitive. */
export const contains = <C extends string>(column: C) => ({ column, test: 'contains' }) as const
export const is = <C extends string>(column: C) => ({ column, test: 'is' }) as const
/** The text, in upper case and without surrounding blanks, is one of an SQL list of names, computed from columns. */
export const isNamed = <C extends string>(column: C, derived: NonNullable<Condition['derived']>) =>
  ({ column, derived, test: 'isNamed' }) as const
/** Whether a list column has items. */
export const isFilled = <C extends string>(column: C) => ({ column, test: 'isFilled' }) as const
/** The column equals one of a list. An empty list matches nothing. */
export const isAny = <C extends string>(column: C) => ({ column, test: 'isAny' }) as const
/** Like `isAny`, for SQL computed from columns. */
export const isAnyOf = <C extends string>(column: C, derived: NonNullable<Condition['derived']>) =>
  ({ column, derived, test: 'isAny' }) as const
/** The value at a key of a JSON column contains the text, case-insensitive. */
export const containsAt = <C extends string>(column: C, key: string) => ({ column, key, test: 'contains' }) as const
/** The column is greater than or equal to the value. */
export const from = <C extends string>(column: C) => ({ column, test: 'from' }) as const
/** Like `from`, for SQL computed from columns. */
export const fromOf = <C extends string>(column: C, derived: NonNullable<Condition['derived']>) =>
  ({ column, derived, test: 'from' }) as const
/** The column is less than or equal to the value. */
export const to = <C extends string>(column: C) => ({ column, test: 'to' }) as const
/** The column is less than the value. */
export const before = <C extends string>(column: C) => ({ column, test: 'before' }) as const
/** Like `before`, for SQL computed from columns. */
export const beforeOf = <C extends string>(column: C, derived: NonNullable<Condition['derived']>) =>
  ({ column, derived, test: 'before' }) as const
/** The column equals an id. A text that is not an id matches nothing. */
export const isId = <C extends string>(column: C) => ({ column, test: 'isId' }) as const
/** Like `isId`, for SQL computed from columns. */
export const isIdOf = <C extends string>(column: C, derived: NonNullable<Condition['derived']>) =>
  ({ column, derived, test: 'isId' }) as const
/**
 * Whether the caller has no mark on the row, in a table of marks with the row's id (`key`) and the user's id (`by`).
 * The caller's id is a parameter of the statement, as the organization is.
 */
export const isUnmarked = <T extends keyof Tables & string>(table: T, key: ColumnOf<T>, by: ColumnOf<T>) =>
  ({ column: 'id', marks: { table, key, by }, test: 'isUnmarked' }) as const

/** Whether the column is null. */
export const isAbsent = <C extends string>(column: C) => ({ column, test: 'isAbsent' }) as const
/**
 * Whether the row waits for a decision that the caller may take: made by another user, with the required permissions.
 */
export const isAwaiting = <C extends string>(column: C, decision: NonNullable<Condition['decision']>) =>
  ({ column, decision, test: 'isAwaiting' }) as const

/** Whether the caller has the permission that the value of the column requires. */
export const isPermitted = <C extends string>(column: C, permits: NonNullable<Condition['permits']>) =>
  ({ column, permits, test: 'isPermitted' }) as const

/** Whether the caller made the row (`by`), or the column is true. */
export const isOwnOr = <C extends string>(column: C, by: C) => ({ column, owned: { by }, test: 'isOwnOr' }) as const

/** Whether the column has the id of the caller. */
export const isOwn = <C extends string>(column: C) => ({ column, test: 'isOwn' }) as const

/** A condition with the value to compare with. */
export type Given = Condition & { readonly value: unknown }

/** A condition with a fixed value, independent of the request. */
export const having = <C extends Condition>(condition: C, value: unknown) => ({ ...condition, value })

/** The default order of most lists. */
export const NEWEST_FIRST = { field: 'createdAt', direction: OrderDirection.DESC } as const

/** One page of a list: all inputs of its statement. */
export class Listing {
  constructor(
    readonly table: string,
    readonly conditions: readonly Given[],
    readonly by: SortKey,
    readonly direction: OrderDirection,
    readonly range: PageRange<Position>,
    /** Counts of other rows of the table, by the fields that return them. */
    readonly counts: Readonly<Record<string, readonly Given[]>>,
    /** The column by which the rows of the table are grouped and counted, if they are. */
    readonly countedBy: string | undefined,
    /** The total, if it is known without counting. */
    readonly total?: number,
  ) {}

  /** The same page, of the rows that also meet a condition. */
  limitedBy(condition: Given, { range, total }: Pick<Listing, 'range' | 'total'> = this): Listing {
    const { table, conditions, by, direction, counts, countedBy: grouped } = this
    return new Listing(table, [...conditions, condition], by, direction, range, counts, grouped, total)
  }

  /** The same page, found by a condition instead of an offset, in a list of `total` rows. */
  foundBy(condition: Given, total: number): Listing {
    return this.limitedBy(condition, { range: { ...this.range, offset: 0 }, total })
  }
}

interface Declaration<T extends keyof Tables, F extends object> {
  /** The description of the connection type. Its name comes from the listed type, unless `name` is given. */
  description: string
  name?: string
  /** The filter's input class, and a condition for each field that is not a column with `filter`. */
  filter?: ClassType<F>
  where: { readonly [N in keyof F]-?: ConditionOn<T> }
  /** Conditions on every row, independent of the request. */
  only?: readonly (ConditionOn<T> & Given)[]
  /** What the caller can order the list by. In a table that can be large, each column needs an index. */
  sortBy: readonly [SortableOf<T>, ...SortableOf<T>[]]
  order?: Order<ColumnOf<T>>
  /** Further fields of the connection: counts of the table's rows, independent of the filter. */
  counts?: Readonly<Record<string, { description: string; where: readonly (ConditionOn<T> & Given)[] }>>
  /** Whether every root field may return the whole list at once. */
  isWhole?: boolean
}

const ABOUT = {
  filter: { nullable: true, description: 'Conditions that every item must meet.' },
  orderBy: { nullable: true, description: 'Order of the items.' },
}

const instanceOf = <T extends object>(type: ClassType<T>, values: unknown): T => Object.assign(new type(), values)

/** The key of an order by a column. @throws Error if the API does not publish the column, or no cursor can hold it */
function keyOf(entity: ClassType<object>, field: string): SortKey {
  const line = publishedColumn(entity, field)
  const kind = entityOf(entity.name)?.columns.get(field)
  if (!line || !kind || ['jsonb', 'text[]'].includes(kind))
    throw new Error(`A list of ${entity.name} cannot be ordered by ${field}`)
  const { description, nullable: isNullable = false, max = 0 } = line
  const isLong = kind === 'text' && (isNullable || max > LONGEST_KEY)
  const sql: SortKey['sql'] = (column) => (isLong ? firstOf(column(field)) : column(field))
  return { field, description, kind, isNullable, sql }
}

/** Creates the input type of the order of a connection. */
function orderOf(connection: string, keys: readonly SortKey[]): ClassType<Order<string>> {
  const lines = keys.map(({ field, description }) => [names.stored(field).toUpperCase(), field, description] as const)
  const name = connection.replace(/Connection$/, 'Order')
  const fields = Object.fromEntries(lines.map(([value, field]) => [value, field]))
  const descriptions = Object.fromEntries(lines.map(([value, , description]) => [value, description]))
  describeEnum(`${name}Field`, fields, `Field to order a \`${connection}\` by.`, descriptions)
  return orderInput(name, fields, `a \`${connection}\``)
}

const present = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** The conditions of the columns that declare `filter`, each by the name of its column. */
const columnConditions = (entity: object): Record<string, Condition> =>
  Object.fromEntries(
    fieldsOf(entity).flatMap(({ name, filter }) => (filter ? [[name, { column: name, test: filter }]] : [])),
  )

/** The rows of a table that match a filter. */
export class List<T extends keyof Tables & string, F extends object> {
  readonly #table: T
  readonly #entity: ClassType<object>
  readonly #declaration: Declaration<T, F>
  readonly #where: Readonly<Record<string, Condition>>
  readonly #counts: Listing['counts']
  readonly #keys: ReadonlyMap<string, SortKey>
  readonly #orderBy: ClassType<Order<string>>
  /** The connection type of the list. */
  readonly connection: ClassType<object>

  constructor(table: T, entity: ClassType<object>, declaration: Declaration<T, F>) {
    const { description, name = `${entity.name}Connection`, counts = {} } = declaration
    const counted = Object.entries(counts)
    const descriptions = Object.fromEntries(counted.map(([field, count]) => [field, count.description]))
    noteEntity(entity)
    this.#table = table
    this.#entity = entity
    this.#declaration = declaration
    this.#where = { ...(declaration.filter && columnConditions(entity)), ...declaration.where }
    this.#counts = Object.fromEntries(counted.map(([field, { where }]) => [field, where]))
    const keys = declaration.sortBy.map((key) => (typeof key === 'string' ? keyOf(entity, key) : key))
    this.#orderBy = orderOf(name, keys)
    const byDefault = keyOf(entity, this.#order.field)
    this.#keys = new Map([byDefault, ...keys].map((key) => [key.field, key]))
    this.connection = connectionOf(entity, description, { name, counts: descriptions })
  }

  /** One page of the list. @throws VALIDATION_ERROR for arguments that exclude each other */
  page(page: PageArguments, filter?: F | null, orderBy?: Order<string> | null): Listing {
    const { only = [] } = this.#declaration
    const { field, direction } = orderBy ?? this.#order
    const by = this.#keys.get(field)
    if (!by) throw new Error(`A list of ${this.#table} cannot be ordered by ${field}`)
    const range = pageRangeOf(page, (cursor, argument) => decodeCursor(cursor, argument, by))
    const conditions = [...only, ...this.#given(filter)]
    return new Listing(this.#table, conditions, by, direction, range, this.#counts, countedBy(this.#entity))
  }

  /** Like `page`, with the values of the arguments in the order of `declareArguments`. */
  pageFor([page, ...inputs]: [PageArguments, ...unknown[]]): Listing {
    const [filter, orderBy] = this.#declaration.filter ? inputs : [undefined, ...inputs]
    return this.page(page, filter as F | undefined, orderBy as Order<string> | undefined)
  }

  /** Like `page`, with arguments that are not validated yet. */
  asked({ filter, orderBy, ...page }: Record<string, unknown>): Listing {
    const inputs = { filter: filter ?? undefined, orderBy: orderBy ?? undefined, ...present(page) }
    refuseHostileText(inputs)
    const range = instanceOf(ConnectionArgs, present(page))
    const { filter: Filter } = this.#declaration
    const wanted = Filter && inputs.filter ? instanceOf(Filter, inputs.filter) : undefined
    validateInput(range)
    validateInput(wanted)
    return this.page(range, wanted, inputs.orderBy as Order<string> | undefined)
  }

  /**
   * Declares the arguments of a field that returns the list: page, order, and filter if the list has one. A list
   * inside rows cannot be requested whole, because that would return one whole list per row.
   */
  declareArguments(target: object, name: string, { isInside = false, isWhole = this.#declaration.isWhole } = {}): void {
    const { filter } = this.#declaration
    const page = isWhole && !isInside ? WholeArgs : ConnectionArgs
    const inputs = [
      ...(filter ? [Arg('filter', () => filter, ABOUT.filter)] : []),
      Arg('orderBy', () => this.#orderBy, ABOUT.orderBy),
    ]
    Extensions({ compares: this.#compared })(target, name)
    for (const [index, declare] of [Args(() => page), ...inputs].entries()) declare(target, name, index)
  }

  /** The columns whose stored values filters and orders compare. Marks belong to the caller and are left out. */
  get #compared(): string[] {
    const conditions = Object.values(this.#where).filter(({ marks, derived }) => !marks && !derived)
    return [...conditions.map(({ column }) => column), ...[...this.#keys.values()].flatMap(comparedBy)]
  }

  get #order(): Order<string> {
    return this.#declaration.order ?? NEWEST_FIRST
  }

  #given(filter: F | null | undefined): Given[] {
    return Object.entries(this.#where).flatMap(([name, condition]) => {
      const value = filter?.[name as keyof F] ?? undefined
      return value === undefined || value === '' ? [] : { ...condition, value }
    })
  }
}

/** Declares a list of the rows of a table, with a condition for each field of its filter. */
export const listOf = <T extends keyof Tables & string, F extends object = Record<never, never>>(
  table: T,
  entity: ClassType<Tables[T] & object>,
  declaration: Declaration<T, F>,
): List<T, F> => new List<T, F>(table, entity as ClassType<object>, declaration)

/** Declares the root field of a list. Its method receives the page, the filter if the list has one, and the order. */
export const ListQuery =
  <T extends keyof Tables & string, F extends object>(
    list: List<T, F>,
    description: string,
    options?: { isWhole: boolean },
  ): MethodDecorator =>
  (target, name, descriptor) => {
    Query(() => list.connection, { description })(target, name, descriptor)
    list.declareArguments(target, String(name), options)
  }
