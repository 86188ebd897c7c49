import { stringify } from 'yaml'
import { loki, tempo } from './dashboards/panels.ts'
import type { GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'
import type { ClientRecord } from './record.ts'

/** The settings of a data source for one tenant: Grafana adds a header that names the tenant. */
const tenant = (id: string, settings: object = {}) => ({
  access: 'proxy',
  jsonData: { ...settings, httpHeaderName1: 'X-Scope-OrgID' },
  secureJsonData: { httpHeaderValue1: id },
})

/**
 * The data sources of a client's logs and traces. The operators and the client's own organization use the same uids.
 */
const tenantSources = ({ id, activity, traces }: ClientRecord) => [
  ...(activity ? [{ name: 'Logs', ...loki(id), url: 'http://loki:3100', ...tenant(id, { maxLines: 5000 }) }] : []),
  ...(traces ? [{ name: 'Traces', ...tempo(id), url: 'http://tempo:3200', ...tenant(id) }] : []),
]

/** The data sources of a client's own organization. From Prometheus it sees only series with the client's label. */
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

/** The data sources with which operators read a client's tenants, as a file for provisioning. */
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
