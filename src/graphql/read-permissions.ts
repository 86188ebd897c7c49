import type { ClassType } from 'type-graphql'
import { names } from '../data/tenant.ts'
import type { Permission } from '../security/auth/permissions.ts'

/*
 * The permission to read the rows of a type is declared once, on its class. `engine/access/permits.ts` requires it for
 * each field that returns the type.
 */

const permissions = new Map<string, Permission>()

/** Declares the permission to read the rows of a class. */
export const declareReading = (type: { readonly name: string }, read: Permission): void =>
  void permissions.set(names.stored(type.name), read)

/** The permission to read the rows of a type or table. Undefined if none is declared. */
export const readPermissionOf = (name: string): Permission | undefined => permissions.get(names.stored(name))

const byRow = new Set<string>()

/** Declares that the rows of a class need different permissions: its queries and mutations check each row. */
export const declareReadingByRow = (type: { readonly name: string }): void => void byRow.add(names.stored(type.name))

/** Whether each row of a type or table needs its own permission check. */
export const isReadByRow = (name: string): boolean => byRow.has(names.stored(name))

/** A class of table rows, which must be declared with `NodeOutput` or `RowOutput`. */
type RowClass = ClassType<{ readonly organizationId: string; readonly createdAt: Date; readonly updatedAt: Date }>

/** Decorates a class that is not a table row. */
export type OutputDecorator = <C extends abstract new (...args: never[]) => object>(
  target: C extends RowClass ? never : C,
) => void
