import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { variables } from '../../ops/cli/env.ts'
import { LOG_ALERTS } from '../../ops/cli/log-alerts.ts'
import { OPS, readOps, yamlOps } from './support/stack.ts'

/** Every number of the source, against the configuration that is mounted. */

interface Rule {
  alert: string
  expr: string
  for?: string
  labels: Record<string, string>
}

const rules = ['alerts', 'self-monitoring'].flatMap((name) =>
  yamlOps<{ groups: { rules: Rule[] }[] }>(`prometheus/rules/${name}.yml`).groups.flatMap((group) => group.rules),
)

describe('metric alert rules', () => {
  test.each([
    ['InstanceDown', '} == 0', '1m', 'critical'],
    ['HighCpuUsage', '> 80', '5m', 'warning'],
    ['CriticalCpuUsage', '> 95', '2m', 'critical'],
    ['HighMemoryUsage', '> 80', '5m', 'warning'],
    ['HighDiskUsage', '> 80', '5m', 'warning'],
    ['DiskWillFillIn24Hours', '86400) < 0', '30m', 'warning'],
    ['SiteDown', '== 0', '2m', 'critical'],
    ['SSLCertExpiringSoon', '/ 86400 < 30', undefined, 'warning'],
    ['SSLCertExpiryCritical', '/ 86400 < 7', undefined, 'critical'],
    ['HighResponseTime', '> 3', undefined, 'warning'],
    ['MetricsServerDown', 'up{job="prometheus"} == 0', '1m', 'critical'],
    ['LogStoreDown', 'up{job="loki"} == 0', '1m', 'critical'],
    ['DashboardDown', 'up{job="grafana"} == 0', '1m', 'critical'],
    ['AlertRouterDown', 'up{job="alertmanager"} == 0', '1m', 'critical'],
    ['StackServerDiskCritical', '> 85', '5m', 'critical'],
    ['NoMetricsReceived', '[4m]', '1m', 'critical'],
  ])('%s: %s for %s is %s', (alert, part, duration, severity) => {
    const rule = rules.find((candidate) => candidate.alert === alert)
    expect(rule?.expr).toContain(part)
    expect([rule?.for, rule?.labels.severity]).toEqual([duration, severity])
  })
})

test('log alert rules, and one that watches the watch', () => {
  expect(Object.fromEntries(LOG_ALERTS.map(({ suffix, severity }) => [suffix, severity]))).toEqual({
    FailedLoginSpike: 'warning',
    BruteForceDetected: 'critical',
    AdminAfterHours: 'warning',
    BulkDelete: 'warning',
    UserManagement: 'warning',
    ErrorSpike: 'warning',
    NoActivity: 'warning',
    SecurityLogSilent: 'warning',
  })
})

describe('probe modules', () => {
  interface Module {
    prober: string
    timeout: string
    http?: Record<string, unknown>
  }
  const { modules } = yamlOps<{ modules: Record<string, Module> }>('blackbox/blackbox.yml')

  test('are the four of the source', () => {
    expect(modules).toMatchObject({
      http_2xx: {
        prober: 'http',
        timeout: '10s',
        http: {
          valid_http_versions: ['HTTP/1.1', 'HTTP/2.0'],
          valid_status_codes: [200, 201, 202, 204],
          follow_redirects: true,
          preferred_ip_protocol: 'ip4',
        },
      },
      http_2xx_ssl: {
        prober: 'http',
        timeout: '10s',
        http: { valid_status_codes: [200, 201, 202, 204], fail_if_not_ssl: true },
      },
      http_auth_protected: { prober: 'http', timeout: '10s', http: { valid_status_codes: [200, 401, 403] } },
      tcp_connect: { prober: 'tcp', timeout: '5s' },
    })
    expect(Object.keys(modules)).toHaveLength(4)
  })
})

