import { ID } from 'type-graphql'
import { DateTime, Output } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { RoleName } from '../../graphql/roles.ts'

@Output('Membership of the caller in the team of an organization.')
export class CallerMembership extends fields({
  organization: field(ID, 'Id of the organization.'),
  role: field(RoleName, 'Role in the team.'),
}) {}

@Output('Role that members of a team have.')
export class ExplainedRole extends fields({
  role: field(RoleName, 'The role.'),
  permissions: field([String], 'Permissions of the role, for example org:clients:read.'),
  isGrantable: field(
    Boolean,
    'Whether the caller may give the role: it is not above the caller’s role, and has no permission that the caller lacks.',
  ),
}) {}

@Output('User who sent the request, according to the token.')
export class Caller extends fields({
  userId: field(ID, 'Id of the user. For an API key: `key:<id>`.'),
  userName: nullable(String, 'Name of the user. Null if the token has none.'),
  organizationId: field(ID, 'Id of the active organization.'),
  organizationName: nullable(String, 'Name of the active organization. Null until one is stored.'),
  role: field(RoleName, 'Effective role in the organization: the lower of the token’s role and the team’s role.'),
  permissions: field([String], 'Permissions that the caller has, for example org:clients:read.'),
  memberships: field(
    [CallerMembership],
    'Teams that the user belongs to, among the organizations that the token names. If the token names ' +
      'several, the request header X-Organization chooses one.',
  ),
  roles: field([ExplainedRole], 'All roles, highest first.'),
  expiresAt: nullable(DateTime, 'Time at which the token expires.'),
}) {}
