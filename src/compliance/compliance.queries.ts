import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { BreachStatus } from '../privacy/breaches/breach.entity.ts'
import { ConsentStatus } from '../privacy/consents/consent.entity.ts'
import { OPEN_STATUSES } from '../privacy/requests/request.rules.ts'
import { currentAlerts } from './alert.changes.ts'
import { AlertStatus, AlertType, type ComplianceAlert } from './alert.entity.ts'
import type { ComplianceFacts, ComplianceStatus } from './compliance.outputs.ts'
import { checksOf, levelOf, scoreOf } from './compliance.rules.ts'

const count = sql<number>`count(*)`.as('count')

async function factsOf(ctx: Context, alerts: ComplianceAlert[]): Promise<ComplianceFacts> {
  const requests = await ctx.db
    .selectFrom('dataSubjectRequest')
    .select(count)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirstOrThrow()
  const consents = await ctx.db
    .selectFrom('consent')
    .select(count)
    .where('status', '=', ConsentStatus.GRANTED)
    .where((where) => where.or([where('expiresAt', 'is', null), where('expiresAt', '>', sql<Date>`now()`)]))
    .executeTakeFirstOrThrow()
  const breaches = await ctx.db
    .selectFrom('breach')
    .select([
      sql<number>`count(*) filter (where status <> ${BreachStatus.CLOSED})`.as('open'),
      sql<number>`count(*) filter (where regulator_notification is null)`.as('untold'),
    ])
    .executeTakeFirstOrThrow()
  const of = (type: AlertType) => alerts.filter((alert) => alert.type === type).length
  return {
    informationOfficerNamed: of(AlertType.INFORMATION_OFFICER_MISSING) === 0,
    openRequests: requests.count,
    overdueRequests: of(AlertType.REQUEST_OVERDUE),
    activeConsents: consents.count,
    openBreaches: breaches.open,
    breachesWithoutRegulatorNotification: breaches.untold,
  }
}

/** Where the organization stands now. */
export async function complianceStatus(ctx: Context): Promise<ComplianceStatus> {
  const alerts = await currentAlerts(ctx)
  const checks = checksOf(alerts)
  const score = scoreOf(checks)
  return {
    score,
    level: levelOf(score),
    checks,
    facts: await factsOf(ctx, alerts),
    openAlerts: alerts.filter(({ status }) => status === AlertStatus.OPEN).length,
    checkedAt: new Date(),
  }
}
