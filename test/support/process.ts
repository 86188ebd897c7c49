import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from './server.ts'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What the build reads. */
const SOURCES = [
  'src',
  'rest-compat',
  'schema/migrations',
  'mikro-orm.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
]

/** When the last of these files or folders changed; the dashboard is built by Vite. */
const changedAt = (paths: string[]): number =>
  Math.max(
    ...globSync(
      paths.flatMap((path) => [path, `${path}/**`]),
      { cwd: ROOT, exclude: ['src/web/**'] },
    ).map((path) => statSync(join(ROOT, path)).mtimeMs),
  )

/** Builds what `npm start` runs, unless the last build has read every file as it is now. */
export function build(): void {
  if (changedAt(SOURCES) < changedAt(['dist/.tsbuildinfo'])) return
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' })
}

/** The built server as a process of its own. */
export class Gateway {
  readonly child: ChildProcess
  readonly port: number
  output = ''

  /** `launcher` is a program that runs the server: its name and arguments. */
  constructor(environment: Record<string, string>, port: number, launcher: string[] = []) {
    this.port = port
    const { PATH = '', TEST_DATABASE_URL: _, ...rest } = process.env
    const [program = '', ...args] = [...launcher, process.execPath, join(ROOT, 'dist/src/main/server.js')]
    // A developer's own `.env` is in the folder of the project.
    this.child = spawn(program, args, {
      cwd: tmpdir(),
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
