/** How one alert is proved: times are minutes after the first sample. */
export interface AlertCase {
  alert: string
  severity: string
  /** Minutes between two samples; a quarter unless the case spans hours. */
  step?: number
  /** Series that raise the alert and then let it go, in promtool's notation. */
  series: Record<string, string>
  /** The last evaluation at which it must still be quiet; undefined when it fires at once. */
  quiet?: number
  firing: number
  /** When it must be gone again; undefined for the heartbeat. */
  resolved?: number
  /** Series just on the harmless side, and the minutes at which nothing may fire. */
  below: Record<string, string>
  belowAt: number
  /** How many alerts fire, when not one. */
  count?: number
}

const cpu = (idle: string) => ({ 'node_cpu_seconds_total{instance="a",cpu="0",mode="idle"}': idle })
const memory = (available: string) => ({
  'node_memory_MemAvailable_bytes{instance="a"}': available,
  'node_memory_MemTotal_bytes{instance="a"}': '100x200',
})
const disk = (available: string, readonly = 0, fstype = 'ext4') => {
  const labels = `{instance="a",device="d",mountpoint="/",fstype="${fstype}",server="stack"}`
  return {
    [`node_filesystem_avail_bytes${labels}`]: available,
    [`node_filesystem_size_bytes${labels}`]: '1000x2000',
    [`node_filesystem_readonly${labels}`]: `${readonly}x2000`,
  }
}
const probe = (values: string, module = 'http_2xx', extra = '') => ({
  [`probe_success{job="probe",module="${module}",instance="a"${extra}}`]: values,
})
const certificate = (values: string) => ({ 'probe_ssl_earliest_cert_expiry{instance="a"}': values })
const response = (values: string, success = 1) => ({
  'probe_duration_seconds{job="probe",module="http_2xx",instance="a"}': values,
  ...probe(`${success}x200`),
})
const up = (job: string, values: string) => ({ [`up{job="${job}",instance="a"}`]: values })
const gateway = (metric: string, labels: string) => `${metric}{job="gateway",client="gateway",instance="g"${labels}}`
const requests = (failed: string, good: string) => ({
  [gateway('http_request_duration_seconds_count', ',status="500"')]: failed,
  [gateway('http_request_duration_seconds_count', ',status="200"')]: good,
})
const buckets = (fast: string, slow: string, route = '/graphql') => ({
  [gateway('http_request_duration_seconds_bucket', `,route="${route}",le="1"`)]: fast,
  [gateway('http_request_duration_seconds_bucket', `,route="${route}",le="2.5"`)]: slow,
  [gateway('http_request_duration_seconds_bucket', `,route="${route}",le="+Inf"`)]: slow,
})

/** Streams that last long, over REST and over GraphQL. Their length is not latency. */
const longStreams = {
  ...buckets('0x60', '0+100x60', '/api/realtime/dashboard'),
  ...buckets('0x60', '0+100x60', 'other'),
}

const byOutcome = (metric: string) => (outcomes: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(outcomes).map(([outcome, values]) => [gateway(metric, `,outcome="${outcome}"`), values]),
  )
const messages = byOutcome('campaign_messages_total')
const reports = byOutcome('campaign_message_reports_total')
const checks = byOutcome('sender_checks_total')

const database = (metric: string, labels: string, values: string) => ({
  [`${metric}{client="gateway",instance="d"${labels}}`]: values,
})
const connections = (active: string) => ({
  ...database('pg_stat_activity_count', ',state="active"', active),
  ...database('pg_stat_activity_count', ',state="idle"', '20x60'),
  ...database('pg_settings_max_connections', '', '100x60'),
})
const transaction = (seconds: string, state: string, backend = 'client backend') =>
  database('pg_stat_activity_max_tx_duration', `,datname="g",state="${state}",backend_type="${backend}"`, seconds)
const rows = (dead: string, live: string, table = 't') => ({
  ...database('pg_stat_user_tables_n_dead_tup', `,relname="${table}"`, dead),
  ...database('pg_stat_user_tables_n_live_tup', `,relname="${table}"`, live),
})

