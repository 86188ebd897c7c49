import { Args, Ctx, Mutation, Query, Resolver } from 'type-graphql'
import { notFound } from '../../common/errors.ts'
import { transitions } from '../../common/transitions.ts'
import { Audit, Cost, Fails, Permit, statements } from '../../engine/declare/declarations.ts'
import type { Context } from '../../engine/execute/context.ts'
import { changeRow, changesOf, lockRow } from '../../engine/write/rows.ts'
import { IdArg, InputArg } from '../../graphql/arguments.ts'
import { OrderDirection, type Page, partOf, placedPage } from '../../graphql/relay.ts'
import { findOrganization } from '../organization/organization.queries.ts'
import { currentAlerts } from './alert.derivation.ts'
import { AlertMark, AlertSeverity, AlertStatus, AlertType, ComplianceAlert } from './alert.entity.ts'
import { AlertFilter, AlertOrderField, ComplianceAlertMarkInput } from './alert.inputs.ts'
import {
  ComplianceAlertConnection,
  ComplianceReport,
  ComplianceStatus,
  ProviderCompliance,
  ReportArgs,
} from './compliance.outputs.ts'
import { complianceStatus, standingOf } from './compliance.queries.ts'
import { complianceReport } from './compliance.report.ts'

const RESOURCE_NAME = 'Compliance alert'
const { OPEN, ACKNOWLEDGED, RESOLVED } = AlertStatus

/** The allowed next statuses of each status of an alert. */
const alertTransitions = transitions<AlertStatus>(RESOURCE_NAME, {
  [OPEN]: [ACKNOWLEDGED, RESOLVED],
  [ACKNOWLEDGED]: [RESOLVED],
  [RESOLVED]: [],
})

/** One alert. @throws NOT_FOUND if the alert no longer exists */
async function findAlert(ctx: Context, id: string): Promise<ComplianceAlert> {
  const known = id.toLowerCase()
  const alert = (await currentAlerts(ctx)).find((each) => each.id === known)
  if (!alert) throw notFound(RESOURCE_NAME)
  return alert
}

const rankIn = (values: object, value: string) => Object.values(values).indexOf(value)

const RANKS: Readonly<Record<AlertOrderField, (alert: ComplianceAlert) => number | undefined>> = {
  [AlertOrderField.SEVERITY]: ({ severity }) => rankIn(AlertSeverity, severity),
  [AlertOrderField.SINCE]: ({ since }) => since?.getTime(),
  [AlertOrderField.STATUS]: ({ status }) => rankIn(AlertStatus, status),
  [AlertOrderField.TYPE]: ({ type }) => rankIn(AlertType, type),
}

/** The alerts in an order. Those without the value are last in both directions. */
function orderedAlerts(alerts: ComplianceAlert[], { orderBy }: AlertFilter): ComplianceAlert[] {
  if (!orderBy) return alerts
  const way = orderBy.direction === OrderDirection.ASC ? 1 : -1
  const rank = RANKS[orderBy.field]
  return alerts.toSorted((a, b) => {
    const [left = way * Infinity, right = way * Infinity] = [rank(a), rank(b)]
    if (left !== right) return left < right ? -way : way
    return a.id < b.id ? -way : way
  })
}

/** The alerts that match a filter. */
const alertsWhere = (alerts: ComplianceAlert[], { status, severity, type }: AlertFilter): ComplianceAlert[] =>
  alerts.filter(
    (alert) =>
      (!status || alert.status === status) &&
      (!severity || alert.severity === severity) &&
      (!type || alert.type === type),
  )

/**
 * Locks the row of an alert. A derived alert has no row before the first response; that response inserts it. If two
 * first responses are concurrent, the second one finds the row of the first.
 */
async function lockMark(ctx: Context, id: string): Promise<AlertMark> {
  const now = ctx.now
  const untouched = { status: OPEN, note: null, changedBy: ctx.caller.userId, createdAt: now, updatedAt: now }
  await ctx.db
    .insertInto('alertMark')
    .values({ id, organizationId: ctx.organizationId, ...untouched })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return lockRow(ctx, AlertMark, id, RESOURCE_NAME)
}

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
  async serviceProviderCompliance(@Ctx() ctx: Context): Promise<ProviderCompliance> {
    await findOrganization(ctx)
    const { score, level, checks } = await standingOf(ctx)
    const judged = checks.filter(({ passed }) => passed !== null)
    return { score, level, checks, met: judged.filter(({ passed }) => passed).length, total: judged.length }
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
  async markComplianceAlert(
    @IdArg('compliance alert') id: string,
    @InputArg(ComplianceAlertMarkInput, 'New status and a note.') { status, note }: ComplianceAlertMarkInput,
    @Ctx() ctx: Context,
  ): Promise<ComplianceAlert> {
    const alert = await findAlert(ctx, id)
    const mark = await lockMark(ctx, id)
    const next = AlertStatus[status]
    if (mark.status !== next) alertTransitions.check(mark.status, next)
    const changes = changesOf(mark, { status: next, note })
    const isChanged = Object.keys(changes).length > 0
    const stored = isChanged ? changeRow(ctx, AlertMark, mark, { ...changes, changedBy: ctx.caller.userId }) : mark
    return { ...alert, status: next, note: stored.note, changedBy: stored.changedBy, changedAt: stored.updatedAt }
  }

  @Query(() => ComplianceReport, { description: 'Events of a period, and the current compliance.' })
  @Permit('org:privacy:read')
  @Audit('COMPLIANCE_REPORT', 'EXPORTED')
  @Cost(1_000)
  complianceReport(@Args(() => ReportArgs) period: ReportArgs, @Ctx() ctx: Context): Promise<ComplianceReport> {
    return complianceReport(ctx, period)
  }
}
