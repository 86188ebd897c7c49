import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { BreachStatus } from '../privacy/breaches/breach.entity.ts'
import { ConsentStatus } from '../privacy/consents/consent.entity.ts'
import { OPEN_STATUSES } from '../privacy/requests/request.rules.ts'
import { findOrganization } from '../provider/organization.changes.ts'
import { currentAlerts } from './alert.changes.ts'
import { AlertStatus, AlertType, type ComplianceAlert } from './alert.entity.ts'
import type { ComplianceFacts, ComplianceStatus, ProviderCompliance } from './compliance.outputs.ts'
import { checksOf, levelOf, type Standing, scoreOf } from './compliance.rules.ts'

const count = sql<number>`count(*)`.as('count')

interface CurrentStanding extends Standing {
  alerts: ComplianceAlert[]
}

async function standingOf(ctx: Context): Promise<CurrentStanding> {
  const organization = await ctx.db
    .selectFrom('organization')
    .selectAll()
    .where('id', '=', ctx.organizationId)
    .executeTakeFirst()
  const period = await ctx.db
    .selectFrom('retentionSetting')
    .select('id')
    .where('days', 'is not', null)
    .executeTakeFirst()
  return { organization, setsRetention: period !== undefined, alerts: await currentAlerts(ctx) }
}

async function factsOf(ctx: Context, { alerts, organization }: CurrentStanding): Promise<ComplianceFacts> {
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
    informationOfficerNamed: Boolean(organization?.informationOfficerName),
    openRequests: requests.count,
    overdueRequests: of(AlertType.REQUEST_OVERDUE),
    activeConsents: consents.count,
    openBreaches: breaches.open,
    breachesWithoutRegulatorNotification: breaches.untold,
  }
}

/** Where the organization stands now. */
export async function complianceStatus(ctx: Context): Promise<ComplianceStatus> {
  const standing = await standingOf(ctx)
  const checks = checksOf(standing)
  const score = scoreOf(checks)
  return {
    score,
    level: levelOf(score),
    checks,
    facts: await factsOf(ctx, standing),
    openAlerts: standing.alerts.filter(({ status }) => status === AlertStatus.OPEN).length,
    checkedAt: new Date(),
  }
}

/** The same for the page of the organization: what is demanded, and what is missing. */
export async function providerCompliance(ctx: Context): Promise<ProviderCompliance> {
  await findOrganization(ctx)
  const checks = checksOf(await standingOf(ctx))
  const score = scoreOf(checks)
  const met = checks.filter(({ passed }) => passed).length
  return { score, level: levelOf(score), met, total: checks.length, checks }
}
