import type { EntityClass } from '@mikro-orm/core'
import { Extensions, Field, ID, InterfaceType, ObjectType } from 'type-graphql'
import { Entity } from '../data/columns.ts'
import type { Permission } from '../security/auth/permissions.ts'
import { declareReading } from './read-permissions.ts'
import type { TenantTable } from './tenant-row.ts'

/** Relay's Node: an object that can be read again with its id alone. A row that was read by id has a `__typename`. */
@InterfaceType({ description: 'Object that can be read again with its id alone (Relay).' })
export abstract class Node {
  @Field(() => ID, { description: 'Unique id (UUID), assigned by the service.' })
  id!: string
}

/**
 * An entity whose rows are Nodes: a type whose fields need no resolver function. `read` is the permission that every
 * field of this type requires.
 */
export const NodeOutput =
  (table: TenantTable, read: Permission, description: string) =>
  (target: EntityClass<unknown>): void => {
    Entity()(target)
    ObjectType({ description, simpleResolvers: true, implements: Node })(target)
    Extensions({ table })(target)
    declareReading(target, read)
  }
