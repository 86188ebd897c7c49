import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Tables } from '../data/transaction.ts'
import { holds } from './page.ts'
import { type ConnectionArgs, type Order, OrderDirection } from './relay.ts'

/*
 * Lists of rows as data: what a list holds follows from its arguments, and from nothing else. There is no caller here to
 * ask for: whose rows they are, the transaction says.
 */

/** What a filter's value must be to a column. */
export interface Condition {
  readonly column: string
  /** A key of the column, where that is JSON. */
  readonly key?: string
  readonly test: 'contains' | 'is' | 'isAny' | 'isId' | 'from' | 'to'
}

type ColumnOf<T extends keyof Tables> = keyof Tables[T] & string

/** A condition on a column of a table. */
type ConditionOn<T extends keyof Tables> = Condition & { readonly column: ColumnOf<T> }

/** A text, in any case, somewhere in the column. */
export const contains = <C extends string>(column: C) => ({ column, test: 'contains' }) as const
export const is = <C extends string>(column: C) => ({ column, test: 'is' }) as const
/** One of a list; an empty list is no condition. */
export const isAny = <C extends string>(column: C) => ({ column, test: 'isAny' }) as const
/** A text, in any case, somewhere in the value that a column of JSON has at a key. */
export const containsAt = <C extends string>(column: C, key: string) => ({ column, key, test: 'contains' }) as const
/** That value of the column, or a greater one. */
export const from = <C extends string>(column: C) => ({ column, test: 'from' }) as const
/** That value of the column, or a smaller one. */
export const to = <C extends string>(column: C) => ({ column, test: 'to' }) as const
/** An id; what is no id matches nothing. */
export const isId = <C extends string>(column: C) => ({ column, test: 'isId' }) as const

/** The order of most lists. */
export const NEWEST_FIRST = { field: 'createdAt', direction: OrderDirection.DESC } as const

/** One page of a list: all that its statement is made of. */
export class Listing {
  constructor(
    readonly table: string,
    readonly conditions: readonly Given[],
    readonly order: Order<string>,
    readonly page: ConnectionArgs,
  ) {}
}

type Given = Condition & { readonly value: unknown }

/** The rows of a table that match a filter. */
class List<T extends keyof Tables & string, F extends object> {
  readonly #table: T
  readonly #conditions: Readonly<Record<string, Condition>>

  constructor(table: T, conditions: Readonly<Record<string, Condition>>) {
    this.#table = table
    this.#conditions = conditions
  }

  /** One page of them. */
  page(filter: F | null | undefined, order: Order<ColumnOf<T>>, page: ConnectionArgs): Listing {
    return new Listing(this.#table, this.#given(filter), order, page)
  }

  /** A query for all of them, for who reads them another way. */
  in(db: Kysely<Tables>, filter?: F | null): SelectQueryBuilder<Tables, T, Tables[T]> {
    const rows = db.selectFrom(this.#table as 'campaign').selectAll()
    return this.#given(filter).reduce((query, { column, key, test, value }) => {
      const name = key ? sql<string>`${sql.ref(column)}->>${sql.lit(key)}` : sql.ref<string>(column)
      if (test === 'contains') return query.where(holds(name, String(value)))
      if (test === 'isAny') return query.where(name, 'in', value as string[])
      if (test === 'from' || test === 'to') return query.where(name, test === 'from' ? '>=' : '<=', value as string)
      return test === 'isId' && !isUuid(value)
        ? query.where(sql<boolean>`false`)
        : query.where(name, '=', value as string)
    }, rows) as never
  }

  #given(filter: F | null | undefined): Given[] {
    return Object.entries(this.#conditions).flatMap(([name, condition]) => {
      const value = filter?.[name as keyof F] ?? undefined
      const isNone = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      return isNone ? [] : { ...condition, value }
    })
  }
}

/** Declares a list of the rows of a table, with a condition for each field of its filter. */
export const listOf = <T extends keyof Tables & string, F extends object>(
  table: T,
  conditions: { readonly [N in keyof F]-?: ConditionOn<T> },
): List<T, F> => new List(table, conditions)
