import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { aMember, anInvitation, webhookBody } from './support/samples.ts'
import { type Actor, type Json, startServer, type TestServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'

let server: TestServer
setUp(async (opened) => {
  server = opened.use(await startServer())
})

/** What a request came to: its error, or what it answered. */
interface Outcome {
  code?: string
  data?: Json
  isReplay: boolean
}

/** Sends a mutation with a key of its own, by one of the ways. */
type Send = (actor: Actor, query: string, key: string) => Promise<Outcome>

const overGraphql: Send = async (actor, query, key) => {
  const { body, headers } = await actor.graphql(query, undefined, { 'Idempotency-Key': key })
  return { code: body.errors?.[0].extensions.code, data: body.data, isReplay: headers.has('idempotency-replay') }
}

const overStream: Send = async ({ token }, query, key) => {
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'text/event-stream',
    'Idempotency-Key': key,
  }
  const init = { method: 'POST', headers, body: JSON.stringify({ query }) }
  const { body: text, headers: answered } = await server.fetch('/graphql/stream', init)
  const body = typeof text === 'string' ? JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? 'null') : text
  return { code: body.errors?.[0].extensions.code, data: body.data, isReplay: answered.has('idempotency-replay') }
}

const CREATE = 'mutation { createCampaign(input: { name: "A", type: PRINT }) { id author { name } } }'
const REPLAYED = '/api/audit/log?action=REQUEST_REPLAYED'

describe.each([
  ['POST /graphql', overGraphql],
  ['POST /graphql/stream', overStream],
])('%s', (_, send) => {
  test('does what is repeated with the same key once, and records each replay', async () => {
    const actor = server.actor()
    const [first, second, third] = [
      await send(actor, CREATE, 'k'),
      await send(actor, CREATE, 'k'),
      await send(actor, CREATE, 'k'),
    ]
    expect(first).toMatchObject({ isReplay: false, data: { createCampaign: { id: expect.any(String) } } })
    expect([second, third]).toEqual([
      { ...first, isReplay: true },
      { ...first, isReplay: true },
    ])
    expect((await actor.rest('GET', '/api/campaigns')).body.meta.total).toBe(1)
    expect((await actor.rest('GET', REPLAYED)).body.meta.total).toBe(2)
    const other = await send(actor, CREATE.replace('"A"', '"B"'), 'k')
    expect(other.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('asks for permission again, of all that is answered', async () => {
    const admin = server.actor()
    await aMember(admin, { role: 'admin' })
    const user = server.actor({ organizationId: admin.organizationId })
    const { id } = await aMember(admin, { userId: user.userId, role: 'member' })
    const done = await send(user, CREATE, 'k')
    expect(done.code).toBeUndefined()
    await admin.rest('PUT', `/api/team/${id}`, { role: 'viewer' })
    expect(await send(user, CREATE, 'k')).toMatchObject({ code: 'FORBIDDEN', isReplay: false })
    const { body } = await admin.rest('GET', '/api/audit/log?action=ACCESS_DENIED')
    expect(body.data).toMatchObject([
      { userId: user.userId, metadata: { details: { attempted: 'CAMPAIGN_CREATED', code: 'FORBIDDEN' } } },
    ])
    await admin.rest('PUT', `/api/team/${id}`, { role: 'manager' })
    expect(await send(user, CREATE, 'k')).toEqual({ ...done, isReplay: true })
  })

  test.each([
    ['an API key', 'createApiKey(input: { name: "K", role: viewer }) { id key }', 'key'],
    ['an invitation', 'sendInvitation(input: { email: "a@b.example", role: viewer }) { id token }', 'token'],
    [
      'a webhook',
      `createWebhook(input: { url: "${webhookBody().url}", events: ["SECURITY_ALERT_FIRED"] }) { id secret }`,
      'secret',
    ],
  ])('shows the secret of %s once', async (__, field, secret) => {
    const actor = server.actor()
    const query = `mutation { made: ${field} }`
    const [first, again] = [await send(actor, query, 'k'), await send(actor, query, 'k')]
    expect(first.data.made[secret]).toEqual(expect.any(String))
    expect(again).toEqual({ ...first, data: { made: { ...first.data.made, [secret]: null } }, isReplay: true })
  })
})

test('the answer to an invitation is repeated with a record where it led, and not to who was removed since', async () => {
  const admin = server.actor()
  await aMember(admin, { role: 'admin' })
  const email = `${randomUUID()}@example.org`
  const { token } = await anInvitation(admin, { email })
  const person = server.actor({ organizationId: null, email })
  const accept = () => person.rest('POST', '/api/invitations/accept', { token }, { 'Idempotency-Key': 'k' })
  const [first, again] = [await accept(), await accept()]
  expect([first.status, again.body]).toEqual([200, first.body])
  expect((await admin.rest('GET', REPLAYED)).body.data).toMatchObject([{ userId: person.userId }])
  await admin.rest('DELETE', `/api/team/${first.body.data.member.id}`)
  expect(await accept()).toMatchObject({ status: 403, body: { code: 'MEMBERSHIP_ENDED' } })
  expect((await admin.rest('GET', REPLAYED)).body.meta.total).toBe(1)
})
