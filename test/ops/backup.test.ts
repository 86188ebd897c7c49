import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { readManifest, readVolumes } from '../../ops/cli/backup.ts'
import { requireRoot, requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'
import { OPS, readOps } from './support/stack.ts'
import { Host } from './support/stand-in.ts'

const canRun =
  requireTool('bwrap', 'apt-get install bubblewrap') &&
  requireRoot('the backup test becomes the container of the volumes')
const suite = canRun ? describe : describe.skip

const ALL = readVolumes(OPS).map(({ name }) => name)

/** What a file system can hold that a careless copy loses. */
const fill = (folder: string): void => {
  const put = (name: string, content: string, uid: number, mode: number) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    chownSync(path, uid, uid)
    chmodSync(path, mode)
  }
  mkdirSync(join(folder, 'chunks/empty'), { recursive: true })
  put('chunks/a', 'a'.repeat(100_000), 10001, 0o600)
  put('.hidden', '', 10001, 0o640)
  put('a name\nof two lines', 'x', 65534, 0o444)
  put('set-group', 'x', 472, 0o2755)
  put('sparse', '', 472, 0o600)
  truncateSync(join(folder, 'sparse'), 5_000_000)
  linkSync(join(folder, 'chunks/a'), join(folder, 'hard'))
  symlinkSync('/nowhere/else', join(folder, 'soft'))
  chmodSync(join(folder, 'chunks/empty'), 0o1777)
  chownSync(folder, 10001, 10001)
  chmodSync(folder, 0o750)
  // Whole seconds, which is what an archive holds; folders after what is in them.
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted().toReversed()
  for (const path of [...paths, '']) lutimesSync(join(folder, path), 1_700_000_000, 1_700_000_000)
}

