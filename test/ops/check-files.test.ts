import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { checkAddresses } from '../../ops/cli/checks/addresses.ts'
import { checkAlloy } from '../../ops/cli/checks/alloy.ts'
import { checkGrafana } from '../../ops/cli/checks/grafana.ts'
import { checkRouting } from '../../ops/cli/checks/routing.ts'
import { checkLoki, checkTempo } from '../../ops/cli/checks/stores.ts'
import { copyOfStack, OPS } from './support/stack.ts'

/** What `ops check` says of files whose programs it does not have. */
const CHECKS = {
  addresses: checkAddresses,
  routing: checkRouting,
  loki: checkLoki,
  tempo: checkTempo,
  alloy: checkAlloy,
  grafana: checkGrafana,
}

test.each(Object.entries(CHECKS))('%s are as they have to be', (_, check) => {
  expect(check(OPS)).toEqual(expect.any(String))
})

test.each<[check: keyof typeof CHECKS, path: string, from: string | RegExp, to: string, problem: RegExp]>([
  ['addresses', 'push-proxy/nginx.conf', 'tempo:4318', 'tempo:4319', /tempo:4319: tempo does not listen there/],
  ['addresses', 'loki/loki.yml', 'http_listen_port: 3100', 'http_listen_port: 3101', /loki:3100: loki does not listen/],
  ['addresses', 'alloy/config.alloy', 'docker-socket:2375', 'docker-sock:2375', /there is no service docker-sock/],
  ['routing', 'alertmanager/alertmanager.yml', '- name: info', '- name: warning', /receiver warning is defined twice/],
  ['routing', 'alertmanager/alertmanager.yml', '- name: info', '- name: news', /there is no receiver info/],
  ['loki', 'loki/loki.yml', 'auth_enabled: true', 'auth_enabled: false', /auth_enabled: must be true/],
  ['loki', 'loki/loki.yml', 'max_query_length:', 'max_query_lenght:', /limits_config\.max_query_lenght: is not known/],
  [
    'loki',
    'loki/loki.yml',
    'retention_period: 720h',
    'retention_period: 30 days',
    /retention_period: is not a duration/,
  ],
  ['loki', 'loki/loki.yml', '/etc/loki/runtime.yaml', '/etc/loki/runtime.yml', /there is no loki\/runtime\.yml/],
  [
    'loki',
    'loki/runtime.yaml',
    'ingestion_rate_mb: 8',
    'ingestion_rate: 8',
    /overrides\.ops\.ingestion_rate: is not known/,
  ],
  ['tempo', 'tempo/tempo.yml', 'multitenancy_enabled: true', '', /multitenancy_enabled: must be true/],
  ['tempo', 'tempo/tempo.yml', 'block_retention: 720h', 'block_retention: 720', /block_retention: Invalid input/],
  ['tempo', 'tempo/tempo.yml', 'backend_worker:', 'compactor:', /tempo\.yml: compactor: is not known/],
  ['tempo', 'tempo/overrides.yml', 'burst_size_bytes', 'burst_size', /ops\.ingestion\.burst_size: is not known/],
  [
    'alloy',
    'alloy/config.alloy',
    'forward_to = [loki.write.ops.receiver]',
    'forward_to = [loki.write.op.receiver]',
    /line \d+: loki\.write\.op\.receiver is not there/,
  ],
  [
    'alloy',
    'alloy/config.alloy',
    'loki.process "containers" {',
    'loki.proces "containers" {',
    /loki\.proces\.containers: is not known/,
  ],
  ['alloy', 'alloy/config.alloy', 'tenant_id =', 'tenant =', /loki\.write\.ops: endpoint: tenant is not known/],
  ['alloy', 'alloy/config.alloy', 'local.file_match.host.targets', '', /line \d+: the value of targets is incomplete/],
  ['alloy', 'alloy/config.alloy', /\}\s*$/, '', /is not closed/],
  ['alloy', 'alloy/config.alloy', 'level = "warn"', 'level = "warn', /line \d+: cannot be read/],
  ['alloy', 'alloy/config.alloy', 'edge\\"}"', 'edge\\""', /not logql/],
  [
    'grafana',
    'grafana/provisioning/datasources/datasources.yml',
    'datasourceUid: tempo',
    'datasourceUid: temp',
    /data source loki leads to temp, which is none/,
  ],
  [
    'grafana',
    'grafana/provisioning/datasources/datasources.yml',
    'httpHeaderValue1: ops',
    'httpHeaderValue: ops',
    /httpHeaderValue: is not known/,
  ],
  [
    'grafana',
    'grafana/provisioning/datasources/datasources.yml',
    'httpHeaderName1: X-Scope-OrgID',
    'httpHeaderName1: X-Scope',
    /data source loki names no tenant/,
  ],
  [
    'grafana',
    'grafana/provisioning/datasources/datasources.yml',
    'uid: alertmanager',
    'uid: tempo',
    /data source tempo is defined twice/,
  ],
  [
    'grafana',
    'grafana/provisioning/dashboards/dashboards.yml',
    'path: /var/lib/grafana/dashboards',
    'path: /dashboards',
    /options\.path: is not where the dashboards are mounted/,
  ],
  [
    'grafana',
    'grafana/dashboards/stack.json',
    '"uid": "prometheus"',
    '"uid": "prom"',
    /stack\.json: Targets asks prom, which is no data source/,
  ],
])('%s: notices in %s that %s became %s', (check, path, from, to, problem) => {
  using stack = copyOfStack()
  const file = join(stack.path, path)
  const text = readFileSync(file, 'utf8')
  const broken = text.replace(from, to)
  expect(broken).not.toBe(text)
  writeFileSync(file, broken)
  expect(() => CHECKS[check](stack.path)).toThrow(problem)
})
