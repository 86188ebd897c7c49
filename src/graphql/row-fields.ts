import { type GraphQLObjectType, getNamedType } from 'graphql'
import { type ClassType, Extensions, Field } from 'type-graphql'
import { entityOf } from '../data/columns.ts'
import type { Tables } from '../data/transaction.ts'
import type { List, Listing } from './lists.ts'

/*
 * What a row shows beside its columns, declared as data: the database reads it along with the row. A field that is
 * computed gets the values that it declares, and nothing else.
 */

type ColumnOf<E> = keyof E & string

/** A value of a row, or of one that it is linked to. `V` is what it is in JavaScript. */
export type RowValue<V = unknown> = { readonly value?: V } & (
  | { readonly kind: 'own'; readonly column: string }
  /** The column of the row of a table whose `key` is the `by` of this row. */
  | {
      readonly kind: 'linked'
      readonly table: string
      readonly key: string
      readonly by: string
      readonly column: string
      readonly otherwise?: string | number | undefined
      /** The column of the user's id, where there is a row for each user: it is the caller's. */
      readonly of?: string | undefined
    }
  /** How many rows of a table have the id of this one as their `key`. */
  | { readonly kind: 'count'; readonly table: string; readonly key: string }
)

/** How a field of a row is read, as its declaration says. */
export type RowField =
  | { readonly kind: 'value'; readonly from: RowValue; readonly withRow: boolean }
  /** The row whose `key` is the `by` of this one. */
  | { readonly kind: 'one'; readonly by: string; readonly key: string }
  /** Rows whose `key` is the id of this one, of a list by its arguments. */
  | { readonly kind: 'many'; readonly key: string; list(args: Record<string, unknown>): Listing }
  | {
      readonly kind: 'computed'
      readonly from: Readonly<Record<string, RowValue>>
      readonly withRow: boolean
      compute(values: Record<string, unknown>): unknown
    }

/** How a field is read along with its row, where that was declared. */
export const rowFieldOf = ({ extensions }: { extensions: object }): RowField | undefined =>
  (extensions as { rowField?: RowField }).rowField

interface Options {
  description?: string
  /** Whether it is not among those that the legacy API shows. */
  graphqlOnly?: boolean
}

interface ValueOptions extends Options {
  nullable?: boolean
  /**
   * Whether all readers of the row are shown the value, although it comes from another table. Otherwise it needs the
   * permission to read that table.
   */
  withRow?: boolean
}

type Declared = RowField & { declare(target: object, name: string): void }

type TypeOf = () => unknown

const field =
  (type: TypeOf, nullable: boolean, { description, graphqlOnly }: Options) =>
  (target: object, name: string): void => {
    Field(type as () => StringConstructor, { nullable, ...(description && { description }) })(target, name)
    if (graphqlOnly) Extensions({ graphqlOnly })(target, name)
  }

/** The kinds of fields of a row `E`. */
class RowFields<E> {
  /** A column of the row. */
  own<C extends ColumnOf<E>>(column: C): RowValue<E[C]> {
    return { kind: 'own', column }
  }

  /** A column of the row that this one refers to by `by`; null, or `otherwise`, where there is none. */
  linked<T extends keyof Tables & string, C extends ColumnOf<Tables[T]>>(
    by: ColumnOf<E>,
    table: T,
    column: C,
  ): RowValue<Tables[T][C] | null>
  linked<T extends keyof Tables & string, C extends ColumnOf<Tables[T]>>(
    by: ColumnOf<E>,
    table: T,
    column: C,
    options: { key?: ColumnOf<Tables[T]>; otherwise: string | number },
  ): RowValue<NonNullable<Tables[T][C]>>
  linked(
    by: string,
    table: string,
    column: string,
    { key = 'id', otherwise }: { key?: string; otherwise?: string | number } = {},
  ): RowValue<never> {
    return { kind: 'linked', table, key, by, column, otherwise }
  }

  /** A column of what the caller has marked this row with, in a table of marks by its id and by the user's; else null. */
  marked<T extends keyof Tables & string, C extends ColumnOf<Tables[T]>>(
    table: T,
    key: ColumnOf<Tables[T]>,
    of: ColumnOf<Tables[T]>,
    column: C,
  ): RowValue<Tables[T][C] | null> {
    return { kind: 'linked', table, key, by: 'id', column, of }
  }

  /** How many rows of a table refer to this one. */
  count<T extends keyof Tables & string>(table: T, key: ColumnOf<Tables[T]>): RowValue<number> {
    return { kind: 'count', table, key }
  }

  /** A value as it is. */
  value(type: TypeOf, from: RowValue, { nullable = false, withRow = false, ...options }: ValueOptions = {}): Declared {
    return { kind: 'value', from, withRow, declare: field(type, nullable, options) }
  }

  /** A pure function of the values that it names. */
  computed<F extends Record<string, RowValue>>(
    type: TypeOf,
    from: F,
    compute: (values: { [N in keyof F]: Exclude<F[N]['value'], undefined> }) => unknown,
    { nullable = false, withRow = false, ...options }: ValueOptions = {},
  ): Declared {
    return { kind: 'computed', from, withRow, compute: compute as never, declare: field(type, nullable, options) }
  }

  /** The row that this one refers to, by its id or another unique `key` of its table; null where there is none. */
  one<R extends { id: string }>(
    type: () => ClassType<R>,
    by: ColumnOf<E>,
    { key = 'id', ...options }: Options & { key?: ColumnOf<R> } = {},
  ): Declared {
    return { kind: 'one', by, key, declare: field(type, true, options) }
  }

  /** The rows of a list that refer to this one by their `key`: a connection, with the arguments of the list. */
  many<T extends keyof Tables & string, F extends object>(
    list: List<T, F>,
    key: ColumnOf<Tables[T]>,
    options: Options = {},
  ): Declared {
    const declare = (target: object, name: string) => {
      // The legacy API shows rows without what belongs to them.
      field(() => list.connection, false, { ...options, graphqlOnly: true })(target, name)
      list.declareArguments(target, name, { isInside: true })
    }
    return { kind: 'many', key, list: (args) => list.asked(args), declare }
  }
}

/** Declares fields of the rows of an entity. */
export function declareFields<E extends object>(
  Entity: ClassType<E>,
  fields: (kinds: RowFields<E>) => Record<string, Declared>,
): void {
  for (const [name, { declare, ...rowField }] of Object.entries(fields(new RowFields<E>()))) {
    declare(Entity.prototype, name)
    Extensions({ rowField })(Entity.prototype, name)
  }
}

const NUMBERS = ['Int', 'SafeInt', 'Float', 'Cents']

/** Whether a field is a number that the service computes: figures change between a GET and the PUT of what it showed. */
export function isFigure(output: GraphQLObjectType, name: string): boolean {
  const type = output.getFields()[name]?.type
  const columns = entityOf(output.name)?.columns
  return type !== undefined && columns !== undefined && !columns.has(name) && NUMBERS.includes(getNamedType(type).name)
}
