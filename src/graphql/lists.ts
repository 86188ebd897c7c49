import 'reflect-metadata'
import { Arg, Args, type ClassType, Extensions, Query } from 'type-graphql'
import { refuseHostileText } from '../common/text.ts'
import { type EntityColumns, entityOf, noteEntity } from '../data/columns.ts'
import { countedBy } from '../data/row-counts.ts'
import type { Tables } from '../data/transaction.ts'
import type { Permission } from '../security/auth/permissions.ts'
import { decodeCursor, type Position } from './cursor.ts'
import { validateInput } from './inputs.ts'
import { ConnectionArgs, connectionOf, type Order, OrderDirection, WholeArgs } from './relay.ts'
import { type Span, type SpanArguments, spanOf } from './span.ts'

/*
 * Lists of rows as data: what a list holds follows from its arguments, and from nothing else. There is no caller here to
 * ask for: whose rows they are, the transaction says.
 */

/** What a filter's value must be to a column. */
export interface Condition {
  readonly column: string
  /** A key of the column, where that is JSON. */
  readonly key?: string
  /** What is compared in place of the column, in SQL, of columns of the row. */
  readonly derived?: (column: (name: string) => string) => string
  /** For `isUnmarked`: where the marks of users are. */
  readonly marks?: { readonly table: string; readonly key: string; readonly by: string }
  /** For `isAwaiting`: the columns of the authors, what the column holds while a row waits, and what it takes to decide. */
  readonly decision?: {
    readonly authors: readonly string[]
    readonly on: string
    readonly permits: readonly Permission[]
  }
  /** For `isPermitted`: what it takes to see a row, by what the column holds. */
  readonly permits?: Readonly<Record<string, Permission>>
  readonly test:
    | 'contains'
    | 'is'
    | 'isAny'
    | 'isAlike'
    | 'isFilled'
    | 'isId'
    | 'from'
    | 'to'
    | 'before'
    | 'isUnmarked'
    | 'isAwaiting'
    | 'isAbsent'
    | 'isPermitted'
}

type ColumnOf<T extends keyof Tables> = keyof Tables[T] & string

/** A condition on a column of a table. */
type ConditionOn<T extends keyof Tables> = Condition & { readonly column: ColumnOf<T> }

/** A text, in any case, somewhere in the column. */
export const contains = <C extends string>(column: C) => ({ column, test: 'contains' }) as const
export const is = <C extends string>(column: C) => ({ column, test: 'is' }) as const
/** The same text, whatever the case of its ASCII letters and the blanks around it. */
export const isAlike = <C extends string>(column: C) => ({ column, test: 'isAlike' }) as const
/** Whether a list has items. */
export const isFilled = <C extends string>(column: C) => ({ column, test: 'isFilled' }) as const
/** One of a list; none is of an empty one. */
export const isAny = <C extends string>(column: C) => ({ column, test: 'isAny' }) as const
/** The same of what is worked out of columns. */
export const isAnyOf = <C extends string>(column: C, derived: NonNullable<Condition['derived']>) =>
  ({ column, derived, test: 'isAny' }) as const
/** A text, in any case, somewhere in the value that a column of JSON has at a key. */
export const containsAt = <C extends string>(column: C, key: string) => ({ column, key, test: 'contains' }) as const
/** That value of the column, or a greater one. */
export const from = <C extends string>(column: C) => ({ column, test: 'from' }) as const
/** That value of the column, or a smaller one. */
export const to = <C extends string>(column: C) => ({ column, test: 'to' }) as const
/** A smaller value of the column. */
export const before = <C extends string>(column: C) => ({ column, test: 'before' }) as const
/** An id; what is no id matches nothing. */
export const isId = <C extends string>(column: C) => ({ column, test: 'isId' }) as const
/**
 * Whether the caller has no mark on the row, in a table of marks by the row's id (`key`) and by the user's (`by`). Who the
 * caller is comes in when the statement is sent, as the organization does.
 */
export const isUnmarked = <T extends keyof Tables & string>(table: T, key: ColumnOf<T>, by: ColumnOf<T>) =>
  ({ column: 'id', marks: { table, key, by }, test: 'isUnmarked' }) as const

/** Whether the column is null. */
export const isAbsent = <C extends string>(column: C) => ({ column, test: 'isAbsent' }) as const
/** Whether the row waits for a decision that the caller may take: on the work of others, with certain permissions. */
export const isAwaiting = <C extends string>(column: C, decision: NonNullable<Condition['decision']>) =>
  ({ column, decision, test: 'isAwaiting' }) as const

/** Whether the caller has the permission for what the column holds. */
export const isPermitted = <C extends string>(column: C, permits: NonNullable<Condition['permits']>) =>
  ({ column, permits, test: 'isPermitted' }) as const

/** A condition with the value that it compares with. */
export type Given = Condition & { readonly value: unknown }

/** The condition that a value was given for, whatever is asked. */
export const having = <C extends Condition>(condition: C, value: unknown) => ({ ...condition, value })

/** The order of most lists. */
export const NEWEST_FIRST = { field: 'createdAt', direction: OrderDirection.DESC } as const

/** One page of a list: all that its statement is made of. */
export class Listing {
  constructor(
    readonly table: string,
    readonly columns: EntityColumns['columns'],
    readonly conditions: readonly Given[],
    readonly order: Order<string>,
    readonly span: Span<Position>,
    /** Counts of other rows of the table, by the fields that show them. */
    readonly counts: Readonly<Record<string, readonly Given[]>>,
    /** The column that the rows of the table are counted by, where they are. */
    readonly countedBy: string | undefined,
    /** How many rows there are, where that is known without counting. */
    readonly total?: number,
  ) {}

