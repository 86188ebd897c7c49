import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

/*
 * The floor of streams: what telling costs at least. Bare node:http and pg; it listens to the same notifications, reads
 * each change once with the SQL that the gateway sends, and writes the same bytes to the same streams. Nothing of what
 * else the gateway does: no token, no permission, no order of commits, no resumption, no bound.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const followers = new Map<string, Set<ServerResponse>>()
/** The number of the last sent event, by organization. */
const lastSent = new Map<string, number>()

interface Change {
  number: string
  organization_id: string
  resource_id: string
  occurred_at: Date
}

async function transaction<T>(organization: string, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query(
      `begin read only; set local role gateway_tenant; select set_config('app.organization_id', '${organization}', true)`,
    )
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    client.release()
  }
}

async function tell(change: Change): Promise<void> {
  const streams = followers.get(change.organization_id)
  if (!streams) return
  const breach = await transaction(change.organization_id, async (client) => {
    const query = 'select title, severity, description from breach where organization_id = $1 and id = $2'
    return (await client.query(query, [change.organization_id, change.resource_id])).rows[0]
  })
  const data = {
    kind: 'POPIA_BREACH',
    title: breach.title,
    severity: breach.severity,
    description: breach.description,
    resourceId: change.resource_id,
    occurredAt: change.occurred_at,
  }
  const text = `id: ${change.number}\nevent: breach\ndata: ${JSON.stringify(data)}\n\n`
  for (const stream of streams) stream.write(text)
}

const woken = new Set<string>()
let isReading = false
async function wake(organizations: string[]): Promise<void> {
  for (const organization of organizations) woken.add(organization)
  if (isReading) return
  isReading = true
  for (const organization of woken) {
    woken.delete(organization)
    const last = lastSent.get(organization)
    if (last === undefined) continue
    const changes = await transaction(organization, async (client) => {
      const query = `select number, organization_id, resource_id, occurred_at from event
        where organization_id = $1 and number > $2 order by number limit 500`
      return (await client.query<Change>(query, [organization, last])).rows
    })
    lastSent.set(organization, Number(changes.at(-1)?.number ?? last))
    for (const change of changes) await tell(change)
  }
  isReading = false
}

const listener = new pg.Client({ connectionString: process.env.DATABASE_URL })
await listener.connect()
listener.on('notification', ({ payload = '{}' }) => {
  const { wakes = [] }: { wakes?: { organizationId: string }[] } = JSON.parse(payload)
  void wake(wakes.map(({ organizationId }) => organizationId))
})
await listener.query('listen events')

/** Events before the first subscription are sent to nobody. */
async function beginAtEnd(organization: string): Promise<void> {
  if (lastSent.has(organization)) return
  const query = 'select event_number::int as last from organization_head where organization_id = $1'
  const { rows } = await transaction(organization, (client) => client.query<{ last: number }>(query, [organization]))
  lastSent.set(organization, rows[0]?.last ?? 0)
}

createServer(async (request, response) => {
  const organization = String(request.headers['x-organization'])
  if (request.url === '/healthz') return response.end()
  await beginAtEnd(organization)
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(':\n\n')
  const streams = followers.get(organization) ?? new Set()
  followers.set(organization, streams.add(response))
  response.once('close', () => streams.delete(response))
}).listen(Number(process.env.PORT), '127.0.0.1')
