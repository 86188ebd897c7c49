import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePorts } from '../../ops/cli/loopback/processes.ts'
import { until } from './until.ts'

/** A free port, for a program that starts later. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

/** A Redis server that belongs to one test. */
export interface RedisServer {
  url: string
  /** Freezes the server: connections stay open, but nothing answers. */
  freeze(): void
  thaw(): void
  /** Changes a setting of the server. */
  set(name: string, value: string): Promise<void>
  stop(): Promise<void>
}

/** Starts a Redis server without persistence, and waits until it answers. */
export async function startRedis(port?: number): Promise<RedisServer> {
  return running(port ?? (await freePort()))
}

async function running(port: number): Promise<RedisServer> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn('redis-server', settings, { stdio: 'ignore' })
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
  client.on('error', () => {})
  await until('redis to answer', async () => (await client.ping()) === 'PONG')
  client.disconnect()
  return {
    url,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async set(name, value) {
      const operator = new Redis(url)
      await operator.config('SET', name, value)
      operator.disconnect()
    },
    async stop() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
