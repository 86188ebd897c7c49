import type { GeneratedFile } from '../files.ts'
import { failedShare, OBJECTIVES } from '../slo.ts'
import { dashboardFile, logs, loki, PROMETHEUS, stat, timeseries } from './panels.ts'

const rate = (metric: string, by: string) => `sum by (${by}) (rate(${metric}{job="gateway"}[$__rate_interval]))`

const REPORTS = 'campaign_message_reports_total'
/** Messages of a day with these outcomes. */
const daily = (metric: string, outcomes: string) =>
  `sum(increase(${metric}{job="gateway", outcome=~"${outcomes}"}[1d]))`
const ATTEMPTED = daily('campaign_messages_total', 'SENT|BOUNCED')

const quantile = (q: number, metric: string, by = 'le') =>
  `histogram_quantile(${q}, sum by (${by}) (rate(${metric}_bucket{job="gateway"}[$__rate_interval])))`

const budgets = () =>
  OBJECTIVES.map((objective) =>
    stat(
      `Error budget left of 30 days: ${objective.slo}`,
      PROMETHEUS,
      `1 - (${failedShare(objective, '30d')}) / ${objective.budget}`,
      objective.slo,
      [
        [null, 'red'],
        [0, 'orange'],
        [0.5, 'green'],
      ],
    )
      .unit('percentunit')
      .span(12),
  )

/** The gateway: error budgets, rate, errors, latency, streams, audit queue, rate limits, database. */
export const gatewayDashboard = (): GeneratedFile =>
  dashboardFile('gateway-service', 'gateway-service', 'Gateway', [
    ...budgets(),
    timeseries('Requests', PROMETHEUS, 'reqps', [
      [rate('http_request_duration_seconds_count', 'status'), '{{status}}'],
    ]),
    timeseries('Error share', PROMETHEUS, 'percentunit', [
      [
        'sum(rate(http_request_duration_seconds_count{job="gateway", status=~"5.."}[$__rate_interval])) / ' +
          'sum(rate(http_request_duration_seconds_count{job="gateway"}[$__rate_interval]))',
        'server errors',
      ],
    ]),
    timeseries('Latency', PROMETHEUS, 's', [
      [quantile(0.5, 'http_request_duration_seconds'), 'p50'],
      [quantile(0.95, 'http_request_duration_seconds'), 'p95'],
      [quantile(0.99, 'http_request_duration_seconds'), 'p99'],
    ]),
    timeseries('GraphQL operations, p95', PROMETHEUS, 's', [
      [quantile(0.95, 'graphql_operation_duration_seconds', 'le, operation'), '{{operation}}'],
    ]),
    timeseries('GraphQL outcomes', PROMETHEUS, 'ops', [
      [rate('graphql_operation_duration_seconds_count', 'type, outcome'), '{{type}} {{outcome}}'],
    ]),
    timeseries('Open streams', PROMETHEUS, 'short', [['sum by (kind) (streams_open{job="gateway"})', '{{kind}}']]),
    timeseries('Audit queue', PROMETHEUS, 'short', [['audit_queue_depth{job="gateway"}', '{{instance}}']]),
    timeseries('Audit flush', PROMETHEUS, 's', [[quantile(0.95, 'audit_flush_duration_seconds'), 'p95']]),
    timeseries('Rate limit rejections', PROMETHEUS, 'reqps', [
      ['sum(rate(rate_limit_rejections_total{job="gateway"}[$__rate_interval]))', 'rejected'],
    ]),
    timeseries('Cost of requests', PROMETHEUS, 'short', [[rate('request_cost_total', 'instance'), '{{instance}}']]),
    timeseries('Database connections', PROMETHEUS, 'short', [
      ['sum by (state) (database_pool_connections{job="gateway"})', '{{state}}'],
    ]),
    timeseries('Database server: connections', PROMETHEUS, 'short', [
      ['sum by (state) (pg_stat_activity_count)', '{{state}}'],
      ['max(pg_settings_max_connections)', 'limit'],
    ]),
    timeseries('Database server: longest transaction', PROMETHEUS, 's', [
      ['max by (state) (pg_stat_activity_max_tx_duration)', '{{state}}'],
    ]),
    timeseries('Database server: size', PROMETHEUS, 'bytes', [
      ['max by (datname) (pg_database_size_bytes)', '{{datname}}'],
    ]),
    timeseries('Database server: dead rows', PROMETHEUS, 'short', [
      ['topk(5, pg_stat_user_tables_n_dead_tup)', '{{relname}}'],
    ]),
    timeseries('E-mails', PROMETHEUS, 'cps', [[rate('emails_total', 'outcome'), '{{outcome}}']]),
    timeseries('E-mails that failed', PROMETHEUS, 'cps', [
      ['sum by (topic) (rate(emails_total{job="gateway", outcome="failed"}[$__rate_interval]))', '{{topic}}'],
    ]),
    timeseries('Campaign messages', PROMETHEUS, 'cps', [[rate('campaign_messages_total', 'outcome'), '{{outcome}}']]),
    timeseries('Campaign messages: later reports', PROMETHEUS, 'cps', [
      [rate('campaign_message_reports_total', 'outcome'), '{{outcome}}'],
    ]),
    timeseries('Campaign messages: bounces and complaints of a day', PROMETHEUS, 'percentunit', [
      [`(${daily('campaign_messages_total', 'BOUNCED')} + ${daily(REPORTS, 'BOUNCED')}) / ${ATTEMPTED}`, 'bounces'],
      [`${daily(REPORTS, 'COMPLAINED')} / ${ATTEMPTED}`, 'complaints'],
    ]),
    timeseries('Checks of senders per day', PROMETHEUS, 'short', [
      ['sum by (outcome) (increase(sender_checks_total{job="gateway"}[1d]))', '{{outcome}}'],
    ]),
    timeseries('Background work: oldest due', PROMETHEUS, 's', [
      ['max by (work) (background_work_oldest_seconds{job="gateway"})', '{{work}}'],
    ]),
    timeseries('Background work: organizations that wait', PROMETHEUS, 'short', [
      ['max by (work) (background_work_due{job="gateway"})', '{{work}}'],
    ]),
    timeseries('Background work that failed', PROMETHEUS, 'cps', [
      [rate('background_failures_total', 'work'), '{{work}}'],
    ]),
    timeseries('Audit trails that changed after signing', PROMETHEUS, 'cps', [
      [rate('audit_trail_changed_total', 'instance'), '{{instance}}'],
    ]),
    timeseries('Answers of witnesses', PROMETHEUS, 'cps', [
      [rate('audit_witness_answers_total', 'witness, outcome'), '{{witness}} {{outcome}}'],
      [rate('audit_checkpoints_unwitnessed_total', 'instance'), '{{instance}}: too few signed'],
    ]),
    timeseries('Failures that no code handled', PROMETHEUS, 'cps', [
      [rate('unhandled_rejections_total', 'instance'), '{{instance}}'],
    ]),
    timeseries('Stream events skipped', PROMETHEUS, 'cps', [
      [rate('stream_events_skipped_total', 'operation'), '{{operation}}'],
    ]),
    timeseries('Redis', PROMETHEUS, 'bool_on_off', [['redis_up{job="gateway"}', '{{instance}}']]),
    timeseries('Event loop blocked', PROMETHEUS, 'percentunit', [
      [rate('event_loop_blocked_seconds_sum', 'instance'), '{{instance}}'],
    ]),
    timeseries('Event loop lag', PROMETHEUS, 's', [['nodejs_eventloop_lag_seconds{job="gateway"}', '{{instance}}']]),
    timeseries('Memory', PROMETHEUS, 'bytes', [['process_resident_memory_bytes{job="gateway"}', '{{instance}}']]),
    logs('Errors', loki(), '{client="gateway", level=~"error|fatal"}'),
  ])

