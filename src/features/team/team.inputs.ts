import { ArrayMaxSize, IsOptional } from 'class-validator'
import { Field, ID, InputType } from 'type-graphql'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { ChoiceField, ChoicesField, EmailField, says, TextField } from '../../graphql/inputs.ts'
import { TeamRole } from './team-member.entity.ts'

@InputType({ description: 'Member to add to the team.' })
export class TeamMemberInput {
  @TextField({ required: true, max: 255, description: 'Id of the user at the identity provider.' })
  userId!: string

  @TextField({ required: true, description: 'Name of the member, at most 200 characters.' })
  name!: string

  @ChoiceField(TeamRole, { required: true, description: 'Role of the member.' })
  role!: TeamRole

  @EmailField({ description: 'E-mail address of the member.' })
  email?: string | null
}

@InputType({ description: 'Changes to a member. Absent fields stay unchanged.' })
export class TeamMemberPatch {
  @TextField({ kept: true, description: 'Name of the member, at most 200 characters.' })
  name?: string

  @ChoiceField(TeamRole, { kept: true, description: 'Role of the member.' })
  role?: TeamRole

  @EmailField({ description: 'E-mail address of the member.' })
  email?: string | null
}

const MOST_IDS = 100

@InputType({ description: 'Filter for team members. A member must meet all given conditions.' })
export class TeamFilter {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string | undefined

  @ChoicesField(TeamRole, { description: 'Only members with one of these roles.' })
  role?: TeamRole[] | undefined

  @Field(() => ID, { nullable: true, description: 'Only the member with this user id.' })
  userId?: string

  @Field(() => [ID], { nullable: true, description: `Only members with one of these user ids, at most ${MOST_IDS}.` })
  @IsOptional()
  @GraphqlOnly()
  @ArrayMaxSize(MOST_IDS, says('TOO_MANY_VALUES', { most: MOST_IDS }))
  userIds?: string[]
}
