import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { copyAlertmanager } from '../../ops/cli/check.ts'
import { addClient } from '../../ops/cli/clients.ts'
import { run, versionOf } from '../../ops/cli/tools.ts'
import { setUp } from '../support/set-up.ts'
import { requireProgram } from './support/programs.ts'
import { ACME, copyOfStack, readYaml, type TemporaryFolder } from './support/stack.ts'

const suite = requireProgram('amtool') ? describe : describe.skip

interface RuleFile {
  groups: { rules: { annotations?: Record<string, string> }[] }[]
}

const HOSTILE = `"><script>alert('x')</script><!channel> & [click](http://evil.example)`

interface AlertText {
  status?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
}

const alert = ({ status = 'firing', labels = {}, annotations = {} }: AlertText) => ({
  status,
  labels: {
    alertname: 'SiteDown',
    severity: 'critical',
    client: 'acme-water',
    client_name: 'Acme',
    instance: 'https://a.example/',
    ...labels,
  },
  annotations: { summary: 'It is down', description: 'For two minutes', runbook: 'Look at it', ...annotations },
  startsAt: '2026-03-01T10:00:00Z',
  endsAt: status === 'resolved' ? '2026-03-01T10:42:00Z' : '0001-01-01T00:00:00Z',
})

const dataOf = (alerts: ReturnType<typeof alert>[]) => ({
  receiver: 'r',
  status: alerts[0]?.status,
  alerts,
  groupLabels: { alertname: alerts[0]?.labels.alertname, severity: alerts[0]?.labels.severity },
  commonLabels: alerts[0]?.labels,
  commonAnnotations: {},
  externalURL: 'http://alertmanager:9093',
})

let stack: TemporaryFolder
let folder: string

setUp(async (opened) => {
  stack = opened.use(copyOfStack())
  addClient(stack.path, ACME, 'acme.yml')
  folder = join(stack.path, 'amtool')
  mkdirSync(folder)
})

