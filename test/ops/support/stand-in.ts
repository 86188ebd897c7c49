import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ended, ops } from './ops.ts'
import { copyOfStack, OPS, TemporaryFolder } from './stack.ts'

/** A stack on a host with a substitute for Docker: its volumes, the received commands, and the command line. */
export class Host implements Disposable {
  readonly #stack = copyOfStack()
  readonly #state = new TemporaryFolder()
  readonly #bin = join(this.#state.path, 'bin')
  readonly root = this.#stack.path

  constructor(running: string[]) {
    mkdirSync(this.#bin)
    const program = `#!/bin/sh\nexec ${process.execPath} ${join(OPS, '../test/ops/support/docker.ts')} "$@"\n`
    writeFileSync(join(this.#bin, 'docker'), program)
    chmodSync(join(this.#bin, 'docker'), 0o755)
    writeFileSync(join(this.#state.path, 'running'), running.join('\n'))
  }

  /** A path that nothing is at yet. */
  path(name: string): string {
    return join(this.#state.path, name)
  }

  /** Where a volume is on this host, made when it is asked for. */
  volume(name: string): string {
    const path = join(this.#state.path, 'campaign-monitoring/volumes', name)
    mkdirSync(path, { recursive: true })
    return path
  }

  /** Empties a volume, as a lost disk does. */
  lose(name: string): void {
    rmSync(this.volume(name), { recursive: true })
  }

  environment(trouble = ''): Record<string, string> {
    return { PATH: `${this.#bin}:${process.env.PATH}`, STAND_IN: this.#state.path, TROUBLE: trouble }
  }

  /** Runs the command; `trouble` is what goes wrong, such as "fail loki". */
  ops(args: string[], trouble?: string): Promise<Ended> {
    return ops(this.root, args, this.environment(trouble))
  }

  /** Starts the command, to be interrupted. */
  start(args: string[], trouble: string): ChildProcess {
    const command = [join(OPS, 'cli/main.ts'), '--root', this.root, ...args]
    return spawn(process.execPath, command, { env: { ...process.env, ...this.environment(trouble) }, stdio: 'pipe' })
  }

  /** The commands that Docker received, in order. */
  get commands(): string[] {
    const log = join(this.#state.path, 'log')
    return existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []
  }

  /** Every file of a volume with owner, mode, time, size, target and content. */
  listing(name: string): string {
    const show = `find . -printf '%P|%y|%m|%U:%G|%s|%T@|%l\\n' | sort; find . -type f -print0 | sort -z | xargs -0 -r sha256sum`
    return execFileSync('sh', ['-c', show], { cwd: this.volume(name), encoding: 'utf8' })
  }

  /** Separates earlier lines of the log from later ones. */
  mark(text: string): void {
    appendFileSync(join(this.#state.path, 'log'), `${text}\n`)
  }

  [Symbol.dispose](): void {
    this.#stack[Symbol.dispose]()
    this.#state[Symbol.dispose]()
  }
}
