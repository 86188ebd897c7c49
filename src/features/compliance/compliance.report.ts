import type { TFunction } from 'i18next'
import { type RawBuilder, sql } from 'kysely'
import { invalidFields } from '../../common/errors.ts'
import { textsIn } from '../../common/texts.ts'
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
/** PostgreSQL and JavaScript write the year before it differently. */
const FIRST_DAY = '0001-01-01'
const DAY_MS = 24 * 3600 * 1000

function periodOf({ from, to: until }: ReportArgs, now: Date): Period {
  const to = until ?? dayOf(now)
  const usual = dayOf(new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS))
  const first = from ?? (usual < FIRST_DAY ? FIRST_DAY : usual)
  if (first > to) throw invalidFields({ to: 'BEFORE_FROM' })
  return { from: first, to }
}

/** Whether a time is in the period, with days in South African time. */
const within = (column: string, { from, to }: Period): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} at time zone 'Africa/Johannesburg')::date between ${from}::date and ${to}::date`

const counted = (column: string, period: Period) => sql<number>`count(*) filter (where ${within(column, period)})`

/** The text of a measure, and its value. */
type Measure = [text: string, value: string | number]

const section = (name: string, measures: readonly Measure[]): ReportRow[] =>
  measures.map(([measure, value]) => ({ section: name, measure, value: String(value) }))

async function requestMeasures(ctx: Context, period: Period, t: TFunction): Promise<Measure[]> {
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
  const total = (measure: 'received' | 'decided' | 'extended' | 'completed'): Measure => [
    t(`report.measures.${measure}`),
    byType.reduce((sum, row) => sum + row[measure], 0),
  ]
  const received = byType.map((row): Measure => {
    return [t('report.measures.receivedOf', { type: t(`report.types.${row.type}`) }), row.received]
  })
  return [total('received'), ...received, total('decided'), total('extended'), total('completed')]
}

async function consentMeasures(ctx: Context, period: Period, t: TFunction): Promise<Measure[]> {
  const { granted, withdrawn } = await ctx.db
    .selectFrom('consent')
    .select([counted('grantedAt', period).as('granted'), counted('withdrawnAt', period).as('withdrawn')])
    .executeTakeFirstOrThrow()
  return [
    [t('report.measures.granted'), granted],
    [t('report.measures.withdrawn'), withdrawn],
  ]
}

async function breachMeasures(ctx: Context, period: Period, t: TFunction): Promise<Measure[]> {
  const { discovered, closed } = await ctx.db
    .selectFrom('breach')
    .select([counted('discoveredAt', period).as('discovered'), counted('closedAt', period).as('closed')])
    .executeTakeFirstOrThrow()
  return [
    [t('report.measures.discovered'), discovered],
    [t('report.measures.closed'), closed],
  ]
}

const answerOf = (passed: boolean | null) => (passed === null ? 'nothing' : passed ? 'yes' : 'no')

const standing = (
  { score, level, checks, facts, openAlerts }: ComplianceStatus,
  officer: string | null,
  t: TFunction,
): Measure[] => [
  [t('report.measures.officer'), officer ?? t('report.unnamed')],
  [t('report.measures.score'), score ?? t('report.nothing')],
  [t('report.measures.level'), t(level ? `report.levels.${level}` : 'report.nothing')],
  ...checks.map(({ name, passed }): Measure => [t(`compliance.checks.${name}`), t(`report.${answerOf(passed)}`)]),
  [t('report.measures.openRequests'), facts.openRequests],
  [t('report.measures.overdueRequests'), facts.overdueRequests],
  [t('report.measures.activeConsents'), facts.activeConsents],
  [t('report.measures.openBreaches'), facts.openBreaches],
  [t('report.measures.unnotifiedBreaches'), facts.breachesWithoutRegulatorNotification],
  [t('report.measures.openAlerts'), openAlerts],
]

const retentionMeasures = async (ctx: Context, t: TFunction): Promise<Measure[]> =>
  (await retentionPeriods(ctx)).flatMap(({ resource: kind, days, deletedCount }): Measure[] => {
    const resource = t(`retention.resources.${kind}`)
    return [
      [t('report.measures.kept', { resource }), days],
      [t('report.measures.deleted', { resource }), deletedCount],
    ]
  })

/** The report on a period. */
export async function complianceReport(ctx: Context, args: ReportArgs): Promise<ComplianceReport> {
  const { language } = args
  const t = textsIn(language, 'privacy')
  const period = periodOf(args, ctx.now)
  const status = await complianceStatus(ctx)
  const { organization, name } = await informationOfficer(ctx)
  const rows = [
    ...section(t('report.sections.standing'), standing(status, name, t)),
    ...section(t('report.sections.requests'), await requestMeasures(ctx, period, t)),
    ...section(t('report.sections.consents'), await consentMeasures(ctx, period, t)),
    ...section(t('report.sections.breaches'), await breachMeasures(ctx, period, t)),
    ...section(t('report.sections.retention'), await retentionMeasures(ctx, t)),
  ]
  return { organization, ...period, generatedAt: ctx.now, score: status.score, level: status.level, language, rows }
}
