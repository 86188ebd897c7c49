/** @long it starts promtool for every alert, some hundred times. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse, stringify } from 'yaml'
import { checkStack } from '../../ops/cli/check.ts'
import { addClient } from '../../ops/cli/clients.ts'
import { run } from '../../ops/cli/tools.ts'
import { setUp } from '../support/set-up.ts'
import { type AlertCase, HARMLESS_DISKS, METRIC_ALERTS, VANISHED_CERTIFICATE } from './support/metric-alerts.ts'
import { requireProgram } from './support/programs.ts'
import { ACME, copyOfStack, type TemporaryFolder, yamlOps } from './support/stack.ts'

const suite = requireProgram('promtool') ? describe : describe.skip

interface RuleFile {
  groups: { rules: { alert: string; labels: Record<string, string>; annotations: Record<string, string> }[] }[]
}

const alertsOf = ({ groups }: RuleFile) => groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert))

const firing = (alert: string, severity?: string) =>
  `count(ALERTS{alertname="${alert}",alertstate="firing"${severity ? `,severity="${severity}"` : ''}})`

const expectation = (expr: string, minutes: number, count: number) => ({
  expr,
  eval_time: `${minutes * 60}s`,
  exp_samples: count ? [{ labels: '{}', value: count }] : [],
})

const seriesOf = (series: Record<string, string>) =>
  Object.entries(series).map(([name, values]) => ({ series: name, values }))

const testsOf = ({
  alert,
  severity,
  step = 0.25,
  series,
  quiet,
  firing: at,
  resolved,
  below,
  belowAt,
  count = 1,
}: AlertCase) => [
  {
    name: `${alert} fires and resolves`,
    interval: `${step * 60}s`,
    input_series: seriesOf(series),
    promql_expr_test: [
      ...(quiet === undefined ? [] : [expectation(firing(alert, severity), quiet, 0)]),
      expectation(firing(alert, severity), at, count),
      ...(resolved === undefined ? [] : [expectation(firing(alert, severity), resolved, 0)]),
    ],
  },
  ...(resolved === undefined
    ? []
    : [
        {
          name: `${alert} stays quiet just below`,
          interval: `${step * 60}s`,
          input_series: seriesOf(below),
          promql_expr_test: [expectation(firing(alert, severity), belowAt, 0)],
        },
      ]),
]

let stack: TemporaryFolder

setUp(async (opened) => {
  stack = opened.use(copyOfStack())
  addClient(stack.path, ACME, 'acme.yml')
})

/** Both fail in the same moment, after two minutes: the endpoint of a client and, or not, the site on the same host. */
const endpointAndSite = (site: 'up' | 'down') => ({
  name: `the endpoint of a client is down, the site is ${site}`,
  interval: '15s',
  input_series: seriesOf({
    'up{job="client-metrics",instance="a",client="acme",depends_on="site"}': '1x8 0x60',
    'probe_success{job="probe",module="http_2xx_ssl",instance="a",client="acme"}': site === 'up' ? '1x80' : '1x8 0x60',
  }),
  promql_expr_test: [1, 4, 5, 6].flatMap((minute) => [
    expectation(firing('InstanceDown'), minute, site === 'up' && minute > 3 ? 1 : 0),
    expectation(firing('SiteDown'), minute, site === 'down' && minute > 4 ? 1 : 0),
  ]),
})

const ruleFiles = () => globSync('prometheus/rules/*.yml', { cwd: stack.path }).sort()

/** The file that defines an alert. */
const fileOf = (alert: string): string => {
  const defines = (path: string) => readFileSync(join(stack.path, path), 'utf8').includes(`alert: ${alert}\n`)
  const [found, ...more] = ruleFiles().filter(defines)
  if (!found || more.length > 0) throw new Error(`${alert} is not defined in exactly one file`)
  return found
}

/** A file with the rules of one alert and what they can read: promtool evaluates each rule of a file at each step. */
const rulesFor = (alert: string): string => {
  const { groups } = parse(readFileSync(join(stack.path, fileOf(alert)), 'utf8')) as RuleFile
  const isNeeded = (rule: { alert?: string }) => !rule.alert || rule.alert === alert
  const needed = groups.map((group) => ({ ...group, rules: group.rules.filter(isNeeded) }))
  writeFileSync(join(stack.path, 'rules.yml'), stringify({ groups: needed }))
  return 'rules.yml'
}

