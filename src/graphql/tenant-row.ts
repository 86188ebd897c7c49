import { Filter } from '@mikro-orm/decorators/legacy'
import { ObjectType } from 'type-graphql'
import { Key } from '../data/columns.ts'
import { TENANT_FILTER, tenantCondition } from '../data/tenant.ts'
import type { Tables } from '../data/transaction.ts'
import { Id, Time } from './columns.ts'

/**
 * What every tenant table starts with. The filter has no default argument:
 * an entity manager that was not told the organization refuses to query.
 */
@ObjectType({ simpleResolvers: true })
@Filter({
  name: TENANT_FILTER,
  cond: tenantCondition,
  default: true,
})
export abstract class TenantRow {
  @Key('text')
  organizationId: string

  @Id()
  id: string

  @Time({ description: 'Time of creation.' })
  createdAt: Date

  @Time({ description: 'Time of the last change.' })
  updatedAt: Date
}

/** The names of the tables whose rows have an id and belong to a tenant. */
export type TenantTable = { [T in keyof Tables]: Tables[T] extends TenantRow ? T : never }[keyof Tables]
