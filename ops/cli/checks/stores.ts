import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const duration = z.string().regex(/^(\d+(ms|s|m|h|d|w|y))+$/, 'is not a duration such as 720h')
const size = z.string().regex(/^\d+(\.\d+)?[KMG]?B$/, 'is not a size such as 64KB')
const listening = z.string().regex(/^[\d.]+:\d+$/, 'is not an address such as 0.0.0.0:4317')
const path = z.string().startsWith('/', 'is not an absolute path')
const port = z.int().min(1).max(65_535)
const count = z.int().min(0)
const level = z.enum(['debug', 'info', 'warn', 'error'])
const memberlist = z.strictObject({ kvstore: z.strictObject({ store: z.enum(['inmemory', 'memberlist']) }) })

const stream = z.strictObject({ selector: z.string(), priority: count, period: duration })

/** Limits that Loki has for all tenants and that can be set for a single tenant. */
const lokiLimits = z.strictObject({
  retention_period: duration,
  retention_stream: z.array(stream),
  reject_old_samples: z.boolean(),
  reject_old_samples_max_age: duration,
  unordered_writes: z.boolean(),
  max_entries_limit_per_query: count,
  max_query_series: count,
  max_query_parallelism: count,
  max_query_length: duration,
  allow_structured_metadata: z.boolean(),
  deletion_mode: z.enum(['disabled', 'filter-only', 'filter-and-delete']),
  max_label_names_per_series: count,
  max_line_size: size,
  ingestion_rate_mb: z.number().positive(),
  ingestion_burst_size_mb: z.number().positive(),
})

/** The keys in use, according to the documentation of the release. Add new keys here. */
const loki = z.strictObject({
  auth_enabled: z.literal(true, 'must be true: without it all clients are one tenant'),
  server: z.strictObject({ http_listen_port: port, grpc_listen_port: port, log_level: level }),
  common: z.strictObject({
    instance_addr: z.string(),
    path_prefix: path,
    replication_factor: count,
    ring: memberlist,
    storage: z.strictObject({ filesystem: z.strictObject({ chunks_directory: path, rules_directory: path }) }),
  }),
  schema_config: z.strictObject({
    configs: z.array(
      z.strictObject({
        from: z.iso.date(),
        store: z.literal('tsdb'),
        object_store: z.literal('filesystem'),
        schema: z.literal('v13'),
        index: z.strictObject({ prefix: z.string(), period: z.literal('24h') }),
      }),
    ),
  }),
  compactor: z.strictObject({
    working_directory: path,
    retention_enabled: z.literal(true, 'must be true: without it nothing is ever deleted'),
    delete_request_store: z.literal('filesystem'),
  }),
  runtime_config: z.strictObject({ file: path, period: duration }),
  limits_config: lokiLimits.partial(),
  ruler: z.strictObject({
    storage: z.strictObject({ type: z.literal('local'), local: z.strictObject({ directory: path }) }),
    rule_path: path,
    alertmanager_url: z.url(),
    enable_alertmanager_v2: z.literal(true),
    enable_api: z.boolean(),
    ring: memberlist,
  }),
  analytics: z.strictObject({ reporting_enabled: z.boolean() }),
})

const kept = z.strictObject({ block_retention: duration })
const ingestion = z.strictObject({ rate_limit_bytes: count, burst_size_bytes: count })
const tempoLimits = z.strictObject({ ingestion, compaction: kept.optional() })
const receiver = z.strictObject({ endpoint: listening })

const tempo = z.strictObject({
  multitenancy_enabled: z.literal(true, 'must be true: without it all clients are one tenant'),
  server: z.strictObject({ http_listen_port: port, log_level: level }),
  distributor: z.strictObject({
    receivers: z.strictObject({
      otlp: z.strictObject({ protocols: z.strictObject({ grpc: receiver, http: receiver }) }),
    }),
  }),
  backend_scheduler: z.strictObject({
    provider: z.strictObject({ compaction: z.strictObject({ compaction: kept }) }),
  }),
  backend_worker: z.strictObject({ compaction: kept }),
  storage: z.strictObject({
    trace: z.strictObject({
      backend: z.literal('local'),
      local: z.strictObject({ path }),
      wal: z.strictObject({ path }),
    }),
  }),
  overrides: z.strictObject({ defaults: tempoLimits, per_tenant_override_config: path }),
  usage_report: z.strictObject({ reporting_enabled: z.boolean() }),
})

const tenants = (limits: z.ZodType) => z.strictObject({ overrides: z.record(z.string(), limits) })

/** Reads a YAML file of the stack and validates it against a schema. Reports every problem with its position. */
export const readChecked = <T>(root: string, file: string, schema: z.ZodType<T>): T => {
  const result = schema.safeParse(parse(readFileSync(join(root, file), 'utf8')))
  if (result.success) return result.data
  const problems = result.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => `${file}: ${[...issue.path, key].join('.')}: is not known`)
      : [`${file}: ${issue.path.join('.')}: ${issue.message}`],
  )
  throw new Error(problems.join('\n'))
}

/** Checks that a file exists that a configuration names by its path in the container. */
const demandFile = (root: string, from: string, mounted: string): void => {
  const file = mounted.replace(/^\/etc\//, '')
  if (!existsSync(join(root, file))) throw new Error(`${from}: ${mounted}: there is no ${file}`)
}

/** Checks Loki's configuration files. The rules of its tenants are checked with the queries. */
export const checkLoki = (root: string): string => {
  const { runtime_config, ruler } = readChecked(root, 'loki/loki.yml', loki)
  demandFile(root, 'loki/loki.yml', runtime_config.file)
  demandFile(root, 'loki/loki.yml', ruler.storage.local.directory)
  readChecked(root, 'loki/runtime.yaml', tenants(lokiLimits.partial()))
  return 'loki.yml, runtime.yaml'
}

/**
 * Checks Tempo's configuration files. A tenant with overrides gets none of the default limits, so its overrides must
 * contain limits.
 */
export const checkTempo = (root: string): string => {
  const { overrides } = readChecked(root, 'tempo/tempo.yml', tempo)
  demandFile(root, 'tempo/tempo.yml', overrides.per_tenant_override_config)
  readChecked(root, 'tempo/overrides.yml', tenants(tempoLimits))
  return 'tempo.yml, overrides.yml'
}
