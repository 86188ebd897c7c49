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

/** The routing tree. First match wins, but for the gateway's route, which hears everything and passes it on. */
export const routes = (clients: ClientRecord[]): Route => ({
  receiver: 'default',
  group_by: ['alertname', 'severity'],
  group_wait: '30s',
  group_interval: '5m',
  repeat_interval: '4h',
  routes: [
    // Ten seconds, not zero: an inhibiting alert must have the time to arrive.
    { receiver: 'gateway', matchers: ['alertname!="Watchdog"'], continue: true, group_by: ['...'], group_wait: '10s' },
    {
      receiver: 'heartbeat',
      matchers: ['alertname="Watchdog"'],
      group_wait: '0s',
      // Half of the repetition: at equal intervals a flush a moment early would skip a beat.
      group_interval: '30s',
      repeat_interval: '1m',
    },
    ...clients.map(clientRoute),
    { receiver: 'security', matchers: ['category="security"'], group_wait: '10s', repeat_interval: '30m' },
    { receiver: 'critical', matchers: ['severity="critical"'], group_wait: '10s', repeat_interval: '1h' },
    { receiver: 'warning', matchers: ['severity="warning"'], group_wait: '1m', repeat_interval: '4h' },
    { receiver: 'info', matchers: ['severity="info"'], group_wait: '5m', repeat_interval: '12h' },
    // After the gateway's `continue`, an alert that matches nothing else would never reach the root's own receiver.
    { receiver: 'default' },
  ],
})

const pair = (critical: string, warning: string, equal: string[]) => ({
  source_matchers: [`alertname="${critical}"`],
  target_matchers: [`alertname="${warning}"`],
  equal,
})

/**
 * What alerts and targets carry that say nothing new while the client's site is down: his protected page and his metrics.
 * By a label and never by name, since a name holds the client's id, and that may be any word.
 */
export const DEPENDS_ON_SITE = { depends_on: 'site' }

/** Which alert makes which other needless. */
export const inhibition = [
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
  // A missing label counts as equal to a missing label: without client=~".+" one site would silence the stack.
  {
    source_matchers: ['alertname="SiteDown"', 'client=~".+"'],
    target_matchers: [`depends_on="${DEPENDS_ON_SITE.depends_on}"`, 'client=~".+"'],
    equal: ['client'],
  },
  // The stack's own names differ by severity, so the first rule never matches them.
  pair('CriticalCpuUsage', 'HighCpuUsage', ['instance']),
  pair('SSLCertExpiryCritical', 'SSLCertExpiringSoon', ['instance']),
  // While a twentieth of all requests fail, that the budget is spent is no news.
  pair('GatewayErrorRate', 'GatewayErrorBudgetBurn', ['client']),
  pair('StackServerDiskCritical', 'HighDiskUsage', ['instance', 'mountpoint']),
]
