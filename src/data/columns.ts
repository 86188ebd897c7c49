import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { type ColumnKind, entityType } from './column-kinds.ts'
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

/** A column that the API does not publish. */
export const Column =
  (columnType: ColumnKind, { nullable = false }: { nullable?: boolean } = {}): PropertyDecorator =>
  (target, key) => {
    note(target.constructor, String(key), columnType)
    Property({ type: entityType(columnType), columnType, nullable })(target, String(key))
  }

/** A column of the primary key. */
export const Key =
  (columnType: ColumnKind): PropertyDecorator =>
  (target, key) => {
    note(target.constructor, String(key), columnType)
    keys.set(target.constructor, String(key))
    PrimaryKey({ type: entityType(columnType), columnType })(target, String(key))
  }
