/** @long it ends the connections of a gateway, and stops and restarts its database server, several times. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { describe, expect, test } from '@jest/globals'
import { type Cluster, hasPostgres, startCluster, TERMINATE } from '../support/cluster.ts'
import { build, Gateway } from '../support/process.ts'
import { freePort } from '../support/redis.ts'
import { startRelay } from '../support/relay.ts'
import { clientBody } from '../support/samples.ts'
import type { Json } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

const suite = hasPostgres() ? describe : describe.skip

suite('a process that loses connections in use', () => {
  let cluster: Cluster
  let folder: string
  let gateway: Gateway
  setUp(async (opened) => {
    build()
    cluster = opened.use(await startCluster())
    folder = await mkdtemp(join(tmpdir(), 'gateway-faults-'))
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    const environment = {
      DATABASE_URL: cluster.url,
      DATA_DIR: folder,
      DEMO_DATA: 'false',
      RATE_LIMIT_AUTHENTICATED: '1000000',
    }
    gateway = new Gateway(environment, await freePort())
    opened.defer(async () => void (await gateway.stop('SIGKILL')))
    await gateway.ready()
  })

  /** Repeats a request according to `Retry-After` until it succeeds. Its key makes sure that a change is done once. */
  const insist = async (name: string) => {
    const key = { 'Idempotency-Key': name }
    const answer = await until(`the answer for ${name}`, async () => {
      const each = await gateway.call('POST', '/api/clients', clientBody({ name }), key)
      if (each.status === 201) return each
      expect([503, 409]).toContain(each.status)
      expect(Number(each.headers.get('retry-after'))).toBeGreaterThan(0)
      return undefined
    })
    return answer.body.data.id as string
  }

  test('answers 503, does each change once, and continues without a restart', async () => {
    let isOver = false
    const reading = async () => {
      const { status } = await gateway.call('GET', '/api/clients?limit=5')
      expect([200, 503]).toContain(status)
      if (!isOver) await reading()
    }
    const readers = Array.from({ length: 4 }, reading)
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const ids: string[] = []
      for (let number = 0; number < 12; number++) ids.push(await insist(`Client ${writer} ${number}`))
      return ids
    })
    const killing = (async () => {
      while (!isOver) {
        await cluster.admin(TERMINATE)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    })()
    const ids = (
      await Promise.all(writers).finally(() => {
        isOver = true
      })
    ).flat()
    await Promise.all([...readers, killing])
    const { body } = await until('a list', async () => {
      const answer = await gateway.call('GET', '/api/clients')
      return answer.status === 200 && answer
    })
    expect(gateway.exitCode).toBe(null)
    expect(body.data.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort())
    expect((await gateway.call('GET', '/api/audit/verify')).body.data.valid).toBe(true)
  })

  test('stops cleanly while the database is silent', async () => {
    await using relay = await startRelay(cluster.url)
    const environment = { DATABASE_URL: relay.to(cluster.url), DATA_DIR: folder, DEMO_DATA: 'false' }
    const stopping = await new Gateway({ ...environment, SHUTDOWN_GRACE_SECONDS: '5' }, await freePort()).ready()
    relay.freeze()
    const headers = { Authorization: `Bearer ${stopping.token}`, 'Content-Type': 'application/json' }
    const asked = request(`${stopping.url}/api/clients`, {
      method: 'POST',
      headers: { ...headers, Expect: '100-continue' },
    })
    const answered = once(asked, 'response')
    asked.flushHeaders()
    // The server has received the request; requests after the start of a stop are refused.
    await once(asked, 'continue')
    asked.end(JSON.stringify(clientBody()))
    expect(await stopping.stop()).toBe(0)
    const [answer] = await answered
    const body: Json = await json(answer)
    expect([answer.statusCode, body.code]).toEqual([503, 'NOT_READY'])
  })

  test.each(['fast', 'immediate'] as const)('outlives a server that stops (%s) and starts again', async (mode) => {
    const id = await insist(`Before ${mode}`)
    const asking = Array.from({ length: 12 }, (_, number) => insist(`During ${mode} ${number}`))
    await cluster.stop(mode)
    const refused = await gateway.call('GET', `/api/clients/${id}`)
    expect(refused).toMatchObject({ status: 503, body: { code: 'NOT_READY' } })
    await until('the log of it', () => gateway.output.includes('request failed'))
    await cluster.start()
    expect(new Set(await Promise.all(asking)).size).toBe(12)
    const again = await until('an answer', async () => {
      const answer = await gateway.call('GET', `/api/clients/${id}`)
      return answer.status === 200 && answer
    })
    expect(again.body.data.id).toBe(id)
    expect(gateway.exitCode).toBe(null)
  })
})