suite('message templates', () => {
  beforeAll(() => {
    const { taken } = copyAlertmanager(stack.path, folder, versionOf('amtool'))
    process.stdout.write(`Not read by this amtool: ${taken.join(', ') || 'nothing'}\n`)
  })

  const render = (template: string, alerts: ReturnType<typeof alert>[], type: 'html' | 'text' = 'text') => {
    const data = join(folder, 'data.json')
    writeFileSync(data, JSON.stringify(dataOf(alerts)))
    const args = [`--template.glob=${folder}/templates/*.tmpl`, `--template.data=${data}`, `--template.type=${type}`]
    return run('amtool', ['template', 'render', ...args, `--template.text={{ template "${template}" . }}`])
  }

  test.each([
    ['critical', 'firing', '#d32f2f'],
    ['warning', 'firing', '#fbc02d'],
    ['critical', 'resolved', '#2e7d32'],
  ])('a mail about a %s alert that is %s is marked %s', (severity, status, color) => {
    const html = render('email.html', [alert({ status, labels: { severity } })], 'html')
    expect(html).toContain(`border-left:6px solid ${color}`)
    expect(html).toContain('It is down')
    expect(html).toContain('2026-03-01 10:00:00 UTC')
    expect(html).toMatch(status === 'resolved' ? /Duration: 42m/ : /Duration: \S/)
    expect(html).toMatch(/<a href="http:\/\/localhost:3000\/d\/client-acme-water\?orgId=1"[^>]*>Open dashboard<\/a>/)
    expect(html).toMatch(/<a href="http:\/\/localhost:3000\/explore[^"]*loki-acme-water[^"]*"[^>]*>Open logs<\/a>/)
    expect(html).toMatch(/<a href="https:\/\/git.example.org\/ops\/runbooks\/SiteDown.md"[^>]*>Open runbook<\/a>/)
  })

  test('the subject says status, severity, alert and client', () => {
    expect(render('email.subject', [alert({})]).trim()).toBe('[FIRING: 1] CRITICAL SiteDown (Acme)')
    expect(render('email.subject', [alert({ status: 'resolved' })]).trim()).toBe('[RESOLVED] CRITICAL SiteDown (Acme)')
  })

  test('the log link opens the query of this client', () => {
    const html = render('email.html', [alert({})], 'html')
    const [, panes = ''] = /panes=([^"&]+)/.exec(html) ?? []
    expect(JSON.parse(decodeURIComponent(panes))).toMatchObject({
      a: { datasource: 'loki-acme-water', queries: [{ refId: 'A', expr: '{client="acme-water"}' }] },
    })
  })

  test("a mail leads us into the operators' organization, and a client's contact into his own", () => {
    const linksOf = (template: string, labels = {}) =>
      [...render(template, [alert({ labels })], 'html').matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
    const ours = linksOf('email.html').filter((href) => href.startsWith('http://localhost:3000/'))
    expect(ours.map((href) => new URL(href.replaceAll('&amp;', '&')).searchParams.get('orgId'))).toEqual(['1', '1'])
    // No page of ours, no Explore, which viewers may not open, and no data source but by his own dashboard.
    expect(linksOf('email.client.html')).toEqual(['http://localhost:3000/d/client-acme-water'])
    const [hostile = ''] = linksOf('email.client.html', { client: HOSTILE })
    expect(hostile).toMatch(/^http:\/\/localhost:3000\/d\/client-[\w%.+&#;()-]+$/)
  })

  test("a client's mail tells what happened, and nothing that is for us", () => {
    const alertTexts = {
      runbook: 'Open http://blackbox:9115/probe',
      summary: 'Acme is down',
      description: 'For two minutes',
    }
    const html = render(
      'email.client.html',
      [alert({ labels: { instance: 'gateway:4000' }, annotations: alertTexts })],
      'html',
    )
    for (const text of ['Acme is down', 'For two minutes', '2026-03-01 10:00:00 UTC']) expect(html).toContain(text)
    for (const text of ['What to do', 'blackbox', 'gateway:4000', 'runbook']) expect(html).not.toContain(text)
    expect(render('email.html', [alert({ annotations: alertTexts })], 'html')).toContain('What to do')
  })

  test('no rule names parts of the stack in what a client reads', () => {
    const files = globSync(['prometheus/rules/*.yml', 'loki/rules/acme-water/*.yml'], { cwd: stack.path })
    const rules = files.flatMap((path) => readYaml<RuleFile>(stack.path, path).groups.flatMap((group) => group.rules))
    const texts = rules.flatMap(({ annotations = {} }) => [annotations.summary ?? '', annotations.description ?? ''])
    expect(texts.length).toBeGreaterThan(80)
    expect(texts.filter((text) => /docker compose|npm run|https?:\/\/[a-z-]+:\d/.test(text))).toEqual([])
  })

  test.each([['summary'], ['description'], ['runbook']])('markup in the %s arrives escaped in a mail', (field) => {
    const html = render('email.html', [alert({ annotations: { [field]: HOSTILE } })], 'html')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script')
  })

  test.each([['alertname'], ['instance'], ['client'], ['client_name'], ['severity']])(
    'markup in the label %s arrives escaped in a mail',
    (label) => {
      const html = render('email.html', [alert({ labels: { [label]: HOSTILE } })], 'html')
      expect(html).not.toContain('<script')
      // Still one element per button: nothing broke out of an attribute.
      expect(html.match(/<a href="[^"]*" style="[^"]*">/g)).toHaveLength(3)
    },
  )

  test('Slack gets no markup and no mentions from an alert', () => {
    const text = render('slack.text', [
      alert({
        labels: { instance: HOSTILE, client: HOSTILE },
        annotations: { summary: HOSTILE, description: HOSTILE },
      }),
    ])
    expect(text).toContain('&lt;!channel&gt; &amp;')
    expect(
      text.match(/<[^>]*>/g)?.every((link) => /^<(http:\/\/localhost:3000|https:\/\/git.example.org)\//.test(link)),
    ).toBe(true)
  })

  test('Slack shows name, icon and colour by status and severity', () => {
    expect(render('slack.username', [alert({ labels: { category: 'security' } })]).trim()).toBe('Security')
    expect(render('slack.icon', [alert({})]).trim()).toBe(':rotating_light:')
    expect(render('slack.color', [alert({ labels: { severity: 'warning' } })]).trim()).toBe('#fbc02d')
    expect(render('slack.color', [alert({ status: 'resolved' })]).trim()).toBe('#2e7d32')
  })

  test('Telegram shows status in upper case, then name, severity, instance and description of each alert', () => {
    const text = render(
      'telegram.message',
      [alert({}), alert({ labels: { alertname: 'Other', severity: 'warning' } })],
      'html',
    )
    expect(text.trim()).toBe(
      [
        '<b>FIRING</b>',
        '',
        '<b>SiteDown</b>\nSeverity: critical\nInstance: https://a.example/\nFor two minutes',
        '',
        '<b>Other</b>\nSeverity: warning\nInstance: https://a.example/\nFor two minutes',
        '',
        '<a href="https://git.example.org/ops/runbooks/SiteDown.md">Runbook</a>',
      ].join('\n'),
    )
  })

  test('Telegram escapes markup and never exceeds its 4096 characters', () => {
    const long = `<script>${'&'.repeat(3000)}`
    const alerts = Array.from({ length: 60 }, () =>
      alert({ labels: { alertname: long, severity: long, instance: long }, annotations: { description: long } }),
    )
    const text = render('telegram.message', alerts, 'html')
    expect(text).not.toContain('<script')
    expect(text).toContain('and more: 60 alerts in all')
    expect([...text].length).toBeLessThanOrEqual(4096)
  })

  test('Teams gets no links from an alert, and its own three', () => {
    const text = render('teams.text', [alert({ annotations: { summary: HOSTILE, description: HOSTILE } })])
    expect(text.match(/\]\(/g)).toHaveLength(3)
    expect(render('teams.title', [alert({})]).trim()).toBe('[FIRING] CRITICAL SiteDown')
  })

  test.each([
    ['its name', {}, 'SiteDown'],
    [
      "the page of a client's alert, whose name holds the client's",
      { runbook_page: 'FailedLoginSpike' },
      'FailedLoginSpike',
    ],
    ['a page that would be elsewhere', { runbook_page: '../../evil?x="><script>' }, 'evilxscript'],
  ])('every message leads to a runbook: %s', (_, annotations, page) => {
    for (const template of ['email.html', 'slack.text', 'teams.text', 'telegram.message'])
      expect(render(template, [alert({ annotations })])).toContain(`https://git.example.org/ops/runbooks/${page}.md`)
  })

  test('an alert without a client leads to the stack', () => {
    const html = render('email.html', [alert({ labels: { client: '' } })], 'html')
    expect(html).toContain('href="http://localhost:3000/d/stack?orgId=1"')
  })
})
