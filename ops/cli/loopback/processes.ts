import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { needTool, type Tool } from '../tools.ts'

/**
 * Finds free ports. Holds all of them until the last one is found, because the same port could be found twice
 * otherwise.
 */
export const freePorts = async (count: number): Promise<number[]> => {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  for (const server of servers) server.close()
  await Promise.all(servers.map((server) => once(server, 'close')))
  return ports
}

/** A running program. Disposing it stops the program and waits for its end. */
export class Daemon implements AsyncDisposable {
  readonly #process: ChildProcess
  #output = ''

  constructor(tool: Tool, args: string[], env: Record<string, string> = {}) {
    this.#process = spawn(needTool(tool), args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-4000)
      })
  }

  /** The last part of what the program printed. */
  get output(): string {
    return this.#output
  }

  /** Waits until the address answers 2xx. @throws Error with the program's output if it does not */
  async ready(url: string, milliseconds = 20_000, headers: Record<string, string> = {}): Promise<void> {
    const until = Date.now() + milliseconds
    while (Date.now() < until && this.#process.exitCode === null) {
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(1000) }).catch(() => undefined)
      if (answer?.ok) return
      await delay(50)
    }
    throw new Error(`${this.#process.spawnfile} does not answer at ${url}:\n${this.#output}`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGTERM')
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 5000)
    await ended
    clearTimeout(timer)
  }
}
