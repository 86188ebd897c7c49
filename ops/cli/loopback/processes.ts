import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { needTool, type Tool } from '../tools.ts'

/** The time limit of one wait, milliseconds. It only ends a wait in vain, also on a machine under ten times the load. */
export const PATIENCE_MS = 180_000

/** Below the ports that Linux chooses for connections, and for servers without a port (32768 to 60999). */
const FIRST_PORT = 20_000
const PORTS = 12_000
let next = randomInt(PORTS)

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })

/**
 * Finds free ports. Between this call and the start of the program that uses a port, no other program gets the port by
 * chance, and this process does not find it again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  for (let tried = 0; found.length < count; tried++) {
    if (tried === PORTS) throw new Error('No port is free')
    const port = FIRST_PORT + (next++ % PORTS)
    if (await isFree(port)) found.push(port)
  }
  return found
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
  async ready(url: string, milliseconds = PATIENCE_MS, headers: Record<string, string> = {}): Promise<void> {
    const until = Date.now() + milliseconds
    while (Date.now() < until && this.#process.exitCode === null) {
      const answer = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
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
