import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { alertmanagerFiles } from '../../ops/cli/alertmanager.ts'
import { checkStack } from '../../ops/cli/check.ts'
import { addClient, render } from '../../ops/cli/clients.ts'
import { downgradeConfig, downgradeTemplate, NEW_KEYS } from '../../ops/cli/dialect.ts'
import { readEnv } from '../../ops/cli/env.ts'
import { readClients } from '../../ops/cli/stack.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { requireProgram } from './support/programs.ts'
import { ACME, copyOfStack, EVERY_CHANNEL, OPS, readOps, type TemporaryFolder } from './support/stack.ts'

const installed = [
  requireProgram('promtool'),
  requireProgram('amtool'),
  requireProgram('blackbox'),
  requireTool('caddy', 'apt-get install caddy'),
]
const suite = installed.every(Boolean) ? describe : describe.skip

suite('ops check', () => {
  test('names the parts when asked for one that does not exist', () => {
    expect(() => checkStack(OPS, ['lokki'])).toThrow(/^no check "lokki": records, rendered, /)
  })

  test('finds nothing wrong with the project', () => {
    const findings = checkStack(OPS)
    process.stdout.write(`${findings.map(({ state, check, detail }) => `${state} ${check}: ${detail}`).join('\n')}\n`)
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([])
    expect(findings.map(({ check }) => check)).toEqual([
      'records',
      'rendered',
      'modes',
      'queries',
      'log alerts',
      'compose',
      'addresses',
      'routing',
      'loki',
      'tempo',
      'alloy',
      'grafana',
      'prometheus',
      'alertmanager',
      'edge',
      'blackbox',
    ])
  })

  const BREAKS: [check: string, path: string, from: string | RegExp, to: string, problem: RegExp][] = [
    ['records', 'clients/gateway.yml', 'id: gateway', 'id: other', /clients\/gateway\.yml:1: id: is "other"/],
    [
      'records',
      'clients/gateway.yml',
      'access: ssh',
      'access: telnet',
      /clients\/gateway\.yml:8: access: must be "ssh" or "panel"/,
    ],
    [
      'rendered',
      'clients/gateway.yml',
      'name: Campaign management gateway',
      'name: Something else',
      /would update prometheus\/targets\/probe\/gateway\.json/,
    ],
    ['rendered', 'alertmanager/alertmanager.yml', 'repeat_interval: 12h', 'repeat_interval: 1h', /edited by hand/],
    ['queries', 'prometheus/rules/alerts.yml', /expr: 100 .*/, 'expr: up ==', /alerts\.yml: HighCpuUsage: not promql/],
    ['compose', 'docker-compose.yml', ', ip_range: 172.30.255.128/25', '', /172\.30\.255\.2 may be given to another/],
    ['compose', 'docker-compose.yml', 'mem_limit: 2g', 'mem_limitt: 2g', /must NOT have additional properties/],
    ['compose', 'docker-compose.yml', 'cap_drop: [ALL]', 'cap_drop: [CHOWN]', /prometheus: keeps capabilities/],
    ['compose', 'docker-compose.yml', 'read_only: true', 'read_only: false', /loki: root file system is not read-only/],
    [
      'compose',
      'docker-compose.yml',
      'grafana/loki:3.7.6',
      'grafana/loki:latest',
      /loki: image grafana\/loki:latest is not pinned/,
    ],
    [
      'compose',
      'docker-compose.yml',
      'nginx-unprivileged:1.28.2-alpine',
      'nginx-unprivileged:1.28-alpine',
      /push-proxy: image \S* is not pinned/,
    ],
    ['compose', 'docker-compose.yml', 'prometheus:v3.14.0', `prometheus@sha256:${'a'.repeat(63)}`, /is not pinned/],
    [
      'compose',
      'docker-compose.yml',
      'secrets: [gateway_metrics_token]',
      'secrets: [no_such]',
      /prometheus: no secret no_such/,
    ],
    ['compose', 'docker-compose.yml', /networks: \[stack\]/, 'networks: [stak]', /no network stak/],
    [
      'compose',
      'docker-compose.yml',
      'DASHBOARD_ROOT_URL:-',
      'DASHBOARD_URL:-',
      /\$\{DASHBOARD_URL\} is not a variable/,
    ],
    [
      'prometheus',
      'prometheus/prometheus.yml',
      'scrape_timeout: 12s',
      'scrape_timeout: 20s',
      /scrape timeout greater than scrape interval/,
    ],
    ['prometheus', 'prometheus/rules/alerts.yml', 'for: 1m', 'for: soon', /not a valid duration/],
    ['prometheus', 'prometheus/rules/alerts.yml', /expr: 100 .*/, 'expr: rate(up) > 0', /expected type range vector/],
    [
      'prometheus',
      'grafana/dashboards/stack.json',
      '"sum(probe_success{job=\\"probe\\"})"',
      '"sum(up[5m])"',
      /expected type instant vector/,
    ],
    [
      'alertmanager',
      'alertmanager/alertmanager.yml',
      'receiver: warning',
      'receiver: nobody',
      /undefined receiver "nobody"/,
    ],
    ['alertmanager', 'alertmanager/templates/slack.tmpl', '{{ end }}', '', /unexpected|unclosed|EOF/],
    ['edge', 'edge/Caddyfile', 'reverse_proxy grafana', 'reverse_prox grafana', /unrecognized directive: reverse_prox/],
    ['edge', 'edge/Caddyfile', 'gzip', 'gzipp', /gzipp/],
    ['blackbox', 'blackbox/blackbox.yml', 'timeout: 5s', 'timeout: soon', /cannot unmarshal/],
  ]

  let rendered: TemporaryFolder
  setUp(async (opened) => {
    rendered = opened.use(copyOfStack())
    render(rendered.path)
  })

  test.each(BREAKS)('%s notices a change in %s (%s)', (check, path, from, to, problem) => {
    const file = join(rendered.path, path)
    const text = readFileSync(file, 'utf8')
    expect(text.replace(from, to)).not.toBe(text)
    writeFileSync(file, text.replace(from, to))
    const findings = checkStack(rendered.path, [check])
    writeFileSync(file, text)
    expect(findings).toEqual([{ check, state: 'failed', detail: expect.stringMatching(problem) }])
  })

  test.each(['internal', 'operations@operator.test'])('takes the names of .env, and EDGE_TLS=%s', (tls) => {
    using stack = copyOfStack()
    const names = 'DASHBOARD_ROOT_URL=https://dash.test\nPUSH_URL=https://push.test\nGATEWAY_URL=https://gateway.test\n'
    writeFileSync(join(stack.path, '.env'), `COMPOSE_PROFILES=edge\nEDGE_TLS=${tls}\n${names}`)
    expect(checkStack(stack.path, ['edge'])).toEqual([
      {
        check: 'edge',
        state: 'ok',
        detail: `caddy validate, for https://dash.test, https://push.test, https://gateway.test, ${tls}`,
      },
    ])
  })

  test('notices a generated file that is missing or left over', () => {
    using stack = copyOfStack()
    addClient(stack.path, ACME, 'acme.yml')
    using other = copyOfStack()
    const left = 'prometheus/rules/acme-water.yml'
    writeFileSync(join(other.path, left), readFileSync(join(stack.path, left)))
    const [finding] = checkStack(other.path, ['rendered'])
    expect(finding?.detail).toContain(`would remove ${left}`)
  })
})