  /** The same page found by a condition, in place of counting off the rows before it, in a list of `total` rows. */
  foundBy(condition: Given, total: number): Listing {
    const { table, columns, conditions, order, span, counts, countedBy: by } = this
    return new Listing(table, columns, [...conditions, condition], order, { ...span, offset: 0 }, counts, by, total)
  }
}

/** How a list is declared. */
interface Declaration<T extends keyof Tables, F extends object> {
  /** Of the type of its connection, which is named after what it lists unless it has a `name`. */
  description: string
  name?: string
  /** The input of its filter, and a condition for each field of that. */
  filter?: ClassType<F>
  where: { readonly [N in keyof F]-?: ConditionOn<T> }
  /** Conditions that every row meets, whatever is asked. */
  only?: readonly (ConditionOn<T> & Given)[]
  /** The input of its order, and the order without. */
  orderBy?: ClassType<Order<string>>
  order?: Order<ColumnOf<T>>
  /** Further fields of the connection: how many rows of the table there are, whatever is asked for. */
  counts?: Readonly<Record<string, { description: string; where: readonly (ConditionOn<T> & Given)[] }>>
  /** Whether all of it can be asked for at once. */
  isWhole?: boolean
}

const ABOUT = {
  filter: { nullable: true, description: 'Conditions that the items must meet.' },
  orderBy: { nullable: true, description: 'Order of the items.' },
}

const instanceOf = <T extends object>(type: ClassType<T>, values: unknown): T => Object.assign(new type(), values)

const present = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** The rows of a table that match a filter. */
export class List<T extends keyof Tables & string, F extends object> {
  readonly #table: T
  readonly #entity: ClassType<object>
  readonly #declaration: Declaration<T, F>
  readonly #counts: Listing['counts']
  /** What it is in the schema. */
  readonly connection: ClassType<object>

  constructor(table: T, entity: ClassType<object>, declaration: Declaration<T, F>) {
    const { description, name, counts = {} } = declaration
    const counted = Object.entries(counts)
    const descriptions = Object.fromEntries(counted.map(([field, count]) => [field, count.description]))
    noteEntity(entity)
    this.#table = table
    this.#entity = entity
    this.#declaration = declaration
    this.#counts = Object.fromEntries(counted.map(([field, { where }]) => [field, where]))
    this.connection = connectionOf(entity, description, { ...(name && { name }), counts: descriptions })
  }

  /** One page of them. @throws VALIDATION_ERROR for arguments that do not go together */
  page(page: SpanArguments, filter?: F | null, orderBy?: Order<string> | null): Listing {
    const { order = NEWEST_FIRST as Order<string>, only = [] } = this.#declaration
    const columns = entityOf(this.#entity.name)?.columns ?? new Map()
    const by = orderBy ?? order
    const decode = (cursor: string, argument: 'after' | 'before') =>
      decodeCursor(cursor, argument, by.field, columns.get(by.field))
    const span = spanOf(page, decode)
    const conditions = [...only, ...this.#given(filter)]
    return new Listing(this.#table, columns, conditions, by, span, this.#counts, countedBy(this.#entity))
  }

  /** The same by arguments that nobody has looked at yet. */
  asked({ filter, orderBy, ...page }: Record<string, unknown>): Listing {
    const inputs = { filter: filter ?? undefined, orderBy: orderBy ?? undefined, ...present(page) }
    refuseHostileText(inputs)
    const span = instanceOf(ConnectionArgs, present(page))
    const { filter: Filter } = this.#declaration
    const wanted = Filter && inputs.filter ? instanceOf(Filter, inputs.filter) : undefined
    validateInput(span)
    validateInput(wanted)
    return this.page(span, wanted, inputs.orderBy as Order<string> | undefined)
  }

  /**
   * Declares the arguments of a field that shows it: of its page, its filter and its order, where it has these. Inside of
   * rows nobody asks for all of it: that would be as many lists as there are rows.
   */
  declareArguments(target: object, name: string, { isInside = false } = {}): void {
    const { filter, orderBy, isWhole } = this.#declaration
    const page = isWhole && !isInside ? WholeArgs : ConnectionArgs
    const inputs = [
      ...(filter ? [Arg('filter', () => filter, ABOUT.filter)] : []),
      ...(orderBy ? [Arg('orderBy', () => orderBy, ABOUT.orderBy)] : []),
    ]
    Extensions({ compares: this.#compared })(target, name)
    for (const [index, declare] of [Args(() => page), ...inputs].entries()) declare(target, name, index)
  }

  /** The columns that filters and the usual order compare as they are stored. Marks are the caller's own. */
  get #compared(): string[] {
    const { where, order } = this.#declaration
    const conditions = Object.values<Condition>(where).filter(({ marks, derived }) => !marks && !derived)
    return [...conditions.map(({ column }) => column), order?.field ?? NEWEST_FIRST.field]
  }

  #given(filter: F | null | undefined): Given[] {
    return Object.entries<Condition>(this.#declaration.where).flatMap(([name, condition]) => {
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

/** What the method of a root field is given that lists rows by a filter. */
export type ListArguments<F> = [page: SpanArguments, filter: F | undefined, orderBy: Order<string> | undefined]

/** Declares the root field of a list. Its method is given the page, the filter and the order, where the list has these. */
export const ListQuery =
  <T extends keyof Tables & string, F extends object>(list: List<T, F>, description: string): MethodDecorator =>
  (target, name, descriptor) => {
    Query(() => list.connection, { description })(target, name, descriptor)
    list.declareArguments(target, String(name))
  }
