// A program for Deno, Bun and Node that uses the packed TypeScript client. test/clients/packages.test.ts runs it and
// reads its output: one JSON object per line. Deno checks its types against those of the package.
import { type components, connect, NotFoundError, typed, verifyWebhook, WebhookError } from 'campaign-management-client'

// Deno would need the types of Node to import `process`.
const { argv } = (globalThis as unknown as { process: { argv: string[] } }).process
const { url, token, webhook } = JSON.parse(argv[2] ?? '')
const gateway = connect({ url, token, backoffMs: 1, retries: 1000 })

const print = (name: string, value: unknown) => console.log(JSON.stringify({ [name]: value }))
const nameOf = (error: unknown) => (error instanceof Error ? error.name : error)

const body = (name: string): components['schemas']['ClientInput'] => ({
  name,
  type: 'OTHER',
  industry: 'Retail',
  sector: 'BUSINESS',
  contact: { name: 'A. Nkosi' },
})
const created: string[] = []
for (const name of ['First', 'Second', 'Third']) {
  const { data } = await gateway.call('createClient', { body: body(name) })
  const status: 'PENDING' | 'ACTIVE' | 'REJECTED' | 'SUSPENDED' | 'ARCHIVED' = data.status
  created.push(`${data.name} ${status}`)
}
print('created', created)

const names: string[] = []
for await (const { name } of gateway.pages('clients', { query: { limit: 2 } })) names.push(name)
print('pages', names.sort())

const count = typed<{ clients: { totalCount: number } }, { search: string }>(
  'query ($search: String) { clients(filter: { search: $search }) { totalCount } }',
)
print('graphql', (await gateway.graphql(count, { search: 'Second' })).clients.totalCount)

const missing = await gateway.call('client', { path: { id: crypto.randomUUID() } }).catch((error) => error)
print('missing', [missing instanceof NotFoundError, missing.status, missing.message])

print('webhook', await verifyWebhook(webhook.text, webhook.headers, { secrets: webhook.secret }))
const forged = await verifyWebhook(`${webhook.text} `, webhook.headers, { secrets: webhook.secret }).catch((e) => e)
print('forged webhook', [forged instanceof WebhookError, nameOf(forged)])

const changes = typed<{ clientChanged: { id: string; event: string; data: { resourceId: string } | null } }>(
  'subscription ($since: ID) { clientChanged(since: $since) { id event data { resourceId } } }',
)
let received = 0
for await (const { clientChanged } of gateway.subscribe(changes)) {
  print(clientChanged.event, clientChanged.data?.resourceId ?? null)
  if (clientChanged.data && ++received === 2) break
}
print('end', received)
