import { registerEnumType } from 'type-graphql'

/** The roles as the schema has them; each value is the role of that name. */
export enum RoleName {
  admin = 'admin',
  manager = 'manager',
  member = 'member',
  compliance = 'compliance',
  viewer = 'viewer',
}
registerEnumType(RoleName, { name: 'Role', description: 'What a user, or an API key, may do.' })
