import { sql } from 'kysely'
import { Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import { ListRoot, type RootField, RowRoot } from '../../engine/declare/root-fields.ts'
import type { Context } from '../../engine/execute/context.ts'
import { ExpectedUpdatedAt, IdArg, InputArg } from '../../graphql/arguments.ts'
import { contains, is, isAny, listOf } from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { byMember } from '../../graphql/sort-keys.ts'
import { opaqueIds } from '../../security/audit/pseudonyms.ts'
import { TERMINAL_STATUSES } from '../campaigns/campaign.rules.ts'
import { ContentStatus } from '../content/content-item.entity.ts'
import { addMemberByHand, endSessions, removeMember, updateMember } from './team.changes.ts'
import { TeamFilter, TeamMemberInput, TeamMemberPatch } from './team.inputs.ts'
import { type MemberActivity, TeamAnalytics } from './team.outputs.ts'
import { TeamMember, TeamRole } from './team-member.entity.ts'

const members = listOf('teamMember', TeamMember, {
  name: 'TeamConnection',
  description: 'Page of team members.',
  filter: TeamFilter,
  where: { search: contains('name'), role: isAny('role'), userId: is('userId'), userIds: isAny('userId') },
  sortBy: [
    'createdAt',
    'name',
    'role',
    'email',
    byMember('inviter', 'Name of the member who added this one.', 'createdBy'),
  ],
  order: { field: 'name', direction: OrderDirection.ASC },
})

const MOST_MEMBERS = 500
/** Activity is read from the end of the trail, so that its cost does not grow with the trail. */
const MOST_RECORDS = 100_000
const DONE = [ContentStatus.PUBLISHED, ContentStatus.ARCHIVED]

async function activityByUser(ctx: Context) {
  const rows = await ctx.db
    .selectFrom('auditRecord')
    .select(['userId', sql<number>`count(*)`.as('actions'), sql<Date>`max(timestamp)`.as('lastActiveAt')])
    .where('sequence', '>', (eb) =>
      eb.selectFrom('organizationHead').select(sql<number>`audit_sequence - ${MOST_RECORDS}`.as('start')),
    )
    .where('timestamp', '>', sql<Date>`now() - interval '30 days'`)
    .groupBy('userId')
    .execute()
  return new Map(rows.map((row) => [row.userId, row]))
}

async function openWork(ctx: Context, table: 'campaign' | 'contentItem', over: readonly string[]) {
  const rows = await ctx.db
    .selectFrom(table)
    .select(['createdBy', sql<number>`count(*)`.as('count')])
    .where(sql<boolean>`status <> all(${[...over]}::text[])`)
    .groupBy('createdBy')
    .execute()
  return new Map(rows.map(({ createdBy, count }) => [createdBy, count]))
}

const latest = (done: readonly { lastActiveAt: Date }[]): Date | null =>
  done.map(({ lastActiveAt }) => lastActiveAt).sort((a, b) => Number(b) - Number(a))[0] ?? null

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
  async teamAnalytics(@Ctx() ctx: Context): Promise<TeamAnalytics> {
    const all = await ctx.db
      .selectFrom('teamMember')
      .selectAll()
      .where('removedAt', 'is', null)
      .orderBy('name')
      .orderBy('id')
      .execute()
    const activity = await activityByUser(ctx)
    const secrets = ctx.service('secrets')
    const campaigns = await openWork(ctx, 'campaign', TERMINAL_STATUSES)
    const content = await openWork(ctx, 'contentItem', DONE)
    const rows: MemberActivity[] = all.map(({ id, userId, name, role }) => {
      const done = opaqueIds(secrets, ctx.organizationId, userId).flatMap((id) => activity.get(id) ?? [])
      return {
        memberId: id,
        userId,
        name,
        role,
        actions: done.reduce((sum, { actions }) => sum + actions, 0),
        lastActiveAt: latest(done),
        openCampaigns: campaigns.get(userId) ?? 0,
        openContent: content.get(userId) ?? 0,
      }
    })
    return {
      members: all.length,
      activeMembers: rows.filter(({ actions }) => actions > 0).length,
      byRole: Object.values(TeamRole).map((role) => ({
        role,
        members: all.filter((member) => member.role === role).length,
      })),
      activity: rows.sort((a, b) => b.actions - a.actions).slice(0, MOST_MEMBERS),
    }
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
    @InputArg(TeamMemberInput, 'The team member to add.') input: TeamMemberInput,
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
    @InputArg(TeamMemberPatch, 'Fields to change.') input: TeamMemberPatch,
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
