import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy'
import { type ColumnKind, entityType } from './column-kinds.ts'

/** A column that no client sees. */
export const Column =
  (columnType: ColumnKind, { nullable = false }: { nullable?: boolean } = {}): PropertyDecorator =>
  (target, key) =>
    Property({ type: entityType(columnType), columnType, nullable })(target, String(key))

/** A part of the primary key, or all of it. */
export const Key =
  (columnType: ColumnKind): PropertyDecorator =>
  (target, key) =>
    PrimaryKey({ type: entityType(columnType), columnType })(target, String(key))