const filled = (running: string[] = []): Host => {
  const host = new Host(running)
  for (const name of ALL) fill(host.volume(name))
  return host
}

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
    expect(stdout).toContain('not in it: .env and secrets/')
    const modes = ['', ...readdirSync(folder)].map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))
    expect(modes).toEqual(['700', ...ALL.map(() => '600'), '600'])
    // The database too: its server stands still while its folder is copied, and the gateway waits for it.
    expect(readVolumes(OPS).find(({ name }) => name === 'database')?.services).toEqual(['database'])
  })

  test('stops a service for its own copy only, and starts only what ran', async () => {
    using host = filled(['prometheus', 'loki', 'gateway', 'database'])
    await host.ops(['backup', host.path('backup'), 'prometheus', 'alertmanager', 'loki'])
    const copied = ['stop prometheus', 'pack prometheus', 'start prometheus', 'pack alertmanager']
    expect(host.told).toEqual([...copied, 'stop loki', 'pack loki', 'start loki'])
    host.mark('restore')
    await host.ops(['restore', host.path('backup'), 'loki'])
    expect(host.told.slice(host.told.indexOf('restore') + 1)).toEqual(['stop loki', 'unpack loki', 'start loki'])
  })

  test('that fails starts what it stopped, says why, and leaves nothing that looks like a backup', async () => {
    using host = filled(['loki'])
    const { status, stderr } = await host.ops(['backup', host.path('backup'), 'loki'], 'fail loki')
    expect([status, stderr]).toEqual([1, 'docker compose run volumes failed: no space left on device\n'])
    expect(host.told.at(-1)).toBe('start loki')
    expect(readdirSync(host.path('.')).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('that is interrupted by %s does the same', async (signal) => {
    using host = filled(['loki'])
    const command = host.start(['backup', host.path('backup'), 'loki'], 'hang loki')
    const said = command.stderr ? text(command.stderr) : ''
    await until('the copy to be under way', () => host.told.includes('pack loki'))
    command.kill(signal)
    const [code] = await once(command, 'exit')
    expect([code, await said]).toEqual([1, `interrupted by ${signal}\n`])
    expect(host.told.at(-1)).toBe('start loki')
    expect(readdirSync(host.path('.')).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  test('is a new folder', async () => {
    using host = filled()
    mkdirSync(host.path('backup'))
    const { status, stderr } = await host.ops(['backup', host.path('backup')])
    expect([status, stderr]).toEqual([1, `${host.path('backup')} exists already: a backup is a new folder\n`])
    expect(host.told).toEqual([])
  })

  test('of a volume that does not exist names those that do', async () => {
    using host = filled()
    const { stderr } = await host.ops(['backup', host.path('backup'), 'lokki'])
    expect(stderr).toBe(`no volume lokki: there are ${ALL.join(', ')}\n`)
  })

  test('needs Docker, and says so', async () => {
    using host = filled()
    const command = [join(OPS, 'cli/main.ts'), '--root', host.root, 'backup', host.path('backup')]
    const env = { PATH: host.path('nowhere') }
    const { stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' })
    expect(stderr).toBe('docker is not installed here: run this on the host of the stack\n')
  })
})

suite('a restore', () => {
  const backedUp = async (running: string[] = []): Promise<Host> => {
    const host = filled(running)
    expect((await host.ops(['backup', host.path('backup'), 'loki', 'tempo'])).status).toBe(0)
    host.mark('restore')
    return host
  }
  const since = (host: Host) => host.told.slice(host.told.indexOf('restore') + 1)

  test.each([
    ['was cut short', (path: string) => truncateSync(path, statSync(path).size - 10), /tempo\.tar\.zst cannot be read/],
    [
      'was written over',
      (path: string) => {
        const bytes = readFileSync(path)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff
        writeFileSync(path, bytes)
      },
      /tempo\.tar\.zst (cannot be read|is not what was written)/,
    ],
    [
      'is that of another volume',
      (path: string) => writeFileSync(path, readFileSync(path.replace('tempo', 'other'))),
      /tempo\.tar\.zst is not what was written: its SHA-256 differs from backup\.json/,
    ],
  ])('touches nothing when one archive %s', async (_, damage, problem) => {
    using host = await backedUp(['loki', 'tempo'])
    // Another volume's archive, whole and well.
    writeFileSync(join(host.volume('tempo'), 'more'), 'x')
    expect((await host.ops(['backup', host.path('more'), 'tempo'])).status).toBe(0)
    writeFileSync(join(host.path('backup'), 'other.tar.zst'), readFileSync(join(host.path('more'), 'tempo.tar.zst')))
    const before = host.listing('loki')
    damage(join(host.path('backup'), 'tempo.tar.zst'))
    host.mark('restore')
    const { status, stderr } = await host.ops(['restore', host.path('backup')])
    expect([status, stderr]).toEqual([1, expect.stringMatching(problem)])
    expect([host.told.at(-1), host.listing('loki')]).toEqual(['restore', before])
  })

  test('whose stream breaks off leaves the volume as it was', async () => {
    using host = await backedUp()
    const before = host.listing('loki')
    const { PATH = '', STAND_IN = '' } = host.environment()
    const script = `import { Docker } from ${JSON.stringify(join(OPS, 'cli/docker.ts'))}
      const docker = new Docker(${JSON.stringify(host.root)}, new AbortController().signal)
      await docker.unpack('loki', async (into) => void into.end(Buffer.alloc(700, 'half a header')))`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env: { PATH, STAND_IN },
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(/docker compose run volumes failed: .*tar/)
    expect(host.listing('loki')).toBe(before)
  })

  test('that fails starts what it stopped', async () => {
    using host = await backedUp(['loki'])
    const { status, stderr } = await host.ops(['restore', host.path('backup'), 'loki'], 'fail loki')
    expect([status, stderr]).toEqual([1, 'docker compose run volumes failed: no space left on device\n'])
    expect(since(host)).toEqual(['stop loki', 'unpack loki', 'start loki'])
  })

  test('says by which release a volume was written, where it is another', async () => {
    using host = await backedUp()
    const compose = join(host.root, 'docker-compose.yml')
    writeFileSync(compose, readFileSync(compose, 'utf8').replace('grafana/loki:3.7.6', 'grafana/loki:3.8.0'))
    const { stdout } = await host.ops(['restore', host.path('backup')])
    expect(stdout).toMatch(/ok {4} loki: .*, written by grafana\/loki:3\.7\.6, to be read by grafana\/loki:3\.8\.0 in /)
    expect(stdout).toMatch(/ok {4} tempo: [\d.]+ MB in /)
  })

  test('of a volume that the compose file has no more touches none of the others', async () => {
    using host = await backedUp()
    const description = join(host.path('backup'), 'backup.json')
    writeFileSync(description, readFileSync(description, 'utf8').replace('"tempo"', '"jaeger"'))
    const { status, stderr } = await host.ops(['restore', host.path('backup')])
    expect([status, stderr, since(host)]).toEqual([1, 'jaeger is no volume of the compose file\n', []])
  })

  test.each([
    ['of what is no backup', ['restore', '/tmp'], '/tmp is no backup: it has no backup.json\n'],
    ['of what it does not hold', ['restore', 'BACKUP', 'grafana'], 'not in this backup: grafana; it has loki, tempo\n'],
  ])('%s is refused', async (_, args, message) => {
    using host = await backedUp()
    const { status, stderr } = await host.ops(args.map((arg) => arg.replace('BACKUP', host.path('backup'))))
    expect([status, stderr]).toEqual([1, message])
    expect(since(host)).toEqual([])
  })
})

suite('a drill', () => {
  const DRILL = 'campaign-monitoring-drill'

  test('restores into volumes of its own, reads them back and removes them, while the stack goes on', async () => {
    using host = filled(['loki', 'prometheus'])
    const copied = ['prometheus', 'loki']
    await host.ops(['backup', host.path('backup'), ...copied])
    const before = ALL.map((name) => host.listing(name))
    host.mark('drill')
    const { status, stdout } = await host.ops(['restore', '--drill', host.path('backup')])
    expect(status).toBe(0)
    for (const name of copied) expect(stdout).toMatch(new RegExp(`^ok {4} ${name}: .* restored and read back in`, 'm'))
    const told = host.told.slice(host.told.indexOf('drill') + 1)
    expect(told).toEqual([...copied.flatMap((name) => [`${DRILL} unpack ${name}`, `${DRILL} pack ${name}`]), 'down'])
    expect(existsSync(host.path(DRILL))).toBe(false)
    expect(ALL.map((name) => host.listing(name))).toEqual(before)
  })

  test('fails where what was restored is not what was copied', async () => {
    using host = filled()
    await host.ops(['backup', host.path('backup'), 'loki', 'tempo'])
    const { status, stdout } = await host.ops(['restore', '--drill', host.path('backup')], 'alter tempo')
    expect(status).toBe(1)
    expect(stdout).toContain('FAILED tempo: what was restored is not what was copied\n')
    expect(stdout).toMatch(/^ok {4} loki/m)
    expect(host.told.at(-1)).toBe('down')
  })
})

test('every volume is at its place in the service that copies them, which reaches nothing else', () => {
  const { services } = parse(readOps('docker-compose.yml'), { merge: true }) as {
    services: { volumes: { volumes: string[]; network_mode: string; profiles: string[] } }
  }
  expect(services.volumes).toMatchObject({ network_mode: 'none', profiles: ['tools'] })
  expect(services.volumes.volumes).toEqual(ALL.map((name) => `${name}:/volumes/${name}`))
})
