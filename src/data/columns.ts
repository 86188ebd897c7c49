import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { type ColumnKind, type ColumnValues, entityType } from './column-kinds.ts'
import { names } from './tenant.ts'

/** A table and the kinds of its columns, by property name. */
export interface EntityColumns {
  readonly table: string
  readonly columns: ReadonlyMap<string, ColumnKind>
  /** The column that identifies a row within its organization. */
  readonly key: string
}

/** The columns that each class declares itself, without inherited ones. */
const declared = new Map<object, Map<string, ColumnKind>>()
const classes = new Map<string, object>()
/** The last column of the primary key that each class declares itself. */
const keys = new Map<object, string>()

function note(entity: object, column: string, kind: ColumnKind): void {
  const columns = declared.get(entity) ?? new Map<string, ColumnKind>()
  declared.set(entity, columns.set(column, kind))
  classes.set((entity as { name: string }).name, entity)
}

const columnsOf = (entity: object | null): [string, ColumnKind][] =>
  entity ? [...columnsOf(Object.getPrototypeOf(entity)), ...(declared.get(entity) ?? [])] : []

const keyOf = (entity: object | null): string =>
  entity ? (keys.get(entity) ?? keyOf(Object.getPrototypeOf(entity))) : 'id'

const entities = new Map<string, EntityColumns>()

/**
 * Registers an entity class. Column decorators register their class too, but not a class that only inherits columns.
 */
export const noteEntity = (entity: { readonly name: string }): void => void classes.set(entity.name, entity)

/** The table and columns of an entity, by the name of its class. */
export function entityOf(name: string): EntityColumns | undefined {
  const entity = classes.get(name)
  if (!entity || entities.has(name)) return entities.get(name)
  const found = { table: names.stored(name), columns: new Map(columnsOf(entity)), key: keyOf(entity) }
  entities.set(name, found)
  return found
}

/** A decorator of a property with the type of the column's values. It admits null if and only if the column does. */
export type ColumnDecorator<Kind extends ColumnKind, Nullable extends boolean> = <
  T extends object,
  K extends keyof T & string,
>(
  target: T,
  key: [NonNullable<T[K]>, null extends T[K] ? true : false] extends [ColumnValues[Kind], Nullable] ? K : never,
) => void

/** A column that the API does not publish. */
export const Column =
  <Kind extends ColumnKind, Nullable extends boolean = false>(
    columnType: Kind,
    { nullable }: { nullable?: Nullable } = {},
  ): ColumnDecorator<Kind, Nullable> =>
  (target, key) => {
    note(target.constructor, String(key), columnType)
    Property({ type: entityType(columnType), columnType, nullable: nullable ?? false })(target, String(key))
  }

/** A column of the primary key. */
export const Key =
  <Kind extends ColumnKind>(columnType: Kind): ColumnDecorator<Kind, false> =>
  (target, key) => {
    note(target.constructor, String(key), columnType)
    keys.set(target.constructor, String(key))
    PrimaryKey({ type: entityType(columnType), columnType })(target, String(key))
  }
