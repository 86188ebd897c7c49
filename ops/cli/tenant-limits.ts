import { stringify } from 'yaml'
import type { GeneratedFile } from './files.ts'
import { notice } from './fingerprint.ts'
import { type ClientRecord, DEFAULT_RETENTION } from './record.ts'

type Retention = ClientRecord['retention']

const hours = (days: number): string => `${days * 24}h`

/** Loki's list replaces the global one, so it is whole: the same selectors as in loki.yml, with the client's own days. */
export const retentionStreams = ({ logDays, securityDays }: Retention) => [
  { selector: '{action_type=~"login|logout|failed_login"}', priority: 3, period: hours(securityDays) },
  { selector: '{level="error"}', priority: 2, period: hours(securityDays) },
  { selector: '{level="info"}', priority: 1, period: hours(logDays) },
]

/** The longest query that Loki takes: all that is kept, and an hour for what is being deleted. */
const longestQuery = ({ securityDays }: Retention): string => `${securityDays * 24 + 1}h`

/** What Tempo lets every tenant send (tempo.yml): a tenant that is named has its own limits, and none of the defaults. */
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

/** What Loki and Tempo keep of single tenants for longer or shorter than of all; `ops` is the stack itself. */
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
