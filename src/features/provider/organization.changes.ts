import { invalid, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/context.ts'
import { changeRow, changesOf, demandUnchanged } from '../../engine/rows.ts'
import { Organization } from './organization.entity.ts'
import type { OrganizationPatch } from './organization.inputs.ts'
import type { SecurityPatch, SecuritySettings } from './security.outputs.ts'
import { mayExport, OPEN, refusalOf } from './security.policies.ts'

/** The caller's organization. @throws ORGANIZATION_NOT_FOUND until its first write makes the record */
export async function findOrganization(ctx: Context): Promise<Organization> {
  const found = await ctx.db.selectFrom('organization').selectAll().executeTakeFirst()
  if (!found) throw new ServiceError('ORGANIZATION_NOT_FOUND', 'Organization not found')
  return found
}

/** The same for a change. Every change makes the record before it starts, so it is there. */
async function lockOrganization(ctx: Context, expectedUpdatedAt?: Date): Promise<Organization> {
  const organization = await ctx.db.selectFrom('organization').selectAll().forUpdate().executeTakeFirstOrThrow()
  await ctx.checkPrecondition()
  demandUnchanged(organization, 'Organization', expectedUpdatedAt)
  return organization
}

/** Changes the fields that are given. */
export async function updateOrganization(
  ctx: Context,
  { security, ...changes }: OrganizationPatch,
  expectedUpdatedAt?: Date,
): Promise<Organization> {
  const organization = changeRow(ctx, Organization, await lockOrganization(ctx, expectedUpdatedAt), changes)
  const secured = security ? secure(ctx, organization, security) : organization
  if (secured !== organization) ctx.record('SECURITY_SETTINGS', 'UPDATED', organization.organizationId)
  return secured
}

/** Changes the security settings. @throws VALIDATION_ERROR naming a setting that would lock the caller out */
export async function updateSecurity(
  ctx: Context,
  patch: SecurityPatch,
  expectedUpdatedAt?: Date,
): Promise<SecuritySettings> {
  return secure(ctx, await lockOrganization(ctx, expectedUpdatedAt), patch).security ?? OPEN
}

/** The organization as it was where there is nothing to change. */
function secure(
  ctx: Context,
  organization: Organization,
  { allowedAddresses, ...others }: SecurityPatch,
): Organization {
  const current = organization.security ?? OPEN
  const changes = changesOf(current, {
    ...others,
    allowedAddresses: allowedAddresses === null ? [] : allowedAddresses,
  })
  if (Object.keys(changes).length === 0) return organization
  const settings = { ...current, ...changes }
  demandWayIn(ctx, settings)
  return changeRow(ctx, Organization, organization, { security: settings })
}

const LOCKED_OUT: Record<keyof SecuritySettings, string> = {
  allowedAddresses: 'must include the address that this request comes from, or you would be locked out',
  maximumSessionMinutes: 'is less than the age of your own session, or you would be locked out',
  exportRole: 'would take exports from you: it must be your own role',
}

function demandWayIn({ caller, request }: Context, settings: SecuritySettings): void {
  const refusal =
    refusalOf(settings, caller, request.address) ?? (mayExport(settings, caller) ? undefined : 'exportRole')
  if (refusal) throw invalid({ [`security.${refusal}`]: LOCKED_OUT[refusal] })
}
