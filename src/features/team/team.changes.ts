import { ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/rows.ts'
import { opaqueId } from '../../security/audit/pseudonyms.ts'
import { type Caller, isAbove, type Role } from '../../security/auth/caller.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import type { TeamMemberInput, TeamMemberPatch } from './team.inputs.ts'
import { TeamMember, TeamRole } from './team-member.entity.ts'

/** What a role may do, and the caller may not. */
const beyondOf = (caller: Caller, role: Role): string[] =>
  [...permissionsOf(role, [])].filter((permission) => !caller.permissions.has(permission))

/** Whether the caller may give a role, as far as the roles go. */
export const isGrantable = (caller: Caller, role: Role): boolean =>
  beyondOf(caller, role).length === 0 && !isAbove(role, caller.role)

/** @throws FORBIDDEN for a role above the caller's, or one that may do what the caller may not: nobody raises others above himself */
export function demandGrantable({ caller }: Context, role: TeamRole): void {
  const beyond = beyondOf(caller, role)
  if (beyond.length > 0)
    throw new ServiceError('FORBIDDEN', `The role ${role} has more permissions than yours`, {
      role,
      permissions: beyond,
    })
  if (isAbove(role, caller.role)) throw new ServiceError('FORBIDDEN', `The role ${role} is above yours`, { role })
}

type NewMember = Pick<TeamMemberInput, 'userId' | 'name' | 'role' | 'email'>

/** The row of a user, though they were removed. Who removes or adds them at once waits. */
export const findMembership = async (ctx: Context, userId: string): Promise<TeamMember | undefined> =>
  ctx.db.selectFrom('teamMember').selectAll().where('userId', '=', userId).forUpdate().executeTakeFirst()

/**
 * Adds a member; whoever was removed is one again, by the same id.
 * @throws CONFLICT when the user is a member already
 */
export async function addMember(ctx: Context, { userId, name, role, email }: NewMember): Promise<TeamMember> {
  const known = await findMembership(ctx, userId)
  if (known && !known.removedAt)
    throw new ServiceError('CONFLICT', 'This user is already a member of the team', { memberId: known.id })
  const fields = { name, role, email: email?.toLowerCase() ?? null, createdBy: ctx.caller.userId }
  if (known) return changeRow(ctx, TeamMember, Object.freeze(known), { ...fields, removedAt: null })
  const member = addRow(ctx, TeamMember, { ...fields, userId })
  // Of two that add the same user at once, the second is told so.
  await ctx.settle()
  return member
}

/** The ids of the admins in the team, locked in one order, so that of two who would lock them neither waits for ever. */
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
 * Adds a member, as it was asked for by hand.
 * @throws FORBIDDEN as `demandGrantable`; CONFLICT also when an admin by token alone would make himself less, and the team has no other
 */
export async function addMemberByHand(ctx: Context, input: NewMember): Promise<TeamMember> {
  const { userId, role } = input
  demandGrantable(ctx, role)
  const isDemotion = userId === ctx.caller.userId && ctx.caller.role === TeamRole.admin && role !== TeamRole.admin
  if (isDemotion && (await lockAdmins(ctx)).length === 0) throw lastAdmin()
  const member = await addMember(ctx, input)
  announceMember(ctx, member)
  return member
}

/**
 * Loads a member for a change, with all admins locked first: of two who would leave or be demoted at once the second
 * sees that the first is gone.
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

/** Says in the event whose membership it is, and of which role: what this user follows ends with it. */
export const announceMember = (ctx: Context, { userId, role }: Pick<TeamMember, 'userId' | 'role'>): void =>
  ctx.announce({ userId: opaqueId(ctx.service('secrets'), ctx.organizationId, userId), role })

const lastAdmin = () =>
  new ServiceError('CONFLICT', 'The last admin of an organization can be neither removed nor demoted', {})

/** Changes the fields that are given. */
export async function updateMember(
  ctx: Context,
  id: string,
  patch: TeamMemberPatch,
  expectedUpdatedAt?: Date,
): Promise<TeamMember> {
  const { member, isLastAdmin } = await lockMember(ctx, id, expectedUpdatedAt)
  if (patch.role && patch.role !== member.role) {
    demandGrantable(ctx, patch.role)
    if (isLastAdmin) throw lastAdmin()
    announceMember(ctx, { ...member, role: patch.role })
  }
  return changeRow(ctx, TeamMember, member, { ...patch, email: patch.email?.toLowerCase() ?? patch.email })
}

/** Removes a member. The row stays, so that it stays known. */
export async function removeMember(ctx: Context, id: string): Promise<string> {
  const { member, isLastAdmin } = await lockMember(ctx, id)
  if (isLastAdmin) throw lastAdmin()
  announceMember(ctx, member)
  changeRow(ctx, TeamMember, member, { removedAt: ctx.now })
  return id
}
