import { undetected } from './detect.ts'
import { latenessMinutes, type Run } from './lateness.ts'
import { LOG_ALERTS, type LogAlert } from './log-alerts.ts'
import { HOUR_TEMPLATE } from './logql.ts'
import { alertPrefix, type ClientRecord } from './record.ts'
import { DEPENDS_ON_SITE } from './routing.ts'

/** A log alert in the format of Loki's ruler. */
export interface LogRule {
  alert: string
  expr: string
  for: string
  labels: {
    severity: 'critical' | 'warning'
    client: string
    client_name: string
    category?: 'security'
    depends_on?: string
  }
  annotations: { summary: string; description: string; runbook: string; runbook_page: LogAlert }
}

/** The content of `ops/loki/rules/<client>/activity-alerts.yml`. */
export interface LogRules {
  groups: { name: string; interval: string; rules: LogRule[] }[]
}

type Activity = NonNullable<ClientRecord['activity']>

/** Interval at which Loki evaluates the rules, in minutes. */
const EVALUATION_MINUTES = 1

/** The offset of a zone from UTC in hours, if it is a whole number and the same all year. */
const fixedOffset = (timeZone: string): number | undefined => {
  const hourIn = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' })
  const year = new Date().getUTCFullYear()
  const halfMonths = Array.from({ length: 24 }, (_, index) => Date.UTC(year, index >> 1, 1 + 15 * (index % 2)))
  const names = new Set(
    halfMonths.map((time) => hourIn.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''),
  )
  const [name = '', ...changing] = names
  const [, hours = '+00', minutes = '00'] = /^GMT(?:([+-]\d\d):(\d\d))?$/.exec(name) ?? []
  return changing.length === 0 && minutes === '00' ? Number(hours) : undefined
}

/**
 * Stages that select the actions of admins outside the working day. Only the requested fields become labels, because
 * all fields together would make every line a series. A line that is not JSON has no admin; after that filter it would
 * fail the whole evaluation.
 */
const adminsAfterHours = ({ timeZone, dayStarts, dayEnds }: Activity): string => {
  const offset = fixedOffset(timeZone)
  // In a zone with daylight saving time the offset changes, so the rule uses the hour that the shipper wrote.
  const fields = offset === undefined ? 'admin="admin", hour="hour"' : 'admin="admin"'
  const hour = offset === undefined ? '' : ` | label_format hour=\`${HOUR_TEMPLATE}\``
  const inLoki = (time: string): number => (Number(time.slice(0, 2)) - (offset ?? 0) + 24) % 24
  const [ends, starts] = [inLoki(dayEnds), inLoki(dayStarts)]
  const outside = `hour >= ${ends} ${ends > starts ? 'or' : 'and'} hour < ${starts}`
  return ` | json ${fields} | admin="true"${hour} | ${outside}`
}

/** Minutes without a report after which SecurityLogSilent fires, in addition to the interval of the security runs. */
const SILENCE_MINUTES = 10

/** The log query of each alert. Its window reaches back far enough for lines with the maximum delay of their run. */
const expressions = ({ id, thresholds }: ClientRecord, activity: Activity): Record<LogAlert, string> => {
  const offset = (run: Run): string => `offset ${latenessMinutes(activity, run)}m`
  const count = (run: Run, label: string, range: string, stages = ''): string =>
    `sum by (client) (count_over_time({client="${id}", job="activity", ${label}}${stages} [${range}] ${offset(run)}))`
  const absent = (run: Run, job: string, range: string): string =>
    `sum by (client) (absent_over_time({client="${id}", job="${job}"} [${range}] ${offset(run)}))`
  const silence = `${activity.securityIntervalMinutes + SILENCE_MINUTES}m`
  return {
    FailedLoginSpike: `${count('security', 'action_type="failed_login"', '10m')} >= ${thresholds.failedLogins}`,
    BruteForceDetected: `${count('security', 'action_type="failed_login"', '5m')} >= ${thresholds.bruteForce}`,
    AdminAfterHours: `${count('security', 'action_type="login"', '10m', adminsAfterHours(activity))} > 0`,
    BulkDelete: `${count('security', 'action_type="delete"', '10m')} >= ${thresholds.deletes}`,
    UserManagement: `${count('security', 'action_type=~"user_change|permission_change"', '10m')} > 0`,
    ErrorSpike: `${count('activity', 'level="error"', '10m')} >= ${thresholds.errors}`,
    NoActivity: absent('activity', 'activity', '1h'),
    SecurityLogSilent: absent('security', 'security-shipper', silence),
  }
}

// Annotations and labels are Go templates, so braces in a name must be escaped.
const asText = (name: string): string => name.replaceAll('{{', '{{ "{{" }}')

const rulesOf = (client: ClientRecord, activity: Activity): LogRule[] => {
  const exprs = expressions(client, activity)
  const late = (run: Run): string =>
    `Lines arrive up to ${latenessMinutes(activity, run)} minutes late, so it began that much earlier.`
  return LOG_ALERTS.map(({ suffix, run, severity, category, dependsOnSite, summary, description, runbook }) => ({
    alert: alertPrefix(client.id) + suffix,
    expr: exprs[suffix],
    for: '0m',
    labels: {
      severity,
      ...(category && { category }),
      client: client.id,
      client_name: asText(client.name),
      ...(dependsOnSite && DEPENDS_ON_SITE),
    },
    annotations: {
      summary: `${summary} at ${asText(client.name)}`,
      description: `${description} ${late(run)}`,
      runbook,
      runbook_page: suffix,
    },
  }))
}

/** The log alerts of a client; none for a client without an activity log. */
export const logRules = (client: ClientRecord): LogRules => ({
  groups: client.activity
    ? [{ name: `${client.id}-activity`, interval: `${EVALUATION_MINUTES}m`, rules: rulesOf(client, client.activity) }]
    : [],
})

/** The run that delivers the lines of a rule. A rule that is not generated counts lines of the slower run. */
const runOf = ({ alert }: LogRule, { id }: ClientRecord): Run =>
  LOG_ALERTS.find(({ suffix }) => alert === alertPrefix(id) + suffix)?.run ?? 'activity'

/**
 * The reasons why rules would miss their events or raise false alarms at the client's intervals; empty if there are
 * none.
 */
export const lintDetectable = ({ groups }: LogRules, client: ClientRecord): string[] => {
  const { activity } = client
  if (!activity) return []
  return groups.flatMap(({ interval, rules }) =>
    rules.flatMap((rule) => undetected(rule, interval, latenessMinutes(activity, runOf(rule, client))) ?? []),
  )
}
