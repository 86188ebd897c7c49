/** @long it backs up and restores volumes by the command, in many runs. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { requireRoot, requireTool } from '../support/tools.ts'
import { OPS } from './support/stack.ts'
import type { Host } from './support/stand-in.ts'
import { ALL, filled } from './support/volumes.ts'

const canRun =
  requireTool('bwrap', 'apt-get install bubblewrap') && requireRoot('the restore becomes the container of the volumes')
const suite = canRun ? describe : describe.skip

suite('a restore', () => {
  const backedUp = async (running: string[] = []): Promise<Host> => {
    const host = filled(running)
    expect((await host.ops(['backup', host.path('backup'), 'loki', 'tempo'])).status).toBe(0)
    host.mark('restore')
    return host
  }
  const since = (host: Host) => host.commands.slice(host.commands.indexOf('restore') + 1)

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
      /tempo\.tar\.zst was changed: its SHA-256 differs from backup\.json/,
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
    expect([host.commands.at(-1), host.listing('loki')]).toEqual(['restore', before])
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
    expect([status, stderr, since(host)]).toEqual([1, 'jaeger is not a volume of the compose file\n', []])
  })

  test.each([
    ['of a folder that is not a backup', ['restore', '/tmp'], '/tmp is not a backup: it has no backup.json\n'],
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

  test('restores into volumes of its own, reads them back and removes them, while the stack keeps running', async () => {
    using host = filled(['loki', 'prometheus'])
    const copied = ['prometheus', 'loki']
    await host.ops(['backup', host.path('backup'), ...copied])
    const before = ALL.map((name) => host.listing(name))
    host.mark('drill')
    const { status, stdout } = await host.ops(['restore', '--drill', host.path('backup')])
    expect(status).toBe(0)
    for (const name of copied) expect(stdout).toMatch(new RegExp(`^ok {4} ${name}: .* restored and read back in`, 'm'))
    const commands = host.commands.slice(host.commands.indexOf('drill') + 1)
    expect(commands).toEqual([
      ...copied.flatMap((name) => [`${DRILL} unpack ${name}`, `${DRILL} pack ${name}`]),
      'down',
    ])
    expect(existsSync(host.path(DRILL))).toBe(false)
    expect(ALL.map((name) => host.listing(name))).toEqual(before)
  })

  test('fails if the restored data differs from the backup', async () => {
    using host = filled()
    await host.ops(['backup', host.path('backup'), 'loki', 'tempo'])
    const { status, stdout } = await host.ops(['restore', '--drill', host.path('backup')], 'alter tempo')
    expect(status).toBe(1)
    expect(stdout).toContain('FAILED tempo: the restored data differs from the backup\n')
    expect(stdout).toMatch(/^ok {4} loki/m)
    expect(host.commands.at(-1)).toBe('down')
  })
})
