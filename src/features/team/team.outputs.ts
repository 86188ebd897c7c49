import { Field, ID, Int, ObjectType } from 'type-graphql'
import { DateTime, Output } from '../../graphql/columns.ts'
import { PageMeta } from '../../graphql/page.ts'
import { connectionOf } from '../../graphql/relay.ts'
import { TeamMember, TeamRole } from './team-member.entity.ts'

@ObjectType({ description: 'A page of members by cursor.' })
export class TeamConnection extends connectionOf(TeamMember) {}

@Output('The plain list of members.')
export class TeamPage {
  @Field(() => [TeamMember])
  items: TeamMember[]

  @Field(() => PageMeta)
  meta: PageMeta
}

@Output('What a member did, and what is on the desk.')
export class MemberActivity {
  @Field(() => ID, { description: 'Of the member.' })
  memberId: string

  @Field(() => ID)
  userId: string

  @Field(() => String)
  name: string

  @Field(() => TeamRole)
  role: TeamRole

  @Field(() => Int, { description: 'Audit records of the last 30 days.' })
  actions: number

  @Field(() => DateTime, { nullable: true, description: 'The newest of them.' })
  lastActiveAt: Date | null

  @Field(() => Int, { description: 'Campaigns that the member wrote and that are not over.' })
  openCampaigns: number

  @Field(() => Int, { description: 'Content that the member wrote and that is not published yet.' })
  openContent: number
}

@Output('How many members have a role.')
export class RoleCount {
  @Field(() => TeamRole)
  role: TeamRole

  @Field(() => Int)
  members: number
}

@Output('The team at a glance.')
export class TeamAnalytics {
  @Field(() => Int)
  members: number

  @Field(() => Int, { description: 'Members with an audit record in the last 30 days.' })
  activeMembers: number

  @Field(() => [RoleCount])
  byRole: RoleCount[]

  @Field(() => [MemberActivity], { description: 'The most active first; at most 500.' })
  activity: MemberActivity[]
}
