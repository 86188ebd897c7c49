import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** The service of the compose file that mounts every volume under /volumes. It runs only for backups. */
export const VOLUMES_SERVICE = 'volumes'

/** Sorted by name, so that the same files give the same archive bytes. */
const PACK = ['tar', '--create', '--format=gnu', '--sort=name', '--numeric-owner', '--directory']

/**
 * Unpacks beside the existing files and replaces them when the archive is complete. An interrupted stream leaves the
 * volume unchanged.
 */
const UNPACK = `
set -eu
cd "/volumes/$1"
time=$(stat -c %Y .)
trap 'rm -rf .restored; touch -d "@$time" .' EXIT
rm -rf .restored
mkdir .restored
tar --extract --preserve-permissions --same-owner --numeric-owner --directory .restored
owner=$(stat -c %u:%g .restored) mode=$(stat -c %a .restored) time=$(stat -c %Y .restored)
find . -mindepth 1 -maxdepth 1 ! -name .restored -exec rm -rf {} +
find .restored -mindepth 1 -maxdepth 1 -exec mv -t . {} +
chown "$owner" .
chmod "$mode" .
`

/** Waits for the end of a program. @throws Error if the program fails */
const ended = async (child: ChildProcess, what: string): Promise<void> => {
  const [complaint, [code]] = await Promise.all([child.stderr ? text(child.stderr) : '', once(child, 'close')])
  if (code !== 0) throw new Error(`${what} failed: ${complaint.trim().slice(-2000) || `it ended with ${code}`}`)
}

const explained = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error
  if (error.name === 'AbortError') return error.cause ?? error
  const isMissing = 'code' in error && error.code === 'ENOENT'
  return isMissing ? new Error('docker is not installed: run this on the host of the stack') : error
}

/** Docker Compose on the host of the stack, for one project. */
export class Docker {
  readonly #root: string
  readonly #project: string[]
  readonly #signal: AbortSignal

  constructor(root: string, signal: AbortSignal, project?: string) {
    this.#root = root
    this.#signal = signal
    this.#project = project ? ['--project-name', project] : []
  }

  #spawn(args: string[], signal?: AbortSignal): ChildProcess {
    const file = ['--file', join(this.#root, 'docker-compose.yml')]
    return spawn('docker', ['compose', ...this.#project, ...file, ...args], { stdio: 'pipe', signal })
  }

  async #say(args: string[], signal?: AbortSignal): Promise<string> {
    const child = this.#spawn(args, signal)
    try {
      const [said] = await Promise.all([
        child.stdout ? text(child.stdout) : '',
        ended(child, `docker compose ${args[0]}`),
      ])
      return said
    } catch (error) {
      throw explained(error)
    }
  }

  /** The services that are running. */
  async running(): Promise<string[]> {
    return (await this.#say(['ps', '--services', '--status', 'running'], this.#signal)).split('\n').filter(Boolean)
  }

  async stop(services: string[]): Promise<void> {
    if (services.length > 0) await this.#say(['stop', '--timeout', '60', ...services], this.#signal)
  }

  /** Ignores the abort signal: stopped services must be started again. */
  async start(services: string[]): Promise<void> {
    if (services.length > 0) await this.#say(['start', ...services])
  }

  /** Removes the containers, networks and volumes of the project. */
  async removeAll(): Promise<void> {
    await this.#say(['down', '--volumes', '--remove-orphans'])
  }

  /** Reads a volume as a tar archive. */
  async pack(volume: string, take: (archive: Readable) => Promise<unknown>): Promise<void> {
    await this.#inVolumes([...PACK, `/volumes/${volume}`, '.'], ({ stdin, stdout }) => {
      // The container may end before it reads its input, which is no error.
      stdin.on('error', () => {}).end()
      return take(stdout)
    })
  }

  /** Replaces the content of a volume by a tar archive. */
  async unpack(volume: string, give: (into: Writable) => Promise<unknown>): Promise<void> {
    await this.#inVolumes(['sh', '-c', UNPACK, 'unpack', volume], ({ stdin, stdout }) => {
      stdout.resume()
      return give(stdin)
    })
  }

  async #inVolumes(
    command: string[],
    exchange: (streams: { stdin: Writable; stdout: Readable }) => Promise<unknown>,
  ): Promise<void> {
    const args = ['run', '--rm', '--no-deps', '--no-TTY', VOLUMES_SERVICE, ...command]
    const child = this.#spawn(args, this.#signal)
    const { stdin, stdout } = child
    if (!stdin || !stdout) throw new Error('docker has no streams')
    const end = ended(child, `docker compose run ${VOLUMES_SERVICE}`)
    const [exit, exchanged] = await Promise.allSettled([end, exchange({ stdin, stdout })])
    // The output of the program explains the failure. The broken stream is only a consequence.
    for (const outcome of [exit, exchanged]) if (outcome.status === 'rejected') throw explained(outcome.reason)
  }
}