/** A thousand requests a minute of which some fail, at one sample a minute. */
const share = (failed: string, good: string) => ({
  [gateway('http_request_duration_seconds_count', ',route="/graphql",status="500"')]: failed,
  [gateway('http_request_duration_seconds_count', ',route="/graphql",status="200"')]: good,
})
const slowShare = (all: string, fast: string) => ({
  [gateway('http_request_duration_seconds_count', ',route="/graphql",status="200"')]: all,
  [gateway('http_request_duration_seconds_bucket', ',route="/graphql",status="200",le="1"')]: fast,
})

const component = (alert: string, job: string): AlertCase => ({
  alert,
  severity: 'critical',
  series: up(job, '1x4 0x8 1x40'),
  quiet: 2,
  firing: 2.25,
  resolved: 3.5,
  below: up(job, '1x4 0x3 1x40'),
  belowAt: 2.25,
})

/** How each program says that its last configuration did not load. */
const RELOADS = [
  'prometheus_config_last_reload_successful',
  'alertmanager_config_last_reload_successful',
  'blackbox_exporter_config_last_reload_successful',
  'alloy_config_last_load_successful',
  'loki_runtime_config_last_reload_successful',
]

const DAY = 86_400

/** One case for each metric alert of the stack; a test fails when an alert has none. */
export const METRIC_ALERTS: AlertCase[] = [
  component('InstanceDown', 'anything'),
  {
    alert: 'HighCpuUsage',
    severity: 'warning',
    series: cpu('0+2.85x60 171+15x80'),
    quiet: 5,
    firing: 5.25,
    resolved: 20,
    below: cpu('0+3.15x60'),
    belowAt: 10,
  },
  {
    alert: 'CriticalCpuUsage',
    severity: 'critical',
    series: cpu('0+0.6x60 36+15x80'),
    quiet: 2,
    firing: 2.25,
    resolved: 20,
    below: cpu('0+0.9x60'),
    belowAt: 10,
  },
  {
    alert: 'HighMemoryUsage',
    severity: 'warning',
    series: memory('19x40 60x40'),
    quiet: 4.75,
    firing: 5,
    resolved: 10.5,
    below: memory('20x60'),
    belowAt: 10,
  },
  {
    alert: 'HighDiskUsage',
    severity: 'warning',
    series: disk('190x40 500x40'),
    quiet: 4.75,
    firing: 5,
    resolved: 10.5,
    below: disk('200x60'),
    belowAt: 10,
  },
  {
    alert: 'DiskWillFillIn24Hours',
    severity: 'warning',
    step: 1,
    series: disk('390-0.3x60 900x60'),
    quiet: 30,
    firing: 31,
    resolved: 62,
    below: disk('390-0.2x120'),
    belowAt: 100,
  },
  {
    alert: 'SiteDown',
    severity: 'critical',
    series: { ...probe('0x20 1x20'), ...probe('0x20 1x20', 'http_2xx_ssl') },
    count: 2,
    quiet: 1.75,
    firing: 2,
    resolved: 5.25,
    below: probe('1x4 0x7 1x20'),
    belowAt: 3.25,
  },
  {
    alert: 'PortDown',
    severity: 'critical',
    series: probe('0x20 1x20', 'tcp_connect'),
    quiet: 1.75,
    firing: 2,
    resolved: 5.25,
    below: probe('1x4 0x7 1x20', 'tcp_connect'),
    belowAt: 3.25,
  },
  {
    alert: 'SSLCertExpiringSoon',
    severity: 'warning',
    series: certificate(`${30 * DAY - 60}x20 ${90 * DAY}x40`),
    firing: 1,
    resolved: 6,
    below: certificate(`${30 * DAY + 3600}x40`),
    belowAt: 5,
  },
  {
    alert: 'SSLCertExpiryCritical',
    severity: 'critical',
    series: certificate(`${7 * DAY - 60}x20 ${90 * DAY}x40`),
    firing: 1,
    resolved: 6,
    below: certificate(`${7 * DAY + 3600}x40`),
    belowAt: 5,
  },
  {
    alert: 'HighResponseTime',
    severity: 'warning',
    series: response('1x20 3.1x40 1x80'),
    quiet: 9,
    firing: 11,
    resolved: 22,
    below: response('2.9x60'),
    belowAt: 10,
  },
  component('MetricsServerDown', 'prometheus'),
  component('LogStoreDown', 'loki'),
  component('DashboardDown', 'grafana'),
  component('AlertRouterDown', 'alertmanager'),
  {
    alert: 'StackPartDown',
    severity: 'critical',
    series: { 'probe_success{job="stack-probe",instance="a",part="push-proxy"}': '0x20 1x20' },
    quiet: 0.75,
    firing: 1,
    resolved: 5.25,
    below: { 'probe_success{job="stack-probe",instance="a",part="push-proxy"}': '1x4 0x3 1x20' },
    belowAt: 2.25,
  },
  {
    alert: 'RuleEvaluationFailing',
    severity: 'critical',
    series: {
      'prometheus_rule_evaluation_failures_total{job="prometheus",rule_group="a"}': '0+1x60 60x60',
      'loki_prometheus_rule_evaluation_failures_total{job="loki",rule_group="b"}': '0+1x60 60x60',
    },
    count: 2,
    quiet: 5,
    firing: 5.5,
    resolved: 21,
    below: {
      'prometheus_rule_evaluation_failures_total{job="prometheus",rule_group="a"}': '5x120',
      'loki_prometheus_rule_evaluation_failures_total{job="loki",rule_group="b"}': '5x120',
    },
    belowAt: 20,
  },
  {
    alert: 'ConfigurationReloadFailed',
    severity: 'critical',
    series: Object.fromEntries(RELOADS.map((metric) => [`${metric}{job="${metric}"}`, '0x20 1x20'])),
    count: RELOADS.length,
    quiet: 0.75,
    firing: 1,
    resolved: 5.25,
    below: Object.fromEntries(RELOADS.map((metric) => [`${metric}{job="${metric}"}`, '1x4 0x3 1x20'])),
    belowAt: 2.25,
  },
  {
    alert: 'LogsLost',
    severity: 'warning',
    series: { 'loki_write_dropped_entries_total{job="alloy"}': '0+1x60 60x60' },
    quiet: 5,
    firing: 5.5,
    resolved: 26,
    below: { 'loki_write_dropped_entries_total{job="alloy"}': '5x120' },
    belowAt: 20,
  },
  {
    alert: 'StackServerDiskCritical',
    severity: 'critical',
    series: disk('140x40 500x40'),
    quiet: 4.75,
    firing: 5,
    resolved: 10.5,
    below: disk('150x60'),
    belowAt: 10,
  },
  {
    alert: 'NoMetricsReceived',
    severity: 'critical',
    series: {
      'prometheus_tsdb_head_samples_appended_total{}': '0+10x20 200x40 210+10x40',
      ...up('prometheus', '1x120'),
    },
    // Version 3 leaves the first instant of a range out, and so fires one evaluation earlier.
    quiet: 9.5,
    firing: 10,
    resolved: 16,
    below: {
      'prometheus_tsdb_head_samples_appended_total{}': '0+10x20 200x14 210+10x40',
      ...up('prometheus', '1x120'),
    },
    belowAt: 9,
  },
  {
    alert: 'NotificationsFailing',
    severity: 'warning',
    series: { 'alertmanager_notifications_failed_total{integration="slack"}': '0+1x40 40x60' },
    quiet: 5,
    firing: 5.25,
    resolved: 16,
    below: { 'alertmanager_notifications_failed_total{integration="slack"}': '5x60' },
    belowAt: 10,
  },
  { alert: 'Watchdog', severity: 'none', series: {}, firing: 0, below: {}, belowAt: 0 },
  {
    alert: 'GatewayErrorRate',
    severity: 'critical',
    series: requests('0+6x60 360x80', '0+94x140'),
    quiet: 5,
    firing: 5.25,
    resolved: 22,
    below: requests('0+4x60', '0+96x60'),
    belowAt: 10,
  },
  {
    alert: 'GatewayLatency',
    severity: 'warning',
    series: buckets('0+90x60 5400+100x80', '0+100x140'),
    quiet: 5,
    firing: 5.25,
    resolved: 22,
    below: { ...buckets('0+96x60', '0+100x60'), ...longStreams },
    belowAt: 10,
  },
  {
    alert: 'GatewayDatabasePoolExhausted',
    severity: 'critical',
    series: { [gateway('database_pool_connections', ',state="waiting"')]: '1x20 0x20' },
    quiet: 1.75,
    firing: 2,
    resolved: 5.25,
    below: { [gateway('database_pool_connections', ',state="waiting"')]: '0x40' },
    belowAt: 5,
  },
  {
    alert: 'GatewayAuditQueueBacklog',
    severity: 'warning',
    series: { [gateway('audit_queue_depth', '')]: '1001x20 0x20' },
    quiet: 1.75,
    firing: 2,
    resolved: 5.25,
    below: { [gateway('audit_queue_depth', '')]: '1000x40' },
    belowAt: 5,
  },
  {
    alert: 'GatewayEventLoopLag',
    severity: 'warning',
    series: { [gateway('nodejs_eventloop_lag_seconds', '')]: '0.51x40 0x20' },
    quiet: 4.75,
    firing: 5,
    resolved: 10.5,
    below: { [gateway('nodejs_eventloop_lag_seconds', '')]: '0.5x60' },
    belowAt: 10,
  },
  {
    alert: 'GatewayRateLimitSpike',
    severity: 'warning',
    series: { [gateway('rate_limit_rejections_total', '')]: '0+30x60 1800x60' },
    firing: 10,
    resolved: 21,
    below: { [gateway('rate_limit_rejections_total', '')]: '0+24x60' },
    belowAt: 10,
  },
  {
    alert: 'GatewayUnauthorizedSpike',
    severity: 'warning',
    series: { [gateway('http_request_duration_seconds_count', ',status="401"')]: '0+11x60 660x60' },
    firing: 10,
    resolved: 21,
    below: { [gateway('http_request_duration_seconds_count', ',status="401"')]: '0+9x60' },
    belowAt: 10,
  },
  {
    alert: 'GatewayEventLoopBlocked',
    severity: 'warning',
    // Six seconds within a minute, then none.
    series: { [gateway('event_loop_blocked_seconds_sum', '')]: '0x20 0+1.5x4 6x60' },
    quiet: 5,
    firing: 7,
    resolved: 13,
    below: { [gateway('event_loop_blocked_seconds_sum', '')]: '0x20 0+1x4 4x60' },
    belowAt: 7,
  },
  {
    alert: 'GatewayRedisAway',
    severity: 'warning',
    series: { [gateway('redis_up', '')]: '0x20 1x20' },
    quiet: 1.75,
    firing: 2,
    resolved: 5.25,
    below: { [gateway('redis_up', '')]: '1x4 0x7 1x20' },
    belowAt: 3.25,
  },
  {
    alert: 'GatewayEmailsFailing',
    severity: 'warning',
    // The first failure: its series has never been 0.
    series: { [gateway('emails_total', ',outcome="failed",topic="invitation"')]: '_x20 1x120' },
    quiet: 4.75,
    firing: 5.25,
    resolved: 21,
    below: {
      [gateway('emails_total', ',outcome="failed",topic="invitation"')]: '7x160',
      [gateway('emails_total', ',outcome="sent",topic="invitation"')]: '0+1x160',
      [gateway('emails_total', ',outcome="failed",topic="sign_off"')]: '0+1x160',
    },
    belowAt: 20,
  },
  {
    alert: 'GatewaySignOffEmailsFailing',
    severity: 'warning',
    // The first failure: its series has never been 0.
    series: { [gateway('emails_total', ',outcome="failed",topic="sign_off"')]: '_x20 1x120' },
    quiet: 4.75,
    firing: 5.25,
    resolved: 21,
    below: {
      [gateway('emails_total', ',outcome="failed",topic="sign_off"')]: '7x160',
      [gateway('emails_total', ',outcome="failed",topic="invitation"')]: '0+1x160',
      [gateway('emails_total', ',outcome="sent",topic="sign_off"')]: '0+1x160',
    },
    belowAt: 20,
  },
  {
    alert: 'GatewayEmailsDelayed',
    severity: 'warning',
    series: {
      [gateway('emails_total', ',outcome="put_off"')]: '0+1x80 80x80',
      [gateway('emails_total', ',outcome="sent"')]: '5x160',
    },
    quiet: 10,
    firing: 10.5,
    resolved: 31,
    below: {
      [gateway('emails_total', ',outcome="put_off"')]: '0+1x160',
      [gateway('emails_total', ',outcome="sent"')]: '0+1x160',
    },
    belowAt: 30,
  },
  {
    alert: 'GatewayBackgroundWorkFailing',
    severity: 'warning',
    series: { [gateway('background_failures_total', ',work="jobs"')]: '0x20 0+3x120 360x160' },
    quiet: 10.5,
    firing: 12.5,
    resolved: 41,
    below: { [gateway('background_failures_total', ',work="jobs"')]: '0x20 8x160' },
    belowAt: 20,
  },
  {
    alert: 'GatewayBackgroundWorkLate',
    severity: 'warning',
    series: { [gateway('background_work_oldest_seconds', ',work="delivery"')]: '0x8 301x40 0x40' },
    quiet: 7,
    firing: 7.25,
    resolved: 13,
    below: { [gateway('background_work_oldest_seconds', ',work="delivery"')]: '300x80' },
    belowAt: 18,
  },
  {
    alert: 'GatewayCampaignMessagesFailing',
    severity: 'warning',
    series: messages({ SENT: '0+7x80 560x100', FAILED: '0+1x80 80x100', BOUNCED: '0+1x80 80x100' }),
    quiet: 5,
    firing: 15,
    resolved: 36,
    below: messages({ SENT: '0+9x80', FAILED: '0+1x80', BOUNCED: '0+1x80' }),
    belowAt: 18,
  },
  {
    alert: 'GatewayCampaignMessagesDelayed',
    severity: 'warning',
    series: messages({ QUEUED: '0+1x40 40x160', UNKNOWN: '0x40 0+1x60 60x100', SENT: '5x200' }),
    quiet: 15,
    firing: 15.5,
    resolved: 41,
    below: messages({ QUEUED: '0+1x100', SENT: '0+1x100' }),
    belowAt: 24,
  },
  {
    alert: 'GatewayCampaignBounces',
    severity: 'warning',
    step: 5,
    series: {
      ...messages({ SENT: '0 950x700', BOUNCED: '0 26x700' }),
      ...reports({ BOUNCED: '0 26x700' }),
    },
    quiet: 5,
    firing: 15,
    resolved: 1500,
    below: {
      ...messages({ SENT: '0 950x700', BOUNCED: '0 23x700' }),
      ...reports({ BOUNCED: '0 24x700' }),
    },
    belowAt: 60,
  },
  {
    alert: 'GatewayCampaignComplaints',
    severity: 'warning',
    step: 5,
    series: { ...messages({ SENT: '0 3500x700', BOUNCED: '0x700' }), ...reports({ COMPLAINED: '0 4x700' }) },
    quiet: 5,
    firing: 15,
    resolved: 1500,
    below: { ...messages({ SENT: '0 4100x700', BOUNCED: '0x700' }), ...reports({ COMPLAINED: '0 4x700' }) },
    belowAt: 60,
  },
  {
    alert: 'GatewaySenderRecordsBroken',
    severity: 'warning',
    step: 5,
    series: checks({ broken: '0 0 1x700' }),
    quiet: 5,
    firing: 15,
    resolved: 1600,
    below: checks({ valid: '0 0 1x700', unanswered: '0 0 1x700', broken: '0x700' }),
    belowAt: 60,
  },
  {
    alert: 'GatewayAuditTrailChanged',
    severity: 'critical',
    series: { [gateway('audit_trail_changed_total', '')]: '_x20 1x120' },
    quiet: 4.75,
    firing: 5.25,
    resolved: 21,
    below: { [gateway('audit_trail_changed_total', '')]: '0x160' },
    belowAt: 20,
  },
  {
    alert: 'GatewayCheckpointsUnwitnessed',
    severity: 'warning',
    series: { [gateway('audit_checkpoints_unwitnessed_total', '')]: '_x20 1x120' },
    quiet: 4.75,
    firing: 5.25,
    resolved: 21,
    below: { [gateway('audit_checkpoints_unwitnessed_total', '')]: '0x160' },
    belowAt: 20,
  },
  {
    alert: 'GatewayUnhandledRejections',
    severity: 'warning',
    series: { [gateway('unhandled_rejections_total', '')]: '0x20 1x120' },
    quiet: 4.75,
    firing: 5.25,
    resolved: 21,
    below: { [gateway('unhandled_rejections_total', '')]: '0x160' },
    belowAt: 20,
  },
  {
    alert: 'GatewayStreamEventsSkipped',
    severity: 'warning',
    series: { [gateway('stream_events_skipped_total', ',operation="x"')]: '_x20 1x120' },
    quiet: 4.75,
    firing: 5.25,
    resolved: 21,
    below: { [gateway('stream_events_skipped_total', ',operation="x"')]: '1x160' },
    belowAt: 20,
  },
  // Over a history as short as these all long windows see the same share; slo.test.ts tells them apart.
  {
    alert: 'GatewayErrorBudgetBurn',
    severity: 'critical',
    step: 1,
    series: share('0+20x60 1200x60', '0+980x120'),
    count: 2,
    quiet: 1,
    firing: 60,
    resolved: 100,
    below: share('0+5x60', '0+995x60'),
    belowAt: 60,
  },
  {
    alert: 'GatewayErrorBudgetBurn',
    severity: 'warning',
    step: 1,
    series: share('0+4x60 240x240', '0+996x300'),
    count: 2,
    quiet: 1,
    firing: 60,
    resolved: 295,
    below: share('0+9x30', '0+9991x30'),
    belowAt: 30,
  },
  {
    alert: 'GatewayLatencyBudgetBurn',
    severity: 'critical',
    step: 1,
    series: slowShare('0+1000x120', '0+800x60 49000+1000x60'),
    count: 2,
    firing: 60,
    resolved: 110,
    below: slowShare('0+1000x60', '0+950x60'),
    belowAt: 60,
  },
  {
    alert: 'GatewayLatencyBudgetBurn',
    severity: 'warning',
    step: 1,
    series: slowShare('0+1000x300', '0+960x60 58600+1000x240'),
    count: 2,
    firing: 60,
    resolved: 295,
    below: slowShare('0+1000x30', '0+991x30'),
    belowAt: 30,
  },
  {
    alert: 'PostgresqlUnobserved',
    severity: 'warning',
    series: database('pg_up', '', '0x40 1x20'),
    quiet: 4.75,
    firing: 5,
    resolved: 10.5,
    // The database is down: PortDown tells, and that the exporter cannot ask it is no news.
    below: { ...database('pg_up', '', '0x60'), ...probe('0x60', 'tcp_connect', ',client="gateway"') },
    belowAt: 10,
  },
  {
    alert: 'PostgresqlConnectionsHigh',
    severity: 'warning',
    series: connections('61x40 20x20'),
    quiet: 4.75,
    firing: 5,
    resolved: 10.5,
    below: connections('60x60'),
    belowAt: 10,
  },
  {
    alert: 'PostgresqlLongTransaction',
    severity: 'warning',
    series: transaction('0+15x100 0x20', 'idle in transaction'),
    quiet: 15,
    firing: 15.25,
    resolved: 25.5,
    below: { ...transaction('5000x20', 'active', 'autovacuum worker'), ...transaction('5000x20', 'idle') },
    belowAt: 4,
  },
  {
    alert: 'PostgresqlReplicationLag',
    severity: 'warning',
    series: {
      ...database('pg_stat_replication_pg_wal_lsn_diff', ',slot_name="r"', '3e8x40 0x40'),
      'pg_replication_lag_seconds{client="gateway",instance="replica"}': '61x40 0x40',
    },
    count: 2,
    quiet: 4.75,
    firing: 5,
    resolved: 10.5,
    below: {
      ...database('pg_stat_replication_pg_wal_lsn_diff', ',slot_name="r"', '2.6e8x60'),
      'pg_replication_lag_seconds{client="gateway",instance="replica"}': '60x60',
    },
    belowAt: 10,
  },
  {
    alert: 'PostgresqlReplicationSlotInactive',
    severity: 'critical',
    series: database('pg_replication_slots_active', ',slot_name="r"', '0x80 1x20'),
    quiet: 14.75,
    firing: 15,
    resolved: 20.5,
    below: database('pg_replication_slots_active', ',slot_name="r"', '1x80'),
    belowAt: 18,
  },
  {
    alert: 'PostgresqlWraparound',
    severity: 'critical',
    series: {
      ...database('pg_database_wraparound_age_datfrozenxid_seconds', ',datname="a"', '1.1e9x20 1e8x20'),
      ...database('pg_database_wraparound_age_datminmxid_seconds', ',datname="a"', '5x40'),
      ...database('pg_database_wraparound_age_datfrozenxid_seconds', ',datname="b"', '5x40'),
      ...database('pg_database_wraparound_age_datminmxid_seconds', ',datname="b"', '1.1e9x20 1e8x20'),
    },
    count: 2,
    firing: 1,
    resolved: 5.5,
    below: database('pg_database_wraparound_age_datfrozenxid_seconds', ',datname="a"', '1e9x40'),
    belowAt: 5,
  },
  {
    alert: 'PostgresqlDeadTuples',
    severity: 'warning',
    step: 1,
    series: rows('300000x90 0x20', '600000x120'),
    quiet: 59,
    firing: 60,
    resolved: 92,
    below: { ...rows('90000x90', '1x90'), ...rows('300000x90', '900000x90', 'large') },
    belowAt: 80,
  },
  {
    alert: 'AcmeWaterDashboardDown',
    severity: 'critical',
    series: probe('0x20 1x20', 'http_auth_protected', ',client="acme-water"'),
    quiet: 1.75,
    firing: 2,
    resolved: 5.25,
    below: probe('0x20', 'http_auth_protected', ',client="somebody-else"'),
    belowAt: 3,
  },
  {
    alert: 'AcmeWaterMetricsDatabaseDown',
    severity: 'critical',
    series: { 'app_database_up{client="acme-water"}': '0x20 1x20' },
    quiet: 1.75,
    firing: 2,
    resolved: 5.25,
    below: { 'app_database_up{client="acme-water"}': '1x4 0x7 1x20' },
    belowAt: 3.25,
  },
  {
    alert: 'AcmeWaterMetricsDiskHigh',
    severity: 'warning',
    series: { 'app_disk_usage_percent{client="acme-water"}': '80.01x40 50x20' },
    quiet: 4.75,
    firing: 5,
    resolved: 10.5,
    below: { 'app_disk_usage_percent{client="acme-water"}': '80x60' },
    belowAt: 10,
  },
]

/** What must never raise a disk alert, however full it is. */
export const HARMLESS_DISKS = [
  disk('10x60', 1),
  ...['tmpfs', 'overlay', 'squashfs', 'ramfs', 'fuse.x'].map((t) => disk('10x60', 0, t)),
]

/** A certificate whose probe stopped reporting it: its last date still counts. */
export const VANISHED_CERTIFICATE = certificate(`${7 * DAY - 60}x4 stale`)
