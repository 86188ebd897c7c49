import { describeEnum } from '../common/enums.ts'

/** The roles as the schema has them; each value is the role of that name. */
export enum RoleName {
  admin = 'admin',
  manager = 'manager',
  member = 'member',
  compliance = 'compliance',
  viewer = 'viewer',
}
describeEnum('Role', RoleName, 'Role of a user or an API key.', {
  admin: 'Everything.',
  manager: 'Clients, campaigns and content in full; starts campaigns, approves content, sends invitations.',
  member: 'Creates and edits clients, campaigns and content.',
  compliance: 'Reads; decides in matters of privacy; reads and exports the audit trail.',
  viewer: 'Reads.',
})
