import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DEADLINE_MS } from '../../support/patience.ts'

const PROJECT = resolve(import.meta.dirname, '../../..')

interface Instruction {
  name: string
  value: string
}

/** The Dockerfile's stages, the last of which is the image. */
const stages = (): Instruction[][] => {
  const lines = readFileSync(join(PROJECT, 'Dockerfile'), 'utf8')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const found: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^(\w+) +(.*)$/.exec(line) ?? []
    if (name === 'FROM') found.push([])
    else found.at(-1)?.push({ name, value })
  }
  return found
}

const [building = [], image = []] = stages()
const all = (name: string) => image.filter((instruction) => instruction.name === name).map(({ value }) => value)
const last = (name: string) => all(name).at(-1) ?? ''
const command = (value: string) => JSON.parse(value.slice(value.indexOf('['))) as string[]

/** The settings of the image. */
export const IMAGE = {
  environment: Object.fromEntries(
    all('ENV').flatMap((value) => value.split(' ').map((pair) => pair.split('='))),
  ) as Record<string, string>,
  user: last('USER').split(':').map(Number),
  start: command(last('CMD')),
  healthy: command(last('HEALTHCHECK')),
}

/** Debian as this machine has it, under what the image brings; nothing of this machine's own in /usr/local. */
const debian = (root: string) => [
  '--bind',
  root,
  '/',
  '--ro-bind',
  '/usr',
  '/usr',
  '--bind',
  join(root, 'usr/local'),
  '/usr/local',
]

/**
 * The image's file system by the instructions of the Dockerfile, without an engine: what npm does in the stage before is
 * taken from this checkout, and Debian from this machine. Returns the folder that is the image's root.
 */
export const buildImage = (work: string): string => {
  const [app, root] = [join(work, 'app'), join(work, 'root')]
  mkdirSync(app)
  execFileSync('cp', ['-al', 'dist', 'schema', 'package.json', app], { cwd: PROJECT })
  writeFileSync(
    join(app, 'sbom.json'),
    execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: PROJECT, maxBuffer: 1e8 }),
  )
  const packages = ['--ro-bind', join(PROJECT, 'node_modules'), join(app, 'node_modules')]
  for (const { name, value } of building)
    if (name === 'RUN' && !value.includes('npm '))
      execFileSync('bwrap', ['--dev-bind', '/', '/', ...packages, '--chdir', app, 'sh', '-c', value])
  for (const folder of ['usr/local/bin', 'etc', 'proc', 'dev', 'tmp', 'app'])
    mkdirSync(join(root, folder), { recursive: true })
  for (const name of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(root, name))
  // As every engine writes it.
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  for (const { name, value } of image) {
    if (name === 'RUN') execFileSync('bwrap', [...debian(root), 'sh', '-c', value])
    if (name !== 'COPY') continue
    const [, from = '', to = ''] = /^--from=build \/app\/(\S+) (\S+)$/.exec(value) ?? []
    execFileSync('cp', ['-al', join(app, from), join(root, to.replace(/^\./, '/app'))])
  }
  return root
}

/** Runs a shell line in the image as its user: nothing but /data and /tmp can be written, and the network is its own. */
export const runInImage = (root: string, line: string, environment: Record<string, string>): string => {
  const [uid, gid] = IMAGE.user
  return execFileSync(
    'bwrap',
    [
      ...[...debian(root), '--proc', '/proc', '--dev', '/dev', '--remount-ro', '/', '--remount-ro', '/usr/local'],
      ...[
        '--bind',
        join(root, 'data'),
        '/data',
        '--perms',
        '1777',
        '--tmpfs',
        '/tmp',
        '--unshare-net',
        '--chdir',
        '/app',
      ],
      ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--inh-caps=-all', '--bounding-set=-all'],
      ...['--no-new-privs', 'sh', '-c', line],
    ],
    {
      encoding: 'utf8',
      timeout: DEADLINE_MS,
      env: { PATH: '/usr/local/bin:/usr/bin', ...IMAGE.environment, ...environment },
    },
  )
}
