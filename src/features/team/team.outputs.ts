import { ID, Int } from 'type-graphql'
import { DateTime, Output } from '../../graphql/columns.ts'
import { field, fields, nullable } from '../../graphql/fields.ts'
import { TeamRole } from './team-member.entity.ts'

@Output('Activity and workload of a member.')
export class MemberActivity extends fields({
  memberId: field(ID, 'Id of the member.'),
  userId: field(ID, 'User id of the member.'),
  name: field(String, 'Name of the member.'),
  role: field(TeamRole, 'Role of the member.'),
  actions: field(Int, 'Number of audit records of the last 30 days.'),
  lastActiveAt: nullable(DateTime, 'Time of the newest audit record of the last 30 days.'),
  openCampaigns: field(Int, 'Number of the member’s campaigns that have not ended.'),
  openContent: field(Int, 'Number of the member’s content items that are not published.'),
}) {}

@Output('Number of members with a role.')
export class RoleCount extends fields({
  role: field(TeamRole, 'The role.'),
  members: field(Int, 'Number of members with the role.'),
}) {}

@Output('Statistics of the team.')
export class TeamAnalytics extends fields({
  members: field(Int, 'Number of members.'),
  activeMembers: field(Int, 'Number of members with an audit record in the last 30 days.'),
  byRole: field([RoleCount], 'Number of members by role.'),
  activity: field([MemberActivity], 'Activity by member, most active first, at most 500.'),
}) {}
