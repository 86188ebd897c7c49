import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

/*
 * The floor of streams: what telling costs at least. Bare node:http and pg; it listens to the same notifications, reads
 * each change once with the SQL that the gateway sends, and writes the same bytes to the same streams. Nothing of what
 * else the gateway does: no token, no permission, no order of commits, no resumption, no bound.
 */

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const followers = new Map<string, Set<ServerResponse>>()
let last = 0

interface Change {
  id: string
  xid: string
  organization_id: string
  resource_id: string
  occurred_at: Date
}

async function transaction<T>(role: string, organization: string, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await pool.connect()
  try {
    await client.query(
      `begin read only; set local role ${role}; select set_config('app.organization_id', '${organization}', true)`,
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
  const breach = await transaction('gateway_tenant', change.organization_id, async (client) => {
    const query = 'select title, severity, description from breach where id = $1'
    return (await client.query(query, [change.resource_id])).rows[0]
  })
  const data = {
    kind: 'POPIA_BREACH',
    title: breach.title,
    severity: breach.severity,
    description: breach.description,
    resourceId: change.resource_id,
    occurredAt: change.occurred_at,
  }
  const text = `id: ${change.xid}-${change.id}\nevent: breach\ndata: ${JSON.stringify(data)}\n\n`
  for (const stream of streams) stream.write(text)
}

let isWoken = false
let isReading = false
async function wake(): Promise<void> {
  isWoken = true
  if (isReading) return
  isReading = true
  while (isWoken) {
    isWoken = false
    const changes = await transaction('gateway_system', '', async (client) => {
      const query = `select id, xid::text as xid, organization_id, resource_id, occurred_at from outbox
        where id > $1 order by id limit 500`
      return (await client.query<Change>(query, [last])).rows
    })
    last = Number(changes.at(-1)?.id ?? last)
    for (const change of changes) await tell(change)
  }
  isReading = false
}

const listener = new pg.Client({ connectionString: process.env.DATABASE_URL })
await listener.connect()
const { rows } = await transaction('gateway_system', '', (client) =>
  client.query<{ last: number | null }>('select max(id)::int as last from outbox'),
)
last = rows[0]?.last ?? 0
listener.on('notification', () => void wake())
await listener.query('listen outbox')

createServer((request, response) => {
  const organization = String(request.headers['x-organization'])
  if (request.url === '/healthz') return response.end()
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(':\n\n')
  const streams = followers.get(organization) ?? new Set()
  followers.set(organization, streams.add(response))
  response.once('close', () => streams.delete(response))
}).listen(Number(process.env.PORT), '127.0.0.1')
