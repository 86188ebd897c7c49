import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql'
import { Audit, BeforeTransaction, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { ExpectedUpdatedAt } from '../../graphql/arguments.ts'
import { billingOf } from './billing.ts'
import { findOrganization, updateOrganization, updateSecurity } from './organization.changes.ts'
import { Organization } from './organization.entity.ts'
import { OrganizationPatch } from './organization.inputs.ts'
import { BillingStatement, IntegrationReport } from './organization.outputs.ts'
import { SecurityPatch, SecuritySettings } from './security.outputs.ts'
import { settingsOf } from './security.policies.ts'

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
  updateOrganization(
    @Arg('input', () => OrganizationPatch, { description: 'Fields to change.' }) input: OrganizationPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<Organization> {
    return updateOrganization(ctx, input, expectedUpdatedAt)
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
  updateSecuritySettings(
    @Arg('input', () => SecurityPatch, { description: 'Settings to change.' }) input: SecurityPatch,
    @ExpectedUpdatedAt() expectedUpdatedAt: Date | undefined,
    @Ctx() ctx: Context,
  ): Promise<SecuritySettings> {
    return updateSecurity(ctx, input, expectedUpdatedAt)
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
