import { ObjectType } from 'type-graphql'
import { Key } from '../data/columns.ts'
import type { Tables } from '../data/transaction.ts'
import { Id, Time } from './columns.ts'

/** The common columns of every tenant table with rows of its own. */
@ObjectType({ simpleResolvers: true })
export abstract class TenantRow {
  @Key('text')
  readonly organizationId!: string

  @Id()
  readonly id!: string

  @Time({ description: 'Time of creation.' })
  readonly createdAt!: Date

  @Time({ description: 'Time of the last change.' })
  readonly updatedAt!: Date
}

/** The names of the tenant tables whose rows have an id. */
export type TenantTable = { [T in keyof Tables]: Tables[T] extends TenantRow ? T : never }[keyof Tables]
