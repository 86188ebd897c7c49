import { Entity as MikroEntity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { completeFields, type DataField } from '../common/class-fields.ts'
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

/** The kinds of column that hold values of a type. */
type KindOf<V> = { [K in ColumnKind]: [V] extends [ColumnValues[K]] ? K : never }[ColumnKind]

/** The type of a column: `V`, or what its kind holds. */
type Held<V, K extends ColumnKind> = NoInfer<[V] extends [never] ? ColumnValues[K] : V>

/**
 * A column that the API does not publish. `V` is the type of its values, if it is narrower than that of its kind. The
 * column admits null if and only if `nullable` is true.
 */
export function Column<V = never, K extends KindOf<V> = KindOf<V>>(
  kind: K,
  options: { nullable: true },
): DataField<Held<V, K> | null>
export function Column<V = never, K extends KindOf<V> = KindOf<V>>(
  kind: K,
  options?: { nullable?: boolean },
): DataField<Held<V, K>>
export function Column(kind: ColumnKind, { nullable = false } = {}): DataField<unknown> {
  return {
    declare: (target, name) => {
      note(target.constructor, name, kind)
      Property({ type: entityType(kind), columnType: kind, nullable })(target, name)
    },
  }
}

/** A column of the primary key. */
export const Key = <V = never, K extends KindOf<V> = KindOf<V>>(kind: K): DataField<Held<V, K>> => ({
  declare: (target, name) => {
    note(target.constructor, name, kind)
    keys.set(target.constructor, name)
    PrimaryKey({ type: entityType(kind), columnType: kind })(target, name)
  },
})

/** Declares a class of rows, whose base class has its columns. */
export const Entity = (): ClassDecorator => (target) => {
  completeFields(target)
  MikroEntity()(target)
}
