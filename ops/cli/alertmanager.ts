import { stringify } from 'yaml'
import type { Env } from './env.ts'
import type { GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'
import { receivers } from './receivers.ts'
import type { ClientRecord } from './record.ts'
import { inhibition, routes } from './routing.ts'
import { timeIntervals } from './working-hours.ts'

const global = (env: Env) => ({
  resolve_timeout: '5m',
  ...(env.SMTP_ENABLED === 'true' && {
    smtp_smarthost: env.SMTP_HOST,
    smtp_from: env.SMTP_FROM,
    ...(env.SMTP_USER && { smtp_auth_username: env.SMTP_USER, smtp_auth_password_file: '/run/secrets/smtp_password' }),
    smtp_require_tls: true,
  }),
})

/** Address of Grafana's Explore page with a log query of the last hour. */
const explore = (root: string, datasource: string, expr: string) => {
  const query = { datasource, queries: [{ refId: 'A', expr }], range: { from: 'now-1h', to: 'now' } }
  const panes = encodeURIComponent(JSON.stringify({ a: query })).replaceAll('CLIENT', '{{ .Labels.client | urlquery }}')
  return `${root}/explore?schemaVersion=1&orgId=1&panes=${panes}`
}

// An alert may contain any name, so characters that do not occur in page names are removed from the address.
const PLAIN = 'reReplaceAll "[^A-Za-z0-9]" "" | reReplaceAll "^(.{0,60}).*$" "$1"'

/**
 * The links of a message's buttons: the dashboard and logs of the client or of the stack, and the runbook page. Links
 * for operators name organization 1. A client's links name no organization: the client's viewer is in one organization
 * only, and Grafana assigns its number.
 */
const links = (env: Env, clients: ClientRecord[]) => {
  const root = env.DASHBOARD_ROOT_URL.replace(/\/$/, '')
  const runbooks = env.RUNBOOK_URL.replace(/\/$/, '')
  const tenants = clients.filter((client) => client.activity).map((client) => `"${client.id}"`)
  const own = `{{ else if eq .Labels.client ${tenants.join(' ')} }}${explore(root, 'loki-CLIENT', '{client="CLIENT"}')}`
  return `{{/* ${notice('.env and clients/')} */}}
{{ define "links.dashboard" }}${root}/d/{{ if .Labels.client }}client-{{ .Labels.client | urlquery }}{{ else }}stack{{ end }}?orgId=1{{ end }}

{{ define "links.client" }}${root}/d/client-{{ .Labels.client | urlquery }}{{ end }}

{{ define "links.logs" }}{{ if not .Labels.client }}${explore(root, 'loki', '{job=~".+"}')}${tenants.length > 0 ? own : ''}{{ else }}${explore(root, 'loki', '{client="CLIENT"}')}{{ end }}{{ end }}

{{ define "links.runbook" }}${runbooks}/{{ if .Annotations.runbook_page }}{{ .Annotations.runbook_page | ${PLAIN} }}{{ else }}{{ .Labels.alertname | ${PLAIN} }}{{ end }}.md{{ end }}
`
}

/** Alertmanager's configuration, and the links in its templates (onboarding step 5). */
export const alertmanagerFiles = (env: Env, clients: ClientRecord[]): GeneratedFile[] => {
  const intervals = timeIntervals(clients)
  const config = {
    global: global(env),
    templates: ['/etc/alertmanager/templates/*.tmpl'],
    route: routes(clients),
    ...(intervals.length > 0 && { time_intervals: intervals }),
    inhibit_rules: inhibition,
    receivers: receivers(env, clients),
  }
  return [
    {
      path: 'alertmanager/alertmanager.yml',
      kind: 'generated',
      content: `# ${notice('.env and clients/')}\n${stringify(config, { aliasDuplicateObjects: false, lineWidth: 0 })}`,
    },
    {
      path: 'alertmanager/templates/links.tmpl',
      kind: 'generated',
      content: links(env, clients),
    },
  ]
}