describe('copies for older binaries', () => {
  const alertmanager = `receivers:
  - name: a
    telegram_configs: [{ bot_token_file: /x, chat_id_file: /y }]
    msteamsv2_configs: [{ webhook_url_file: /z }]
`

  test('lose exactly the keys that are too new, and say so', () => {
    const { text, taken } = downgradeConfig(alertmanager, 'alertmanager', 25)
    expect(taken).toEqual([
      'alertmanager bot_token_file (replaced by bot_token)',
      'alertmanager chat_id_file (replaced by chat_id)',
      'alertmanager msteamsv2_configs',
    ])
    expect(text).not.toMatch(/_file|msteams/)
  })

  test('lose nothing when the binary is as new as the pinned image', () => {
    expect(downgradeConfig(alertmanager, 'alertmanager', 34).taken).toEqual([])
    expect(downgradeConfig(readOps('prometheus/prometheus.yml'), 'prometheus', 3014).taken).toEqual([])
    expect(downgradeTemplate(readOps('alertmanager/templates/email.tmpl'), 34).taken).toEqual([])
  })

  test('every key on the list is one that the configuration uses', () => {
    const [routes] = alertmanagerFiles({ ...readEnv(OPS), ...EVERY_CHANNEL }, readClients(OPS))
    const text = `${readOps('prometheus/prometheus.yml')}${routes?.content}`
    for (const { key } of NEW_KEYS) expect(text).toContain(`${key.split('.').at(-1)}:`)
  })
})

