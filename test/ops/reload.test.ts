import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { removeClient } from '../../ops/cli/clients.ts'
import { giveAccess } from '../../ops/cli/grafana.ts'
import { reload } from '../../ops/cli/reload.ts'
import { addSilence } from '../../ops/cli/silence.ts'
import { readClients } from '../../ops/cli/stack.ts'
import { setUp } from '../support/set-up.ts'
import { chainSuite, RunningChain } from './support/chain.ts'
import { WithGrafana } from './support/grafana.ts'
import { FakeServer } from './support/http.ts'
import { ops } from './support/ops.ts'

const QUIET = { say: () => {}, pollMs: 50 }

/** Prometheus, or an Alertmanager without alerts. */
const reloadable = () =>
  FakeServer.open(({ path }) => ({ status: 200, body: path.includes('/alerts') ? [] : undefined }))

describe('reload', () => {
  test('asks Prometheus, Grafana and Alertmanager, and says who refused', async () => {
    await using t = await WithGrafana.open()
    await using prometheus = await reloadable()
    await using alertmanager = await reloadable()
    const urls = { prometheus: prometheus.url, alertmanager: alertmanager.url }
    await reload(t.stack.path, [t.client], urls, t.at, QUIET)
    const asked = ({ received }: FakeServer) => received.map(({ method, path }) => `${method} ${path}`)
    expect(asked(prometheus)).toEqual(['POST /-/reload'])
    expect(asked(alertmanager)).toEqual(['GET /api/v2/alerts?silenced=false', 'POST /-/reload'])
    await expect(reload(t.stack.path, [], urls, { ...t.at, password: 'wrong' }, QUIET)).rejects.toThrow(
      /datasources\/reload answered 401/,
    )
  })

  test('continues with the others when one is unavailable, and names it', async () => {
    await using t = await WithGrafana.open()
    await using part = await reloadable()
    await giveAccess(t.stack.path, t.at, t.client)
    t.grafana.dashboards.clear()
    const away = 'http://127.0.0.1:9'
    const reloads = () => part.received.filter(({ path }) => path === '/-/reload').length
    const urls = { prometheus: part.url, alertmanager: part.url }
    await expect(reload(t.stack.path, [t.client], urls, { ...t.at, url: away }, QUIET)).rejects.toThrow(away)
    expect(reloads()).toBe(2)
    await expect(reload(t.stack.path, [t.client], { ...urls, alertmanager: away }, t.at, QUIET)).rejects.toThrow(away)
    expect(t.grafana.dashboards.size).toBe(1)
    expect(reloads()).toBe(3)
  })

  test("brings a client's organization to his record, and makes none for who has none", async () => {
    await using t = await WithGrafana.open()
    await using other = await reloadable()
    const urls = { GRAFANA_URL: t.at.url, PROMETHEUS_URL: other.url, ALERTMANAGER_URL: other.url }
    writeFileSync(join(t.stack.path, '.env'), 'DASHBOARD_ADMIN_PASSWORD=secret\n')
    expect((await ops(t.stack.path, ['reload'], urls)).stdout).toMatch(/^reloaded;/)
    expect(t.grafana.orgs.size).toBe(0)

    await giveAccess(t.stack.path, t.at, t.client)
    const record = join(t.stack.path, 'clients/acme-water.yml')
    const changed = readFileSync(record, 'utf8')
      .replace('it@acme.example', 'new@acme.example')
      .replace('traces: true', 'traces: false')
      .replace(/^name: .*/m, 'name: Acme')
    writeFileSync(record, changed)
    const shown = await ops(t.stack.path, ['render'])
    expect(shown.stdout).toMatch(/\nNext, on the host of the stack: ops reload\n$/)
    expect((await ops(t.stack.path, ['reload'], urls)).stdout).toMatch(
      /^~ Grafana organization client-acme-water\n~ Grafana user client-acme-water\nreloaded;/,
    )
    expect([...t.grafana.dataSources.keys()]).toEqual(['2/prometheus', '2/loki-acme-water'])
    expect(t.grafana.users.get('client-acme-water')).toMatchObject({ name: 'Acme', role: 'Viewer' })
    expect(t.grafana.dashboards.get('2/client-acme-water')).toMatchObject({ title: 'Acme' })
    expect(JSON.stringify(t.grafana.dashboards.get('2/client-acme-water'))).not.toContain('tempo')
  })
})

chainSuite('reload after a client left, by the real Alertmanager', () => {
  let running: RunningChain

  setUp(async (opened) => {
    running = opened.use(await RunningChain.start())
  })

  test('waits until the client’s alerts have ended: they are sent as resolved, and not again to other receivers', async () => {
    await using t = await WithGrafana.open()
    await using prometheus = await reloadable()
    const { chain, stack } = running
    const urls = { prometheus: prometheus.url, alertmanager: chain.urls.alertmanager }
    await running.post({ alertname: 'LeavingAlert', severity: 'critical', client: 'acme-water' })
    await running.about('slack-critical', 'LeavingAlert', 'firing')
    for (const address of ['operations@example.org', 'it@acme.example'])
      await chain.inbox.next(
        `mail to ${address}`,
        ({ to, body }) => to?.join() === address && body.includes('LeavingAlert'),
      )

    // Nobody waits for an alert that does not end but is silenced.
    const silence = { matchers: ['alertname=SilencedAlert'], duration: '1h', createdBy: 'tests', comment: 'known' }
    await addSilence(urls.alertmanager, silence)
    await running.post({ alertname: 'SilencedAlert', severity: 'critical', client: 'acme-water' })

    removeClient(stack, 'acme-water')
    chain.render()
    const clients = readClients(stack)
    const said: string[] = []
    // An alert that does not end is named, and nothing is reloaded until then.
    await expect(
      reload(stack, clients, urls, t.at, { say: (line) => said.push(line), pollMs: 50, patienceMs: 500 }),
    ).rejects.toThrow(/is not reloaded: LeavingAlert still fires/)
    expect(said).toEqual(['waiting for the end of alerts of a removed client: LeavingAlert'])

    const reloaded = reload(stack, clients, urls, t.at, QUIET)
    await running.post({ alertname: 'LeavingAlert', severity: 'critical', client: 'acme-water' }, new Date())
    await running.about('gateway', 'LeavingAlert', 'resolved')
    await reloaded
    // One that comes afterwards shows that the new routes are in force.
    await running.post({ alertname: 'AfterAlert', severity: 'critical', client: 'acme-water' })
    await running.about('slack-critical', 'AfterAlert', 'firing')
    const sent = chain.inbox.messages.filter(({ body }) => body.includes('LeavingAlert') && /firing/i.test(body))
    expect(chain.inbox.messages.filter(({ body }) => body.includes('SilencedAlert'))).toEqual([])
    expect(sent.filter(({ channel }) => channel === 'slack-critical')).toHaveLength(1)
    expect(sent.flatMap(({ to }) => to ?? []).sort()).toEqual(['it@acme.example', 'operations@example.org'])
  })
})
