import { expect, test } from '@jest/globals'
import { EventSource } from 'eventsource'
import { LOOPBACK_TOKEN } from '../../ops/cli/loopback/retarget-alertmanager.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'
import { chainSuite, RunningChain, type Webhook } from './support/chain.ts'

/** The organization that operates the gateway. */
const OPERATOR = 'org_operator'

chainSuite('the whole chain on loopback', () => {
  let running: RunningChain
  let gateway: TestServer

  setUp(async (opened) => {
    gateway = opened.use(await startServer({ ALERTMANAGER_TOKEN: LOOPBACK_TOKEN, ALERTMANAGER_ORGANIZATION: OPERATOR }))
    running = opened.use(await RunningChain.start())
    running.chain.inbox.gateway = gateway.url
    process.stdout.write(`Not read by these binaries: ${running.chain.taken.join(', ') || 'nothing'}\n`)
  })

  test('a site that dies is heard by mail, Slack, Telegram and the gateway; when it comes back, so is that', async () => {
    await running.chain.seen('probe_success == 1')
    await running.chain.site.down()
    const channels = ['gateway', 'email', 'slack-critical', 'telegram'] as const
    const [gateway, email, slack, telegram] = await Promise.all(
      channels.map((channel) => running.about(channel, 'SiteDown', 'firing')),
    )

    expect(gateway?.authorization).toBe(`Bearer ${LOOPBACK_TOKEN}`)
    const webhook = JSON.parse(gateway?.body ?? '') as Webhook
    expect(webhook.alerts[0]).toMatchObject({
      status: 'firing',
      labels: {
        alertname: 'SiteDown',
        severity: 'critical',
        client: 'acme-water',
        client_name: 'Acme "Water" & Sons',
        // By this label, MetricsServerSilent inhibits the alerts of a dead Prometheus.
        source: 'prometheus',
      },
    })
    const mailTo = (address: string) =>
      running.chain.inbox.next(
        `mail to ${address}`,
        ({ channel, to, body }) => channel === 'email' && to?.join() === address && body.includes('SiteDown'),
      )
    const [ours, theirs] = await Promise.all(['operations@example.org', 'it@acme.example'].map(mailTo))
    const links = (body = '') => body.replaceAll('=\r\n', '').includes('orgId')
    expect([links(ours?.body), links(theirs?.body)]).toEqual([true, false])
    expect(email?.body).toMatch(/^Subject: \[FIRING: 1\] CRITICAL SiteDown/m)
    expect(email?.body).toContain('Acme &#34;Water&#34; &amp; Sons')
    expect(JSON.parse(slack?.body ?? '')).toMatchObject({
      channel: '#critical',
      username: 'Monitoring',
      icon_emoji: ':rotating_light:',
      attachments: [{ color: '#d32f2f', title: '[FIRING: 1] SiteDown' }],
    })
    const message = JSON.parse(telegram?.body ?? '') as { parse_mode: string; text: string }
    expect(message.parse_mode).toBe('HTML')
    expect(message.text).toMatch(/^<b>FIRING<\/b>\n\n<b>SiteDown<\/b>\nSeverity: critical\nInstance: http:/)

    await running.chain.site.up()
    await Promise.all(channels.map((channel) => running.about(channel, 'SiteDown', 'resolved')))
  })

  test('the heartbeat reaches the gateway and the service outside, and nobody else', async () => {
    const outside = await running.about('heartbeat', '"alertname":"Watchdog"', 'firing')
    // Receivers do not need to know how the gateway is notified.
    expect(outside.authorization).toBeUndefined()
    const heartbeat = await running.about('gateway', '"alertname":"Watchdog"', 'firing')
    expect((JSON.parse(heartbeat.body) as Webhook).alerts[0]?.labels).toMatchObject({
      alertname: 'Watchdog',
      severity: 'none',
    })
    expect(
      running.chain.inbox.messages.filter(
        ({ channel, body }) => !['gateway', 'heartbeat'].includes(channel) && body.includes('Watchdog'),
      ),
    ).toEqual([])
  })

  test('a security alert that fires goes to the security receiver and to the gateway', async () => {
    await running.post({ alertname: 'RateSpike', severity: 'warning', category: 'security' })
    const [gateway, slack] = await Promise.all([
      running.about('gateway', 'RateSpike', 'firing'),
      running.about('slack-critical', 'RateSpike', 'firing'),
    ])
    expect((JSON.parse(gateway.body) as Webhook).alerts[0]?.labels.category).toBe('security')
    expect(JSON.parse(slack.body)).toMatchObject({ username: 'Security' })
    if (running.chain.taken.includes('alertmanager msteamsv2_configs')) return
    const teams = await running.about('teams', 'RateSpike', 'firing')
    expect(teams.body).toContain('[FIRING] WARNING RateSpike')
  })

  test('the gateway sends received alerts on its breaches stream, and records the heartbeat', async () => {
    const operator = gateway.actor({ organizationId: OPERATOR })
    const heard: string[] = []
    const source = new EventSource(`${gateway.url}/api/realtime/breaches`, {
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init.headers, Authorization: `Bearer ${operator.token}` } }),
    })
    source.addEventListener('breach', ({ data }) => heard.push(JSON.parse(data).title))
    await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }))
    await running.post({ alertname: 'TokenTheft', severity: 'critical', category: 'security' })
    await until('the alert on the stream', () => heard.includes('TokenTheft'))
    source.close()
    const beats = await gateway.database.transaction({ role: 'gateway_tenant', organizationId: OPERATOR }, ({ db }) =>
      db.selectFrom('monitoringHeartbeat').select('isSilent').execute(),
    )
    expect(beats).toEqual([{ isSilent: false }])
  })
})
