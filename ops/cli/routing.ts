import { receiverNames } from './receivers.ts'
import type { ClientRecord } from './record.ts'
import { noActivityRoutes } from './working-hours.ts'

/** A node of Alertmanager's routing tree. */
export interface Route {
  receiver: string
  matchers?: string[] | undefined
  continue?: boolean
  group_by?: string[]
  group_wait?: string
  group_interval?: string
  repeat_interval?: string
  active_time_intervals?: string[]
  routes?: Route[]
}

const clientRoute = (client: ClientRecord): Route => {
  const [usual, urgent] = receiverNames(client)
  const critical = { receiver: urgent, group_wait: '10s', repeat_interval: '30m' }
  return {
    receiver: usual,
    matchers: [`client="${client.id}"`],
    group_wait: '30s',
    repeat_interval: '2h',
    routes: [
      { ...critical, matchers: ['category="security"'] },
      { ...critical, matchers: ['severity="critical"'] },
      ...noActivityRoutes(client),
    ],
  }
}

/**
 * The routing tree. The first matching route applies, except the gateway's route, which receives every alert and
 * continues.
 */
export const routes = (clients: ClientRecord[]): Route => ({
  receiver: 'default',
  group_by: ['alertname', 'severity'],
  group_wait: '30s',
  group_interval: '5m',
  repeat_interval: '4h',
  routes: [
    // Ten seconds instead of zero, so that an inhibiting alert has time to arrive.
    { receiver: 'gateway', matchers: ['alertname!="Watchdog"'], continue: true, group_by: ['...'], group_wait: '10s' },
    {
      receiver: 'heartbeat',
      matchers: ['alertname="Watchdog"'],
      group_wait: '0s',
      // Half of the repeat interval: with equal intervals, a flush that is slightly early would skip a heartbeat.
      group_interval: '30s',
      repeat_interval: '1m',
    },
    ...clients.map(clientRoute),
    { receiver: 'security', matchers: ['category="security"'], group_wait: '10s', repeat_interval: '30m' },
    { receiver: 'critical', matchers: ['severity="critical"'], group_wait: '10s', repeat_interval: '1h' },
    { receiver: 'warning', matchers: ['severity="warning"'], group_wait: '1m', repeat_interval: '4h' },
    { receiver: 'info', matchers: ['severity="info"'], group_wait: '5m', repeat_interval: '12h' },
    // After the gateway's `continue`, an alert that matches no other route would not reach the root's receiver.
    { receiver: 'default' },
  ],
})

const pair = (critical: string, warning: string, equal: string[]) => ({
  source_matchers: [`alertname="${critical}"`],
  target_matchers: [`alertname="${warning}"`],
  equal,
})

/**
 * The label of alerts and targets that are redundant while the client's site is down: the protected page and the
 * metrics. A label is used instead of a name, because a name contains the client's id, which may be any word.
 */
export const DEPENDS_ON_SITE = { depends_on: 'site' }

/** Rules that mute an alert while another alert makes it redundant. */
export const inhibition = [
  // A dead Prometheus renews no alert. Without this rule each of its alerts would be notified as resolved after four minutes.
  {
    source_matchers: ['alertname="MetricsServerSilent"'],
    target_matchers: ['source="prometheus"'],
  },
  {
    source_matchers: ['severity="critical"'],
    target_matchers: ['severity="warning"'],
    equal: ['alertname', 'instance'],
  },
  {
    source_matchers: ['alertname="SiteDown"'],
    target_matchers: ['alertname=~"SSLCertExpir.*|HighResponseTime"'],
    equal: ['instance'],
  },
  // Alertmanager treats two missing labels as equal: without client=~".+" one site would silence the stack.
  {
    source_matchers: ['alertname="SiteDown"', 'client=~".+"'],
    target_matchers: [`depends_on="${DEPENDS_ON_SITE.depends_on}"`, 'client=~".+"'],
    equal: ['client'],
  },
  // The stack's own alert names differ by severity, so the first rule never matches them.
  pair('CriticalCpuUsage', 'HighCpuUsage', ['instance']),
  pair('SSLCertExpiryCritical', 'SSLCertExpiringSoon', ['instance']),
  // While a twentieth of all requests fail, the alert about the spent budget is redundant.
  pair('GatewayErrorRate', 'GatewayErrorBudgetBurn', ['client']),
  pair('StackServerDiskCritical', 'HighDiskUsage', ['instance', 'mountpoint']),
]
