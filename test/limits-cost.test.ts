/** @database none */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { newKey } from '../src/features/api-keys/api-key.rules.ts'
import { aCampaign } from './support/samples.ts'
import { type Actor, type Answer, startServer, type TestServer } from './support/server.ts'
import { recordTransactions } from './support/statements.ts'
import { until } from './support/until.ts'

const limitOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-limit'))
const remainingOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

/** How many requests one counts for: by what is left before it and behind it. */
async function costOf(actor: Actor, send: () => Promise<Answer>): Promise<number> {
  const before = remainingOf(await actor.rest('GET', '/api/clients'))
  return before - remainingOf(await send())
}

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ')
const predictions = (count: number) =>
  `{ ${times(count, (i) => `a${i}: analyticsPredictions(measure: CLICKS) { method }`)} }`

describe('what a request counts for', () => {
  test('a plain one is one, on both surfaces', async () => {
    await using server = await startServer()
    const actor = server.actor()
    const { id } = await aCampaign(actor)
    for (const path of ['clients', 'clients?limit=100', 'campaigns', `campaigns/${id}`, 'content', 'team', 'audit/log'])
      expect([path, await costOf(actor, () => actor.rest('GET', `/api/${path}`))]).toEqual([path, 1])
    expect(await costOf(actor, () => actor.graphql('{ clients { nodes { id name } } }'))).toBe(1)
    const { headers } = await actor.rest('GET', `/api/campaigns/${id}`)
    const known = { 'If-None-Match': headers.get('etag') ?? '' }
    expect(await costOf(actor, () => actor.rest('GET', `/api/campaigns/${id}`, undefined, known))).toBe(1)
  })

  test('twenty clients with ten campaigns each are a few', async () => {
    await using server = await startServer()
    const actor = server.actor()
    const query = '{ clients(first: 20) { nodes { id name campaigns(first: 10) { nodes { id name contentCount } } } } }'
    const cost = await costOf(actor, () => actor.graphql(query))
    expect(cost).toBeGreaterThan(1)
    expect(cost).toBeLessThanOrEqual(3)
  })

  test('a prediction is as many on every surface, and each of several counts', async () => {
    await using server = await startServer()
    const actor = server.actor()
    const rest = await costOf(actor, () => actor.rest('GET', '/api/analytics/predictions?measure=CLICKS'))
    expect(rest).toBeGreaterThanOrEqual(10)
    const one = await costOf(actor, () => actor.graphql(predictions(1)))
    expect(one).toBeGreaterThanOrEqual(rest)
    expect(await costOf(actor, () => actor.graphql(predictions(3)))).toBeGreaterThanOrEqual(3 * rest)
    const streamed = () =>
      server.fetch('/graphql/stream', {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${actor.token}`,
          'Content-Type': 'application/json',
          Accept: 'text/event-stream',
        },
        body: JSON.stringify({ query: predictions(1) }),
      })
    expect(await costOf(actor, streamed)).toBe(one)
  })

  test('what sends many statements is one over REST, and each of several counts', async () => {
    await using server = await startServer()
    const actor = server.actor()
    const [{ id }] = (await actor.rest('GET', '/api/compliance/alerts')).body.data
    const mark = { status: 'ACKNOWLEDGED' }
    const costs = {
      status: await costOf(actor, () => actor.rest('GET', '/api/compliance/status')),
      alerts: await costOf(actor, () => actor.rest('GET', '/api/compliance/alerts?limit=100')),
      mark: await costOf(actor, () => actor.rest('PUT', `/api/compliance/alerts/${id}`, mark)),
      retention: await costOf(actor, () => actor.rest('GET', '/api/compliance/retention')),
      provider: await costOf(actor, () => actor.rest('GET', '/api/service-provider/compliance')),
      billing: await costOf(actor, () => actor.rest('GET', '/api/service-provider/billing')),
      notifications: await costOf(actor, () => actor.rest('GET', '/api/service-provider/notifications')),
    }
    expect(new Set(Object.values(costs))).toEqual(new Set([1]))
    const statuses = (count: number) => `{ ${times(count, (index) => `a${index}: complianceStatus { score }`)} }`
    expect(await costOf(actor, () => actor.graphql(statuses(1)))).toBe(1)
    expect(await costOf(actor, () => actor.graphql(statuses(20)))).toBeGreaterThanOrEqual(8)
  })

  test('twenty predictions in one document are too many, and that is all they count for', async () => {
    await using server = await startServer()
    const actor = server.actor()
    const send = async () => {
      const answer = await actor.graphql(predictions(20))
      expect(answer.body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX')
      return answer
    }
    expect(await costOf(actor, send)).toBe(1)
  })

  test('records count by their number; a replay is one', async () => {
    await using server = await startServer()
    const actor = server.actor()
    const { id: campaignId } = await aCampaign(actor)
    const record = { campaignId, day: '2026-01-05', clicks: 1 }
    const key = { 'Idempotency-Key': randomUUID() }
    const send = () => actor.rest('POST', '/api/analytics/records', Array(400).fill(record), key)
    expect(await costOf(actor, send)).toBe(4)
    expect(await costOf(actor, send)).toBe(1)
  })

  test('who cannot afford it is refused, pays no more for that, and may still ask for less', async () => {
    await using server = await startServer({ RATE_LIMIT_AUTHENTICATED: '8' })
    const actor = server.actor()
    const refused = await actor.graphql(predictions(1))
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(remainingOf(refused)).toBe(7)
    expect((await actor.rest('GET', '/api/analytics/predictions')).status).toBe(429)
    const plain = await actor.rest('GET', '/api/clients')
    expect([plain.status, remainingOf(plain)]).toEqual([200, 5])
  })
})

describe('whose allowance it is', () => {
  test('users of an organization share its allowance; the headers tell of what ends first', async () => {
    await using server = await startServer({ RATE_LIMIT_AUTHENTICATED: '4', RATE_LIMIT_ORGANIZATION: '5' })
    const one = server.actor()
    const two = server.actor({ organizationId: one.organizationId })
    const list = (actor: Actor) => actor.rest('GET', '/api/clients')
    const responses = [await list(one), await list(one), await list(two), await list(two), await list(one)]
    expect(responses.map((answer) => [limitOf(answer), remainingOf(answer)])).toEqual([
      [4, 3],
      [4, 2],
      [5, 2],
      [5, 1],
      [5, 0],
    ])
    expect([(await list(one)).status, (await list(two)).status]).toEqual([429, 429])
    expect((await list(server.actor())).status).toBe(200)
  })

  test('by default an organization has twenty users’ worth', async () => {
    await using server = await startServer({ RATE_LIMIT_AUTHENTICATED: '2' })
    const { organizationId } = server.actor()
    const statuses: number[] = []
    for (let user = 0; user < 21; user++) {
      const actor = server.actor({ organizationId })
      for (let request = 0; request < 2; request++) statuses.push((await actor.rest('GET', '/api/clients')).status)
    }
    expect(statuses).toEqual([...Array(40).fill(200), 429, 429])
  })

  test('an IPv6 caller is its /64, and a mapped address is the IPv4 one', async () => {
    await using server = await startServer({ RATE_LIMIT_ANONYMOUS: '1', TRUSTED_PROXIES: 'loopback' })
    const from = async (address: string) =>
      (await server.fetch('/api/clients', { headers: { 'X-Forwarded-For': address } })).status
    expect(await from('2001:db8:1:1::1')).toBe(401)
    expect(await from('2001:db8:1:1:ffff::2')).toBe(429)
    expect(await from('2001:db8:1:2::1')).toBe(401)
    expect(await from('203.0.113.9')).toBe(401)
    expect(await from('::ffff:203.0.113.9')).toBe(429)
  })
})

describe('what must be looked up', () => {
  const madeUp = () => newKey('org_nobody')
  const lookups = (transactions: string[][]) => transactions.filter((sent) => /"?api_key"?/.test(sent.join())).length
  const bearer = (server: TestServer, token: string) =>
    server.fetch('/api/clients', { headers: { Authorization: `Bearer ${token}` } })

  test('is counted for the address first: made-up keys cost the database no more than that', async () => {
    const transactions: string[][] = []
    await using server = await startServer({ RATE_LIMIT_ANONYMOUS: '3' }, recordTransactions(transactions))
    const actor = server.actor()
    const { body } = await actor.rest('POST', '/api/service-provider/api-keys', { name: 'Known', role: 'viewer' })
    const { key } = body.data
    expect((await bearer(server, key)).status).toBe(200)
    transactions.length = 0
    const statuses: number[] = []
    for (let attempt = 0; attempt < 10; attempt++) statuses.push((await bearer(server, madeUp())).status)
    expect(statuses).toEqual([...Array(3).fill(401), ...Array(7).fill(429)])
    expect(lookups(transactions)).toBe(3)
    // Earlier requests from the same address do not limit a signed-in user.
    expect((await bearer(server, key)).status).toBe(200)
    expect((await server.actor().rest('GET', '/api/clients')).status).toBe(200)
  })

  test('is given back to the address when the key is good', async () => {
    await using server = await startServer({ RATE_LIMIT_ANONYMOUS: '1' })
    const actor = server.actor()
    for (let made = 0; made < 3; made++) {
      const { body } = await actor.rest('POST', '/api/service-provider/api-keys', { name: `${made}`, role: 'viewer' })
      expect((await bearer(server, body.data.key)).status).toBe(200)
    }
    expect((await server.fetch('/api/clients')).status).toBe(401)
  })
})

describe('probes and hooks', () => {
  test('are limited by address, generously; who holds the secret is never refused', async () => {
    const ALERTMANAGER_TOKEN = 'the-secret-of-alertmanager'
    await using server = await startServer({ ALERTMANAGER_TOKEN, ALERTMANAGER_ORGANIZATION: `org_${randomUUID()}` })
    const hook = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      return (await server.fetch('/hooks/alertmanager', { method: 'POST', headers, body: '{}' })).status
    }
    const refused = async (send: () => Promise<number>) =>
      (await Promise.all(Array.from({ length: 50 }, send))).includes(429)
    const answers: number[] = []
    await until('strangers to be refused', () =>
      refused(async () => {
        const status = await hook('not-the-secret')
        answers.push(status)
        return status
      }),
    )
    expect(answers.filter((status) => status === 401).length).toBeGreaterThanOrEqual(600)
    expect(await hook(ALERTMANAGER_TOKEN)).not.toBe(429)
    expect((await server.fetch('/readyz')).status).toBe(200)
    await until('probes to be refused', () => refused(async () => (await server.fetch('/readyz')).status))
  })
})
