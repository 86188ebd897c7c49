/** @long it copies volumes by the command, in many runs. */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { readManifest, readVolumes } from '../../ops/cli/backup.ts'
import { requireRoot, requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { OPS, readOps } from './support/stack.ts'
import { ALL, filled } from './support/volumes.ts'

const canRun =
  requireTool('bwrap', 'apt-get install bubblewrap') &&
  requireRoot('the backup test becomes the container of the volumes')
const suite = canRun ? describe : describe.skip

suite('a backup of the volumes', () => {
  test('brings back every file with its owner, mode, times and links, and nothing else', async () => {
    using host = filled()
    const folder = host.path('backup')
    const before = ALL.map((name) => host.listing(name))
    expect(await host.ops(['backup', folder])).toMatchObject({ status: 0, stderr: '' })
    for (const name of ALL) host.lose(name)
    writeFileSync(join(host.volume('loki'), 'left over'), 'x')
    expect(await host.ops(['restore', folder])).toMatchObject({ status: 0, stderr: '' })
    expect(ALL.map((name) => host.listing(name))).toEqual(before)
  })

  test('is of all volumes, says what it leaves out, and is for its owner only', async () => {
    using host = filled()
    const folder = host.path('backup')
    const { stdout } = await host.ops(['backup', folder])
    expect(readManifest(folder).volumes.map(({ name }) => name)).toEqual(ALL)
    expect(stdout).toContain('not included: this checkout, .env and secrets/')
    const modes = ['', ...readdirSync(folder)].map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))
    expect(modes).toEqual(['700', ...ALL.map(() => '600'), '600'])
    // The database too: its server stands still while its folder is copied, and the gateway waits for it.
    expect(readVolumes(OPS).find(({ name }) => name === 'database')?.services).toEqual(['database'])
  })

  test('stops a service for its own copy only, and starts only what ran', async () => {
    using host = filled(['prometheus', 'loki', 'gateway', 'database'])
    await host.ops(['backup', host.path('backup'), 'prometheus', 'alertmanager', 'loki'])
    const copied = ['stop prometheus', 'pack prometheus', 'start prometheus', 'pack alertmanager']
    expect(host.commands).toEqual([...copied, 'stop loki', 'pack loki', 'start loki'])
    host.mark('restore')
    await host.ops(['restore', host.path('backup'), 'loki'])
    expect(host.commands.slice(host.commands.indexOf('restore') + 1)).toEqual([
      'stop loki',
      'unpack loki',
      'start loki',
    ])
  })

  test('that fails starts what it stopped, says why, and leaves nothing that looks like a backup', async () => {
    using host = filled(['loki'])
    const { status, stderr } = await host.ops(['backup', host.path('backup'), 'loki'], 'fail loki')
    expect([status, stderr]).toEqual([1, 'docker compose run volumes failed: no space left on device\n'])
    expect(host.commands.at(-1)).toBe('start loki')
    expect(readdirSync(host.path('.')).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('that is interrupted by %s does the same', async (signal) => {
    using host = filled(['loki'])
    const command = host.start(['backup', host.path('backup'), 'loki'], 'hang loki')
    const said = command.stderr ? text(command.stderr) : ''
    await until('the copy to run', () => host.commands.includes('pack loki'))
    command.kill(signal)
    const [code] = await once(command, 'exit')
    expect([code, await said]).toEqual([1, `interrupted by ${signal}\n`])
    expect(host.commands.at(-1)).toBe('start loki')
    expect(readdirSync(host.path('.')).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  test('is a new folder', async () => {
    using host = filled()
    mkdirSync(host.path('backup'))
    const { status, stderr } = await host.ops(['backup', host.path('backup')])
    expect([status, stderr]).toEqual([1, `${host.path('backup')} exists already: a backup is a new folder\n`])
    expect(host.commands).toEqual([])
  })

  test('of a volume that does not exist names those that do', async () => {
    using host = filled()
    const { stderr } = await host.ops(['backup', host.path('backup'), 'lokki'])
    expect(stderr).toBe(`unknown volumes: lokki; known: ${ALL.join(', ')}\n`)
  })

  test('needs Docker, and says so', async () => {
    using host = filled()
    const command = [join(OPS, 'cli/main.ts'), '--root', host.root, 'backup', host.path('backup')]
    const env = { PATH: host.path('nowhere') }
    const { stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
    expect(stderr).toBe('docker is not installed: run this on the host of the stack\n')
  })
})

test('every volume is at its place in the service that copies them, which reaches nothing else', () => {
  const { services } = parse(readOps('docker-compose.yml'), { merge: true }) as {
    services: { volumes: { volumes: string[]; network_mode: string; profiles: string[] } }
  }
  expect(services.volumes).toMatchObject({ network_mode: 'none', profiles: ['tools'] })
  expect(services.volumes.volumes).toEqual(ALL.map((name) => `${name}:/volumes/${name}`))
})
