import { MappingType, type ValueMapping } from '@grafana/grafana-foundation-sdk/dashboard'
import type { GeneratedFile } from '../files.ts'
import type { ClientRecord } from '../record.ts'
import {
  dashboardFile,
  foundTraces,
  logs,
  loki,
  oneTrace,
  PROMETHEUS,
  type Steps,
  stat,
  table,
  tempo,
  timeseries,
  traceVariable,
} from './panels.ts'

/** Displays 0 and 1 as words. */
const words = (off: string, on: string): ValueMapping[] => [
  {
    type: MappingType.ValueToText,
    options: { '0': { text: off, color: 'red', index: 0 }, '1': { text: on, color: 'green', index: 1 } },
  },
]

const redOrGreen: Steps = [
  [null, 'red'],
  [1, 'green'],
]

const site = ({ id }: ClientRecord) => [
  stat('Website Status', PROMETHEUS, `probe_success{client="${id}"}`, '{{instance}}', redOrGreen)
    .mappings(words('OFFLINE', 'ONLINE'))
    .span(12),
  stat('SSL Expiry', PROMETHEUS, `(probe_ssl_earliest_cert_expiry{client="${id}"} - time()) / 86400`, '{{instance}}', [
    [null, 'red'],
    [7, 'yellow'],
    [30, 'green'],
  ])
    .unit('d')
    .decimals(0)
    .span(12)
    .noValue('no certificate'),
  timeseries('Response Time', PROMETHEUS, 's', [[`probe_duration_seconds{client="${id}"}`, '{{instance}}']]),
]

const application = ({ id, metrics }: ClientRecord) =>
  metrics
    ? [
        stat('Database', PROMETHEUS, `app_database_up{client="${id}"}`, 'database', redOrGreen)
          .mappings(words('DOWN', 'UP'))
          .span(12),
        stat('Free Disk', PROMETHEUS, `app_disk_free_bytes{client="${id}"}`, 'free', [[null, 'blue']])
          .unit('bytes')
          .span(12),
        timeseries('Users and Sessions', PROMETHEUS, 'short', [
          [`app_users_total{client="${id}"}`, 'users'],
          [`app_sessions_active{client="${id}"}`, 'active sessions'],
        ]),
        timeseries('Disk Usage', PROMETHEUS, 'percent', [[`app_disk_usage_percent{client="${id}"}`, 'used']]),
      ]
    : []

const activity = ({ id, activity: shipped }: ClientRecord) => {
  if (!shipped) return []
  const source = loki(id)
  const lines = `client="${id}", job="activity"`
  return [
    timeseries('Activity Timeline', source, 'short', [
      [`sum by (action_type) (count_over_time({${lines}}[$__interval]))`, '{{action_type}}'],
    ]),
    logs('Login Activity', source, `{${lines}, action_type=~"login|logout|failed_login"}`),
    logs('Error Events', source, `{${lines}, level="error"}`),
    table(
      'User Activity',
      source,
      `topk(20, sum by (user) (count_over_time({${lines}} | json user="user" [$__range])))`,
    ),
  ]
}

const traces = ({ id, traces: sent }: ClientRecord) =>
  sent
    ? [
        foundTraces('Traces', tempo(id), '{ }'),
        foundTraces('Failed Requests', tempo(id), '{ status = error }'),
        oneTrace('Trace', tempo(id)),
      ]
    : []

/** The dashboard of one client (onboarding step 6). Operators and the client's own organization use the same file. */
export const clientDashboard = (client: ClientRecord): GeneratedFile =>
  dashboardFile(
    client.id,
    `client-${client.id}`,
    client.name,
    [...site(client), ...application(client), ...activity(client), ...traces(client)],
    client.traces ? [traceVariable()] : [],
  )
