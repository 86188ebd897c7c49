import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql'
import type { Context } from '../../engine/context.ts'
import { Audit, Cost, Permit } from '../../engine/guard.ts'
import { alertsWhere, currentAlerts, findAlert, markAlert } from './alert.changes.ts'
import { ComplianceAlert } from './alert.entity.ts'
import { AlertFilter, ComplianceAlertMarkInput } from './alert.inputs.ts'
import {
  ComplianceAlertPage,
  ComplianceReport,
  ComplianceStatus,
  ProviderCompliance,
  ReportArgs,
} from './compliance.outputs.ts'
import { complianceStatus, providerCompliance } from './compliance.queries.ts'
import { complianceReport } from './compliance.report.ts'

@Resolver()
export class ComplianceResolver {
  @Query(() => ComplianceStatus, { description: 'Where the organization stands with POPIA, by its records.' })
  @Permit('org:privacy:read')
  @Audit('COMPLIANCE', 'VIEWED')
  complianceStatus(@Ctx() ctx: Context): Promise<ComplianceStatus> {
    return complianceStatus(ctx)
  }

  @Query(() => ProviderCompliance, {
    description:
      'What POPIA demands of the organization, and what is missing. It always agrees with complianceStatus. ' +
      'ORGANIZATION_NOT_FOUND until it has a record.',
  })
  @Permit('org:provider:read')
  @Audit('PROVIDER_COMPLIANCE', 'VIEWED')
  serviceProviderCompliance(@Ctx() ctx: Context): Promise<ProviderCompliance> {
    return providerCompliance(ctx)
  }

  @Query(() => ComplianceAlertPage, {
    description:
      'Overdue requests, breaches that wait, a missing Information Officer, lost or expiring consents, backlogs.',
  })
  @Permit('org:privacy:read')
  @Audit('COMPLIANCE_ALERT', 'LISTED')
  async complianceAlerts(
    @Args(() => AlertFilter) filter: AlertFilter,
    @Ctx() ctx: Context,
  ): Promise<ComplianceAlertPage> {
    const { page = 1, limit = 10 } = filter
    const alerts = alertsWhere(await currentAlerts(ctx), filter)
    const meta = { total: alerts.length, page, limit, pages: Math.ceil(alerts.length / limit) }
    return { items: alerts.slice((page - 1) * limit, page * limit), meta }
  }

  @Query(() => ComplianceAlert, {
    description: 'One alert. NOT_FOUND `Compliance alert not found` when its cause is gone.',
  })
  @Permit('org:privacy:read')
  @Audit('COMPLIANCE_ALERT', 'VIEWED')
  complianceAlert(@Arg('id', () => ID) id: string, @Ctx() ctx: Context): Promise<ComplianceAlert> {
    return findAlert(ctx, id)
  }

  @Mutation(() => ComplianceAlert, {
    description: 'Acknowledges or resolves an alert. NOT_FOUND `Compliance alert not found` when its cause is gone.',
  })
  @Permit('org:privacy:write')
  @Audit('COMPLIANCE_ALERT', 'STATUS_CHANGED')
  markComplianceAlert(
    @Arg('id', () => ID) id: string,
    @Arg('input', () => ComplianceAlertMarkInput) input: ComplianceAlertMarkInput,
    @Ctx() ctx: Context,
  ): Promise<ComplianceAlert> {
    return markAlert(ctx, id, input)
  }

  @Query(() => ComplianceReport, { description: 'What happened in a period, and where the organization stands now.' })
  @Permit('org:privacy:read')
  @Audit('COMPLIANCE_REPORT', 'EXPORTED')
  @Cost(1_000)
  complianceReport(@Args(() => ReportArgs) period: ReportArgs, @Ctx() ctx: Context): Promise<ComplianceReport> {
    return complianceReport(ctx, period)
  }
}
