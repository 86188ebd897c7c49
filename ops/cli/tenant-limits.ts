import { stringify } from 'yaml'
import type { GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'
import { type ClientRecord, DEFAULT_RETENTION } from './record.ts'

type Retention = ClientRecord['retention']

const hours = (days: number): string => `${days * 24}h`

/**
 * A tenant's list replaces Loki's global list, so it must be complete: the selectors of loki.yml with the client's own
 * periods.
 */
export const retentionStreams = ({ logDays, securityDays }: Retention) => [
  { selector: '{action_type=~"login|logout|failed_login"}', priority: 3, period: hours(securityDays) },
  { selector: '{level="error"}', priority: 2, period: hours(securityDays) },
  { selector: '{level="info"}', priority: 1, period: hours(logDays) },
]

/**
 * The longest query range that Loki accepts: the whole retention period, and an hour for logs that are being deleted.
 */
const longestQuery = ({ securityDays }: Retention): string => `${securityDays * 24 + 1}h`

/**
 * Tempo's ingestion limits of all tenants (tempo.yml). A tenant with overrides has its own limits and none of the
 * defaults.
 */
export const INGESTION = { rate_limit_bytes: 1_000_000, burst_size_bytes: 5_000_000 }

const differing = (clients: ClientRecord[], ...fields: (keyof Retention)[]): ClientRecord[] =>
  clients.filter(({ retention }) => fields.some((field) => retention[field] !== DEFAULT_RETENTION[field]))

const lokiTenants = (clients: ClientRecord[]) =>
  differing(clients, 'logDays', 'securityDays').map(({ id, retention }) => [
    id,
    {
      retention_period: hours(retention.logDays),
      retention_stream: retentionStreams(retention),
      max_query_length: longestQuery(retention),
    },
  ])

const tempoTenants = (clients: ClientRecord[]) =>
  differing(clients, 'traceDays').map(({ id, retention }) => [
    id,
    { ingestion: INGESTION, compaction: { block_retention: hours(retention.traceDays) } },
  ])

const overrides = (path: string, comment: string, tenants: object): GeneratedFile => ({
  path,
  kind: 'generated',
  content: `# ${notice('clients/')}\n# ${comment}\n${stringify({ overrides: tenants }, { aliasDuplicateObjects: false })}`,
})

/**
 * Limits of single tenants whose retention differs from the default, for Loki and Tempo. `ops` is the stack's own
 * tenant.
 */
export const tenantOverrides = (clients: ClientRecord[]): GeneratedFile[] => [
  overrides('loki/runtime.yaml', 'Loki reads it again every ten minutes.', {
    ops: { ingestion_rate_mb: 8, ingestion_burst_size_mb: 16 },
    ...Object.fromEntries(lokiTenants(clients)),
  }),
  overrides('tempo/overrides.yml', 'Tempo reads it again every ten seconds.', {
    ops: { ingestion: { rate_limit_bytes: 15_000_000, burst_size_bytes: 20_000_000 } },
    ...Object.fromEntries(tempoTenants(clients)),
  }),
]
