import { ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import type { Organization } from './organization.entity.ts'

/** The caller's organization. @throws ORGANIZATION_NOT_FOUND until its first write creates the record */
export async function findOrganization(ctx: Context): Promise<Organization> {
  const found = await ctx.db.selectFrom('organization').selectAll().executeTakeFirst()
  if (!found) throw new ServiceError('ORGANIZATION_NOT_FOUND', 'Organization not found')
  return found
}
