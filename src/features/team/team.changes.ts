import { ServiceError } from '../../common/errors.ts'
import { removeRows } from '../../data/references.ts'
import type { Context } from '../../engine/context.ts'
import { addRow, changeRow, lockRow } from '../../engine/rows.ts'
import { opaqueId } from '../../security/audit/pseudonyms.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import type { TeamMemberInput, TeamMemberPatch } from './team.inputs.ts'
import { TeamMember, TeamRole } from './team-member.entity.ts'

/** @throws FORBIDDEN when a role may do what the caller may not: nobody raises others above himself */
export function demandGrantable(ctx: Context, role: TeamRole): void {
  const beyond = [...permissionsOf(role, [])].filter((permission) => !ctx.caller.permissions.has(permission))
  if (beyond.length === 0) return
  throw new ServiceError('FORBIDDEN', `The role ${role} has more permissions than yours`, { role, permissions: beyond })
}

/** @throws CONFLICT when the user is a member already */
async function demandNewcomer(ctx: Context, userId: string): Promise<void> {
  const known = await ctx.db.selectFrom('teamMember').select('id').where('userId', '=', userId).executeTakeFirst()
  if (known) throw new ServiceError('CONFLICT', 'This user is already a member of the team', { memberId: known.id })
}

/** Adds a member. */
export async function addMember(
  ctx: Context,
  { userId, name, role, email }: Pick<TeamMemberInput, 'userId' | 'name' | 'role' | 'email'>,
): Promise<TeamMember> {
  await demandNewcomer(ctx, userId)
  const member = addRow(ctx, TeamMember, {
    userId,
    name,
    role,
    email: email?.toLowerCase() ?? null,
    createdBy: ctx.caller.userId,
  })
  // Of two that add the same user at once, the second is told so.
  await ctx.settle()
  return member
}

/**
 * Loads a member for a change, with all admins locked first, in one order: of two admins who would leave or be demoted
 * at once the second sees that the first is gone, and neither waits for ever.
 */
async function lockMember(ctx: Context, id: string): Promise<{ member: TeamMember; isLastAdmin: boolean }> {
  const admins = await ctx.db
    .selectFrom('teamMember')
    .select('id')
    .where('role', '=', TeamRole.admin)
    .orderBy('id')
    .forUpdate()
    .execute()
  const member = await lockRow(ctx, TeamMember, id, 'Team member')
  return { member, isLastAdmin: member.role === TeamRole.admin && admins.length === 1 }
}

/** The user of a member, as events name him. */
const opaqueIn = (ctx: Context, { userId }: TeamMember) => opaqueId(ctx.service('secrets'), ctx.organizationId, userId)

const lastAdmin = () =>
  new ServiceError('CONFLICT', 'The last admin of an organization can be neither removed nor demoted', {})

/** Changes the fields that are given. */
export async function updateMember(ctx: Context, id: string, patch: TeamMemberPatch): Promise<TeamMember> {
  const { member, isLastAdmin } = await lockMember(ctx, id)
  if (patch.role && patch.role !== member.role) {
    demandGrantable(ctx, patch.role)
    if (isLastAdmin) throw lastAdmin()
  }
  if (patch.role && patch.role !== member.role) ctx.announce({ userId: opaqueIn(ctx, member), role: patch.role })
  return changeRow(ctx, TeamMember, member, { ...patch, email: patch.email?.toLowerCase() ?? patch.email })
}

/** Removes a member. */
export async function removeMember(ctx: Context, id: string): Promise<string> {
  const { member, isLastAdmin } = await lockMember(ctx, id)
  if (isLastAdmin) throw lastAdmin()
  ctx.announce({ userId: opaqueIn(ctx, member) })
  await removeRows(ctx, { organizationId: ctx.organizationId, table: 'team_member', ids: [id] })
  return id
}
