import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { IdArg } from '../../graphql/arguments.ts'
import { type Page, partOf, placedPage } from '../../graphql/relay.ts'
import { alertsWhere, currentAlerts, findAlert, markAlert, orderedAlerts } from './alert.changes.ts'
import { ComplianceAlert } from './alert.entity.ts'
import { AlertFilter, ComplianceAlertMarkInput } from './alert.inputs.ts'
import {
  ComplianceAlertConnection,
  ComplianceReport,
  ComplianceStatus,
  ProviderCompliance,
  ReportArgs,
} from './compliance.outputs.ts'
import { complianceStatus, providerCompliance } from './compliance.queries.ts'
import { complianceReport } from './compliance.report.ts'

@Resolver()
export class ComplianceResolver {
  @Query(() => ComplianceStatus, {
    description: 'Compliance of the organization with POPIA, computed from its records.',
  })
  @Permit('org:privacy:read')
  @Audit('COMPLIANCE', 'VIEWED')
  @Cost(statements(15))
  complianceStatus(@Ctx() ctx: Context): Promise<ComplianceStatus> {
    return complianceStatus(ctx)
  }

  @Query(() => ProviderCompliance, {
    description:
      'Compliance checks of the organization, with the same results as `complianceStatus`. ' +
      'ORGANIZATION_NOT_FOUND until the organization has a record.',
  })
  @Permit('org:provider:read')
  @Audit('PROVIDER_COMPLIANCE', 'VIEWED')
  @Cost(statements(13))
  @Fails('ORGANIZATION_NOT_FOUND')
  serviceProviderCompliance(@Ctx() ctx: Context): Promise<ProviderCompliance> {
    return providerCompliance(ctx)
  }

  @Query(() => ComplianceAlertConnection, {
    description: 'Current alerts. `ComplianceAlertType` lists their causes.',
  })
  @Audit('COMPLIANCE_ALERT', 'LISTED')
  @Cost(statements(9))
  async complianceAlerts(
    @Args(() => AlertFilter) filter: AlertFilter,
    @Ctx() ctx: Context,
  ): Promise<Page<ComplianceAlert>> {
    const alerts = orderedAlerts(alertsWhere(await currentAlerts(ctx), filter), filter)
    const part = partOf(filter, alerts.length)
    return placedPage(alerts.slice(part.offset, part.offset + part.size), part, alerts.length)
  }

  @Query(() => ComplianceAlert, {
    description: 'One alert. NOT_FOUND `Compliance alert not found` if its cause no longer exists.',
  })
  @Audit('COMPLIANCE_ALERT', 'VIEWED')
  @Cost(statements(9))
  @Fails('NOT_FOUND')
  complianceAlert(@IdArg('compliance alert') id: string, @Ctx() ctx: Context): Promise<ComplianceAlert> {
    return findAlert(ctx, id)
  }

  @Mutation(() => ComplianceAlert, {
    description:
      'Acknowledges or resolves an alert. INVALID_STATE_TRANSITION names the allowed statuses. NOT_FOUND `Compliance alert ' +
      'not found` if its cause no longer exists.',
  })
  @Permit('org:privacy:write')
  @Audit('COMPLIANCE_ALERT', 'STATUS_CHANGED')
  @Cost(statements(13))
  @Fails('NOT_FOUND', 'INVALID_STATE_TRANSITION')
  markComplianceAlert(
    @IdArg('compliance alert') id: string,
    @Arg('input', () => ComplianceAlertMarkInput, { description: 'New status and a note.' })
    input: ComplianceAlertMarkInput,
    @Ctx() ctx: Context,
  ): Promise<ComplianceAlert> {
    return markAlert(ctx, id, input)
  }

  @Query(() => ComplianceReport, { description: 'Events of a period, and the current compliance.' })
  @Permit('org:privacy:read')
  @Audit('COMPLIANCE_REPORT', 'EXPORTED')
  @Cost(1_000)
  complianceReport(@Args(() => ReportArgs) period: ReportArgs, @Ctx() ctx: Context): Promise<ComplianceReport> {
    return complianceReport(ctx, period)
  }
}
