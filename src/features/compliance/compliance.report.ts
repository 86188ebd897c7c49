import { type RawBuilder, sql } from 'kysely'
import { invalidFields } from '../../common/errors.ts'
import { worded } from '../../common/text.ts'
import type { Context } from '../../engine/execute/context.ts'
import { informationOfficer } from '../privacy/information-officer.ts'
import { dayOf } from '../privacy/requests/request.clock.ts'
import { retentionPeriods } from '../privacy/retention/retention.queries.ts'
import type { ComplianceReport, ComplianceStatus, ReportArgs, ReportRow } from './compliance.outputs.ts'
import { complianceStatus } from './compliance.queries.ts'

interface Period {
  from: string
  to: string
}

const DEFAULT_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

function periodOf({ from, to: until }: ReportArgs, now: Date): Period {
  const to = until ?? dayOf(now)
  const first = from ?? dayOf(new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS))
  if (first > to) throw invalidFields({ to: 'BEFORE_FROM' })
  return { from: first, to }
}

/** Whether a time is in the period, with days in South African time. */
const within = (column: string, { from, to }: Period): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} at time zone 'Africa/Johannesburg')::date between ${from}::date and ${to}::date`

const counted = (column: string, period: Period) => sql<number>`count(*) filter (where ${within(column, period)})`

type Measures = Record<string, string | number>

const section = (name: string, measures: Measures): ReportRow[] =>
  Object.entries(measures).map(([measure, value]) => ({ section: name, measure, value: String(value) }))

async function requestMeasures(ctx: Context, period: Period): Promise<Measures> {
  const byType = await ctx.db
    .selectFrom('dataSubjectRequest')
    .select([
      'type',
      counted('receivedAt', period).as('received'),
      counted('decidedAt', period).as('decided'),
      counted('extendedAt', period).as('extended'),
      counted('completedAt', period).as('completed'),
    ])
    .groupBy('type')
    .orderBy('type')
    .execute()
  const total = (measure: 'received' | 'decided' | 'extended' | 'completed') =>
    byType.reduce((sum, row) => sum + row[measure], 0)
  return {
    Received: total('received'),
    ...Object.fromEntries(byType.map(({ type, received }) => [`Received: ${worded(type)}`, received])),
    Decided: total('decided'),
    Extended: total('extended'),
    Completed: total('completed'),
  }
}

async function consentMeasures(ctx: Context, period: Period): Promise<Measures> {
  const { granted, withdrawn } = await ctx.db
    .selectFrom('consent')
    .select([counted('grantedAt', period).as('granted'), counted('withdrawnAt', period).as('withdrawn')])
    .executeTakeFirstOrThrow()
  return { Granted: granted, Withdrawn: withdrawn }
}

async function breachMeasures(ctx: Context, period: Period): Promise<Measures> {
  const { discovered, closed } = await ctx.db
    .selectFrom('breach')
    .select([counted('discoveredAt', period).as('discovered'), counted('closedAt', period).as('closed')])
    .executeTakeFirstOrThrow()
  return { Discovered: discovered, Closed: closed }
}

const NOTHING = 'nothing to judge'
const answerOf = (passed: boolean | null) => (passed === null ? NOTHING : passed ? 'yes' : 'no')

const standing = ({ score, level, checks, facts, openAlerts }: ComplianceStatus): Measures => ({
  Score: score ?? NOTHING,
  Level: level ? worded(level) : NOTHING,
  ...Object.fromEntries(checks.map(({ demand, passed }) => [demand, answerOf(passed)])),
  'Open requests': facts.openRequests,
  'Overdue requests': facts.overdueRequests,
  'Active consents': facts.activeConsents,
  'Open breaches': facts.openBreaches,
  'Breaches not notified to the Regulator': facts.breachesWithoutRegulatorNotification,
  'Open alerts': openAlerts,
})

/** The report on a period. */
export async function complianceReport(ctx: Context, args: ReportArgs): Promise<ComplianceReport> {
  const period = periodOf(args, ctx.now)
  const status = await complianceStatus(ctx)
  const { organization, name } = await informationOfficer(ctx)
  const retention = (await retentionPeriods(ctx)).flatMap(({ resource, days, deletedCount }): [string, number][] => [
    [`${worded(resource)}: days kept`, days],
    [`${worded(resource)}: records deleted so far`, deletedCount],
  ])
  const rows = [
    ...section('ComplianceEvidence', { 'Information Officer': name ?? 'not named', ...standing(status) }),
    ...section('Data-subject requests', await requestMeasures(ctx, period)),
    ...section('Consents', await consentMeasures(ctx, period)),
    ...section('Breaches', await breachMeasures(ctx, period)),
    ...section('Retention', Object.fromEntries(retention)),
  ]
  return { organization, ...period, generatedAt: ctx.now, score: status.score, level: status.level, rows }
}
