import { Arg, type ClassType, Extensions, Field, Int } from 'type-graphql'
import { invalid } from '../common/errors.ts'
import type { Tables } from '../data/transaction.ts'
import type { Permission } from '../security/auth/permissions.ts'

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
    }
  /** How many rows of a table have the id of this one as their `key`. */
  | { readonly kind: 'count'; readonly table: string; readonly key: string }
)

/** How a field of a row is read, as its declaration says. */
export type RowField =
  | { readonly kind: 'value'; readonly from: RowValue }
  /** The row whose `key` is the `by` of this one. */
  | { readonly kind: 'one'; readonly by: string; readonly key: string }
  | { readonly kind: 'many'; readonly key: string }
  | {
      readonly kind: 'computed'
      readonly from: Readonly<Record<string, RowValue>>
      compute(values: Record<string, unknown>): unknown
    }

/** How a field is read along with its row, where that was declared. */
export const rowFieldOf = ({ extensions }: { extensions: object }): RowField | undefined =>
  (extensions as { rowField?: RowField }).rowField

interface Options {
  description?: string
  permit?: Permission
}

type Declared = RowField & { declare(target: object, name: string): void }

type TypeOf = () => unknown

const field =
  (type: TypeOf, nullable: boolean, { description, permit }: Options) =>
  (target: object, name: string): void => {
    Field(type as () => StringConstructor, { nullable, ...(description && { description }) })(target, name)
    if (permit) Extensions({ permit })(target, name)
  }

/** Most rows of a list inside of a row. */
const MOST = 100

/** What is wrong with the arguments of a list inside of a row. */
export function listFault({ first }: Record<string, unknown>): Error | undefined {
  const isSize = typeof first === 'number' && first >= 1 && first <= MOST
  return isSize ? undefined : invalid({ first: `must be an integer from 1 to ${MOST}` })
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

  /** How many rows of a table refer to this one. */
  count<T extends keyof Tables & string>(table: T, key: ColumnOf<Tables[T]>): RowValue<number> {
    return { kind: 'count', table, key }
  }

  /** A value as it is. */
  value(
    type: TypeOf,
    from: RowValue,
    { nullable = false, ...options }: Options & { nullable?: boolean } = {},
  ): Declared {
    return { kind: 'value', from, declare: field(type, nullable, options) }
  }

  /** A pure function of the values that it names. */
  computed<F extends Record<string, RowValue>>(
    type: TypeOf,
    from: F,
    compute: (values: { [N in keyof F]: Exclude<F[N]['value'], undefined> }) => unknown,
    { nullable = false, ...options }: Options & { nullable?: boolean } = {},
  ): Declared {
    return { kind: 'computed', from, compute: compute as never, declare: field(type, nullable, options) }
  }

  /** The row that this one refers to, by its id or another unique `key` of its table; null where there is none. */
  one<R extends { id: string }>(
    type: () => ClassType<R>,
    by: ColumnOf<E>,
    { key = 'id', ...options }: Options & { key?: ColumnOf<R> } = {},
  ): Declared {
    return { kind: 'one', by, key, declare: field(type, true, options) }
  }

  /** The newest rows of a table that refer to this one. */
  many<R extends object>(type: () => ClassType<R>, key: ColumnOf<R>, options: Options = {}): Declared {
    const declare = (target: object, name: string) => {
      field(() => [type()], false, options)(target, name)
      const size = { defaultValue: 10, description: `Maximum number of items, 1 to ${MOST}.` }
      Arg('first', () => Int, size)(target, name, 0)
    }
    return { kind: 'many', key, declare }
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
