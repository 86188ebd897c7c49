import { stringify } from 'yaml'
import type { GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'
import { alertPrefix, type ClientRecord } from './record.ts'
import { DEPENDS_ON_SITE } from './routing.ts'

interface Rule {
  alert: string
  expr: string
  for: string
  labels: Record<string, string>
  annotations: { summary: string; description: string; runbook: string; runbook_page: string }
}

/** The text of a rule is a Go template, so braces in a name must be escaped. */
const literal = (text: string) => text.replaceAll('{{', '{{ "{{" }}')

const dashboardDown = (client: ClientRecord): Rule => ({
  alert: `${alertPrefix(client.id)}DashboardDown`,
  expr: `probe_success{job="probe", client="${client.id}", module="http_auth_protected"} == 0`,
  for: '2m',
  labels: { severity: 'critical', client: client.id, ...DEPENDS_ON_SITE },
  annotations: {
    summary: `The protected page of ${literal(client.name)} does not answer`,
    description:
      'The probe of {{ $labels.instance }} has failed for two minutes: neither the page nor a login prompt came.',
    runbook: 'The public site answers, this page does not: the application or its login service is down.',
    runbook_page: 'ClientDashboardDown',
  },
})

const databaseDown = (client: ClientRecord): Rule => ({
  alert: `${alertPrefix(client.id)}MetricsDatabaseDown`,
  expr: `app_database_up{client="${client.id}"} == 0`,
  for: '2m',
  labels: { severity: 'critical', client: client.id, ...DEPENDS_ON_SITE },
  annotations: {
    summary: `The database of ${literal(client.name)} does not answer`,
    description: `The metrics endpoint has not reached its ${client.database} database for two minutes.`,
    runbook: `Log in by ${client.access} (${literal(client.hosting)}); is the database running, did its password change, is its disk full?`,
    runbook_page: 'ClientMetricsDatabaseDown',
  },
})

const diskHigh = (client: ClientRecord): Rule => ({
  alert: `${alertPrefix(client.id)}MetricsDiskHigh`,
  expr: `app_disk_usage_percent{client="${client.id}"} > 80`,
  for: '5m',
  labels: { severity: 'warning', client: client.id, ...DEPENDS_ON_SITE },
  annotations: {
    summary: `The disk of ${literal(client.name)} is above 80%`,
    description: 'The client host reports {{ $value | printf "%.2f" }}% of its disk as used.',
    runbook: 'Old backups, mail and error logs are the usual reason on shared hosting; ask the client before deleting.',
    runbook_page: 'ClientMetricsDiskHigh',
  },
})

/** Metric alerts of one client only. The alerts for all clients are in alerts.yml. */
export const metricRules = (client: ClientRecord): GeneratedFile[] => {
  const rules = [
    ...(client.probes.some((probe) => probe.module === 'http_auth_protected') ? [dashboardDown(client)] : []),
    ...(client.metrics ? [diskHigh(client)] : []),
    ...(client.metrics && client.database !== 'none' ? [databaseDown(client)] : []),
  ]
  if (rules.length === 0) return []
  const content = stringify({ groups: [{ name: `client-${client.id}`, rules }] }, { lineWidth: 0 })
  return [
    {
      path: `prometheus/rules/${client.id}.yml`,
      kind: 'generated',
      content: `# ${notice(`clients/${client.id}.yml`)}\n${content}`,
    },
  ]
}
