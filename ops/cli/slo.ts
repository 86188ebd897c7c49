import { stringify } from 'yaml'
import type { GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'

/** A service level objective of the gateway over thirty days. */
interface Objective {
  slo: 'availability' | 'latency'
  /** The permitted share of failed requests: the error budget. */
  budget: number
  alert: string
  /** The requests that count, per second, and the failed ones among them. */
  requests: string
  failed: string
  what: string
  runbook: string
}

const perSecond = (metric: string, labels: string): string =>
  `sum by (client, client_name) (rate(${metric}{job="gateway", ${labels}}[5m]))`

const COUNT = 'http_request_duration_seconds_count'
// Frequent probes would hide the failures that callers see.
const CALLERS = 'route!~"/healthz|/readyz|/metrics"'
// A stream lasts as long as its reader wants. The streams of GraphQL are under `other`.
const ANSWERS = 'route!~"/healthz|/readyz|/metrics|/api/realtime/.*|other"'

export const OBJECTIVES: readonly Objective[] = [
  {
    slo: 'availability',
    budget: 0.001,
    alert: 'GatewayErrorBudgetBurn',
    requests: perSecond(COUNT, CALLERS),
    failed: perSecond(COUNT, `${CALLERS}, status=~"5.."`),
    what: 'were answered with a server error',
    runbook:
      'The panel Requests by status tells since when, the log at level error which request. Roll back what was ' +
      'deployed before it began; else follow the log to the database, Redis or the identity provider.',
  },
  {
    slo: 'latency',
    budget: 0.01,
    alert: 'GatewayLatencyBudgetBurn',
    requests: perSecond(COUNT, ANSWERS),
    // Prometheus 3 stores the bound as 1.0, earlier versions as the gateway writes it.
    failed: `${perSecond(COUNT, ANSWERS)} - ${perSecond('http_request_duration_seconds_bucket', `${ANSWERS}, le=~"1|1.0"`)}`,
    what: 'took longer than a second',
    runbook:
      'The panel GraphQL operations, p95 names the operation, pg_stat_activity the statement. Waiting database connections ' +
      'or a blocked event loop make everything slow.',
  },
]

/**
 * An alert on the speed at which the budget is spent, relative to the permitted speed: over a long window, and still
 * over a short one.
 */
interface Burn {
  factor: number
  long: string
  short: string
  severity: 'critical' | 'warning'
}

/** The windows of Google's SRE workbook: at these alerts 2%, 5%, 10% and 10% of the budget are spent. */
export const BURNS: readonly Burn[] = [
  { factor: 14.4, long: '1h', short: '5m', severity: 'critical' },
  { factor: 6, long: '6h', short: '30m', severity: 'critical' },
  { factor: 3, long: '1d', short: '2h', severity: 'warning' },
  { factor: 1, long: '3d', short: '6h', severity: 'warning' },
]

/** At night a single failed request is a large share, so fewer failures than this in the long window raise no alert. */
const LEAST_FAILED = 10

/** Seconds between two recorded values. Each evaluation reads a window of three days again. */
const INTERVAL = 60

const DAYS = 30

// The mean of the recorded rates reads one series. A rate over three days would read the samples of every route.
const series = (kind: 'requests' | 'failed', { slo }: Objective): string => `gateway:slo_${kind}:rate5m{slo="${slo}"}`

const over = (kind: 'requests' | 'failed', objective: Objective, window: string): string =>
  window === '5m' ? series(kind, objective) : `avg_over_time(${series(kind, objective)}[${window}])`

/** The share of failed requests in a window. */
export const failedShare = (objective: Objective, window: string): string =>
  `${over('failed', objective, window)} / ${over('requests', objective, window)}`

const recordings = (objective: Objective) => {
  const { slo, requests, failed } = objective
  const labels = { slo }
  return [
    { record: 'gateway:slo_requests:rate5m', expr: requests, labels },
    // Records 0 when no request has failed yet: a mean over the few times with a value would be far too high.
    { record: 'gateway:slo_failed:rate5m', expr: `${failed} or 0 * ${requests}`, labels },
  ]
}

const percent = (share: number): string => `${Number((share * 100).toPrecision(6))}%`

const lasts = ({ factor }: Burn): string => {
  const hours = (DAYS * 24) / factor
  return hours < 72 ? `${hours} hours` : `${hours / 24} days`
}

const alertOf = (objective: Objective, burn: Burn) => {
  const { slo, budget, alert, what, runbook } = objective
  const { factor, long, short, severity } = burn
  const limit = Number((factor * budget).toPrecision(6))
  return {
    alert,
    expr: [
      `${failedShare(objective, long)} > ${limit}`,
      `${failedShare(objective, short)} > ${limit}`,
      `sum_over_time(${series('failed', objective)}[${long}]) * ${INTERVAL} >= ${LEAST_FAILED}`,
    ].join('\nand '),
    labels: { severity, long, short },
    annotations: {
      summary: `The gateway spends its error budget for ${slo} ${factor === 1 ? 'too fast' : `${factor} times too fast`}`,
      description:
        `{{ $value | humanizePercentage }} of the requests of the last ${long} ${what}. ` +
        `At ${percent(limit)} the budget of ${DAYS} days, ${percent(budget)}, is spent within ${lasts(burn)}.`,
      runbook,
    },
  }
}

/**
 * The gateway's service level objectives: recording rules, and alerts on the speed at which error budgets are spent.
 */
export const sloRules = (): GeneratedFile => {
  const groups = OBJECTIVES.map((objective) => ({
    name: `gateway-slo-${objective.slo}`,
    interval: `${INTERVAL}s`,
    rules: [...recordings(objective), ...BURNS.map((burn) => alertOf(objective, burn))],
  }))
  return {
    path: 'prometheus/rules/gateway-slo.yml',
    kind: 'generated',
    content: `# ${notice('ops/cli/slo.ts')}\n${stringify({ groups }, { aliasDuplicateObjects: false, lineWidth: 0 })}`,
  }
}
