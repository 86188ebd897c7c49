import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit, Cost, Fails, Permit } from '../../engine/guard.ts'
import { findRow } from '../../engine/rows.ts'
import { ExpectedUpdatedAt } from '../../graphql/expected.ts'
import { type ListArguments, type Listing, ListQuery } from '../../graphql/lists.ts'
import { addMemberByHand, removeMember, updateMember } from './team.changes.ts'
import { type TeamFilter, TeamMemberInput, TeamMemberPatch } from './team.inputs.ts'
import { TeamAnalytics } from './team.outputs.ts'
import { members, teamAnalytics } from './team.queries.ts'
import { TeamMember } from './team-member.entity.ts'

@Resolver(() => TeamMember)
export class TeamResolver {
  @ListQuery(members, 'The members of the team, by name unless ordered otherwise.')
  @Audit('TEAM_MEMBER', 'LISTED')
  teamMembers(...[page, filter, orderBy]: ListArguments<TeamFilter>): Listing {
    return members.page(page, filter, orderBy)
  }

  @Query(() => TeamMember, { description: 'One member. NOT_FOUND `Team member not found`.' })
  @Audit('TEAM_MEMBER', 'VIEWED')
  @Fails('NOT_FOUND')
  teamMember(
    @Arg('id', () => ID, { description: 'Id of the team member.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<TeamMember> {
    return findRow(ctx, TeamMember, id, 'Team member')
  }

  @Query(() => TeamAnalytics, { description: 'Activity per member over 30 days, from the audit trail, and workload.' })
  @Permit('org:team:read')
  @Audit('TEAM_MEMBER', 'LISTED')
  @Cost(500)
  teamAnalytics(@Ctx() ctx: Context): Promise<TeamAnalytics> {
    return teamAnalytics(ctx)
  }

  @Mutation(() => TeamMember, {
    description:
      'Adds a member, or one that was removed again. The role limits what the user’s tokens may do. CONFLICT when the ' +
      'user is a member already, and when the only admin would get another role.',
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
      'Changes the given fields. Another role holds from the next request. CONFLICT when it would demote the last admin.',
  })
  @Permit('org:team:write')
  @Audit('TEAM_MEMBER', 'UPDATED')
  @Fails('CONFLICT')
  updateTeamMember(
    @Arg('id', () => ID, { description: 'Id of the team member.' }) id: string,
    @Arg('input', () => TeamMemberPatch, { description: 'Fields to change.' }) input: TeamMemberPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<TeamMember> {
    return updateMember(ctx, id, input, expectedUpdatedAt)
  }

  @Mutation(() => ID, {
    description:
      'Removes a member: tokens and API keys of the user are refused from the next request on (MEMBERSHIP_ENDED), and ' +
      'streams end, until the user is invited or added again. CONFLICT for the last admin. Returns the id.',
  })
  @Permit('org:team:delete')
  @Audit('TEAM_MEMBER', 'DELETED')
  @Fails('CONFLICT')
  removeTeamMember(
    @Arg('id', () => ID, { description: 'Id of the team member.' }) id: string,
    @Ctx() ctx: Context,
  ): Promise<string> {
    return removeMember(ctx, id)
  }
}
