import { Extensions, Field, ID, InterfaceType, ObjectType } from 'type-graphql'
import type { Permission } from '../security/auth/permissions.ts'
import { declareReading } from './read-permissions.ts'
import type { TenantTable } from './tenant-row.ts'

/** Relay's Node: a row that can be read again by its id alone. One that is found so says which type it is of. */
@InterfaceType({ description: 'Object that can be read again by its id alone (Relay).' })
export abstract class Node {
  @Field(() => ID, { description: 'Unique id (UUID), assigned by the service.' })
  id!: string
}

/**
 * A GraphQL type whose fields are read as they are, and that is a Node: each row of the table is one. `read` is the
 * permission that each field needs which leads to them.
 */
export const NodeOutput =
  (table: TenantTable, read: Permission, description: string): ClassDecorator =>
  (target) => {
    ObjectType({ description, simpleResolvers: true, implements: Node })(target)
    Extensions({ table })(target)
    declareReading(target, read)
  }
