import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from './server.ts'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The sources of the build. */
const SOURCES = [
  'src',
  'rest-compat',
  'schema/migrations',
  'mikro-orm.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
]

/** The time of the last change of these files and folders. Vite builds src/web, which is left out. */
const changedAt = (paths: string[]): number =>
  Math.max(
    ...globSync(
      paths.flatMap((path) => [path, `${path}/**`]),
      { cwd: ROOT, exclude: ['src/web/**'] },
    ).map((path) => statSync(join(ROOT, path)).mtimeMs),
  )

/** Builds the server that `npm start` runs, if a source has changed since the last build. */
export function build(): void {
  if (changedAt(SOURCES) < changedAt(['dist/.tsbuildinfo'])) return
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' })
}

/** For a process without the environment of this one: it reads what an earlier process compiled (`jest.config.mjs`). */
export const COMPILED = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' }

/**
 * Flags of Node for a short life: V8 does not optimize PGlite, and does not collect its heap for each buffer of PGlite.
 * A quarter and a tenth of the time of a start.
 */
const SHORT_LIVED = ['--liftoff-only', '--external-memory-accounted-in-global-limit']

/** The built server in a separate process. */
export class Gateway {
  readonly child: ChildProcess
  readonly port: number
  output = ''
  #isOver = false

  /** `launcher` is a program, with arguments, that runs the server. `flags` are those of Node. */
  constructor(environment: Record<string, string>, port: number, launcher: string[] = [], flags = SHORT_LIVED) {
    this.port = port
    const { PATH = '', TEST_DATABASE_URL: _, ...rest } = process.env
    const [program = '', ...args] = [...launcher, process.execPath, ...flags, join(ROOT, 'dist/src/main/server.js')]
    // Not in the folder of the project, which may contain a developer's `.env`.
    this.child = spawn(program, args, {
      cwd: tmpdir(),
      env: {
        ...('HOME' in rest && { HOME: rest.HOME }),
        ...COMPILED,
        PATH,
        PORT: String(port),
        LOG_LEVEL: 'info',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.on('data', (chunk) => (this.output += chunk))
    this.child.once('close', () => {
      this.#isOver = true
    })
  }

  /** Null until the process has ended and all of its output was read, which may be later. */
  get exitCode() {
    return this.#isOver ? (this.child.exitCode ?? this.child.signalCode) : null
  }

  /** Waits for the banner. */
  async ready(): Promise<this> {
    await until(`the banner; got: ${this.output}`, () => this.output.includes('curl -s') || this.exitCode !== null)
    if (this.exitCode !== null) throw new Error(this.output)
    return this
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get token(): string {
    return /^(eyJ[\w-]+\.[\w-]+\.[\w-]+)$/m.exec(this.output)?.[1] ?? ''
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    extra: Record<string, string> = {},
  ): Promise<{ status: number; headers: Headers; body: Json }> {
    const headers = { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json', ...extra }
    const answer = await fetch(this.url + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    return { status: answer.status, headers: answer.headers, body: await answer.json() }
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> {
    if (this.exitCode === null) {
      const ended = once(this.child, 'close')
      this.child.kill(signal)
      await ended
    }
    return this.exitCode
  }

  async ended(): Promise<number | string | null> {
    return (await until('the end of the process', () => this.exitCode !== null)) && this.exitCode
  }
}
