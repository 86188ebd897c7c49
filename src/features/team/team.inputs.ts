import { Field, ID, InputType } from 'type-graphql'
import { GraphqlOnly } from '../../engine/declare/declarations.ts'
import { ChoicesField, ListField, TextField } from '../../graphql/inputs.ts'
import { changesTo, newRowOf, RowInput } from '../../graphql/row-inputs.ts'
import { TeamMemberDetails, TeamRole } from './team-member.entity.ts'

@RowInput('Member to add to the team.')
export class TeamMemberInput extends newRowOf(TeamMemberDetails) {
  @TextField({ required: true, max: 255, description: 'Id of the user at the identity provider.' })
  userId!: string
}

@RowInput('Changes to a member. Absent fields stay unchanged.')
export class TeamMemberPatch extends changesTo(TeamMemberDetails) {}

const MOST_IDS = 100

@InputType({ description: 'Filter for team members. A member must meet all given conditions.' })
export class TeamFilter {
  @TextField({ description: 'Case-insensitive substring of the name.' })
  search?: string | undefined

  @ChoicesField(TeamRole, { description: 'Only members with one of these roles.' })
  role?: TeamRole[] | undefined

  @Field(() => ID, { nullable: true, description: 'Only the member with this user id.' })
  userId?: string

  @ListField(() => ID, { most: MOST_IDS, description: `Only members with one of these user ids, at most ${MOST_IDS}.` })
  @GraphqlOnly()
  userIds?: string[]
}
