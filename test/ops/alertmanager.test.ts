import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { addClient } from '../../ops/cli/clients.ts'
import { addSilence, expireSilence, listSilences, matcherText } from '../../ops/cli/silence.ts'
import { setUp } from '../support/set-up.ts'
import { chainSuite, RunningChain } from './support/chain.ts'
import { ops } from './support/ops.ts'
import { ACME, copyOfStack, OPS } from './support/stack.ts'

interface RuleFile {
  groups: { rules: { labels: Record<string, string> }[] }[]
}

chainSuite('inhibition and silences, by the real Alertmanager', () => {
  let running: RunningChain

  setUp(async (opened) => {
    running = opened.use(await RunningChain.start())
  })

  const at = { instance: 'https://i.example/' }
  const INHIBITION: [
    rule: string,
    source: Record<string, string>,
    target: Record<string, string>,
    bystander: Record<string, string>,
  ][] = [
    [
      'critical over warning of the same name',
      { alertname: 'Same', severity: 'critical', ...at },
      { alertname: 'Same', severity: 'warning', ...at },
      { alertname: 'Same', severity: 'warning', instance: 'other' },
    ],
    [
      'SiteDown over the certificate',
      { alertname: 'SiteDown', severity: 'critical', ...at },
      { alertname: 'SSLCertExpiringSoon', severity: 'warning', ...at },
      { alertname: 'SSLCertExpiringSoon', severity: 'warning', instance: 'b' },
    ],
    [
      'SiteDown over the response time',
      { alertname: 'SiteDown', severity: 'critical', ...at },
      { alertname: 'HighResponseTime', severity: 'warning', ...at },
      { alertname: 'HighResponseTime', severity: 'warning', instance: 'b' },
    ],
    [
      "a client's SiteDown over his dashboard",
      { alertname: 'SiteDown', severity: 'critical', client: 'c', ...at },
      { alertname: 'CDashboardDown', severity: 'critical', client: 'c', instance: 'x', depends_on: 'site' },
      { alertname: 'DashboardDown', severity: 'critical', instance: 'x' },
    ],
    [
      "a client's SiteDown over his metrics",
      { alertname: 'SiteDown', severity: 'critical', client: 'c', ...at },
      { alertname: 'CMetricsDiskHigh', severity: 'warning', client: 'c', instance: 'y', depends_on: 'site' },
      { alertname: 'DMetricsDiskHigh', severity: 'warning', client: 'd', instance: 'y', depends_on: 'site' },
    ],
    [
      "a client's SiteDown over his endpoint, but not over security alerts, whatever his id makes of their names",
      { alertname: 'SiteDown', severity: 'critical', client: 'c-metrics', ...at },
      { alertname: 'InstanceDown', severity: 'critical', client: 'c-metrics', instance: 'z', depends_on: 'site' },
      { alertname: 'CMetricsBruteForceDetected', severity: 'critical', category: 'security', client: 'c-metrics' },
    ],
    [
      'critical CPU over high CPU',
      { alertname: 'CriticalCpuUsage', severity: 'critical', ...at },
      { alertname: 'HighCpuUsage', severity: 'warning', ...at },
      { alertname: 'HighCpuUsage', severity: 'warning', instance: 'b' },
    ],
    [
      'critical certificate over expiring',
      { alertname: 'SSLCertExpiryCritical', severity: 'critical', ...at },
      { alertname: 'SSLCertExpiringSoon', severity: 'warning', ...at },
      { alertname: 'SSLCertExpiringSoon', severity: 'warning', instance: 'b' },
    ],
    [
      'critical disk over high disk',
      { alertname: 'StackServerDiskCritical', severity: 'critical', mountpoint: '/', ...at },
      { alertname: 'HighDiskUsage', severity: 'warning', mountpoint: '/', ...at },
      { alertname: 'HighDiskUsage', severity: 'warning', mountpoint: '/data', ...at },
    ],
    [
      'a dead Prometheus over all of its alerts, the heartbeat included, and no alert of a log',
      { alertname: 'MetricsServerSilent', severity: 'critical' },
      { alertname: 'Watchdog', severity: 'none', source: 'prometheus' },
      { alertname: 'AcmeErrorSpike', severity: 'warning', client: 'acme' },
    ],
    [
      'failing requests over the error budget that they spend',
      { alertname: 'GatewayErrorRate', severity: 'critical', client: 'gateway' },
      { alertname: 'GatewayErrorBudgetBurn', severity: 'critical', client: 'gateway', long: '1h' },
      { alertname: 'GatewayLatencyBudgetBurn', severity: 'critical', client: 'gateway', long: '1h' },
    ],
  ]

  test.each(INHIBITION.map(([rule, ...alerts], index) => ({ rule, alerts, index })))(
    'inhibits: $rule',
    async ({ alerts, index }) => {
      // A label of this row's own keeps the rows apart; `equal` does not look at it.
      const [source, target, bystander] = alerts.map((labels) => ({
        ...labels,
        instance: `${labels.instance}#${index}`,
        row: `r${index}`,
      }))
      const named = (alert: Record<string, string> | undefined, kind: string) => ({ ...alert, kind: `${kind}${index}` })
      await running.post(named(source, 'source'))
      await running.post(named(target, 'target'))
      await running.post(named(bystander, 'bystander'))
      const state = (kind: string) => running.state(`kind="${kind}${index}"`)
      expect(await running.stateOnce(`kind="target${index}"`, 'suppressed')).toBe('suppressed')
      expect([await state('source'), await state('bystander')]).toEqual(['active', 'active'])
    },
  )

  test('what a generator makes for a client says whether it depends on his site', () => {
    using stack = copyOfStack()
    addClient(stack.path, ACME.replaceAll('acme-water', 'acme-metrics'), 'acme.yml')
    const rules = (path: string) => {
      const { groups } = parse(readFileSync(join(stack.path, path), 'utf8')) as RuleFile
      return groups.flatMap((group) => group.rules.map(({ labels }) => labels.depends_on))
    }
    const [target] = JSON.parse(
      readFileSync(join(stack.path, 'prometheus/targets/metrics/acme-metrics.json'), 'utf8'),
    ) as [{ labels: Record<string, string> }]
    expect(new Set(rules('prometheus/rules/acme-metrics.yml'))).toEqual(new Set(['site']))
    const dependent = rules('loki/rules/acme-metrics/activity-alerts.yml').map((depends, index) => [depends, index])
    expect(dependent.filter(([depends]) => depends)).toEqual([['site', 7]])
    expect(target.labels).toMatchObject({ depends_on: 'site' })
  })

  test('a silence is added, listed, in force and expired', async () => {
    const { alertmanager } = running.chain.urls
    const id = await addSilence(alertmanager, {
      matchers: ['alertname=Quiet', 'client=~acme.*', 'severity!=critical'],
      duration: '2h',
      createdBy: 'tests',
      comment: 'maintenance',
    })
    const [silence] = await listSilences(alertmanager)
    expect(silence).toMatchObject({ id, createdBy: 'tests', comment: 'maintenance', status: { state: 'active' } })
    expect(silence?.matchers.map(matcherText).sort()).toEqual([
      'alertname=Quiet',
      'client=~acme.*',
      'severity!=critical',
    ])
    await running.post({ alertname: 'Quiet', client: 'acme-water', severity: 'warning' })
    expect(await running.stateOnce('alertname="Quiet"', 'suppressed')).toBe('suppressed')
    await expireSilence(alertmanager, id)
    expect(await listSilences(alertmanager)).toEqual([])
    await expect(expireSilence(alertmanager, 'no-such-silence')).rejects.toThrow(/DELETE .* answered/)
  })

  test.each(['acme', '=x', 'a b=c', 'client='])('%j is not a matcher', async (text) => {
    const silence = { matchers: [text], duration: '1h', createdBy: 'x', comment: 'y' }
    await expect(addSilence(running.chain.urls.alertmanager, silence)).rejects.toThrow('is not a matcher')
  })

  test('the command line adds, lists and expires silences', async () => {
    const urls = { ALERTMANAGER_URL: running.chain.urls.alertmanager }
    const silence = (...args: string[]) => ops(OPS, ['silence', ...args], urls)
    const added = await silence('add', 'alertname=Cli', '--for', '90m', '--comment', 'works on it', '--by', 'thandi')
    const id = added.stdout.trim()
    expect((await silence('list')).stdout).toMatch(
      new RegExp(`^${id}\tactive\talertname=Cli\t.*\tthandi\tworks on it$`, 'm'),
    )
    expect((await silence('expire', id)).stdout).toBe(`expired: ${id}\n`)
    expect((await silence('list')).stdout).not.toContain(id)
    expect(await silence('add', 'x=y', '--for', 'soon', '--comment', 'c')).toMatchObject({
      status: 1,
      stderr: '"soon" is not a duration: write 90m, 2h or 7d\n',
    })
    const nobody = await ops(OPS, ['silence', 'list'], { ALERTMANAGER_URL: 'http://127.0.0.1:9' })
    expect(nobody).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('http://127.0.0.1:9/api/v2/silences cannot be reached'),
    })
  })
})
