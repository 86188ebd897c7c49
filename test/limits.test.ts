/** @database none */
import { describe, expect, test } from '@jest/globals'
import { startRedis } from './support/redis.ts'
import { type Answer, startServer } from './support/server.ts'
import { requireTool } from './support/tools.ts'
import { until } from './support/until.ts'

const limitsOf = ({ headers }: Answer) => ({
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
})

describe('rate limits', () => {
  test('a user has one bucket for both surfaces, whatever the organization; then 429 with Retry-After', async () => {
    await using server = await startServer({ RATE_LIMIT_AUTHENTICATED: '3' })
    const actor = server.actor()
    const elsewhere = server.actor({ userId: actor.userId })
    const before = Math.floor(Date.now() / 1000)
    const first = await actor.rest('GET', '/api/clients')
    expect(limitsOf(first)).toEqual({ limit: '3', remaining: '2' })
    const reset = Number(first.headers.get('x-ratelimit-reset'))
    expect(reset).toBeGreaterThanOrEqual(before + 3600)
    expect(reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 3600)
    expect(limitsOf(await actor.graphql('{ clients { totalCount } }'))).toEqual({ limit: '3', remaining: '1' })
    expect(limitsOf(await elsewhere.rest('GET', '/api/nothing'))).toEqual({ limit: '3', remaining: '0' })
    const refused = await actor.rest('GET', '/api/clients')
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      error: 'Too Many Requests',
      message: expect.stringContaining('Rate limit exceeded'),
      code: 'RATE_LIMIT_EXCEEDED',
      statusCode: 429,
      details: { limit: 3, reset },
    })
    expect(limitsOf(refused)).toEqual({ limit: '3', remaining: '0' })
    const retry = Number(refused.headers.get('retry-after'))
    expect(retry).toBeGreaterThan(1800)
    expect(retry).toBeLessThanOrEqual(3601)
    const graphql = await actor.graphql('{ clients { totalCount } }')
    expect([graphql.status, graphql.body.errors[0].extensions.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect((await server.actor({ organizationId: actor.organizationId }).rest('GET', '/api/clients')).status).toBe(200)
  })

  test('without a valid token an address is counted, apart from its users', async () => {
    await using server = await startServer({ RATE_LIMIT_ANONYMOUS: '3' })
    const forged = { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' }
    expect(limitsOf(await server.fetch('/api/clients'))).toEqual({ limit: '3', remaining: '2' })
    expect(limitsOf(await server.fetch('/api/clients', { headers: forged }))).toEqual({ limit: '3', remaining: '1' })
    const headers = { 'Content-Type': 'application/json' }
    const graphql = await server.fetch('/graphql', { method: 'POST', headers, body: '{"query":"{__typename}"}' })
    expect(limitsOf(graphql)).toEqual({ limit: '3', remaining: '0' })
    const refused = await server.fetch('/api/clients', { headers: { Accept: 'application/problem+json' } })
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED'])
    expect((await server.actor().rest('GET', '/api/clients')).status).toBe(200)
    expect((await server.fetch('/healthz')).status).toBe(200)
  })

  test('the window is fixed, and starts again with the first request after it', async () => {
    await using server = await startServer({ RATE_LIMIT_AUTHENTICATED: '1', RATE_LIMIT_WINDOW_SECONDS: '1' })
    const actor = server.actor()
    const ask = () => actor.rest('GET', '/api/clients')
    // A busy machine may take longer than a window between two requests: some that are sent together fall into one.
    const refused = await until('a refusal', async () =>
      (await Promise.all([ask(), ask(), ask()])).find(({ status }) => status === 429),
    )
    expect(refused.headers.get('retry-after')).toMatch(/^[12]$/)
    // Requests that are refused in between do not delay it.
    const next = await until('the next window', async () => {
      const answer = await ask()
      return answer.status === 200 && answer
    })
    expect(Number(next.headers.get('x-ratelimit-reset'))).toBeGreaterThan(refused.body.details.reset)
  })

  test('X-Forwarded-For is ignored, unless a trusted proxy sends it', async () => {
    await using server = await startServer({ RATE_LIMIT_ANONYMOUS: '2' })
    const from = (address: string) => server.fetch('/api/clients', { headers: { 'X-Forwarded-For': address } })
    const remaining = [await from('203.0.113.1'), await from('203.0.113.2')].map((each) => limitsOf(each).remaining)
    expect(remaining).toEqual(['1', '0'])
    expect((await from('203.0.113.3')).status).toBe(429)
  })

  test('from a trusted proxy it names the address; what was forged before it does not count', async () => {
    await using server = await startServer({ RATE_LIMIT_ANONYMOUS: '1', TRUSTED_PROXIES: 'loopback' })
    const from = async (addresses: string) =>
      (await server.fetch('/api/clients', { headers: { 'X-Forwarded-For': addresses } })).status
    expect(await from('203.0.113.1')).toBe(401)
    expect(await from('203.0.113.2')).toBe(401)
    expect(await from('203.0.113.1')).toBe(429)
    expect(await from('198.51.100.7, 203.0.113.1')).toBe(429)
  })
})

const withRedis = requireTool('redis-server', 'apt-get install redis-server') ? describe : describe.skip

withRedis('rate limits in Redis', () => {
  test('two gateways share the count, and serve on when Redis is gone', async () => {
    const redis = await startRedis()
    try {
      const environment = { REDIS_URL: redis.url, RATE_LIMIT_AUTHENTICATED: '4' }
      await using one = await startServer(environment)
      await using two = await startServer(environment)
      const { userId } = one.actor()
      const remaining: (string | null)[] = []
      for (const server of [one, two, one, two]) {
        remaining.push(limitsOf(await server.actor({ userId }).rest('GET', '/api/clients')).remaining)
      }
      expect(remaining).toEqual(['3', '2', '1', '0'])
      expect((await one.actor({ userId }).rest('GET', '/api/clients')).status).toBe(429)
      expect((await two.actor({ userId }).rest('GET', '/api/clients')).status).toBe(429)
      await redis.stop()
      expect((await one.actor().rest('GET', '/api/clients')).status).toBe(200)
    } finally {
      await redis.stop()
    }
  })
})
