import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { createLog } from '../src/main/log.ts'
import { jwksServer, pair, sign } from './auth/jwks-server.ts'
import { endOf, follow } from './support/follow.ts'
import { listen } from './support/listen.ts'
import { passTime } from './support/organization.ts'
import { type Receiver, startReceiver } from './support/receiver.ts'
import { type RedisServer, startRedis } from './support/redis.ts'
import { clientBody, webhookBody } from './support/samples.ts'
import { recordSentBytes } from './support/sent-bytes.ts'
import { type Answer, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { startSmtpServer } from './support/smtp.ts'
import { until } from './support/until.ts'
import { Witness } from './support/witness.ts'

// Token passthrough: a server sends the token of its caller to another service, which then acts as the caller. The MCP
// specification forbids it. These tests read every byte that leaves the process.

const ISSUER = 'https://issuer.example.org'
const MCP = 'http://localhost:4000/mcp'
const ALERTMANAGER_TOKEN = `alertmanager-${randomUUID()}`
const organizationId = `org_${randomUUID()}`
const key = pair('key')
const lines: string[] = []

let server: TestServer
let sent: ReturnType<typeof recordSentBytes>
/** The port of each service that the gateway calls. */
let ports: Record<string, number>
let webhooks: Receiver
setUp(async (opened) => {
  sent = opened.use(recordSentBytes())
  const provider = opened.adopt(await jwksServer([key]), (jwks) => jwks.close())
  const redis = opened.adopt(await startRedis(), (running: RedisServer) => running.stop())
  const smtp = opened.use(await startSmtpServer())
  const [collector, authority, alertmanager, witness] = [
    opened.use(await startReceiver()),
    opened.use(await startReceiver()),
    opened.use(await startReceiver()),
    opened.use(await startReceiver()),
  ]
  webhooks = opened.use(await startReceiver())
  const settings = {
    AUTH_ISSUER: ISSUER,
    AUTH_JWKS_URL: provider.url,
    REDIS_URL: redis.url,
    SMTP_URL: smtp.url,
    WEBHOOKS_ALLOW_PRIVATE: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}`,
    AUDIT_TSA_URL: authority.url,
    AUDIT_WITNESS_URL: witness.url,
    AUDIT_WITNESS_KEY: new Witness().key,
    AUDIT_CHECKPOINT_MAIL: 'auditor@example.org',
    ALERTMANAGER_URL: alertmanager.url,
    ALERTMANAGER_TOKEN,
    ALERTMANAGER_ORGANIZATION: organizationId,
  }
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  server = opened.use(await startServer(settings, undefined, log))
  ports = {
    'the identity provider': Number(new URL(provider.url).port),
    Redis: Number(new URL(redis.url).port),
    'the mail server': Number(new URL(smtp.url).port),
    'the collector of traces': collector.port,
    'the time-stamp authority': authority.port,
    'the witness': witness.port,
    Alertmanager: alertmanager.port,
    'a webhook': webhooks.port,
  }
})

/** A token of a user, with a signature of its own. */
const userToken = () =>
  sign(key, {
    iss: ISSUER,
    sub: `user_${randomUUID()}`,
    org_id: organizationId,
    role: 'admin',
    aud: MCP,
    exp: Math.floor(Date.now() / 1000) + 3600,
  })

/** Places of a request where a caller may put a token. X-Request-Id and tracestate are there to be recorded. */
const everywhere = (token: string) => ({
  Authorization: `Bearer ${token}`,
  Cookie: `token=${token}`,
  'User-Agent': `agent/${token}`,
  'X-Forwarded-Authorization': `Bearer ${token}`,
  'Idempotency-Key': randomUUID(),
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  baggage: `token=${token}`,
})

const send = async (token: string, method: string, path: string, body?: object): Promise<Answer> => {
  const answer = await server.fetch(`${path}?access_token=${token}`, {
    method,
    headers: {
      ...everywhere(token),
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
    },
    body: body ? JSON.stringify(body) : null,
  })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer
}

const graphql = (token: string, query: string, variables: object = {}) =>
  send(token, 'POST', '/graphql', { query, variables }).then(({ body }) => {
    expect(body.errors).toBeUndefined()
    return body.data
  })

const callTool = (token: string, name: string, given: object) =>
  send(token, 'POST', '/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: given,
      _meta: { 'io.modelcontextprotocol/clientInfo': { name: token, version: token } },
    },
  }).then(({ body }) => expect(JSON.stringify(body)).toContain('--- records'))

const INVITE = 'mutation ($input: InvitationInput!) { sendInvitation(input: $input) { id } }'

const ALERT = { status: 'firing', labels: { alertname: 'X' }, startsAt: new Date().toISOString(), fingerprint: 'f' }

/** Each way into the gateway, with something that makes it call another service. */
const DOORS: Record<string, (token: string) => Promise<unknown>> = {
  'a REST read that checks the connections': (token) => send(token, 'GET', '/api/service-provider/integrations'),
  'a REST write that causes a webhook': (token) => send(token, 'POST', '/api/clients', clientBody()),
  'a mutation that causes a mail': (token) =>
    graphql(token, INVITE, { input: { email: `${randomUUID()}@example.org`, role: 'viewer' } }),
  'a REST stream': async (token) => {
    using stream = listen(`${server.url}/api/realtime/dashboard?access_token=${token}`, token)
    await stream.event('snapshot')
  },
  'a GraphQL stream': async (token) => {
    const stream = follow(server.url, token, 'subscription { clientChanged { data { resourceId } } }')
    const change = stream.next()
    await stream.opened
    await send(token, 'POST', '/api/clients', clientBody())
    expect(await change).toMatchObject({ data: { clientChanged: { data: { resourceId: expect.any(String) } } } })
    await stream.stop()
  },
  'a refused GraphQL stream': async (token) => {
    const stream = follow(server.url, `${token}x`, 'subscription { clientChanged { event } }')
    await expect(endOf(stream)).rejects.toThrow()
  },
  'a tool of MCP that reads': (token) => callTool(token, 'find_clients', { search: 'Karoo' }),
  'a tool of MCP that causes a webhook': (token) => callTool(token, 'draft_campaign', { name: 'A', type: 'SOCIAL' }),
}

/** The part of a token that no other token has, as libraries would write it into a request, a mail or a log. */
function spellingsOf(token: string): string[] {
  const [, part = token.slice(-43)] = /^cmg_([\w-]{43})/.exec(token) ?? []
  // A text has three spellings in base64, by the number of bytes that precede it. The ends depend on other bytes.
  const inBase64 = [0, 1, 2].map((before) => btoa(' '.repeat(before) + part).slice(4, -4))
  return [part, encodeURIComponent(part), Buffer.from(part).toString('hex'), ...inBase64]
}

const contains = (bytes: Buffer, token: string) => spellingsOf(token).filter((spelling) => bytes.includes(spelling))

/** The spellings of a token in anything that left the process, except answers of the gateway. */
const foundOf = (token: string) => {
  const gateway = Number(new URL(server.url).port)
  return [...sent.exceptTo(gateway), Buffer.from(lines.join(''))].flatMap((bytes) => contains(bytes, token))
}

const admin = userToken()
test('the recorder sees a token that is sent, in each spelling', async () => {
  const { port } = webhooks
  for (const token of [`Bearer ${admin}`, btoa(`user:${admin}`), btoa(`xuser:${admin}`), btoa(`xxuser:${admin}`)]) {
    const before = sent.to(port).length
    await fetch(webhooks.url, { headers: { Authorization: token } })
    expect(contains(sent.to(port).subarray(before), admin)).not.toEqual([])
  }
})

describe('the token of a caller', () => {
  const doors = Object.entries(DOORS)
  const tokens = new Map<string, string>()

  test('opens each door', async () => {
    const allow = 'mutation { updateSecuritySettings(input: { agentsAllowed: true }) { agentsAllowed } }'
    await graphql(userToken(), allow)
    const { body } = await send(userToken(), 'POST', '/api/service-provider/webhooks', {
      ...webhookBody(),
      url: webhooks.url,
      events: ['*'],
    })
    expect(body.success).toBe(true)
    for (const [name, enter] of doors) {
      const key = await send(userToken(), 'POST', '/api/service-provider/api-keys', { name, role: 'admin' })
      tokens.set(`${name}, with an access token`, userToken())
      tokens.set(`${name}, with an API key`, key.body.data.key)
      for (const kind of ['an access token', 'an API key']) await enter(tokens.get(`${name}, with ${kind}`) ?? '')
    }
    const alerts = await server.fetch('/hooks/alertmanager', {
      method: 'POST',
      headers: { ...everywhere(ALERTMANAGER_TOKEN), 'Content-Type': 'application/json' },
      body: JSON.stringify({ version: '4', alerts: [ALERT] }),
    })
    expect(alerts.status).toBe(204)
    tokens.set('the hook of Alertmanager', ALERTMANAGER_TOKEN)
  })

  test('causes calls of every service', async () => {
    await passTime(server, { organizationId }, 'checkpoints', sql`select 1`)
    for (const [name, port] of Object.entries(ports)) await until(`bytes to ${name}`, () => sent.to(port).length > 0)
    for (const type of ['CLIENT_CREATED', 'CAMPAIGN_CREATED'])
      await until(type, () => webhooks.received.some(({ body }) => body.includes(type)))
  })

  test('is in nothing that leaves the gateway', () => {
    expect(tokens.size).toBe(2 * doors.length + 1)
    const leaks = [...tokens].flatMap(([door, token]) => foundOf(token).map((spelling) => [door, spelling]))
    expect(leaks).toEqual([])
  })
})
