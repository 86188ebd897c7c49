import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { ExpectedUpdatedAt, IdArg } from '../../graphql/arguments.ts'
import { addMemberByHand, endSessions, removeMember, updateMember } from './team.changes.ts'
import { TeamMemberInput, TeamMemberPatch } from './team.inputs.ts'
import { TeamAnalytics } from './team.outputs.ts'
import { members, teamAnalytics } from './team.queries.ts'
import { TeamMember } from './team-member.entity.ts'

@Resolver(() => TeamMember)
export class TeamResolver {
  @ListRoot(members, 'TEAM_MEMBER', 'The members of the team. Default order: by name.')
  declare readonly teamMembers: RootField

  @RowRoot(TeamMember, 'TEAM_MEMBER', 'Team member', { description: 'One member. NOT_FOUND `Team member not found`.' })
  declare readonly teamMember: RootField

  @Query(() => TeamAnalytics, {
    description: 'Activity of each member in the last 30 days, from the audit trail, and workload.',
  })
  @Permit('org:team:read')
  @Audit('TEAM_MEMBER', 'LISTED')
  @Cost(500)
  teamAnalytics(@Ctx() ctx: Context): Promise<TeamAnalytics> {
    return teamAnalytics(ctx)
  }

  @Mutation(() => TeamMember, {
    description:
      'Adds a member, or adds a removed member again. The role limits the permissions of the user’s tokens. ' +
      'FORBIDDEN for a role above the caller’s. CONFLICT if the user is already a member, or if the only admin would get ' +
      'another role.',
  })
  @Permit('org:team:write')
  @Audit('TEAM_MEMBER', 'CREATED')
  @Fails('CONFLICT')
  addTeamMember(
    @Arg('input', () => TeamMemberInput, { description: 'The team member to add.' }) input: TeamMemberInput,
    @Ctx() ctx: Context,
  ): Promise<TeamMember> {
    return addMemberByHand(ctx, input)
  }

  @Mutation(() => TeamMember, {
    description:
      'Changes the given fields. A new role applies from the next request on. FORBIDDEN for a role above the caller’s. ' +
      'CONFLICT if the change would demote the last admin.',
  })
  @Permit('org:team:write')
  @Audit('TEAM_MEMBER', 'UPDATED')
  @Fails('CONFLICT')
  updateTeamMember(
    @IdArg('team member') id: string,
    @Arg('input', () => TeamMemberPatch, { description: 'Fields to change.' }) input: TeamMemberPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<TeamMember> {
    return updateMember(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => TeamMember, {
    description:
      'Ends the sessions of a member: tokens of earlier sign-ins are refused within seconds (UNAUTHORIZED), and open ' +
      'streams end. The member can sign in again. API keys of the member stay valid. FORBIDDEN for a member with a role ' +
      'above the caller’s.',
  })
  @Permit('org:team:write')
  @Audit('TEAM_MEMBER', 'SESSIONS_ENDED')
  endSessions(@IdArg('team member') id: string, @Ctx() ctx: Context): Promise<TeamMember> {
    return endSessions(ctx, id)
  }

  @Mutation(() => ID, {
    description:
      'Removes a member. From the next request on, tokens and API keys of the user are refused ' +
      '(MEMBERSHIP_ENDED), until the user is invited or added again. Open streams end. CONFLICT for the ' +
      'last admin. Returns the id of the member.',
  })
  @Permit('org:team:delete')
  @Audit('TEAM_MEMBER', 'DELETED')
  @Cost(statements(7))
  @Fails('CONFLICT')
  removeTeamMember(@IdArg('team member') id: string, @Ctx() ctx: Context): Promise<string> {
    return removeMember(ctx, id)
  }
}
