import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import type { LogRule } from '../../ops/cli/log-rules.ts'
import { noticeSilence } from '../../src/features/realtime/realtime.jobs.ts'
import { createLog } from '../../src/main/log.ts'
import { performDue, toolsOf } from '../support/jobs.ts'
import { passTime } from '../support/organization.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { firings, MINUTE, SECOND } from './support/log-lines.ts'
import { yamlOps } from './support/stack.ts'

const TOKEN = 'token-of-alertmanager-for-tests'
const OPERATOR = 'org_heartbeat'

test('silence is reported from the first start on, and ends with the next heartbeat', async () => {
  const gateway = await startServer({ ALERTMANAGER_TOKEN: TOKEN, ALERTMANAGER_ORGANIZATION: OPERATOR })
  try {
    const { database } = gateway
    const asOperator = { role: 'gateway_tenant', organizationId: OPERATOR } as const
    const silences = () =>
      database.transaction(asOperator, ({ db }) =>
        db
          .selectFrom('securityAlert')
          .select(['name', 'status'])
          .where('fingerprint', '=', 'monitoring-silent')
          .execute(),
      )
    // No heartbeat ever came; six minutes pass.
    const sixMinutes = sql`update monitoring_heartbeat set last_at = now() - interval '6 minutes'`
    await passTime(gateway, asOperator, 'monitoring', sixMinutes)
    const tools = toolsOf({ database })
    await performDue(noticeSilence, tools)
    expect(await silences()).toEqual([{ name: 'MonitoringSilent', status: 'firing' }])
    const response = await fetch(`${gateway.url}/hooks/alertmanager`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        version: '4',
        alerts: [
          { status: 'firing', labels: { alertname: 'Watchdog' }, startsAt: new Date().toISOString(), fingerprint: 'w' },
        ],
      }),
    })
    expect(response.status).toBe(204)
    expect(await silences()).toEqual([{ name: 'MonitoringSilent', status: 'resolved' }])
    await performDue(noticeSilence, tools)
    expect(await silences()).toHaveLength(1)
  } finally {
    await gateway.close()
  }
})

/** How long Alertmanager waits for Prometheus until it reports an alert as resolved: four evaluations of a minute. */
const RESOLVED_AFTER = 4 * MINUTE

test('a dead Prometheus is reported by the log of the gateway, before its alerts count as resolved', async () => {
  const written: string[] = []
  const log = createLog('info', { write: (line: string) => void written.push(line) })
  const METRICS_TOKEN = 'token-of-prometheus-for-tests'
  const calls = [
    { path: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } },
    { path: '/readyz', headers: {} },
  ]
  const gateway = await startServer({ METRICS_TOKEN }, undefined, log)
  const logged = (path: string) => written.find((line) => line.includes(`"route":"${path}"`))
  try {
    for (const { path, headers } of calls) expect((await gateway.fetch(path, { headers })).status).toBe(200)
    await until('both lines', () => calls.every(({ path }) => logged(path)))
  } finally {
    await gateway.close()
  }

  const noon = Date.UTC(2026, 0, 5, 12)
  const labels = { client: 'gateway', service: 'gateway' }
  /** The lines of a call that was made every 15 seconds until a moment. */
  const lines = (path: string, end: number) =>
    Array.from({ length: 60 }, (_, index) => ({ labels, time: end - index * 15 * SECOND, line: logged(path) ?? '' }))
  const { groups } = yamlOps<{ groups: { interval: string; rules: LogRule[] }[] }>('loki/rules/ops/metrics-server.yml')
  const [rule] = groups[0]?.rules ?? []
  const [isAlive = '', isScraped = ''] = rule?.expr.split(/\s+unless\s+/) ?? []
  const holds = (expr: string, all: Parameters<typeof firings>[1]) =>
    firings({ expr: expr.replace('sum(', 'sum by (client) (') }, all, [noon - 5 * MINUTE, noon + 10 * MINUTE])
  const fires = (all: Parameters<typeof firings>[1]) => {
    const scraped = holds(isScraped, all)
    return holds(isAlive, all).filter((at) => !scraped.includes(at))
  }

  const later = noon + 10 * MINUTE
  expect(fires([...lines('/metrics', later), ...lines('/readyz', later)])).toEqual([])
  const [first = later] = fires([...lines('/metrics', noon), ...lines('/readyz', later)])
  expect(first).toBeGreaterThan(noon)
  // The rule is evaluated every 30 seconds, and Alertmanager inhibits at once.
  expect(first + 30 * SECOND).toBeLessThan(noon + RESOLVED_AFTER)
  // The gateway is down too: its probes report that.
  expect(fires([...lines('/metrics', noon), ...lines('/readyz', noon)])).toEqual([])
})
