import { type GraphQLObjectType, getNamedType } from 'graphql'
import { type ClassType, Extensions, Field } from 'type-graphql'
import { entityOf } from '../data/columns.ts'
import type { Tables } from '../data/transaction.ts'
import type { List, Listing } from './lists.ts'

/*
 * Fields of a row that are not columns, declared as data: the database reads them together with the row. A computed
 * field receives only the values that it declares.
 */

type ColumnOf<E> = keyof E & string

/** A value of a row, or of a linked row. `V` is its type in JavaScript. */
export type RowValue<V = unknown> = { readonly value?: V } & (
  | { readonly kind: 'own'; readonly column: string }
  /** The column of the row of a table whose `key` is the `by` of this row, or the id that follows `prefix` in it. */
  | {
      readonly kind: 'linked'
      readonly table: string
      readonly key: string
      readonly by: string
      readonly column: string
      readonly prefix?: string | undefined
      readonly withRemoved?: boolean | undefined
      readonly otherwise?: string | number | undefined
      /** The column with the user's id, in tables with one row per user: the caller's row is read. */
      readonly of?: string | undefined
    }
  /** How many rows of a table have the id of this one as their `key`, and the value in the column of `only`. */
  | {
      readonly kind: 'count'
      readonly table: string
      readonly key: string
      readonly only?: readonly [column: string, value: string] | undefined
    }
)

/** The declared way in which a field of a row is read. */
export type RowField =
  | { readonly kind: 'value'; readonly from: RowValue; readonly withRow: boolean }
  /** The row whose `key` is the `by` of this one. */
  | { readonly kind: 'one'; readonly by: string; readonly key: string }
  /** Rows of a list by its arguments: those whose `key` is the id of this one, or is in its column `among`. */
  | {
      readonly kind: 'many'
      readonly key: string
      readonly among: string | undefined
      list(args: Record<string, unknown>): Listing
    }
  | {
      readonly kind: 'computed'
      readonly from: Readonly<Record<string, RowValue>>
      readonly withRow: boolean
      compute(values: Record<string, unknown>): unknown
      /** `compute` in SQL, from the SQL of each value: the database then writes the whole row. */
      readonly sql?: ((values: Record<string, string>) => string) | undefined
    }

/** The declaration of a field that is read together with its row, if it has one. */
export const rowFieldOf = ({ extensions }: { extensions: object }): RowField | undefined =>
  (extensions as { rowField?: RowField }).rowField

interface Options {
  description?: string
  /** Whether the legacy API leaves the field out. */
  graphqlOnly?: boolean
}

interface ValueOptions extends Options {
  nullable?: boolean
  /**
   * Whether every reader of the row sees the value, although it is from another table. Otherwise the field requires the
   * permission to read that table.
   */
  withRow?: boolean
}

interface ComputedOptions<N extends string> extends ValueOptions {
  sql?: (values: Record<N, string>) => string
}

type Declared = RowField & { declare(target: object, name: string): void }

type TypeOf = () => unknown

const field =
  (type: TypeOf, nullable: boolean, { description, graphqlOnly }: Options) =>
  (target: object, name: string): void => {
    Field(type as () => StringConstructor, { nullable, ...(description && { description }) })(target, name)
    if (graphqlOnly) Extensions({ graphqlOnly })(target, name)
  }

interface LinkOptions<T extends keyof Tables> {
  /** The unique column that the reference holds. Default: the id. */
  key?: ColumnOf<Tables[T]>
  /** What the reference holds before the id of the other row. */
  prefix?: string
  /** Whether rows that are kept after their removal count. */
  withRemoved?: boolean
}

/** The kinds of fields of a row `E`. */
class RowFields<E> {
  own<C extends ColumnOf<E>>(column: C): RowValue<E[C]> {
    return { kind: 'own', column }
  }

  /** Several columns of the row, by their names. */
  owns<C extends ColumnOf<E>>(columns: readonly C[]): { [N in C]: RowValue<E[N]> } {
    return Object.fromEntries(columns.map((column) => [column, { kind: 'own', column }])) as never
  }

