import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
} from 'graphql'
import { forbidden } from '../../common/errors.ts'
import { entityOf } from '../../data/columns.ts'
import { isReadByRow, readPermissionOf } from '../../graphql/read-permissions.ts'
import { type RowValue, rowFieldOf } from '../../graphql/row-fields.ts'
import type { Caller } from '../../security/auth/caller.ts'
import type { Permission } from '../../security/auth/permissions.ts'
import { declared } from '../declare/declarations.ts'

/*
 * The permissions of a field: the declared permission, and the permissions to read the rows that the field returns.
 * `guardSchema` computes them once. The authorizer, the guard, relations and replays check them.
 */

type Field = GraphQLField<unknown, unknown>

/** The permissions that a field needs. */
export const permitsOf = (field: Field): readonly Permission[] => declared(field).permits ?? []

/** @throws FORBIDDEN if the caller lacks the permission */
export function checkPermission(caller: Caller, permit: Permission | undefined): void {
  if (permit && !caller.permissions.has(permit)) throw forbidden(permit)
}

/** Whether the caller may read the rows of a type or table. */
export function mayRead({ permissions }: Pick<Caller, 'permissions'>, name: string): boolean {
  const read = readPermissionOf(name)
  return read !== undefined && permissions.has(read)
}

/** @throws FORBIDDEN for the first permission of a field that the caller lacks */
export function checkField(caller: Caller, field: Field): void {
  for (const permit of permitsOf(field)) checkPermission(caller, permit)
}

/** The permissions to read the rows inside a type. The fields of a row check the rows inside that row. */
function readsOf(type: GraphQLOutputType, seen = new Set<unknown>()): Permission[] {
  const named = getNamedType(type)
  if (!isObjectType(named) || seen.has(named)) return []
  seen.add(named)
  const read = readPermissionOf(named.name)
  return read ? [read] : Object.values(named.getFields()).flatMap((field) => readsOf(field.type, seen))
}

/**
 * The permission to read the table of a value. The caller may always read a mark of their own. @throws Error if the
 * table declares no permission
 */
function readOf(value: RowValue, where: string): Permission[] {
  if (value.kind === 'own' || (value.kind === 'linked' && value.of)) return []
  const read = readPermissionOf(value.table)
  if (!read) throw new Error(`${where} shows the table ${value.table}, which declares no permission: set \`withRow\``)
  return [read]
}

/** The permissions to read the values of other tables that a field of a row shows. */
function shownBy(field: Field, where: string): Permission[] {
  const rowField = rowFieldOf(field)
  if (rowField?.kind === 'value' && !rowField.withRow) return readOf(rowField.from, where)
  if (rowField?.kind !== 'computed' || rowField.withRow) return []
  return Object.values(rowField.from).flatMap((value) => readOf(value, where))
}

const featureOf = (permission: Permission): string | undefined => permission.split(':')[1]

/**
 * A mutation may show the rows of its own feature to every caller who may change them. An operation without an
 * organization may show the rows that the token of an invitation gives access to.
 */
function neededBy(field: Field, where: string, isChange: boolean): readonly Permission[] {
  const { permit, checksRows, withoutOrganization } = declared(field)
  if (isAbstractType(getNamedType(field.type)) && !checksRows)
    throw new Error(`${where} has an abstract type: its resolver must check each row, and declare CHECKS_ROWS`)
  const reads = withoutOrganization ? [] : [...readsOf(field.type), ...shownBy(field, where)]
  const others = isChange && permit ? reads.filter((read) => featureOf(read) !== featureOf(permit)) : reads
  return [...new Set(permit ? [permit, ...others] : others)]
}

/** The type of the rows of a connection; any other type is itself. */
export function rowTypeOf(type: GraphQLObjectType): GraphQLObjectType {
  const node = getNamedType(type.getFields().nodes?.type)
  return isObjectType(node) ? node : type
}

/**
 * Filters and orders reveal the values of the columns that they compare. @throws Error for a column that not
 * every reader of the rows sees
 */
function demandShown(field: Field, where: string): void {
  const { compares } = declared(field)
  const type = getNamedType(field.type)
  if (!compares || !isObjectType(type)) return
  const shown = rowTypeOf(type).getFields()
  const hidden = compares.filter((column) => {
    const own = shown[column]
    return !own || declared(own).permit !== undefined
  })
  if (hidden.length > 0)
    throw new Error(`${where} compares columns that not every reader of its rows sees: ${hidden.join(', ')}`)
}

/**
 * Stores the permissions of each field. Root fields and fields of rows have permissions to read rows. Types between
 * them, such as connections, are reached only through these fields.
 * @throws Error for a table whose type declares no permission, for an abstract type that is not checked, and for a
 * filter or an order by a column that no caller sees
 */
export function notePermits(schema: GraphQLSchema): void {
  const roots: unknown[] = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const isRow = readPermissionOf(type.name) !== undefined
    if (entityOf(type.name) && !isRow && !isReadByRow(type.name))
      throw new Error(`${type.name} has a table: declare by RowOutput or NodeOutput who may read it`)
    for (const field of Object.values(type.getFields())) {
      demandShown(field, `${type.name}.${field.name}`)
      const { permit } = declared(field)
      const permits =
        isRow || roots.includes(type)
          ? neededBy(field, `${type.name}.${field.name}`, type === schema.getMutationType())
          : permit && [permit]
      if (permits && permits.length > 0) field.extensions = { ...field.extensions, permits }
    }
  }
}
