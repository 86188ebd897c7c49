import { Extensions, Field, ID, InterfaceType, ObjectType } from 'type-graphql'
import type { TenantTable } from './tenant-row.ts'

/** Relay's Node: a row that can be read again by its id alone. One that is found so says which type it is of. */
@InterfaceType({ description: 'Object that can be read again by its id alone (Relay).' })
export abstract class Node {
  @Field(() => ID, { description: 'Unique id (UUID), assigned by the service.' })
  id!: string
}

/**
 * A GraphQL type whose fields are read as they are, and that is a Node: each row of the table is one. Who may read it is
 * what the root field says that lists it.
 */
export const NodeOutput =
  (table: TenantTable, description: string): ClassDecorator =>
  (target) => {
    ObjectType({ description, simpleResolvers: true, implements: Node })(target)
    Extensions({ table })(target)
  }
