import type { ClassType } from 'type-graphql'
import { names } from '../data/tenant.ts'
import type { Permission } from '../security/auth/permissions.ts'

/*
 * The permission to read the rows of a type is declared once, with its class. `engine/permits.ts` makes each field that
 * leads to the type need it.
 */

const permissions = new Map<string, Permission>()

/** Declares the permission to read the rows of a class. */
export const declareReading = (type: { readonly name: string }, read: Permission): void =>
  void permissions.set(names.stored(type.name), read)

/** The permission to read the rows of a type or table; undefined for one that declares none. */
export const readPermissionOf = (name: string): Permission | undefined => permissions.get(names.stored(name))

const byRow = new Set<string>()

/** Declares that the rows of a class need different permissions: its queries and changes check each row. */
export const declareReadingByRow = (type: { readonly name: string }): void => void byRow.add(names.stored(type.name))

/** Whether each row of a type or table needs a permission of its own. */
export const isReadByRow = (name: string): boolean => byRow.has(names.stored(name))

/** A class whose instances are rows of a table. They are declared by `NodeOutput` or `RowOutput`. */
type RowClass = ClassType<{ readonly organizationId: string; readonly createdAt: Date; readonly updatedAt: Date }>

/** Decorates a class that is no row. */
export type OutputDecorator = <C extends abstract new (...args: never[]) => object>(
  target: C extends RowClass ? never : C,
) => void
