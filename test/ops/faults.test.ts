/** @long it starts a gateway and a stack, and waits for alerts to fire and to end. */
import { describe, expect, test } from '@jest/globals'
import { EventSource } from 'eventsource'
import { sql } from 'kysely'
import { LOOPBACK_TOKEN } from '../../ops/cli/loopback/retarget-alertmanager.ts'
import { request } from '../../ops/cli/urls.ts'
import { passTime } from '../support/organization.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { type Bound, boundText } from './support/bounds.ts'
import { chainSuite } from './support/chain.ts'
import { type Fault, type FaultChain, startFaultChain } from './support/fault-chain.ts'
import { startedByHand } from './support/programs.ts'

/** The organization that operates the gateway. */
const OPERATOR = 'org_operator'

/** `configured` waits as long as the stack does, for figures; the programs and the way are the same. */
const pace = process.env.CHAIN_PACE === 'configured' ? 'configured' : 'quick'
const patience = pace === 'configured' ? 15 * 60_000 : PATIENCE_MS
const deadline = 10 * patience

const installed = [requireTool('openssl', 'apt-get install openssl'), requireTool('php', 'apt-get install php-cli')]
const suite = installed.every(Boolean) ? chainSuite : describe.skip

const hasLoki = startedByHand('loki')

/** A table with a line per row. */
const table = (rows: string[][]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}

suite('from a fault to its notification', () => {
  let running: FaultChain
  let gateway: TestServer
  const figures: string[][] = []

  setUp(async (opened) => {
    opened.defer(() => {
      const waits = pace === 'quick' ? 'waits shortened' : 'waits as configured'
      const head = ['Fault', 'Alert', `Sent after (${waits})`, 'As configured, at most', 'Of which']
      process.stdout.write(`${table([head, ...figures])}\n`)
    })
    gateway = opened.use(await startServer({ ALERTMANAGER_TOKEN: LOOPBACK_TOKEN, ALERTMANAGER_ORGANIZATION: OPERATOR }))
    running = await startFaultChain(opened, pace, hasLoki)
    running.chain.inbox.gateway = gateway.url
  })

  const note = (fault: string, alert: string, start: number, bound: Bound) =>
    figures.push([fault, alert, `${((performance.now() - start) / 1000).toFixed(1)} s`, ...boundText(bound)])

  /** Causes a fault and waits until people are notified. */
  const tell = async ({ fault, alert, about, channel, bound, happen }: Fault): Promise<string> => {
    const start = performance.now()
    await happen()
    await running.chain.inbox.next(
      `${alert} (${about}) at ${channel}`,
      ({ channel: at, body }) => at === channel && [alert, about, '[FIRING'].every((part) => body.includes(part)),
      patience,
    )
    note(fault, alert, start, bound)
    return fault
  }

  test(
    'people hear of each',
    async () => {
      const { chain, faults } = running
      const well = ['site-down', 'site-failing', 'site-slow', 'site-certificate'].map(
        (client) => `probe_success{client="${client}"} == 1`,
      )
      await Promise.all([...well, 'app_database_up == 1', 'up{job="alloy"} == 1'].map(chain.seen))
      const heard = await Promise.allSettled(faults.map(tell))
      expect(heard).toEqual(faults.map(({ fault }) => ({ status: 'fulfilled', value: fault })))
    },
    deadline,
  )

  const withLoki = hasLoki ? test : test.skip
  withLoki('what the security runs shipped counts once, whatever the full run ships', async () => {
    const { chain, attacked } = running
    expect((await attacked?.kit.ship())?.code).toBe(0)
    const query = 'sum(count_over_time({job="activity"}[1h]))'
    const response = await request(`${chain.urls.loki}/loki/api/v1/query?${new URLSearchParams({ query })}`, {
      headers: { 'X-Scope-OrgID': 'brute-force' },
    })
    const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } }
    expect(data.result.map(({ value }) => value[1])).toEqual(['10'])
  })

  test(
    'and of the end of Alertmanager, which can tell nobody itself: the gateway misses its heartbeat',
    async () => {
      const { token } = gateway.actor({ organizationId: OPERATOR })
      const source = new EventSource(`${gateway.url}/api/realtime/breaches`, {
        fetch: (input, init) =>
          fetch(input, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } }),
      })
      const silent = new Promise<void>((resolve) => {
        source.addEventListener('breach', ({ data }) => {
          if (JSON.parse(data).title === 'MonitoringSilent') resolve()
        })
      })
      await new Promise((resolve) => source.addEventListener('open', resolve, { once: true }))
      const start = performance.now()
      await running.chain.loseAlertmanager()
      if (pace === 'quick')
        await passTime(
          gateway,
          { organizationId: OPERATOR },
          'monitoring',
          sql`update monitoring_heartbeat set last_at = last_at - interval '5 minutes'`,
        )
      await silent
      source.close()
      note('Alertmanager down', 'MonitoringSilent', start, [
        ['no heartbeat', 300],
        ['looked for', 1],
      ])
    },
    deadline,
  )
})
