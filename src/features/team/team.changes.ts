import { takeBackMail } from '../../background/mail.ts'
import { refusal } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/write/rows.ts'
import { changedValues, newValues } from '../../graphql/row-inputs.ts'
import { erasedIds, opaqueId } from '../../security/audit/pseudonyms.ts'
import { type Caller, isAbove, type Role } from '../../security/auth/caller.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import { leaveReports } from '../reports/report.work.ts'
import type { TeamMemberInput, TeamMemberPatch } from './team.inputs.ts'
import { MailLanguage, TeamMember, TeamMemberDetails, TeamRole } from './team-member.entity.ts'

/** The permissions of a role that the caller lacks. */
const beyondOf = (caller: Caller, role: Role): string[] =>
  [...permissionsOf(role, [])].filter((permission) => !caller.permissions.has(permission))

/** Whether the order of roles allows the caller to give a role. */
export const isGrantable = (caller: Caller, role: Role): boolean =>
  beyondOf(caller, role).length === 0 && !isAbove(role, caller.role)

/**
 * @throws FORBIDDEN for a role above the caller's, or with a permission that the caller lacks, so that nobody raises
 * another user above themselves
 */
export function demandGrantable({ caller }: Context, role: TeamRole): void {
  const beyond = beyondOf(caller, role)
  if (beyond.length > 0) throw refusal('FORBIDDEN', 'ROLE_ABOVE_OWN', { role, permissions: beyond })
  if (isAbove(role, caller.role)) throw refusal('FORBIDDEN', 'ROLE_HIGHER', { role })
}

type NewMember = Pick<TeamMember, 'userId' | 'name' | 'role' | 'email'>

/**
 * The row of a user, including a removed user, and a user whose id was erased. Locked, so that concurrent removals and
 * additions wait.
 */
export const findMembership = async (ctx: Context, userId: string): Promise<TeamMember | undefined> =>
  ctx.db
    .selectFrom('teamMember')
    .selectAll()
    .where('userId', 'in', [userId, ...erasedIds(ctx.service('secrets'), ctx.organizationId, userId)])
    .forUpdate()
    .executeTakeFirst()

/**
 * Adds a member. A removed user becomes a member again with the same id.
 * @throws CONFLICT if the user is already a member
 */
export async function addMember(ctx: Context, { userId, name, role, email }: NewMember): Promise<TeamMember> {
  const known = await findMembership(ctx, userId)
  if (known && !known.removedAt) throw refusal('CONFLICT', 'MEMBER_ALREADY', { memberId: known.id })
  const fields = { name, role, email: email?.toLowerCase() ?? null, createdBy: ctx.caller.userId }
  if (known) return changeRow(ctx, TeamMember, Object.freeze(known), { ...fields, userId, removedAt: null })
  const member = addRow(ctx, TeamMember, { ...fields, userId, mailLanguage: MailLanguage.en, mailsAtOnce: true })
  // If two requests add the same user at the same time, the second fails here.
  await ctx.settle()
  return member
}

/** The ids of the admins in the team, locked in the order of their ids to prevent deadlocks. */
const lockAdmins = (ctx: Context) =>
  ctx.db
    .selectFrom('teamMember')
    .select('id')
    .where('role', '=', TeamRole.admin)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Adds a member on request of a user.
 * @throws FORBIDDEN as `demandGrantable`; CONFLICT also if the caller is admin only by the token, would get a lower
 * role in the team, and the team has no other admin
 */
export async function addMemberByHand(ctx: Context, input: TeamMemberInput): Promise<TeamMember> {
  const { userId } = input
  const details = newValues(TeamMemberDetails, input)
  const { role } = details
  demandGrantable(ctx, role)
  const isDemotion = userId === ctx.caller.userId && ctx.caller.role === TeamRole.admin && role !== TeamRole.admin
  if (isDemotion && (await lockAdmins(ctx)).length === 0) throw lastAdmin()
  const member = await addMember(ctx, { ...details, userId })
  announceMember(ctx, member)
  return member
}

/**
 * Locks all admins, then loads and locks a member for a change. If two admins are removed or demoted at the same time,
 * the second request sees that the first admin is gone.
 */
async function lockMember(
  ctx: Context,
  id: string,
  expectedUpdatedAt?: Date,
): Promise<{ member: TeamMember; isLastAdmin: boolean }> {
  const admins = await lockAdmins(ctx)
  const member = await lockRow(ctx, TeamMember, id, 'Team member', expectedUpdatedAt)
  return { member, isLastAdmin: member.role === TeamRole.admin && admins.length === 1 }
}

/** The event names the user and the role, so that the streams of this user end. */
export const announceMember = (ctx: Context, { userId, role }: Pick<TeamMember, 'userId' | 'role'>): void =>
  ctx.announce({ userId: opaqueId(ctx.service('secrets'), ctx.organizationId, userId), role })

const lastAdmin = () => refusal('CONFLICT', 'LAST_ADMIN', {})

/** Changes the fields that are given. */
export async function updateMember(
  ctx: Context,
  id: string,
  patch: TeamMemberPatch,
  expectedUpdatedAt?: Date,
): Promise<TeamMember> {
  const { member, isLastAdmin } = await lockMember(ctx, id, expectedUpdatedAt)
  const { email, ...changes } = changedValues(TeamMemberDetails, patch)
  if (changes.role && changes.role !== member.role) {
    demandGrantable(ctx, changes.role)
    if (isLastAdmin) throw lastAdmin()
    announceMember(ctx, { ...member, role: changes.role })
  }
  const changed = changeRow(ctx, TeamMember, member, { ...changes, email: email?.toLowerCase() ?? email })
  // A queued mail may name what the new role may not read, and it would go to the old address.
  if (changed.role !== member.role || changed.email !== member.email) await takeBackMail(ctx, { memberId: id })
  return changed
}

/**
 * Refuses all earlier sign-ins of a member, and ends the member's streams. API keys of the member stay valid.
 * @throws FORBIDDEN for a member with a role above the caller's
 */
export async function endSessions(ctx: Context, id: string): Promise<TeamMember> {
  const member = await lockRow(ctx, TeamMember, id, 'Team member')
  if (member.userId !== ctx.caller.userId) demandGrantable(ctx, member.role)
  announceMember(ctx, member)
  return changeRow(ctx, TeamMember, member, { sessionsEndedAt: ctx.now })
}

/**
 * Removes a member, also from scheduled reports, with the saved views that nobody else sees and the mails that are not sent
 * yet. The row stays, because other rows refer to the member.
 */
export async function removeMember(ctx: Context, id: string): Promise<string> {
  const { member, isLastAdmin } = await lockMember(ctx, id)
  if (isLastAdmin) throw lastAdmin()
  announceMember(ctx, member)
  changeRow(ctx, TeamMember, member, { removedAt: ctx.now, digestDueAt: null })
  await takeBackMail(ctx, { memberId: id })
  await ctx.db.deleteFrom('savedView').where('createdBy', '=', member.userId).where('isShared', '=', false).execute()
  await leaveReports(ctx, member.userId)
  return id
}
