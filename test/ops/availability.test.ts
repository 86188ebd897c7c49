/** @database none */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { type Availability, availabilityOf, percent, QUESTIONS } from '../../ops/cli/availability.ts'
import { addClient } from '../../ops/cli/clients.ts'
import { syntaxError } from '../../ops/cli/queries.ts'
import { reportOf } from '../../ops/cli/report.ts'
import { statusPage } from '../../ops/cli/status-page.ts'
import { setUp } from '../support/set-up.ts'
import { FakeServer } from './support/http.ts'
import { ops } from './support/ops.ts'
import { ACME, copyOfStack } from './support/stack.ts'

const CLIENT = { id: 'acme-water', name: 'Acme "Water" & Sons', objective: 99.5 }
const NOW = new Date('2026-03-31T10:00:00Z')
const SITE = { instance: 'https://www.acme.example/', module: 'http_2xx_ssl' }
const LOGIN = { instance: 'https://www.acme.example/admin?token=secret', module: 'http_auth_protected' }

/** What Prometheus answers to each question: the site had an outage on one day, the login page has no sample yet. */
const ANSWERS: Record<string, { metric: object; value?: [number, string]; values?: [number, string][] }[]> = {
  [QUESTIONS.isUp(CLIENT)]: [{ metric: SITE, value: [0, '0'] }],
  [QUESTIONS.share(CLIENT)]: [
    { metric: SITE, value: [0, '0.998'] },
    { metric: LOGIN, value: [0, '1'] },
  ],
  [QUESTIONS.seconds(CLIENT)]: [{ metric: SITE, value: [0, '0.4249'] }],
  [QUESTIONS.daily(CLIENT)]: [
    {
      metric: SITE,
      values: [
        [Date.parse('2026-03-29T10:00:00Z') / 1000, '1'],
        [Date.parse('2026-03-30T10:00:00Z') / 1000, '0.94'],
        [Date.parse('2026-03-31T10:00:00Z') / 1000, '0.99'],
      ],
    },
  ],
}

describe('the availability of a client', () => {
  let prometheus: FakeServer
  let all: Availability[]

  setUp(async (opened) => {
    prometheus = opened.use(
      await FakeServer.open(({ path }) => {
        const query = new URL(path, 'http://x').searchParams.get('query') ?? ''
        return { status: 200, body: { data: { result: ANSWERS[query] ?? [] } } }
      }),
    )
    all = await availabilityOf(prometheus.url, CLIENT, NOW)
  })

  test.each(Object.entries(QUESTIONS))('asks for %s in PromQL, of this client alone', (_, question) => {
    const expr = question(CLIENT)
    expect(syntaxError({ where: 'availability', language: 'promql', expr })).toBeUndefined()
    expect(expr).toContain('client="acme-water"')
  })

  test('is reported with the outage and what is left of the error budget', () => {
    const report = reportOf(CLIENT, all, NOW)
    expect(report).toContain('# Acme "Water" & Sons: availability, 30 days to 2026-03-31\n')
    expect(report).toContain('Objective: 99.5 %. The error budget is 216 minutes of outage in 30 days.')
    // 0.2 % of 43,200 minutes, of which 216 are allowed.
    expect(report).toContain('| https://www.acme.example/ | 99.80 % | 86 min | 60 % | 0.42 s |')
  })

  test('shows no more than what is measured', () => {
    const [site] = all
    expect(reportOf(CLIENT, [{ ...(site as Availability), share: undefined, seconds: undefined }], NOW)).toContain(
      '| https://www.acme.example/ | not measured |  |  |  |',
    )
    expect([percent(0.99999), percent(1), percent(0)]).toEqual(['99.99 %', '100.00 %', '0.00 %'])
  })

  test('has a page with the state of each public site, and thirty days of it', () => {
    const page = statusPage(CLIENT, all, NOW)
    expect(page).toContain('<h2>www.acme.example <strong class="down">OFFLINE</strong></h2>')
    expect(page).toContain('1 of 1 sites are offline')
    expect([...page.matchAll(/<li class="(\w+)" title="([^"]+)"/g)].map(([, kind, title]) => [kind, title])).toEqual([
      ['all', '2026-03-29: 100.00 %'],
      ['down', '2026-03-30: 94.00 %'],
      ['some', '2026-03-31: 99.00 %'],
    ])
  })

  test('has a page without scripts, foreign addresses, logins and secrets', () => {
    const page = statusPage({ name: '<script>x</script>' }, all, NOW)
    expect(page).toContain('&lt;script&gt;')
    for (const text of ['<script', 'src=', 'http://', 'https://', 'admin', 'token', '@'])
      expect(page).not.toContain(text)
  })

  test('is printed and written by the command line', async () => {
    using stack = copyOfStack()
    addClient(stack.path, ACME, 'acme.yml')
    const urls = { PROMETHEUS_URL: prometheus.url }
    const file = join(stack.path, 'status.html')
    const report = await ops(stack.path, ['client', 'report', 'acme-water'], urls)
    expect([report.status, report.stdout]).toEqual([0, expect.stringContaining('| 99.80 % | 86 min | 60 % |')])
    const written = await ops(stack.path, ['client', 'status-page', 'acme-water', file], urls)
    expect([written.status, written.stdout]).toEqual([0, `written: ${file}\n`])
    expect(readFileSync(file, 'utf8')).toContain('OFFLINE')
  })
})