describe('Prometheus', () => {
  interface Job {
    job_name: string
    scheme?: string
    metrics_path?: string
    scrape_timeout?: string
    file_sd_configs?: { files: string[] }[]
    static_configs?: { targets: string[] }[]
    dns_sd_configs?: object[]
    relabel_configs?: Record<string, unknown>[]
  }
  const config = yamlOps<{
    global: unknown
    storage: unknown
    rule_files: string[]
    alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] }
    scrape_configs: Job[]
  }>('prometheus/prometheus.yml')
  const job = (name: string) => config.scrape_configs.find(({ job_name }) => job_name === name)

  test('scrapes and evaluates every 15 seconds, keeps 30 days or 10 GB, and alerts through 9093', () => {
    expect(config.global).toEqual({ scrape_interval: '15s', evaluation_interval: '15s' })
    expect(config.storage).toEqual({ tsdb: { retention: { time: '30d', size: '10GB' } } })
    expect(config.rule_files).toEqual(['rules/*.yml'])
    expect(config.alerting.alertmanagers[0]?.static_configs[0]?.targets).toEqual(['alertmanager:9093'])
  })

  test('probes through the exporter on 9115, with the module and the target as parameters', () => {
    expect(job('probe')).toMatchObject({ metrics_path: '/probe', scrape_timeout: '12s' })
    expect(job('probe')?.relabel_configs).toEqual([
      { source_labels: ['module'], target_label: '__param_module' },
      { source_labels: ['__address__'], target_label: '__param_target' },
      { source_labels: ['__param_target'], target_label: 'instance' },
      { target_label: '__address__', replacement: 'blackbox:9115' },
    ])
  })

  test("scrapes clients' endpoints over https", () => {
    expect(job('client-metrics')).toMatchObject({ scheme: 'https', metrics_path: '/api/metrics.php' })
  })

  test.each([
    ['prometheus', 9090],
    ['alertmanager', 9093],
    ['loki', 3100],
    ['tempo', 3200],
    ['blackbox', 9115],
    ['grafana', 3000],
  ])('scrapes %s on %d', (name, port) => {
    expect(job(name)?.static_configs?.[0]?.targets[0]).toMatch(new RegExp(`:${port}$`))
  })

  test('scrapes every replica of the gateway on 4000', () => {
    expect(job('gateway')?.dns_sd_configs).toMatchObject([{ names: ['gateway'], type: 'A', port: 4000 }])
  })
})

describe('Loki', () => {
  interface Loki {
    auth_enabled: boolean
    limits_config: Record<string, unknown> & {
      retention_stream: { selector: string; priority: number; period: string }[]
    }
    runtime_config: unknown
    compactor: Record<string, unknown>
    ruler: { storage: { local: { directory: string } } }
  }
  const loki = yamlOps<Loki>('loki/loki.yml')

  test('has the limits of the source', () => {
    expect(loki.limits_config).toMatchObject({
      retention_period: '720h',
      reject_old_samples: true,
      reject_old_samples_max_age: '1680h',
      unordered_writes: true,
      max_entries_limit_per_query: 5000,
      max_query_series: 500,
      max_query_parallelism: 32,
    })
    expect(loki.runtime_config).toEqual({ file: '/etc/loki/runtime.yaml', period: '10m' })
    expect(loki.compactor).toMatchObject({ retention_enabled: true, delete_request_store: 'filesystem' })
  })

  test.each([
    [{ level: 'info', action_type: 'failed_login' }, '2160h'],
    [{ level: 'info', action_type: 'login' }, '2160h'],
    [{ level: 'info', action_type: 'logout' }, '2160h'],
    [{ level: 'error', action_type: 'other' }, '2160h'],
    [{ level: 'info', action_type: 'update' }, '720h'],
    [{ level: 'warning', action_type: 'update' }, '720h'],
  ])('keeps %j for %s', (labels: Record<string, string>, period) => {
    const matching = loki.limits_config.retention_stream.filter(({ selector }) => {
      const [, name = '', value = ''] = /^\{(\w+)=~?"(.+)"\}$/.exec(selector) ?? []
      return new RegExp(`^(${value})$`).test(labels[name] ?? '')
    })
    const [first] = matching.sort((a, b) => b.priority - a.priority)
    expect(first?.period ?? loki.limits_config.retention_period).toBe(period)
  })

  test('deletes nothing on request: what is stored goes by retention', () => {
    expect(loki.limits_config).toMatchObject({ deletion_mode: 'disabled' })
  })

  test('keeps tenants apart, and its rules folder is what the command writes', () => {
    expect(loki.auth_enabled).toBe(true)
    expect(loki.ruler.storage.local.directory).toBe('/etc/loki/rules')
  })

  test('lets a query span what is kept longest', () => {
    expect(Number.parseInt(String(loki.limits_config.max_query_length), 10)).toBeGreaterThan(2160)
  })
})

test('traces are kept 720 hours, in both places that decide', () => {
  expect(yamlOps('tempo/tempo.yml')).toMatchObject({
    server: { http_listen_port: 3200 },
    backend_scheduler: { provider: { compaction: { compaction: { block_retention: '720h' } } } },
    backend_worker: { compaction: { block_retention: '720h' } },
  })
})

