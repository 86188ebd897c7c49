import { Field, ID, Int } from 'type-graphql'
import { DateTime, Output } from '../../graphql/columns.ts'
import { TeamRole } from './team-member.entity.ts'

@Output('Activity and workload of a member.')
export class MemberActivity {
  @Field(() => ID, { description: 'Id of the member.' })
  memberId!: string

  @Field(() => ID, { description: 'User id of the member.' })
  userId!: string

  @Field(() => String, { description: 'Name of the member.' })
  name!: string

  @Field(() => TeamRole, { description: 'Role of the member.' })
  role!: TeamRole

  @Field(() => Int, { description: 'Number of audit records of the last 30 days.' })
  actions!: number

  @Field(() => DateTime, { nullable: true, description: 'Time of the newest audit record of the last 30 days.' })
  lastActiveAt!: Date | null

  @Field(() => Int, { description: 'Number of the member’s campaigns that have not ended.' })
  openCampaigns!: number

  @Field(() => Int, { description: 'Number of the member’s content items that are not published.' })
  openContent!: number
}

@Output('Number of members with a role.')
export class RoleCount {
  @Field(() => TeamRole, { description: 'The role.' })
  role!: TeamRole

  @Field(() => Int, { description: 'Number of members with the role.' })
  members!: number
}

@Output('Statistics of the team.')
export class TeamAnalytics {
  @Field(() => Int, { description: 'Number of members.' })
  members!: number

  @Field(() => Int, { description: 'Number of members with an audit record in the last 30 days.' })
  activeMembers!: number

  @Field(() => [RoleCount], { description: 'Number of members by role.' })
  byRole!: RoleCount[]

  @Field(() => [MemberActivity], { description: 'Activity by member, most active first, at most 500.' })
  activity!: MemberActivity[]
}
