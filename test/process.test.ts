/**
 * @database none
 * @long it starts the built gateway as a process, ten times.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { createClient } from 'graphql-sse'
import { emptyDatabase, SERVER } from './support/database.ts'
import { fillDataFolder } from './support/images.ts'
import { listen } from './support/listen.ts'
import { build, Gateway } from './support/process.ts'
import { freePort } from './support/redis.ts'
import { breachBody, clientBody } from './support/samples.ts'
import type { Json } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { until } from './support/until.ts'

/*
 * Takes more than 20 s, because each start of the process opens PGlite. So the tests share one gateway: each test
 * expects a running gateway, and leaves one running on the same data.
 */

let dataDir: string
let gateway: Gateway
const started: Gateway[] = []
setUp(async (opened) => {
  build()
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-process-'))
  await fillDataFolder(dataDir)
  opened.defer(async () => {
    for (const gateway of started) await gateway.stop('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })
  gateway = await (await start()).ready()
})

async function start(environment: Record<string, string> = {}): Promise<Gateway> {
  const each = new Gateway({ DATA_DIR: dataDir, ...environment }, await freePort())
  started.push(each)
  return each
}

/** Starts the next gateway on the same data, after the previous one has ended. */
async function restart(): Promise<void> {
  gateway = await (await start()).ready()
}

describe('the process', () => {
  test('prints addresses, a valid token and a command; keeps its data; refuses a second process on the same folder', async () => {
    for (const text of ['/graphql', '/docs', '/readyz']) {
      expect(gateway.output).toContain(text)
    }
    const seeded = (await gateway.call('GET', '/api/clients')).body.meta.total
    expect(seeded).toBe(25)
    expect((await gateway.call('POST', '/api/clients', clientBody())).status).toBe(201)

    const second = await start()
    expect(await second.ended()).toBe(1)
    expect(second.output).toMatch(/Another gateway already uses the data in .*\n.*DATA_DIR=/)
    expect((await gateway.call('GET', '/api/clients')).status).toBe(200)

    expect(await gateway.stop()).toBe(0)
    await restart()
    expect((await gateway.call('GET', '/api/clients')).body.meta.total).toBe(seeded + 1)
    expect((await gateway.call('GET', '/api/audit/verify')).body.data.valid).toBe(true)
  })

  test('keeps an idle connection for longer than a proxy in front of it does', async () => {
    const { headers } = await gateway.call('GET', '/api/clients')
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120)
  })

  test('answers accepted requests after SIGTERM, and does nothing else', async () => {
    const before = (await gateway.call('GET', '/api/clients')).body.meta.total
    const rows = Array.from({ length: 1000 }, (_, index) => clientBody({ name: `Late ${index}` }))
    const importing = gateway.call('POST', '/api/clients/import', rows)
    let made = 0
    const creating = async () => {
      const answer = await gateway.call('POST', '/api/clients', clientBody()).catch(() => undefined)
      if (!answer) return
      expect(answer.status).toBe(201)
      made++
      await creating()
    }
    const callers = Array.from({ length: 10 }, creating)
    await until('the first answers', () => made >= callers.length)
    expect(await gateway.stop()).toBe(0)
    await Promise.all(callers)
    const { imported } = (await importing).body.data
    await restart()
    expect((await gateway.call('GET', '/api/clients')).body.meta.total).toBe(before + made + imported)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('on %s while it waits for its database ends at once', async (signal) => {
    const address = `127.0.0.1:${await freePort()}`
    const waiting = await start({ DATABASE_URL: `postgres://gateway:hush@${address}/gateway` })
    await until('the word that it waits', () => waiting.output.includes(`waiting for the database at ${address}`))
    expect(await waiting.stop(signal)).toBe(0)
    expect(waiting.output).toContain('"msg":"stopping"')
    expect(waiting.output).not.toContain('hush')
  })

  test('starts again after kill -9, with all changes that it had answered', async () => {
    const { body } = await gateway.call('POST', '/api/clients', clientBody({ name: 'Survivor' }))
    await gateway.stop('SIGKILL')
    await restart()
    expect((await gateway.call('GET', `/api/clients/${body.data.id}`)).body.data.name).toBe('Survivor')
  })
})

describe('streams across kill -9 and a restart', () => {
  const REPORTS = 30

  /** Follows over graphql-sse, and resumes after the last event when the connection is lost. */
  function followBreaches(gateway: Gateway) {
    const titles: string[] = []
    let since: string | undefined
    let isOver = false
    const opened = Promise.withResolvers<void>()
    const on = { connected: () => opened.resolve() }
    const isUp = () =>
      fetch(`${gateway.url}/healthz`).then(
        ({ ok }) => ok || isOver,
        () => isOver,
      )
    const follow = async () => {
      const headers = { Authorization: `Bearer ${gateway.token}` }
      const sse = createClient({ url: `${gateway.url}/graphql/stream`, headers, retryAttempts: 0, on })
      const query = 'subscription ($since: ID) { breaches(since: $since) { id event data { kind title } } }'
      for await (const { data } of sse.iterate<Json>({ query, variables: { since } })) {
        since = data?.breaches.id
        if (isReport(data?.breaches.data)) titles.push(data?.breaches.data.title)
        if (titles.length === REPORTS) break
      }
      sse.dispose()
    }
    const following = (async () => {
      while (titles.length < REPORTS && !isOver) {
        await until('the server', isUp)
        await follow().catch(() => {})
      }
    })()
    return {
      titles,
      opened: opened.promise,
      async [Symbol.asyncDispose]() {
        isOver = true
        await following
      },
    }
  }

  /** Breaches that nobody handles also cause compliance alerts at some time, so these are left out. */
  const isReport = (data: Json) => data?.kind === 'POPIA_BREACH'

  /** Reports a breach. Without an answer it repeats the request with the same key. */
  const report = (gateway: Gateway, number: number) =>
    until('the report', async () => {
      const body = breachBody({ title: `Report ${number}`, discoveredAt: '2026-11-01T08:00:00Z' })
      const { status } = await gateway
        .call('POST', '/api/breaches', body, { 'Idempotency-Key': `report-${number}` })
        .catch(() => ({ status: 0 }))
      return status === 201
    })

  test.each(['PGlite', ...(SERVER ? ['PostgreSQL'] : [])])(
    'on %s: no event is lost, none comes twice, and their order stays',
    async (store) => {
      await using cleanUp = new AsyncDisposableStack()
      const folder = await mkdtemp(join(tmpdir(), 'gateway-killed-'))
      cleanUp.defer(() => rm(folder, { recursive: true, force: true }))
      const environment: Record<string, string> = { DATA_DIR: folder, DEMO_DATA: 'false' }
      if (SERVER && store === 'PostgreSQL') {
        const { url, ownerUrl } = cleanUp.use(await emptyDatabase(SERVER))
        Object.assign(environment, { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl })
      } else await fillDataFolder(folder)
      const port = await freePort()
      const run = () =>
        cleanUp.adopt(new Gateway(environment, port), async (each) => void (await each.stop('SIGKILL'))).ready()

      let gateway = await run()
      const rest = cleanUp.use(listen(`${gateway.url}/api/realtime/breaches`, gateway.token))
      await rest.opened
      const graphql = cleanUp.use(followBreaches(gateway))
      await graphql.opened
      await report(gateway, 0)
      await until('an id to resume from', () => rest.heard.length > 0 && graphql.titles.length > 0)
      for (const kill of [8, 16]) {
        const reporting = (async () => {
          for (let number = kill - 7; number <= kill; number++) await report(gateway, number)
        })()
        await until('the middle', () => rest.heard.some(({ data }) => data.title === `Report ${kill - 4}`))
        await gateway.stop('SIGKILL')
        gateway = await run()
        await reporting
      }
      for (let number = 17; number < REPORTS; number++) await report(gateway, number)
      const expected = Array.from({ length: REPORTS }, (_, number) => `Report ${number}`)
      const titles = () => rest.heard.filter(({ data }) => isReport(data)).map(({ data }) => data.title)
      await until('the last event', () => titles().length >= REPORTS && graphql.titles.length >= REPORTS)
      expect(titles()).toEqual(expected)
      expect(new Set(rest.heard.map(({ id }) => id)).size).toBe(rest.heard.length)
      expect(graphql.titles).toEqual(expected)
    },
  )

  test('a stop ends single connections too, and does not wait for the whole grace period', async () => {
    const headers = { Authorization: `Bearer ${gateway.token}` }
    const connected = Promise.withResolvers<void>()
    const on = { connected: () => connected.resolve() }
    const options = { url: `${gateway.url}/graphql/stream`, headers, retryAttempts: 0, on }
    const sse = createClient({ ...options, singleConnection: true })
    const ended = sse
      .iterate({ query: 'subscription { clientChanged { id } }' })
      .next()
      .catch(() => {})
    await connected.promise
    expect(await gateway.stop()).toBe(0)
    sse.dispose()
    await ended
  })
})

describe('configuration', () => {
  test('lists all faults at once', async () => {
    const wrong = await start({
      PORT: 'x',
      LOG_LEVEL: 'loud',
      TRUSTED_PROXIES: 'nonsense',
      DATABASE_URL: 'mysql://x',
      RATE_LIMIT_ANONYMOUS: '0',
    })
    expect(await wrong.ended()).toBe(1)
    for (const name of ['PORT', 'LOG_LEVEL', 'TRUSTED_PROXIES', 'DATABASE_URL', 'RATE_LIMIT_ANONYMOUS']) {
      expect(wrong.output).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
    }
    expect(wrong.output).not.toContain('    at ')
  })

  test('is refused in production without an identity provider and a key', async () => {
    const bare = await start({ NODE_ENV: 'production' })
    expect(await bare.ended()).toBe(1)
    expect(bare.output).toContain('AUTH_ISSUER: required in production')
    expect(bare.output).toContain('SECRETS_KEY: required in production')
  })
})
