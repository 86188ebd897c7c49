import { Key } from '../data/columns.ts'
import type { Tables } from '../data/transaction.ts'
import { Details, Id, Time } from './columns.ts'
import { fields } from './fields.ts'

/** The common columns of every tenant table with rows of its own. */
@Details()
export abstract class TenantRow extends fields({
  organizationId: Key('text'),
  id: Id(),
  createdAt: Time('Time of creation.'),
  updatedAt: Time('Time of the last change.'),
}) {}

/** The names of the tenant tables whose rows have an id. */
export type TenantTable = { [T in keyof Tables]: Tables[T] extends TenantRow ? T : never }[keyof Tables]
