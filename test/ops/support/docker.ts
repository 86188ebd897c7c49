import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Service } from './container.ts'

/**
 * Replaces Docker Compose on machines without it: `run` becomes the service's process, with its user, capabilities and
 * mounts, by bubblewrap, on volumes that are folders under STAND_IN. The rest is noted in its log.
 */

const state = process.env.STAND_IN ?? ''
const RUNNING = join(state, 'running')

const note = (line: string) => appendFileSync(join(state, 'log'), `${line}\n`)
const running = (): string[] => (existsSync(RUNNING) ? readFileSync(RUNNING, 'utf8').split('\n').filter(Boolean) : [])
const setRunning = (names: string[]) => writeFileSync(RUNNING, names.join('\n'))

const { values, positionals, tokens } = parseArgs({
  args: process.argv.slice(3),
  options: {
    'project-name': { type: 'string', default: 'campaign-monitoring' },
    file: { type: 'string', default: '' },
  },
  strict: false,
  allowPositionals: true,
  tokens: true,
})
const [command = ''] = positionals
const after = tokens.find(({ kind }) => kind === 'positional')?.index ?? 0
const rest = process.argv.slice(3).slice(after + 1)
const project = String(values['project-name'])
const work = join(state, project)
const file = String(values.file)

/** What a test wants to go wrong, for one volume. */
const trouble = (kind: string, volume: string): boolean => process.env.TROUBLE === `${kind} ${volume}`

const run = async (args: string[]): Promise<number> => {
  const [name = '', ...inside] = args.filter((arg) => !['--rm', '--no-deps', '--no-TTY'].includes(arg))
  const volume = inside.join(' ').match(/(?:\/volumes\/|unpack )([a-z-]+)(?: \.)?$/)?.[1] ?? ''
  // Here, since most calls need neither.
  const [{ parse }, { container }] = await Promise.all([import('yaml'), import('./container.ts')])
  const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as { services: Record<string, Service> }
  const users = Object.entries(services).filter(([, { volumes = [] }]) =>
    volumes.some((mount) => mount.startsWith(`${volume}:`)),
  )
  note(`${project === 'campaign-monitoring' ? '' : `${project} `}${inside[0] === 'tar' ? 'pack' : 'unpack'} ${volume}`)
  const inUse = users.filter(([user]) => user !== name && running().includes(user))
  if (project === 'campaign-monitoring' && inUse.length > 0) {
    process.stderr.write(`${inUse[0]?.[0]} still writes to ${volume}\n`)
    return 1
  }
  if (trouble('fail', volume)) {
    process.stderr.write('no space left on device\n')
    return 2
  }
  if (trouble('hang', volume)) await new Promise(() => setInterval(() => {}, 1000))
  const { args: as } = container(services[name] ?? {}, dirname(file), work)
  if (trouble('alter', volume) && inside[0] === 'tar') writeFileSync(join(work, 'volumes', volume, 'altered'), '')
  return spawnSync('bwrap', [...as, ...inside], { stdio: 'inherit', env: { PATH: '/usr/bin' } }).status ?? 1
}

const names = rest.filter((arg) => /^[a-z]/.test(arg))
if (command === 'ps') process.stdout.write(`${running().join('\n')}\n`)
if (command === 'stop') setRunning(running().filter((name) => !names.includes(name)))
if (command === 'start') setRunning([...running(), ...names])
if (command === 'down') rmSync(work, { recursive: true, force: true })
if (['stop', 'start', 'down'].includes(command)) note([command, ...names].join(' '))
if (command === 'run') process.exitCode = await run(rest)
