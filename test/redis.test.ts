/**
 * @database none
 * @long it starts replicas and a Redis server that fails.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { createLog } from '../src/main/log.ts'
import { openTestDatabase } from './support/database.ts'
import { freePort, type RedisServer, startRedis } from './support/redis.ts'
import { type Json, startServer, type TestServer } from './support/server.ts'
import { requireTool } from './support/tools.ts'
import { until } from './support/until.ts'

const withRedis = requireTool('redis-server', 'apt-get install redis-server') ? describe : describe.skip

const METRICS_TOKEN = 'a-token-of-the-tests'
const AWAY = /^Redis does not answer/
const BACK = /^Redis answers/

/** A gateway with Redis, and its log lines about Redis, in order. */
async function gateway(url: string, environment: Record<string, string> = {}) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) })
  const server = await startServer({ REDIS_URL: url, METRICS_TOKEN, ...environment }, openTestDatabase, log)
  return {
    server,
    redisLines: () => lines.filter((line) => /redis/i.test(line)),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

const remaining = async (server: TestServer, userId: string) =>
  Number((await server.actor({ userId }).rest('GET', '/api/clients')).headers.get('x-ratelimit-remaining'))

/**
 * Whether two gateways share counts: the second request of a new user finds the first, whichever gateway received it.
 */
async function share(one: TestServer, two: TestServer): Promise<boolean> {
  const { userId } = one.actor()
  return (await remaining(one, userId)) - (await remaining(two, userId)) === 1
}

async function isUp(server: TestServer): Promise<string | undefined> {
  const { body } = await server.fetch('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })
  return /^redis_up (\d)$/m.exec(body)?.[1]
}

async function integration(server: TestServer): Promise<string> {
  const { body } = await server.actor().rest('GET', '/api/service-provider/integrations')
  return body.data.integrations.find(({ name }: Json) => name === 'redis').state
}

withRedis('Redis', () => {
  const faults: [string, (redis: RedisServer) => unknown, (redis: RedisServer) => unknown][] = [
    ['is frozen', (redis) => redis.freeze(), (redis) => redis.thaw()],
    ['is killed', (redis) => redis.stop(), (redis) => startRedis(Number(new URL(redis.url).port))],
  ]

  test.each(faults)('that %s is done without, and counts for all again when it is back', async (_, begin, end) => {
    const redis = await startRedis()
    let last = redis
    try {
      await using one = await gateway(redis.url)
      await using two = await gateway(redis.url)
      await until('the gateways to share', () => share(one.server, two.server))
      expect(await isUp(one.server)).toBe('1')
      expect(await integration(two.server)).toBe('WORKING')
      await begin(redis)
      const actors = Array.from({ length: 40 }, () => one.server.actor())
      const answers = await Promise.all(actors.map((actor) => actor.rest('GET', '/api/clients')))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      await until('Redis to be given up', async () => (await isUp(one.server)) === '0')
      const { userId } = one.server.actor()
      const first = await remaining(one.server, userId)
      expect(await remaining(one.server, userId)).toBe(first - 1)
      expect(await integration(one.server)).toBe('FAILING')
      last = ((await end(redis)) as RedisServer | undefined) ?? redis
      await until('the gateways to share again', () => share(one.server, two.server))
      await until('Redis to be found', async () => (await isUp(one.server)) === '1')
      const redisLines = one.redisLines()
      expect(redisLines.filter((line) => AWAY.test(line)).length).toBeGreaterThan(0)
      // One log line per change of state, however many requests it affected.
      for (const [index, line] of redisLines.entries()) expect(line).toMatch(index % 2 === 0 ? BACK : AWAY)
    } finally {
      redis.thaw()
      await redis.stop()
      await last.stop()
    }
  })

  test('that is frozen delays a request once only, and does not delay a stop', async () => {
    const redis = await startRedis()
    try {
      const one = await gateway(redis.url, { RATE_LIMIT_AUTHENTICATED: '3' })
      redis.freeze()
      const { userId } = one.server.actor()
      const statuses: number[] = []
      for (let count = 0; count < 5; count++)
        statuses.push((await one.server.actor({ userId }).rest('GET', '/api/clients')).status)
      // During the outage the limits of the single process apply.
      expect(statuses).toEqual([200, 200, 200, 429, 429])
      expect(one.redisLines().filter((line) => AWAY.test(line))).toHaveLength(1)
      await one.server.close()
    } finally {
      redis.thaw()
      await redis.stop()
    }
  })

  test('that is frozen does not delay a start', async () => {
    const redis = await startRedis()
    redis.freeze()
    try {
      await using one = await gateway(redis.url)
      expect(one.redisLines()).toEqual([expect.stringMatching(AWAY)])
      expect((await one.server.actor().rest('GET', '/api/clients')).status).toBe(200)
      redis.thaw()
      await until('Redis to be found', async () => (await isUp(one.server)) === '1')
    } finally {
      redis.thaw()
      await redis.stop()
    }
  })

  test('that refuses commands is replaced by the process, and that is logged', async () => {
    const redis = await startRedis()
    try {
      await using one = await gateway(redis.url)
      // As a server with full memory does.
      await redis.set('maxmemory', '1')
      expect((await one.server.actor().rest('GET', '/api/clients')).status).toBe(200)
      expect(await isUp(one.server)).toBe('0')
      await redis.set('maxmemory', '0')
      expect((await one.server.actor().rest('GET', '/api/clients')).status).toBe(200)
      expect(await isUp(one.server)).toBe('1')
    } finally {
      await redis.stop()
    }
  })
})

test('Redis that still loads its data does not delay a start', async () => {
  const info = 'loading:1\r\nloading_eta_seconds:600\r\n'
  const loading = createServer((socket) => {
    const answer = (commands: Buffer) => {
      for (const _ of String(commands).matchAll(/^\*\d+\r\n/gm)) socket.write(`$${info.length}\r\n${info}\r\n`)
    }
    socket.on('data', answer).on('error', () => {})
  })
  await once(loading.listen(0, '127.0.0.1'), 'listening')
  const { port } = loading.address() as AddressInfo
  {
    await using one = await gateway(`redis://127.0.0.1:${port}`)
    expect(one.redisLines()).toEqual([expect.stringMatching(AWAY)])
    expect((await one.server.actor().rest('GET', '/api/clients')).status).toBe(200)
  }
  loading.close()
})

test('an absent Redis is logged at the start, and used as soon as it is available', async () => {
  const port = await freePort()
  await using one = await gateway(`redis://127.0.0.1:${port}`)
  expect(one.redisLines()).toEqual([expect.stringMatching(AWAY)])
  expect((await one.server.actor().rest('GET', '/api/clients')).status).toBe(200)
})
