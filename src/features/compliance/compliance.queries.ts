import { sql } from 'kysely'
import { type Context, oncePerOperation } from '../../engine/execute/context.ts'
import { retentionRules } from '../../security/personal-data.ts'
import { CampaignStatus } from '../campaigns/campaign.entity.ts'
import { BreachStatus } from '../privacy/breaches/breach.entity.ts'
import { usesDirectChannel } from '../privacy/consents/consent.coverage.ts'
import { ConsentStatus } from '../privacy/consents/consent.entity.ts'
import { OPEN_STATUSES } from '../privacy/requests/request.rules.ts'
import { currentAlerts } from './alert.derivation.ts'
import { AlertStatus, AlertType } from './alert.entity.ts'
import type { ComplianceFacts, ComplianceStatus } from './compliance.outputs.ts'
import { checksOf, levelOf, type Subjects, scoreOf } from './compliance.rules.ts'

const count = sql<number>`count(*)`.as('count')

/** The results of the checks, and the records that they are based on. */
export const standingOf = oncePerOperation(async (ctx) => {
  const organization = await ctx.db.selectFrom('organization').selectAll().executeTakeFirst()
  const period = await ctx.db
    .selectFrom('retentionSetting')
    .select('id')
    .where('days', 'is not', null)
    .executeTakeFirst()
  const alerts = await currentAlerts(ctx)
  const subjects = await subjectsOf(ctx)
  const checks = checksOf({ organization, setsRetention: period !== undefined, alerts, subjects })
  const score = scoreOf(checks)
  return { organization, alerts, checks, score, level: levelOf(score) }
})

/** Direct marketing exists if a campaign is running or scheduled. */
async function subjectsOf(ctx: Context): Promise<Subjects> {
  const { organizationId } = ctx
  const any = (table: string) =>
    sql<boolean>`exists (select from ${sql.table(table)} t where t.organization_id = ${organizationId})`
  const retained = retentionRules(ctx.metadata).map(([table]) => any(table))
  const { rows } = await sql<Subjects>`select ${sql.join(retained, sql` or `)} as records,
    ${any('data_subject_request')} as requests, ${any('breach')} as breaches, exists (
      select from campaign where organization_id = ${organizationId} and ${usesDirectChannel}
      and status in (${CampaignStatus.ACTIVE}, ${CampaignStatus.SCHEDULED})
    ) as direct_marketing`.execute(ctx.db)
  if (!rows[0]) throw new Error('The database returned no row')
  return rows[0]
}

type Standing = Awaited<ReturnType<typeof standingOf>>

async function factsOf(ctx: Context, { alerts, organization }: Standing): Promise<ComplianceFacts> {
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
      sql<number>`count(*) filter (where regulator_notification is null)`.as('unnotified'),
    ])
    .executeTakeFirstOrThrow()
  const of = (type: AlertType) => alerts.filter((alert) => alert.type === type).length
  return {
    informationOfficerNamed: Boolean(organization?.informationOfficerName),
    openRequests: requests.count,
    overdueRequests: of(AlertType.REQUEST_OVERDUE),
    activeConsents: consents.count,
    openBreaches: breaches.open,
    breachesWithoutRegulatorNotification: breaches.unnotified,
  }
}

export const complianceStatus = oncePerOperation(async (ctx): Promise<ComplianceStatus> => {
  const standing = await standingOf(ctx)
  const { score, level, checks, alerts } = standing
  const openAlerts = alerts.filter(({ status }) => status === AlertStatus.OPEN).length
  return { score, level, checks, facts: await factsOf(ctx, standing), openAlerts, checkedAt: ctx.now }
})