const FILESYSTEM = 'fstype!~"tmpfs|overlay|squashfs|ramfs|fuse.*"'

/** The stack itself: state of its parts, free space, and delivery of alerts. */
export const stackDashboard = (): GeneratedFile =>
  dashboardFile('stack', 'stack', 'Monitoring stack', [
    stat('Targets', PROMETHEUS, 'sum by (job) (up) / count by (job) (up)', '{{job}}', [
      [null, 'red'],
      [1, 'green'],
    ]).unit('percentunit'),
    stat(
      'Firing alerts',
      PROMETHEUS,
      'sum(ALERTS{alertstate="firing", alertname!="Watchdog"}) or vector(0)',
      'firing',
      [
        [null, 'green'],
        [1, 'red'],
      ],
    ),
    stat('Sites online', PROMETHEUS, 'sum(probe_success{job="probe"})', 'online', [[null, 'green']]),
    timeseries('CPU', PROMETHEUS, 'percent', [
      ['100 * (1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[$__rate_interval])))', '{{instance}}'],
    ]),
    timeseries('Memory', PROMETHEUS, 'percent', [
      ['100 * (1 - node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes)', '{{instance}}'],
    ]),
    timeseries('Disk', PROMETHEUS, 'percent', [
      [
        `100 * (1 - node_filesystem_avail_bytes{${FILESYSTEM}} / node_filesystem_size_bytes{${FILESYSTEM}})`,
        '{{instance}} {{mountpoint}}',
      ],
    ]),
    timeseries('Memory by container', PROMETHEUS, 'bytes', [
      ['sum by (name) (container_memory_working_set_bytes{name!=""})', '{{name}}'],
    ]),
    timeseries('Samples stored', PROMETHEUS, 'cps', [
      ['rate(prometheus_tsdb_head_samples_appended_total[$__rate_interval])', ''],
    ]),
    timeseries('Log lines stored', PROMETHEUS, 'cps', [
      ['sum by (tenant) (rate(loki_distributor_lines_received_total[$__rate_interval]))', '{{tenant}}'],
    ]),
    timeseries('Notifications', PROMETHEUS, 'cps', [
      ['sum by (integration) (rate(alertmanager_notifications_total[$__rate_interval]))', '{{integration}}'],
      [
        'sum by (integration) (rate(alertmanager_notifications_failed_total[$__rate_interval]))',
        '{{integration}} failed',
      ],
    ]),
    logs('Errors of the stack', loki(), '{job="containers", service!="gateway", level=~"error|fatal|panic|critical"}'),
  ])
