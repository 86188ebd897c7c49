// `listen` and `audit tail`: commands that follow subscriptions.
import { createHmac, randomBytes } from 'node:crypto'
import { type Gateway, typed } from 'campaign-management-client'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { localAddress } from './address.ts'
import { EXIT, Failure, failureOf } from './failure.ts'
import { groupOf, withConnection } from './operations.ts'
import { harmless, jsonOf, note, print } from './output.ts'
import { type ConnectionOptions, connected } from './session.ts'

const DELIVERY_MS = 10_000

interface Change {
  type: string
  resourceId: string | null
  userId: string
  occurredAt: string
}

interface Changed<T> {
  id: string
  event: string
  data: T | null
}

/** The subscription and the resource type of each kind of events. */
const KINDS: Record<string, { field: string; resourceType: string }> = {
  clients: { field: 'clientChanged', resourceType: 'CLIENT' },
  campaigns: { field: 'campaignChanged', resourceType: 'CAMPAIGN' },
  content: { field: 'contentChanged', resourceType: 'CONTENT' },
  'sign-offs': { field: 'signOffChanged', resourceType: 'SIGN_OFF' },
}

interface ListenOptions extends ConnectionOptions {
  forwardTo: string
  events: string[]
  secret: string
}

/** The headers of Standard Webhooks. */
export function signedHeaders(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

function signingSecret(text: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text)) throw new InvalidArgumentError('Expected whsec_ and base64.')
  return text
}

async function deliver(target: string, id: string, body: string, secret: string): Promise<string> {
  try {
    const headers = { 'Content-Type': 'application/json', ...signedHeaders(id, body, secret) }
    const signal = AbortSignal.timeout(DELIVERY_MS)
    const response = await fetch(target, { method: 'POST', headers, body, signal, redirect: 'manual' })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } }
    return cause?.code ?? message
  }
}

/** Follows one kind of changes. `onReady` is called when the subscription has started. */
async function forward(gateway: Gateway, kind: string, options: ListenOptions, onReady: () => void): Promise<void> {
  const { field, resourceType } = KINDS[kind] ?? { field: '', resourceType: '' }
  const document = typed<Record<string, Changed<Change>>, { since?: string }>(
    `subscription ($since: ID) { ${field}(since: $since) { id event data { type resourceId userId occurredAt } } }`,
  )
  for await (const result of gateway.subscribe(document, {})) {
    const { id = '', event, data } = result[field] ?? {}
    if (event === 'ready') onReady()
    if (event === 'reset') note(`${kind}: events may be missing`)
    if (!data) continue
    const { type, resourceId, userId, occurredAt } = data
    const facts = { id: resourceId, resourceType, userId }
    const body = jsonOf({ type, timestamp: occurredAt, sequence: Number(id), data: facts })
    await print(
      `${harmless(type)} ${resourceId ?? ''} -> ${await deliver(options.forwardTo, `msg_${kind}_${id}`, body, options.secret)}`,
    )
  }
}

async function listen(options: ListenOptions): Promise<void> {
  const gateway = await connected(options)
  note(
    'This creates nothing at the gateway: no webhook, no secret. The command subscribes to changes, and signs them itself.\n' +
      `Signing secret: ${options.secret}`,
  )
  let waiting = options.events.length
  const ready = () => {
    if (--waiting === 0) note(`Ready. Events of ${options.events.join(', ')} go to ${options.forwardTo}`)
  }
  await Promise.all(
    options.events.map((kind) =>
      forward(gateway, kind, options, ready).catch((error: unknown) => {
        const { message, exitCode, next } = failureOf(error)
        const choose = exitCode === EXIT.refused ? 'Pass --events with the kinds that you may read.' : next
        throw new Failure(`${kind}: ${message}`, exitCode, choose)
      }),
    ),
  )
}

interface AuditRecord {
  sequence: number
  timestamp: string
  action: string
  userId: string
  resourceType: string
  resourceId: string | null
}

const AUDIT = typed<{ auditRecorded: Changed<AuditRecord> }, { since?: string }>(
  `subscription ($since: ID) {
    auditRecorded(since: $since) { id event data { sequence timestamp action userId resourceType resourceId } }
  }`,
)

async function tail(options: ConnectionOptions & { json?: boolean }): Promise<void> {
  const gateway = await connected(options)
  for await (const { auditRecorded } of gateway.subscribe(AUDIT, {})) {
    const { event, data } = auditRecorded
    if (event === 'ready') note('Ready. New records of the audit trail follow.')
    if (event === 'reset') note('records may be missing')
    if (!data) continue
    const { sequence, timestamp, action, userId, resourceType, resourceId } = data
    const line = [sequence, timestamp, action, userId, resourceType, resourceId ?? ''].join(' ').trimEnd()
    await print(options.json ? jsonOf(data) : harmless(line))
  }
}

export function addFollowing(program: Command): void {
  const kinds = Object.keys(KINDS)
  const listening = program
    .command('listen')
    .description(
      'Forwards changes to a port of this machine as signed webhooks (Standard Webhooks), to develop a receiver. ' +
        'It creates nothing at the gateway. It starts with the next change.',
    )
    .requiredOption('--forward-to <url>', 'address of the receiver on this machine', (text) => localAddress(text))
    .addOption(new Option('--events <kinds...>', 'kinds of changes').choices(kinds).default(kinds))
    .addOption(
      new Option('--secret <secret>', 'signing secret (default: a new one, which is printed)')
        .argParser(signingSecret)
        .default(`whsec_${randomBytes(32).toString('base64')}`, 'random'),
    )
    .addHelpText('after', '\nExample:\n  campaigns listen --forward-to http://localhost:3000/hooks --events clients')
  withConnection(listening).action(listen)
  const tailing = groupOf(program, ['audit'])
    .command('tail')
    .description('Prints new records of the audit trail as they are written.\n\nNeeds the permission org:audit:read.')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  campaigns audit tail --json')
  withConnection(tailing).action(tail)
}