test("the collector takes OTLP on 4317 and 4318, container logs, and the host's system and authentication logs", () => {
  const alloy = readOps('alloy/config.alloy')
  for (const part of [
    '0.0.0.0:4317',
    '0.0.0.0:4318',
    'loki.source.docker',
    '/var/log/auth.log',
    '/var/log/syslog',
    'loki.source.journal',
  ])
    expect(alloy).toContain(part)
  expect(alloy).toMatch(/tenant_id = "ops"/)
  expect(alloy).toMatch(/endpoint = "tempo:4317"/)
  expect(alloy).toMatch(/headers\s*= \{"X-Scope-OrgID" = "ops"\}/)
})

test('every service is watched: by a scrape, by a probe, or by the alert of the one that needs it', () => {
  interface Job {
    job_name: string
    static_configs?: { targets: string[] }[]
  }
  const { scrape_configs } = yamlOps<{ scrape_configs: Job[] }>('prometheus/prometheus.yml')
  const hosts = scrape_configs.flatMap(({ job_name, static_configs = [] }) => [
    ...static_configs.flatMap(({ targets }) => targets.map((target) => target.replace(/^\w+:\/\/|:\d+.*$/g, ''))),
    job_name,
  ])
  const { services } = yamlOps<{ services: Record<string, object> }>('docker-compose.yml')
  // Without the socket proxy Alloy finds no containers; the database is probed for the gateway, whose /readyz needs it.
  // The edge is a target where it is switched on; `ops` and `volumes` run for one command.
  const otherwise = ['docker-socket', 'database', 'database-setup', 'database-migration', 'ops', 'volumes', 'edge']
  expect(Object.keys(services).filter((name) => ![...hosts, ...otherwise].includes(name))).toEqual([])
})

test('the collector reads the level where each program writes it, and labels the line with it', () => {
  const stages = /loki\.process "containers" \{([\s\S]*?)\n\}/.exec(readOps('alloy/config.alloy'))?.[1] ?? ''
  const [, ofGateway = '', ofOthers = ''] = stages.split('stage.match')
  expect(ofGateway).toMatch(/selector = "\{service=~\\"gateway\|edge\\"\}"[\s\S]*stage\.json[\s\S]*level = "level"/)
  expect(ofOthers).toMatch(/selector = "\{service!~\\"gateway\|edge\\"\}"[\s\S]*stage\.logfmt[\s\S]*level = ""/)
  expect(ofOthers).toMatch(/ToLower[\s\S]*stage\.labels/)
})

describe('.env', () => {
  const example = parseEnv(readOps('.env.example'))

  test('has every variable of the source with its default', () => {
    expect(example).toMatchObject({
      DASHBOARD_ADMIN_USER: 'admin',
      DASHBOARD_ROOT_URL: 'http://localhost:3000',
      SMTP_ENABLED: 'false',
      SMTP_USER: '',
      SMTP_PASSWORD: '',
    })
    for (const name of ['DASHBOARD_ADMIN_PASSWORD', 'SMTP_HOST', 'SMTP_FROM']) expect(example).toHaveProperty(name)
    expect(example.SMTP_HOST).toMatch(/:587$/)
  })

  test('lists exactly the variables the command knows, in their order', () => {
    const off = [...readOps('.env.example').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name = '']) => name)
    expect([...Object.keys(example), ...off].sort()).toEqual([...variables].sort())
  })
})

test('one folder per tool, with what the source lists', () => {
  expect(readdirSync(OPS)).toEqual(
    expect.arrayContaining([
      'alertmanager',
      'alloy',
      'blackbox',
      'cli',
      'client-kit',
      'clients',
      'docker-compose.yml',
      'grafana',
      'loki',
      'prometheus',
      'push-proxy',
      'tempo',
    ]),
  )
  expect(readdirSync(join(OPS, 'alertmanager/templates')).sort()).toEqual([
    'email.tmpl',
    'links.tmpl',
    'slack.tmpl',
    'teams.tmpl',
    'telegram.tmpl',
  ])
})

test('the two tables in README.md name files and tests that exist', () => {
  const [, tables = ''] = readOps('README.md').split('## The source, row by row')
  const [rows = ''] = tables.split('\n## Differences')
  const names = [...rows.matchAll(/`([\w./-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/^((ops|test\/ops|\.\.)\/|admin)$/.test(name))
  expect(names.length).toBeGreaterThan(130)
  const places = (name: string) => [join(OPS, name), join(OPS, '../test/ops', name)]
  expect(names.filter((name) => !places(name).some((place) => existsSync(place)))).toEqual([])
})
