import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { noticeSilence } from '../../src/features/realtime/realtime.jobs.ts'
import { performDue, toolsOf } from '../support/jobs.ts'
import { passTime } from '../support/organization.ts'
import { startServer } from '../support/server.ts'

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
