import { Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { type FaultCode, invalidFields } from '../../common/errors.ts'
import { Audit, BeforeTransaction, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { changeRow, changesOf, demandUnchanged } from '../../engine/write/rows.ts'
import { ExpectedUpdatedAt, InputArg } from '../../graphql/arguments.ts'
import { Input, kept, nested, text } from '../../graphql/inputs.ts'
import { changesTo } from '../../graphql/row-inputs.ts'
import { wakeCampaigns } from '../campaigns/campaign.wake.ts'
import { billingOf } from './billing.ts'
import { Organization, OrganizationDetails } from './organization.entity.ts'
import { BillingStatement, IntegrationReport } from './organization.outputs.ts'
import { findOrganization } from './organization.queries.ts'
import { SecurityPatch, SecuritySettings } from './security.outputs.ts'
import {
  type AccessSetting,
  demandFreshSignIn,
  isFresh,
  mayExport,
  refusalOf,
  settingsOf,
} from './security.policies.ts'

@Input('Changes to the organization. Absent fields stay unchanged; null clears a field.')
class OrganizationPatch extends changesTo(OrganizationDetails, {
  /** Null until it is set. A change cannot clear it. */
  name: kept(text('Name of the organization, at most 200 characters.')),
  security: nested(SecurityPatch, 'Security settings to change, as in `updateSecuritySettings`.'),
}) {}

/** Locks the organization for a change. Every change creates the record before it starts, so the record exists. */
async function lockOrganization(ctx: Context, expectedUpdatedAt?: Date): Promise<Organization> {
  const organization = await ctx.db.selectFrom('organization').selectAll().forUpdate().executeTakeFirstOrThrow()
  await ctx.checkPrecondition()
  demandUnchanged(organization, 'Organization', expectedUpdatedAt)
  return organization
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

@Resolver(() => Organization)
export class OrganizationResolver {
  @Query(() => Organization, {
    description:
      'The caller’s organization. ORGANIZATION_NOT_FOUND until it has a record. Its first write creates the record.',
  })
  @Audit('ORGANIZATION', 'VIEWED')
  @Fails('ORGANIZATION_NOT_FOUND')
  serviceProvider(@Ctx() ctx: Context): Promise<Organization> {
    return findOrganization(ctx)
  }

  @Mutation(() => Organization, {
    description: 'Changes the given fields, and creates the organization’s record if there is none.',
  })
  @Permit('org:provider:write')
  @Audit('ORGANIZATION', 'UPDATED')
  async updateOrganization(
    @InputArg(OrganizationPatch, 'Fields to change.') { security, ...changes }: OrganizationPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Organization> {
    const organization = changeRow(ctx, Organization, await lockOrganization(ctx, expectedUpdatedAt), changes)
    if (changes.requiresSignOff !== undefined) wakeCampaigns(ctx)
    const secured = security ? secure(ctx, organization, security) : organization
    if (secured !== organization) ctx.record('SECURITY_SETTINGS', 'UPDATED', organization.organizationId)
    return secured
  }

  @Query(() => SecuritySettings, {
    description:
      'Security settings that apply to all requests for the organization. ORGANIZATION_NOT_FOUND until it has a ' +
      'record.',
  })
  @Permit('org:provider:read')
  @Audit('SECURITY_SETTINGS', 'VIEWED')
  @Fails('ORGANIZATION_NOT_FOUND')
  async securitySettings(@Ctx() ctx: Context): Promise<SecuritySettings> {
    return settingsOf((await findOrganization(ctx)).security)
  }

  @Mutation(() => SecuritySettings, {
    description:
      'Changes the given settings. Every replica applies them within seconds. VALIDATION_ERROR for a ' +
      'setting that would lock the caller out.',
  })
  @Permit('org:provider:write')
  @Audit('SECURITY_SETTINGS', 'UPDATED')
  async updateSecuritySettings(
    @InputArg(SecurityPatch, 'Settings to change.') input: SecurityPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<SecuritySettings> {
    return settingsOf(secure(ctx, await lockOrganization(ctx, expectedUpdatedAt), input).security)
  }

  @Query(() => BillingStatement, {
    description: 'Usage of the current month. ORGANIZATION_NOT_FOUND until the organization has a record.',
  })
  @Permit('org:provider:read')
  @Audit('BILLING', 'VIEWED')
  @Cost(statements(7))
  @Fails('ORGANIZATION_NOT_FOUND')
  async billing(@Ctx() ctx: Context): Promise<BillingStatement> {
    await findOrganization(ctx)
    return billingOf(ctx)
  }

  @Query(() => IntegrationReport, {
    description: 'External services of the gateway and their states, checked now or within the last seconds.',
  })
  @Permit('org:provider:read')
  @Audit('INTEGRATION', 'LISTED')
  @BeforeTransaction(({ integrations }) => integrations?.probe())
  async integrations(@Ctx() ctx: Context): Promise<IntegrationReport> {
    return ctx.service('integrations').report(ctx)
  }
  @FieldResolver({ name: 'id' })
  organizationId(@Root() { organizationId }: Organization): string {
    return organizationId
  }
}
