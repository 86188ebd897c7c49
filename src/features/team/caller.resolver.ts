import { Ctx, Query, Resolver } from 'type-graphql'
import { Audit, BeforeTransaction } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { RoleName } from '../../graphql/roles.ts'
import { ROLES } from '../../security/auth/caller.ts'
import { permissionsOf } from '../../security/auth/permissions.ts'
import { Caller } from './caller.outputs.ts'
import { isGrantable } from './team.changes.ts'

@Resolver()
export class CallerResolver {
  @Query(() => Caller, { description: 'The caller and the caller’s permissions. Requires no permission.' })
  @BeforeTransaction(({ memberships }, caller) => memberships?.find(caller))
  @Audit('CALLER', 'VIEWED')
  async caller(@Ctx() ctx: Context): Promise<Caller> {
    const { caller } = ctx
    const organization = await ctx.db.selectFrom('organization').select('name').executeTakeFirst()
    const { userId, userName, organizationId, role, permissions, expiresAt } = caller
    return {
      userId,
      userName: userName ?? null,
      organizationId,
      organizationName: organization?.name ?? null,
      role: RoleName[role],
      permissions: [...permissions].sort(),
      memberships: [...ctx.service('memberships').foundFor(caller)],
      roles: ROLES.map((role) => ({
        role: RoleName[role],
        permissions: [...permissionsOf(role, [])],
        isGrantable: isGrantable(caller, role),
      })),
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000),
    }
  }
}
