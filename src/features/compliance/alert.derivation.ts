import { sql } from 'kysely'
import { v5 as namedUuid } from 'uuid'
import { textsIn } from '../../common/texts.ts'
import { type Context, oncePerOperation } from '../../engine/execute/context.ts'
import { CampaignStatus } from '../campaigns/campaign.entity.ts'
import { type Breach, BreachStatus } from '../privacy/breaches/breach.entity.ts'
import { isCampaignCovered } from '../privacy/consents/consent.coverage.ts'
import { ConsentStatus } from '../privacy/consents/consent.entity.ts'
import { informationOfficer } from '../privacy/information-officer.ts'
import { isBound } from '../privacy/register/register.rules.ts'
import { clockOf, dayOf } from '../privacy/requests/request.clock.ts'
import { OPEN_STATUSES } from '../privacy/requests/request.rules.ts'
import { backlogs, keptResources } from '../privacy/retention/retention.queries.ts'
import { AlertSeverity, AlertStatus, AlertType, type ComplianceAlert } from './alert.entity.ts'

/** An alert without its text and the responses to it. */
export type AlertCause = Pick<
  ComplianceAlert,
  'type' | 'severity' | 'parameters' | 'resourceType' | 'resourceId' | 'since'
>

const { LOW, MEDIUM, HIGH, CRITICAL } = AlertSeverity
const { OPEN } = AlertStatus

/** The severity of each type of alert, and the type of the resource with the cause. */
const ABOUT: Readonly<Record<AlertType, Pick<AlertCause, 'severity' | 'resourceType'>>> = {
  BREACH_NOT_NOTIFIED: { severity: HIGH, resourceType: 'BREACH' },
  BREACH_SUBJECTS_NOT_TOLD: { severity: HIGH, resourceType: 'BREACH' },
  BREACH_UNACKNOWLEDGED: { severity: CRITICAL, resourceType: 'BREACH' },
  CAMPAIGN_WITHOUT_CONSENT: { severity: HIGH, resourceType: 'CAMPAIGN' },
  CONSENTS_EXPIRING: { severity: LOW, resourceType: 'CONSENT' },
  INFORMATION_OFFICER_MISSING: { severity: HIGH, resourceType: 'ORGANIZATION' },
  OPERATOR_WITHOUT_AGREEMENT: { severity: MEDIUM, resourceType: 'OPERATOR' },
  REQUEST_OVERDUE: { severity: HIGH, resourceType: 'DATA_SUBJECT_REQUEST' },
  RETENTION_BACKLOG: { severity: MEDIUM, resourceType: 'RETENTION' },
}

/** The cause of an alert. `parameters` are the values of its text. */
const causeOf = (
  type: AlertType,
  resourceId: string,
  parameters: Record<string, unknown> = {},
  since: Date | null = null,
): AlertCause => ({ type, ...ABOUT[type], parameters, resourceId, since })

/** The namespace of the ids of alerts (RFC 9562, version 5). */
const NAMESPACE = '6f1c2a7e-5f0b-4c58-9f0a-0d9a3f6f2b11'
const NOTIFY_WITHIN_HOURS = 72
const EXPIRY_DAYS = 30
const GRACE_DAYS = 1
/** Maximum number of alerts of one type. */
const MOST = 200

/** The English text of an alert. */
export const messageOf = ({ type, parameters }: AlertCause): string => textsIn('en')(`alerts.${type}`, parameters)

/** The id of an alert: equal causes have equal ids. */
export const alertId = (organizationId: string, { type, resourceId }: AlertCause): string =>
  namedUuid(`${organizationId} ${type} ${resourceId ?? ''}`, NAMESPACE)

async function officerMissing(ctx: Context): Promise<AlertCause[]> {
  const { name, email, phone } = await informationOfficer(ctx)
  return name && (email || phone) ? [] : [causeOf(AlertType.INFORMATION_OFFICER_MISSING, ctx.organizationId)]
}

async function requestsOverdue(ctx: Context): Promise<AlertCause[]> {
  const requests = await ctx.db
    .selectFrom('dataSubjectRequest')
    .select(['id', 'type', 'status', 'receivedAt', 'extensionDays'])
    .where('status', 'in', OPEN_STATUSES)
    .where('receivedAt', '<', sql<Date>`now() - interval '30 days'`)
    .orderBy('receivedAt')
    .limit(MOST)
    .execute()
  const causes: AlertCause[] = []
  for (const request of requests) {
    const { overdue, daysLeft, dueAt } = await clockOf(ctx, request)
    const parameters = { type: request.type, days: -(daysLeft ?? 0) }
    if (overdue) causes.push(causeOf(AlertType.REQUEST_OVERDUE, request.id, parameters, dueAt))
  }
  return causes
}

/**
 * Whether the notification of the affected people is still owed: there are affected people, they were not notified, and
 * no permission delays it.
 */
const isOwed = ({ subjectsNotification, subjectsDelay, affectedSubjects }: Breach, now: Date): boolean =>
  !subjectsNotification && affectedSubjects !== 0 && !(subjectsDelay && new Date(subjectsDelay.until) > now)