  /** A column of the row that the column `by` refers to. Null, or `otherwise`, if there is none. */
  linked<T extends keyof Tables & string, C extends ColumnOf<Tables[T]>>(
    by: ColumnOf<E>,
    table: T,
    column: C,
    options: LinkOptions<T> & { otherwise: string | number },
  ): RowValue<NonNullable<Tables[T][C]>>
  linked<T extends keyof Tables & string, C extends ColumnOf<Tables[T]>>(
    by: ColumnOf<E>,
    table: T,
    column: C,
    options?: LinkOptions<T>,
  ): RowValue<Tables[T][C] | null>
  linked(
    by: string,
    table: string,
    column: string,
    { key = 'id', ...options }: { key?: string } = {},
  ): RowValue<never> {
    return { kind: 'linked', table, key, by, column, ...options }
  }

  /**
   * A column of the caller's mark on this row, in a table of marks with the row's id and the user's id. Null without a
   * mark.
   */
  marked<T extends keyof Tables & string, C extends ColumnOf<Tables[T]>>(
    table: T,
    key: ColumnOf<Tables[T]>,
    of: ColumnOf<Tables[T]>,
    column: C,
  ): RowValue<Tables[T][C] | null> {
    return { kind: 'linked', table, key, by: 'id', column, of }
  }

  /** The number of rows of a table that refer to this row, optionally only those with a value in a column. */
  count<T extends keyof Tables & string>(
    table: T,
    key: ColumnOf<Tables[T]>,
    only?: readonly [column: ColumnOf<Tables[T]>, value: string],
  ): RowValue<number> {
    return { kind: 'count', table, key, only }
  }

  /** A value without computation. */
  value(type: TypeOf, from: RowValue, { nullable = false, withRow = false, ...options }: ValueOptions = {}): Declared {
    return { kind: 'value', from, withRow, declare: field(type, nullable, options) }
  }

  /** A pure function of the named values. `sql` is the same function in SQL; `test/engine.test.ts` compares both. */
  computed<F extends Record<string, RowValue>>(
    type: TypeOf,
    from: F,
    compute: (values: { [N in keyof F]: Exclude<F[N]['value'], undefined> }) => unknown,
    { nullable = false, withRow = false, sql, ...options }: ComputedOptions<keyof F & string> = {},
  ): Declared {
    const declare = field(type, nullable, options)
    return { kind: 'computed', from, withRow, compute: compute as never, sql: sql as never, declare }
  }

  /** The row that this row refers to, by its id or another unique `key`. Null if there is none. */
  one<R extends { id: string }>(
    type: () => ClassType<R>,
    by: ColumnOf<E>,
    { key = 'id', ...options }: Options & { key?: ColumnOf<R> } = {},
  ): Declared {
    return { kind: 'one', by, key, declare: field(type, true, options) }
  }

  /**
   * The rows of a list that refer to this row by their `key`, or whose `key` is in its column `among`: a connection with
   * the arguments of the list.
   */
  many<T extends keyof Tables & string, F extends object>(
    list: List<T, F>,
    key: ColumnOf<Tables[T]>,
    { among, ...options }: Options & { among?: ColumnOf<E> } = {},
  ): Declared {
    const declare = (target: object, name: string) => {
      // The legacy API returns rows without their nested lists.
      field(() => list.connection, false, { ...options, graphqlOnly: true })(target, name)
      list.declareArguments(target, name, { isInside: true })
    }
    return { kind: 'many', key, among, list: (args) => list.asked(args), declare }
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

/**
 * Whether a field is a number that the service computes. Such a number may change between a GET and a PUT of the same
 * resource.
 */
export function isFigure(output: GraphQLObjectType, name: string): boolean {
  const type = output.getFields()[name]?.type
  const columns = entityOf(output.name)?.columns
  return type !== undefined && columns !== undefined && !columns.has(name) && NUMBERS.includes(getNamedType(type).name)
}
