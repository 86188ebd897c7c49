import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { VARIABLE_NAMES } from '../../src/main/config.ts'
import { build } from '../support/process.ts'
import { setUp } from '../support/set-up.ts'
import { requireRoot, requireTool } from '../support/tools.ts'
import { buildImage, IMAGE, runInImage } from './support/gateway-image.ts'
import { quoted } from './support/shell.ts'
import { TemporaryFolder } from './support/stack.ts'

const PROJECT = resolve(import.meta.dirname, '../..')
const MEGABYTE = 1024 * 1024

const canRun =
  requireTool('bwrap', 'apt-get install bubblewrap') && requireRoot("the image's user is another one than this one")
const suite = canRun ? describe : describe.skip

/** The variables of README's `docker run`, as its reader would fill them in. */
const documented = (): Record<string, string> => {
  const [line = ''] = /^docker run .*(\\\n.*)*campaign-management-gateway$/m.exec(
    readFileSync(join(PROJECT, 'README.md'), 'utf8'),
  ) ?? ['']
  return Object.fromEntries(
    [...line.matchAll(/-e (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value === '"$SECRETS_KEY"' ? Buffer.alloc(32).toString('base64') : value,
    ]),
  )
}

suite("the gateway's image, built by its Dockerfile without an engine", () => {
  let root: string

  setUp(async (opened) => {
    build()
    root = buildImage(opened.use(new TemporaryFolder()).path)
  })

  test('holds one Node, that of package-lock.json, and nothing that only a developer needs', () => {
    const files = globSync('**/{*,.*}', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile())
    const sizes = files.map(
      (entry) => [join(entry.parentPath, entry.name), statSync(join(entry.parentPath, entry.name)).size] as const,
    )
    const large = sizes.filter(([, size]) => size > 50 * MEGABYTE).map(([path]) => path.slice(root.length))
    expect(large).toEqual(['/usr/local/bin/node'])
    const { packages } = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string }>
    }
    expect(runInImage(root, 'node --version', {})).toBe(`v${packages['node_modules/node']?.version}\n`)
    for (const name of ['jest', 'typescript', '@biomejs', 'npm', 'node'])
      expect([name, globSync(`app/node_modules/${name}`, { cwd: root })]).toEqual([name, []])
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    process.stdout.write(`on top of Debian: ${Math.round(total / MEGABYTE)} MiB\n`)
    expect(total).toBeLessThan(300 * MEGABYTE)
    const needless = sizes.map(([path]) => path).filter((path) => /\/node_modules\/.*\.(map|d\.[cm]?ts)$/.test(path))
    expect(needless).toEqual([])
  })

  test("serves from README's line alone, on every address, and is healthy by its own check", () => {
    const variables = documented()
    expect(Object.keys(variables).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([])
    // Another address than the one that HOST has without the image.
    const ask = `fetch('http://127.0.0.2:4000/healthz').then(async (r) => console.log(r.status, await r.text()))`
    const script = `
      ${quoted(IMAGE.start)} >/tmp/log 2>&1 &
      server=$!
      until ${quoted(IMAGE.healthy)}; do
        kill -0 $server || { cat /tmp/log; exit 1; }
        sleep 0.2
      done
      node -e "${ask}"
      ls /data
      kill $server
      wait $server
      echo "ended: $?"`
    const shown = runInImage(root, script, variables)
    expect(shown).toMatch(/^200 [\s\S]*\nended: 0\n$/)
    expect(shown).toContain('pglite')
  })
})
