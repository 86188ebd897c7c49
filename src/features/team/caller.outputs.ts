import { Field, ID } from 'type-graphql'
import { DateTime, Output } from '../../graphql/columns.ts'
import { RoleName } from '../../graphql/roles.ts'

@Output('Membership of the caller in the team of an organization.')
export class CallerMembership {
  @Field(() => ID, { description: 'Id of the organization.' })
  organization!: string

  @Field(() => RoleName, { description: 'Role in the team.' })
  role!: RoleName
}

@Output('Role that members of a team have.')
export class ExplainedRole {
  @Field(() => RoleName, { description: 'The role.' })
  role!: RoleName

  @Field(() => [String], { description: 'Permissions of the role, for example org:clients:read.' })
  permissions!: readonly string[]

  @Field(() => Boolean, {
    description:
      'Whether the caller may give the role: it is not above the caller’s role, and has no permission that the caller lacks.',
  })
  isGrantable!: boolean
}

@Output('User who sent the request, according to the token.')
export class Caller {
  @Field(() => ID, { description: 'Id of the user. For an API key: `key:<id>`.' })
  userId!: string

  @Field(() => String, { nullable: true, description: 'Name of the user. Null if the token has none.' })
  userName!: string | null

  @Field(() => ID, { description: 'Id of the active organization.' })
  organizationId!: string

  @Field(() => String, { nullable: true, description: 'Name of the active organization. Null until one is stored.' })
  organizationName!: string | null

  @Field(() => RoleName, {
    description: 'Effective role in the organization: the lower of the token’s role and the team’s role.',
  })
  role!: RoleName

  @Field(() => [String], { description: 'Permissions that the caller has, for example org:clients:read.' })
  permissions!: string[]

  @Field(() => [CallerMembership], {
    description:
      'Teams that the user belongs to, among the organizations that the token names. If the token names ' +
      'several, the request header X-Organization chooses one.',
  })
  memberships!: readonly CallerMembership[]

  @Field(() => [ExplainedRole], { description: 'All roles, highest first.' })
  roles!: readonly ExplainedRole[]

  @Field(() => DateTime, { nullable: true, description: 'Time at which the token expires.' })
  expiresAt!: Date | null
}
