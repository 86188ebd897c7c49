import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { type ColumnKind, entityType } from './column-kinds.ts'
import { names } from './tenant.ts'

/** A table, and what kind its columns are of, by their names in the entity. */
export interface EntityColumns {
  readonly table: string
  readonly columns: ReadonlyMap<string, ColumnKind>
}

/** The columns that each class declares, those that it inherits aside. */
const declared = new Map<object, Map<string, ColumnKind>>()
const classes = new Map<string, object>()

function note(entity: object, column: string, kind: ColumnKind): void {
  const columns = declared.get(entity) ?? new Map<string, ColumnKind>()
  declared.set(entity, columns.set(column, kind))
  classes.set((entity as { name: string }).name, entity)
}

const columnsOf = (entity: object | null): [string, ColumnKind][] =>
  entity ? [...columnsOf(Object.getPrototypeOf(entity)), ...(declared.get(entity) ?? [])] : []

const entities = new Map<string, EntityColumns>()

/** Makes an entity known that may have no columns but those that it inherits. */
export const noteEntity = (entity: { readonly name: string }): void => void classes.set(entity.name, entity)

/** The table of the entity of that name. */
export function entityOf(name: string): EntityColumns | undefined {
  const entity = classes.get(name)
  if (!entity || entities.has(name)) return entities.get(name)
  const found = { table: names.stored(name), columns: new Map(columnsOf(entity)) }
  entities.set(name, found)
  return found
}

/** A column that no client sees. */
export const Column =
  (columnType: ColumnKind, { nullable = false }: { nullable?: boolean } = {}): PropertyDecorator =>
  (target, key) => {
    note(target.constructor, String(key), columnType)
    Property({ type: entityType(columnType), columnType, nullable })(target, String(key))
  }

/** A part of the primary key, or all of it. */
export const Key =
  (columnType: ColumnKind): PropertyDecorator =>
  (target, key) => {
    note(target.constructor, String(key), columnType)
    PrimaryKey({ type: entityType(columnType), columnType })(target, String(key))
  }
