import { sql } from 'kysely'
import type { Context } from '../../engine/execute/context.ts'
import { contains, is, isAny, listOf } from '../../graphql/lists.ts'
import { OrderDirection } from '../../graphql/relay.ts'
import { opaqueIds } from '../../security/audit/pseudonyms.ts'
import { TERMINAL_STATUSES } from '../campaigns/campaign.rules.ts'
import { ContentStatus } from '../content/content-item.entity.ts'
import { TeamFilter } from './team.inputs.ts'
import type { MemberActivity, TeamAnalytics } from './team.outputs.ts'
import { TeamMember, TeamRole } from './team-member.entity.ts'

export const members = listOf('teamMember', TeamMember, {
  name: 'TeamConnection',
  description: 'Page of team members.',
  filter: TeamFilter,
  where: { search: contains('name'), role: isAny('role'), userId: is('userId'), userIds: isAny('userId') },
  sortBy: ['createdAt', 'name', 'role'],
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

/** Statistics of the team: activity from the audit trail, workload from open items. */
export async function teamAnalytics(ctx: Context): Promise<TeamAnalytics> {
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