async function breachesWaiting(ctx: Context): Promise<AlertCause[]> {
  const breaches = await ctx.db
    .selectFrom('breach')
    .selectAll()
    .where((where) =>
      where.or([
        where('status', '=', BreachStatus.DISCOVERED),
        where('regulatorNotification', 'is', null),
        where('subjectsNotification', 'is', null),
      ]),
    )
    .orderBy('discoveredAt')
    .limit(MOST)
    .execute()
  const latest = ctx.now.getTime() - NOTIFY_WITHIN_HOURS * 3600 * 1000
  const { BREACH_UNACKNOWLEDGED, BREACH_NOT_NOTIFIED, BREACH_SUBJECTS_NOT_TOLD } = AlertType
  return breaches.flatMap((breach) => {
    const { id, title, status, discoveredAt, regulatorNotification } = breach
    const isLate = discoveredAt.getTime() < latest
    const types = [
      ...(status === BreachStatus.DISCOVERED ? [BREACH_UNACKNOWLEDGED] : []),
      ...(!regulatorNotification && isLate ? [BREACH_NOT_NOTIFIED] : []),
      ...(isLate && isOwed(breach, ctx.now) ? [BREACH_SUBJECTS_NOT_TOLD] : []),
    ]
    return types.map((type) => causeOf(type, id, { title }, discoveredAt))
  })
}

async function consentsExpiring(ctx: Context): Promise<AlertCause[]> {
  const channels = await ctx.db
    .selectFrom('consent')
    .select(['channel', sql<number>`count(*)`.as('count'), sql<Date>`min(expires_at)`.as('first')])
    .where('status', '=', ConsentStatus.GRANTED)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('expiresAt', '<=', sql<Date>`now() + make_interval(days => ${EXPIRY_DAYS})`)
    .groupBy('channel')
    .orderBy('channel')
    .execute()
  return channels.map(({ channel, count, first }) => {
    const parameters = { consents: count, channel, days: EXPIRY_DAYS, first: dayOf(first) }
    return causeOf(AlertType.CONSENTS_EXPIRING, channel, parameters)
  })
}

async function campaignsWithoutConsent(ctx: Context): Promise<AlertCause[]> {
  const campaigns = await ctx.db
    .selectFrom('campaign')
    .select(['id', 'name', 'status'])
    .where('status', 'in', [CampaignStatus.ACTIVE, CampaignStatus.SCHEDULED])
    .where(sql<boolean>`not ${isCampaignCovered(ctx.organizationId)}`)
    .orderBy('id')
    .limit(MOST)
    .execute()
  return campaigns.map(({ id, ...parameters }) => causeOf(AlertType.CAMPAIGN_WITHOUT_CONSENT, id, parameters))
}

async function retentionBacklogs(ctx: Context): Promise<AlertCause[]> {
  const resources = await keptResources(ctx)
  // One day of grace: records that became due since the last run of the job are not a backlog.
  const graced = resources.map((kept) => ({ ...kept, period: kept.period + GRACE_DAYS }))
  const counted = await backlogs(ctx, graced, ctx.organizationId)
  return counted.flatMap(({ backlog, resource, period }) => {
    const parameters = { records: backlog, resource, days: period - GRACE_DAYS }
    return backlog > 0 ? causeOf(AlertType.RETENTION_BACKLOG, resource, parameters) : []
  })
}

async function operatorsUnbound(ctx: Context): Promise<AlertCause[]> {
  const operators = await ctx.db.selectFrom('operator').selectAll().where('endedAt', 'is', null).limit(MOST).execute()
  const unbound = operators.filter((operator) => !isBound(operator, dayOf(ctx.now)))
  return unbound.map(({ id, name }) => causeOf(AlertType.OPERATOR_WITHOUT_AGREEMENT, id, { name }))
}

/** The causes of all current alerts. */
export async function causesOf(ctx: Context): Promise<AlertCause[]> {
  return [
    ...(await breachesWaiting(ctx)),
    ...(await requestsOverdue(ctx)),
    ...(await officerMissing(ctx)),
    ...(await campaignsWithoutConsent(ctx)),
    ...(await retentionBacklogs(ctx)),
    ...(await operatorsUnbound(ctx)),
    ...(await consentsExpiring(ctx)),
  ]
}

/** All current alerts, with the responses to them. */
export const currentAlerts = oncePerOperation(async (ctx): Promise<ComplianceAlert[]> => {
  const causes = (await causesOf(ctx)).map((cause) => ({ id: alertId(ctx.organizationId, cause), ...cause }))
  if (causes.length === 0) return []
  const ids = causes.map(({ id }) => id)
  const marks = await ctx.db.selectFrom('alertMark').selectAll().where('id', 'in', ids).execute()
  const markOf = new Map(marks.map((mark) => [mark.id, mark]))
  return causes.map((cause) => {
    const { status = OPEN, note = null, changedBy = null, updatedAt: changedAt = null } = markOf.get(cause.id) ?? {}
    return { ...cause, message: messageOf(cause), status, note, changedBy, changedAt }
  })
})
