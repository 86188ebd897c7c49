import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { freePort } from './support/redis.ts'
import { clientBody } from './support/samples.ts'
import type { Json } from './support/server.ts'
import { until } from './support/until.ts'

const ROOT = join(import.meta.dirname, '..')

/** The built server as a process of its own. */
class Gateway {
  readonly child: ChildProcess
  readonly port: number
  output = ''

  constructor(environment: Record<string, string>, port: number) {
    this.port = port
    const { PATH = '', TEST_DATABASE_URL: _, ...rest } = process.env
    this.child = spawn(process.execPath, [join(ROOT, 'dist/src/server.js')], {
      env: { ...('HOME' in rest && { HOME: rest.HOME }), PATH, PORT: String(port), LOG_LEVEL: 'info', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (chunk) => (this.output += chunk))
  }

  get exitCode() {
    return this.child.exitCode ?? this.child.signalCode
  }

  /** Waits for the banner. */
  async ready(): Promise<this> {
    await until(`the banner; got: ${this.output}`, () => this.output.includes('curl -s') || this.exitCode !== null)
    if (this.exitCode !== null) throw new Error(this.output)
    return this
  }

  get token(): string {
    return /^(eyJ[\w-]+\.[\w-]+\.[\w-]+)$/m.exec(this.output)?.[1] ?? ''
  }

  async call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
    const headers = { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : undefined,
    })
    return { status: answer.status, body: await answer.json() }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> {
    if (this.exitCode === null) {
      const ended = once(this.child, 'exit')
      this.child.kill(signal)
      await ended
    }
    return this.exitCode
  }

  async ended(): Promise<number | string | null> {
    return (await until('the end of the process', () => this.exitCode !== null)) && this.exitCode
  }
}

let dataDir: string
const started: Gateway[] = []
beforeAll(async () => {
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
    cwd: ROOT,
  })
  dataDir = await mkdtemp(join(tmpdir(), 'gateway-process-'))
}, 240_000)
afterAll(async () => {
  for (const gateway of started) await gateway.stop('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

async function start(environment: Record<string, string> = {}): Promise<Gateway> {
  const gateway = new Gateway({ DATA_DIR: dataDir, ...environment }, await freePort())
  started.push(gateway)
  return gateway
}

describe('the process', () => {
  test('shows addresses, a token that works and a line to paste; keeps its data; refuses a second on the same folder', async () => {
    const first = await (await start()).ready()
    for (const text of ['/graphql', '/api', '/healthz', `curl -s http://localhost:${first.port}/api/clients?limit=3`]) {
      expect(first.output).toContain(text)
    }
    const seeded = (await first.call('GET', '/api/clients')).body.meta.total
    expect(seeded).toBeGreaterThanOrEqual(30)
    expect((await first.call('POST', '/api/clients', clientBody())).status).toBe(201)

    const second = await start()
    expect(await second.ended()).toBe(1)
    expect(second.output).toMatch(/Process \d+ already uses the data in .*\n.*DATA_DIR=/)
    expect((await first.call('GET', '/api/clients')).status).toBe(200)

    expect(await first.stop()).toBe(0)
    const again = await (await start()).ready()
    expect((await again.call('GET', '/api/clients')).body.meta.total).toBe(seeded + 1)
    expect((await again.call('GET', '/api/audit/verify')).body.data.valid).toBe(true)
    await again.stop()
  }, 240_000)

  test('on SIGTERM what is under way finishes, and nothing that was accepted is lost', async () => {
    const gateway = await (await start()).ready()
    const before = (await gateway.call('GET', '/api/clients')).body.meta.total
    const rows = Array.from({ length: 2000 }, (_, index) => clientBody({ name: `Late ${index}` }))
    const requests = [
      gateway.call('POST', '/api/clients/import', rows),
      ...Array.from({ length: 10 }, () => gateway.call('POST', '/api/clients', clientBody())),
    ]
    const settled = Promise.allSettled(requests)
    await Promise.race(requests.slice(1))
    expect(await gateway.stop()).toBe(0)
    const answers = (await settled).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const made = answers.reduce((sum, { status, body }) => sum + (status === 201 ? 1 : (body.data?.imported ?? 0)), 0)
    expect(made).toBeGreaterThan(0)
    const again = await (await start()).ready()
    // A request that reached a connection just when it was closed may have been done without an answer to it.
    const unanswered = requests.length - answers.length
    const { total } = (await again.call('GET', '/api/clients')).body.meta
    expect(total).toBeGreaterThanOrEqual(before + made)
    expect(total).toBeLessThanOrEqual(before + made + unanswered)
    await again.stop()
  }, 240_000)

  test('starts again after kill -9, with what it had answered', async () => {
    const gateway = await (await start()).ready()
    const { body } = await gateway.call('POST', '/api/clients', clientBody({ name: 'Survivor' }))
    await gateway.stop('SIGKILL')
    const again = await (await start()).ready()
    expect((await again.call('GET', `/api/clients/${body.data.id}`)).body.data.name).toBe('Survivor')
    await again.stop()
  }, 240_000)
})

describe('configuration', () => {
  test('every fault is listed at once', async () => {
    const gateway = await start({
      PORT: 'x',
      LOG_LEVEL: 'loud',
      TRUSTED_PROXIES: 'nonsense',
      DATABASE_URL: 'mysql://x',
      RATE_LIMIT_ANONYMOUS: '0',
    })
    expect(await gateway.ended()).toBe(1)
    for (const name of ['PORT', 'LOG_LEVEL', 'TRUSTED_PROXIES', 'DATABASE_URL', 'RATE_LIMIT_ANONYMOUS']) {
      expect(gateway.output).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
    }
    expect(gateway.output).not.toContain('    at ')
  })

  test('production without an identity provider and a key is refused', async () => {
    const gateway = await start({ NODE_ENV: 'production' })
    expect(await gateway.ended()).toBe(1)
    expect(gateway.output).toContain('AUTH_ISSUER: required in production')
    expect(gateway.output).toContain('SECRETS_KEY: required in production')
  })
})
