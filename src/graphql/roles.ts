import { describeNames } from '../common/enums.ts'

/** The roles, with their descriptions. */
export const ROLES = {
  admin: 'Everything.',
  manager: 'All actions on clients, campaigns and content; starts campaigns, approves content, sends invitations.',
  member: 'Creates and edits clients, campaigns and content.',
  compliance: 'Reads data, handles privacy matters, and reads and exports the audit trail.',
  viewer: 'Reads.',
}

/** The roles as a GraphQL enum. Each value equals the role's name. */
export const RoleName = describeNames('Role', 'Role of a user or an API key.', ROLES)
export type RoleName = keyof typeof RoleName
