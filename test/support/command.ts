import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPILED } from './process.ts'
import { until } from './until.ts'

const MAIN = join(import.meta.dirname, '../../clients/command/src/main.ts')

/** The program of the command, and its arguments, from its source. */
export const COMMAND = [process.execPath, '--conditions=campaigns-source', MAIN]

export interface Outcome {
  code: number | null
  out: string
  err: string
}

/** A user at a terminal: the environment and the folder of commands. */
export interface Shell extends AsyncDisposable {
  folder: string
  environment: Record<string, string>
  run(args: string[], options?: { input?: string; environment?: Record<string, string> }): Promise<Outcome>
  start(args: string[]): Running
}

/** A command that runs until it is stopped. */
export class Running implements AsyncDisposable {
  readonly child: ChildProcess
  out = ''
  err = ''
  readonly #closed: Promise<unknown>

  constructor(child: ChildProcess) {
    this.child = child
    child.stdout?.on('data', (text) => (this.out += text))
    child.stderr?.on('data', (text) => (this.err += text))
    this.#closed = once(child, 'close')
  }

  /** Waits for a text of the output. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    return until(`${pattern}; got: ${this.out}${this.err}`, () => pattern.exec(this.out + this.err) ?? undefined)
  }

  /** Waits for the end of the process and of its output, which is read after the process has ended. */
  async ended(): Promise<Outcome> {
    await this.#closed
    return { code: this.child.exitCode, out: this.out, err: this.err }
  }

  async [Symbol.asyncDispose]() {
    this.child.kill('SIGKILL')
    await this.ended()
  }
}

/** Opens a shell with a folder of its own, without the settings of this process. */
export async function openShell(settings: Record<string, string> = {}): Promise<Shell> {
  const folder = await mkdtemp(join(tmpdir(), 'command-'))
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    ...COMPILED,
    ...settings,
  }
  const open = (args: string[], extra: Record<string, string> = {}) => {
    const [program = '', ...own] = COMMAND
    return spawn(program, [...own, ...args], { cwd: folder, env: { ...environment, ...extra } })
  }
  return {
    folder,
    environment,
    async run(args, { input = '', environment: extra } = {}) {
      const child = open(args, extra)
      const running = new Running(child)
      child.stdin.on('error', () => {})
      child.stdin.end(input)
      return running.ended()
    },
    start: (args) => new Running(open(args)),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
