import { stringify } from 'yaml'
import { loki, tempo } from './dashboards/panels.ts'
import type { GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'
import type { ClientRecord } from './record.ts'

/** What a store that keeps tenants apart is asked as: the tenant goes in a header that Grafana adds. */
const tenant = (id: string, settings: object = {}) => ({
  access: 'proxy',
  jsonData: { ...settings, httpHeaderName1: 'X-Scope-OrgID' },
  secureJsonData: { httpHeaderValue1: id },
})

/** What a client ships, under his tenant: the same uids for the operators and in the client's own organization. */
const tenantSources = ({ id, activity, traces }: ClientRecord) => [
  ...(activity ? [{ name: 'Logs', ...loki(id), url: 'http://loki:3100', ...tenant(id, { maxLines: 5000 }) }] : []),
  ...(traces ? [{ name: 'Traces', ...tempo(id), url: 'http://tempo:3200', ...tenant(id) }] : []),
]

/** What a client's own organization sees, of Prometheus only what carries the client's label. */
export const clientDataSources = (client: ClientRecord) => [
  {
    uid: 'prometheus',
    name: 'Prometheus',
    type: 'prometheus',
    access: 'proxy',
    isDefault: true,
    url: 'http://prom-label-proxy:8080',
    jsonData: { httpMethod: 'POST', httpHeaderName1: 'X-Client' },
    secureJsonData: { httpHeaderValue1: client.id },
  },
  ...tenantSources(client),
]

/** The operators' view of a client's tenants, as a file for provisioning. */
export const operatorDataSources = (client: ClientRecord): GeneratedFile[] => {
  const datasources = tenantSources(client).map((source) => ({ ...source, name: `${source.name} (${client.id})` }))
  if (datasources.length === 0) return []
  return [
    {
      path: `grafana/provisioning/datasources/${client.id}.yml`,
      kind: 'generated',
      content: `# ${notice(`clients/${client.id}.yml`)}\n${stringify({ apiVersion: 1, prune: true, datasources })}`,
    },
  ]
}
