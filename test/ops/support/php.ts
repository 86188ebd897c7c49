import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const SOURCE = join(import.meta.dirname, '../../../ops/client-kit')

/** Settings over those of config.example.php. */
export type Settings = Record<string, string | number | string[] | Record<string, string>>

/** How a run of the shipper ended. */
export interface Run {
  code: number | null
  out: string
  err: string
}

/** A folder of a client's host with the kit in it; config.php is the shipped example with settings laid over it. */
export class Kit implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'client-kit-'))
  readonly stateFile = join(this.folder, 'state.json')
  /** What the served PHP wrote to its error log. */
  readonly errors: string[] = []
  readonly #processes: ChildProcess[] = []

  constructor(...settings: Settings[]) {
    for (const file of readdirSync(SOURCE)) copyFileSync(join(SOURCE, file), join(this.folder, file))
    const changes = join(this.folder, 'settings.json')
    writeFileSync(changes, JSON.stringify(settings))
    writeFileSync(
      join(this.folder, 'config.php'),
      `<?php return array_replace_recursive(
        require __DIR__ . '/config.example.php',
        ...json_decode(file_get_contents(__DIR__ . '/settings.json'), true),
      );`,
    )
  }

  /** Starts the shipper, for tests that act while it runs. */
  start(...args: string[]): { process: ChildProcess; ended: Promise<Run> } {
    const process = spawn('php', [join(this.folder, 'ship-logs.php'), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    this.#processes.push(process)
    const ended = Promise.all([once(process, 'close'), text(process.stdout), text(process.stderr)])
    return { process, ended: ended.then(([[code], out, err]) => ({ code, out, err })) }
  }

  /** One run of the shipper, as cron does it. */
  ship(...args: string[]): Promise<Run> {
    return this.start(...args).ended
  }

  /** Serves the folder on a free loopback port, with these settings of php.ini; returns its address. */
  serve(...settings: string[]): Promise<string> {
    const options = settings.flatMap((setting) => ['-d', setting])
    const command = [...options, '-S', '127.0.0.1:0', '-t', this.folder]
    const server = spawn('php', command, { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#processes.push(server)
    return new Promise((resolve, reject) => {
      // Read on after the address came: PHP logs every request here and would block on a full pipe.
      createInterface({ input: server.stderr }).on('line', (line) => {
        const address = /\((http:\/\/[\d.:]+)\) started/.exec(line)?.[1]
        if (address) resolve(address)
        this.errors.push(line)
      })
      server.once('exit', () => reject(new Error('php -S ended before it listened')))
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const process of this.#processes) {
      if (process.exitCode !== null || process.signalCode !== null) continue
      process.kill('SIGKILL')
      await once(process, 'exit')
    }
    rmSync(this.folder, { recursive: true })
  }
}