let compose = ''
beforeAll(() => {
  compose = readOps('docker-compose.yml')
})

describe('the compose file', () => {
  test('publishes Grafana, the push proxy and the gateway on loopback by default, and the edge only with its profile', () => {
    const published = [...compose.matchAll(/ports: \["\$\{BIND_ADDRESS:-127\.0\.0\.1\}:(.+)"\]/g)].map(
      ([, ports]) => ports,
    )
    expect(published).toEqual(['3000:3000', '8080:8080', '4000:4000'])
    expect(compose.match(/^ +ports:.*/gm)).toHaveLength(4)
    expect(compose).toContain('profiles: [edge]\n')
    expect(compose).toContain('ports: ["80:8080", "443:8443", "443:8443/udp"]\n')
  })

  test('puts no secret into the environment of the monitoring stack', () => {
    expect(compose).not.toMatch(/^\s+\S*(PASSWORD|TOKEN|WEBHOOK)\w*: \$\{(SMTP|DASHBOARD|SLACK|TELEGRAM|TEAMS)/m)
  })

  test('runs the versions that were chosen', () => {
    for (const image of [
      'prom/prometheus:v3.14.0',
      'prom/alertmanager:v0.34.0',
      'prom/blackbox-exporter:v0.28.0',
      'prom/node-exporter:v1.12.1',
      'grafana/loki:3.7.6',
      'grafana/tempo:3.0.3',
      'grafana/alloy:v1.18.1',
      'grafana/grafana:13.2.0',
    ])
      expect(compose).toContain(`image: ${image}\n`)
  })
})

describe('the memory limits for a machine of 4 GB', () => {
  interface Limited {
    mem_limit: string
    environment?: { GOMEMLIMIT?: string }
    restart?: string
  }
  const servicesOf = (path: string) =>
    (parse(readOps(path), { merge: true }) as { services: Record<string, Limited> }).services
  const [usual, small] = [servicesOf('docker-compose.yml'), servicesOf('docker-compose.4gb.yml')]
  const megabytes = (size = '') => Number.parseInt(size, 10) * (size.endsWith('g') ? 1024 : 1)

  test('are of every service that keeps running, and leave 0.4 GB to the system', () => {
    const running = Object.keys(usual).filter((name) => usual[name]?.restart !== 'no')
    expect(Object.keys(small).sort()).toEqual(running.sort())
    const sum = running.reduce((total, name) => total + megabytes(small[name]?.mem_limit), 0)
    expect(sum).toBeLessThanOrEqual(3.6 * 1024)
  })

  test.each(Object.entries(small))('%s: not above the usual one, and Go collects garbage below it', (name, service) => {
    const limit = megabytes(service.mem_limit)
    expect(limit).toBeLessThanOrEqual(megabytes(usual[name]?.mem_limit))
    const { GOMEMLIMIT: heap, ...others } = service.environment ?? {}
    expect(others).toEqual({})
    if (heap) expect(heap).toBe(`${Math.floor(limit * 0.9)}MiB`)
  })
})

describe('the Dockerfile', () => {
  const lines = readFileSync(join(OPS, '../Dockerfile'), 'utf8').split('\n')

  test('builds in one stage and runs in another, each of an exact release, by the command of npm start', () => {
    expect(lines.filter((line) => line.startsWith('FROM '))).toEqual([
      expect.stringMatching(/^FROM node:\d+\.\d+\.\d+-bookworm AS build$/),
      expect.stringMatching(/^FROM debian:bookworm-\d{8}-slim$/),
    ])
    const { scripts } = JSON.parse(readFileSync(join(OPS, '../package.json'), 'utf8')) as { scripts: { start: string } }
    const command = scripts.start.split(' && ').at(-1)?.split(' ')
    expect(lines.at(-2)).toBe(`CMD ${JSON.stringify(command).replaceAll(',', ', ')}`)
  })

  test('what goes into it has no secrets, tests or git history', () => {
    const ignored = readFileSync(join(OPS, '../.dockerignore'), 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', 'ops', 'test', 'node_modules', '**/.env']))
  })
})