/** Runs promtool on rules of a stack that has a client with every kind of alert. */
const promtool = (tests: unknown[], { step = 0.25, files = ruleFiles() } = {}) => {
  const file = join(stack.path, 'cases.yml')
  writeFileSync(
    file,
    stringify({
      rule_files: files,
      evaluation_interval: `${step * 60}s`,
      tests,
    }),
  )
  return run('promtool', ['test', 'rules', file], { cwd: stack.path })
}

suite('metric alerts', () => {
  test.each(METRIC_ALERTS)('$alert fires, stays quiet just below, resolves', (alertCase) => {
    const { alert, step } = alertCase
    expect(promtool(testsOf(alertCase), { step, files: [rulesFor(alert)] })).toContain('SUCCESS')
  })

  test('a client whose site and endpoint fail together gets one alert, about the site', () => {
    expect(promtool([endpointAndSite('up'), endpointAndSite('down')], { files: [fileOf('SiteDown')] })).toContain(
      'SUCCESS',
    )
  })

  test("an alert about a client's server carries the client, whose route it takes", () => {
    const labels = '{job="node",instance="a",client="acme",client_name="Acme",cpu="0",mode="idle"}'
    const busy = {
      interval: '15s',
      input_series: seriesOf({ [`node_cpu_seconds_total${labels}`]: '0+0.1x60' }),
      promql_expr_test: ['HighCpuUsage', 'CriticalCpuUsage'].map((alert) => ({
        expr: `count by (client, client_name) (ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: '12m',
        exp_samples: [{ labels: '{client="acme",client_name="Acme"}', value: 1 }],
      })),
    }
    expect(promtool([busy], { files: [fileOf('HighCpuUsage')] })).toContain('SUCCESS')
  })

  test('every alert of the stack and of a client has its case', () => {
    const files = globSync('prometheus/rules/*.yml', { cwd: stack.path })
    const alerts = files.flatMap((path) => alertsOf(parse(readFileSync(join(stack.path, path), 'utf8')) as RuleFile))
    const sent = alerts.map(({ alert, labels }) => `${alert} ${labels.severity}`)
    expect(METRIC_ALERTS.map(({ alert, severity }) => `${alert} ${severity}`).sort()).toEqual([...new Set(sent)].sort())
  })

  test('a wrong expectation makes promtool fail', () => {
    const [site] = METRIC_ALERTS.filter(({ alert }) => alert === 'SiteDown')
    expect(() => promtool(testsOf({ ...(site as AlertCase), severity: 'info' }))).toThrow(/FAILED/)
  })

  test('read-only and temporary file systems raise no disk alert', () => {
    const none = HARMLESS_DISKS.map((series) => ({
      interval: '15s',
      input_series: seriesOf(series),
      promql_expr_test: ['HighDiskUsage', 'StackServerDiskCritical', 'DiskWillFillIn24Hours'].map((alert) =>
        expectation(firing(alert), 12, 0),
      ),
    }))
    expect(
      promtool(none, { files: ['alerts', 'self-monitoring'].map((name) => `prometheus/rules/${name}.yml`) }),
    ).toContain('SUCCESS')
  })

  test('a component that vanished from the configuration counts as down, and so does a stop of all scrapes', () => {
    const down = ['MetricsServerDown', 'LogStoreDown', 'DashboardDown', 'AlertRouterDown']
    const cases = [
      { interval: '15s', input_series: [], promql_expr_test: down.map((alert) => expectation(firing(alert), 2, 1)) },
      {
        interval: '15s',
        input_series: seriesOf({ 'up{job="prometheus"}': '1x20 _x60' }),
        promql_expr_test: [
          expectation(firing('NoMetricsReceived'), 9.75, 0),
          expectation(firing('NoMetricsReceived'), 10.25, 1),
        ],
      },
    ]
    expect(promtool(cases)).toContain('SUCCESS')
  })

  test.each(['prometheus', 'alertmanager', 'loki', 'grafana', 'tempo', 'blackbox'])(
    '%s that is down fires one alert, and none of a client',
    (dead) => {
      const jobs = ['prometheus', 'alertmanager', 'loki', 'grafana', 'tempo', 'blackbox']
      const up = Object.fromEntries(
        jobs.map((job) => [`up{job="${job}",instance="i"}`, job === dead ? '0x20' : '1x20']),
      )
      // What goes through the probe exporter cannot be scraped without it.
      const through = dead === 'blackbox' ? '0x20' : '1x20'
      const series = {
        ...up,
        'up{job="probe",instance="https://x.example/",client="x"}': through,
        'up{job="stack-probe",instance="p"}': through,
        'prometheus_tsdb_head_samples_appended_total{}': '0+10x20',
      }
      const expr = 'count(ALERTS{alertstate="firing",alertname!="Watchdog"})'
      const sent = { interval: '15s', input_series: seriesOf(series), promql_expr_test: [expectation(expr, 4, 1)] }
      expect(promtool([sent])).toContain('SUCCESS')
    },
  )

  test('a certificate is not forgotten when its probe stops reporting it, and only one band fires', () => {
    const cases = [
      {
        interval: '15s',
        input_series: seriesOf(VANISHED_CERTIFICATE),
        promql_expr_test: [
          expectation(firing('SSLCertExpiryCritical'), 30, 1),
          expectation(firing('SSLCertExpiringSoon'), 30, 0),
        ],
      },
    ]
    expect(promtool(cases, { files: [fileOf('SSLCertExpiryCritical')] })).toContain('SUCCESS')
  })

  test('texts name the site, the value and what to do', () => {
    const expected = {
      exp_labels: {
        severity: 'critical',
        job: 'probe',
        module: 'http_2xx',
        instance: 'https://x.example/',
        client: 'x',
        client_name: 'X',
      },
      exp_annotations: {
        summary: 'X is down: https://x.example/',
        description: 'The probe http_2xx of https://x.example/ has failed for two minutes.',
        runbook: yamlOps<RuleFile>('prometheus/rules/alerts.yml')
          .groups.flatMap(({ rules }) => rules)
          .find(({ alert }) => alert === 'SiteDown')?.annotations.runbook,
      },
    }
    const labels = 'job="probe",module="http_2xx",instance="https://x.example/",client="x",client_name="X"'
    const cases = [
      {
        interval: '15s',
        input_series: seriesOf({ [`probe_success{${labels}}`]: '0x20' }),
        alert_rule_test: [{ eval_time: '3m', alertname: 'SiteDown', exp_alerts: [expected] }],
      },
    ]
    expect(promtool(cases, { files: [fileOf('SiteDown')] })).toContain('SUCCESS')
  })
})

suite('a client with a hostile name', () => {
  test('has it arrive in messages as it is written', () => {
    using hostile = copyOfStack()
    const name = '{{ .Evil }} $HOME $__interval "quoted" </script> \\ # : - & *'
    const yaml = ACME.replace(/name:.*/, `name: ${JSON.stringify(name)}`).replace('shared hosting', "'{{ end }}'")
    addClient(hostile.path, yaml, 'acme.yml')
    expect(checkStack(hostile.path).filter(({ state }) => state === 'failed')).toEqual([])
    const expected = {
      exp_labels: { severity: 'critical', client: 'acme-water', depends_on: 'site' },
      exp_annotations: {
        summary: `The database of ${name} does not answer`,
        description: 'The metrics endpoint has not reached its mysql database for two minutes.',
        runbook: 'Log in by panel ({{ end }}); is the database running, did its password change, is its disk full?',
        runbook_page: 'ClientMetricsDatabaseDown',
      },
    }
    const file = join(hostile.path, 'cases.yml')
    const alert = { eval_time: '3m', alertname: 'AcmeWaterMetricsDatabaseDown', exp_alerts: [expected] }
    const input_series = seriesOf({ 'app_database_up{client="acme-water"}': '0x20' })
    const rule_files = ['prometheus/rules/acme-water.yml']
    writeFileSync(file, stringify({ rule_files, tests: [{ interval: '15s', input_series, alert_rule_test: [alert] }] }))
    expect(run('promtool', ['test', 'rules', file], { cwd: hostile.path })).toContain('SUCCESS')
  })
})

describe('every metric alert', () => {
  const rules = ['alerts', 'self-monitoring', 'gateway-service', 'gateway-slo', 'postgresql'].flatMap((name) =>
    alertsOf(yamlOps<RuleFile>(`prometheus/rules/${name}.yml`)),
  )

  test.each(rules)(
    '$alert ($labels.severity) has a severity, a summary, a description and a runbook',
    ({ labels, annotations }) => {
      expect(['critical', 'warning', 'info', 'none']).toContain(labels.severity)
      for (const text of [annotations.summary, annotations.description, annotations.runbook])
        expect(text?.trim().length).toBeGreaterThan(10)
    },
  )
})
