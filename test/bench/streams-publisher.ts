import { randomUUID } from 'node:crypto'
import pg from 'pg'

const CONNECTIONS = 4
const TICK_MS = 10

/**
 * Commits changes at a rate, to one organization after the other: an event each, and its notification, as the database
 * function of the gateway writes them. It happened when the commit was sent. Returns how many there were.
 */
export async function publish(
  url: string,
  breaches: Map<string, string>,
  rate: number,
  seconds: number,
): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  const targets = [...breaches]
  const total = rate * seconds
  const sent: Promise<unknown>[] = []
  const started = performance.now()
  const change = (organization: string, breach: string) => {
    const fact = {
      id: randomUUID(),
      action: 'BREACH_REPORTED',
      userId: 'user',
      resourceType: 'BREACH',
      resourceId: breach,
      metadata: { ipAddress: 'unknown', userAgent: 'publisher' },
      payload: {},
    }
    const wake = { from: 'publisher', wakes: [{ organizationId: organization, types: ['BREACH_REPORTED'] }] }
    return pool.query(
      `begin; set local role gateway_tenant; select set_config('app.organization_id', '${organization}', true);
       select append('${organization}', '${JSON.stringify([fact])}', true); commit;
       select pg_notify('events', '${JSON.stringify(wake)}')`,
    )
  }
  while (sent.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - started) / 1000) * rate))
    while (sent.length < due) {
      const [organization = '', breach = ''] = targets[sent.length % targets.length] ?? []
      sent.push(change(organization, breach))
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  await Promise.all(sent)
  await pool.end()
  return total
}
