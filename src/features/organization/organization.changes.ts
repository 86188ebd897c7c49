import { type FaultCode, invalidFields, ServiceError } from '../../common/errors.ts'
import type { Context } from '../../engine/execute/context.ts'
import { changeRow, changesOf, demandUnchanged } from '../../engine/write/rows.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { Organization } from './organization.entity.ts'
import type { OrganizationPatch } from './organization.inputs.ts'
import type { SecurityPatch, SecuritySettings } from './security.outputs.ts'
import {
  type AccessSetting,
  demandFreshSignIn,
  isFresh,
  mayExport,
  refusalOf,
  settingsOf,
} from './security.policies.ts'

/** The caller's organization. @throws ORGANIZATION_NOT_FOUND until its first write creates the record */
export async function findOrganization(ctx: Context): Promise<Organization> {
  const found = await ctx.db.selectFrom('organization').selectAll().executeTakeFirst()
  if (!found) throw new ServiceError('ORGANIZATION_NOT_FOUND', 'Organization not found')
  return found
}

/** Locks the organization for a change. Every change creates the record before it starts, so the record exists. */
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
  if (changes.requiresSignOff !== undefined) wakeCampaigns(ctx)
  const secured = security ? secure(ctx, organization, security) : organization
  if (secured !== organization) ctx.record('SECURITY_SETTINGS', 'UPDATED', organization.organizationId)
  return secured
}

/** Changes the security settings. @throws VALIDATION_ERROR that names a setting that would lock the caller out */
export async function updateSecurity(
  ctx: Context,
  patch: SecurityPatch,
  expectedUpdatedAt?: Date,
): Promise<SecuritySettings> {
  return settingsOf(secure(ctx, await lockOrganization(ctx, expectedUpdatedAt), patch).security)
}

/** The changed organization, or the same object if nothing changes. */
function secure(
  ctx: Context,
  organization: Organization,
  { allowedAddresses, agentsAllowed, ...others }: SecurityPatch,
): Organization {
  const current = settingsOf(organization.security)
  const changes = changesOf(current, {
    ...others,
    allowedAddresses: allowedAddresses === null ? [] : allowedAddresses,
    agentsAllowed: agentsAllowed === null ? false : agentsAllowed,
  })
  if (Object.keys(changes).length === 0) return organization
  demandFreshSignIn(current, ctx.caller)
  const settings = { ...current, ...changes }
  demandWayIn(ctx, settings)
  return changeRow(ctx, Organization, organization, { security: settings })
}

const LOCKED_OUT: Record<AccessSetting | 'exportRole' | 'stepUpMinutes', FaultCode> = {
  allowedAddresses: 'ADDRESS_LOCKED_OUT',
  maximumSessionMinutes: 'SESSION_LOCKED_OUT',
  exportRole: 'EXPORT_LOCKED_OUT',
  stepUpMinutes: 'SIGN_IN_TOO_OLD',
}

function demandWayIn({ caller, request }: Context, settings: SecuritySettings): void {
  const refusal =
    refusalOf(settings, caller, request.address) ??
    (mayExport(settings, caller) ? undefined : 'exportRole') ??
    (isFresh(settings, caller) ? undefined : 'stepUpMinutes')
  if (refusal) throw invalidFields({ [`security.${refusal}`]: LOCKED_OUT[refusal] })
}
