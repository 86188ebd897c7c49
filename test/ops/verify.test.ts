/** @long it waits for messages of alerts that fire and end. */
import { expect, test } from '@jest/globals'
import { addClient } from '../../ops/cli/clients.ts'
import { readEnv } from '../../ops/cli/env.ts'
import { proveDelivery } from '../../ops/cli/loopback/prove.ts'
import { receiversOf, verifyClient } from '../../ops/cli/verify.ts'
import { setUp } from '../support/set-up.ts'
import { chainSuite, RunningChain } from './support/chain.ts'
import { FakeServer } from './support/http.ts'
import { ACME, copyOfStack, EVERY_CHANNEL } from './support/stack.ts'

chainSuite('client verify --loopback', () => {
  test('gives a receipt per receiver for the alarm and for the all-clear', async () => {
    using stack = copyOfStack()
    const receipts = await proveDelivery(stack.path, addClient(stack.path, ACME, 'acme.yml').client)
    const channels = ['gateway', 'email', 'slack-critical', 'telegram']
    expect(receipts.map(({ step, ok }) => `${ok} ${step}`)).toEqual([
      ...channels.map((channel) => `true SiteDown firing at ${channel}`),
      ...channels.map((channel) => `true SiteDown resolved at ${channel}`),
      'true Watchdog at gateway',
    ])
  })
})

chainSuite('client verify, on a stack where nothing else happens', () => {
  let running: RunningChain

  setUp(async (opened) => {
    running = opened.use(await RunningChain.start())
  })

  test('gives a receipt per probe, for the logs and per receiver', async () => {
    const record = {
      ...running.client,
      probes: [{ target: `http://127.0.0.1:${running.chain.site.port}/`, module: 'http_2xx' as const }],
    }
    await using loki = await FakeServer.open(({ headers }) => {
      const values =
        headers['x-scope-orgid'] === 'acme-water'
          ? [
              ['1', 'a'],
              ['2', 'b'],
            ]
          : []
      return { status: 200, body: { data: { result: [{ values }] } } }
    })
    const urls = { ...running.chain.urls, loki: loki.url }
    const expected = receiversOf(record, { ...readEnv(running.stack), ...EVERY_CHANNEL })
    const receipts = await verifyClient(record, urls, expected)
    expect(receipts.map(({ ok, step }) => [ok, step])).toEqual([
      [true, expect.stringContaining('probe http_2xx')],
      [true, 'logs'],
      [true, 'critical alert to client:acme-water:critical by email'],
      [true, 'critical alert to client:acme-water:critical by slack'],
      [true, 'critical alert to client:acme-water:critical by telegram'],
      [true, 'warning alert to client:acme-water by email'],
      [true, 'warning alert to client:acme-water by slack'],
    ])
    const arrived = running.chain.inbox.messages.filter(
      ({ body }) => body.includes('AcmeWaterVerifyTest') && /firing/i.test(body),
    )
    expect(new Set(arrived.map(({ channel }) => channel))).toEqual(
      new Set(['gateway', 'email', 'slack-critical', 'slack-alerts', 'telegram']),
    )
  })

  test('says what fails: a dead probe, no logs, a receiver that is not there', async () => {
    await using loki = await FakeServer.open(() => ({ status: 200, body: { data: { result: [] } } }))
    const record = { ...running.client, probes: [{ target: 'http://127.0.0.1:9/', module: 'http_2xx' as const }] }
    const pager = { severity: 'warning' as const, receiver: 'client:acme-water', integrations: { pagerduty: 1 } }
    const receipts = await verifyClient(record, { ...running.chain.urls, loki: loki.url }, [pager], 1000)
    expect(receipts).toMatchObject([
      { step: 'probe http_2xx http://127.0.0.1:9/', ok: false, detail: 'probe_success is 0' },
      { step: 'logs', ok: false, detail: expect.stringContaining('no line in 24 hours') },
      { step: 'warning alert to client:acme-water by pagerduty', ok: false, detail: 'not delivered within 1 s' },
    ])
  })

  test('gives no receipt for a receiver that refuses, and one for the others', async () => {
    const { chain, client } = running
    chain.inbox.refusing.add('telegram')
    const record = { ...client, activity: null, probes: [] }
    const [critical] = receiversOf(record, { ...readEnv(running.stack), ...EVERY_CHANNEL, SMTP_ENABLED: 'false' })
    const receipts = await verifyClient(record, { ...chain.urls, loki: '' }, critical ? [critical] : [], 20_000)
    chain.inbox.refusing.clear()
    expect(receipts).toMatchObject([
      { step: 'critical alert to client:acme-water:critical by slack', ok: true },
      {
        ok: false,
        detail: expect.stringMatching(/^not delivered within 20 s: \d+ attempts failed, see the log of Alertmanager$/),
      },
    ])
  })
})
