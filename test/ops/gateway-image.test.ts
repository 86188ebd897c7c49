/** @long it starts the gateway twice on the embedded database, and backs up and restores its demo data. */
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
const MEGABYTE = 1_000_000
/** The files of debian:bookworm-slim, which this machine's own Debian replaces here: 74.8 MB on amd64. */
const DEBIAN = 75 * MEGABYTE

const canRun = [
  requireTool('bwrap', 'apt-get install bubblewrap'),
  requireTool('strip', 'apt-get install binutils'),
  requireRoot("the image's user is another one than this one"),
]
const suite = canRun.every(Boolean) ? describe : describe.skip

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
    process.stdout.write(`the image: ${Math.round((DEBIAN + total) / MEGABYTE)} MB, of which Debian has 75\n`)
    expect(DEBIAN + total).toBeLessThan(250 * MEGABYTE)
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

  test('has every file that the gateway loads later: for PDFs, pages, calendars, threads, agents and backups', () => {
    const walk = readFileSync(join(import.meta.dirname, 'support/image-walk.mjs'), 'utf8')
    // An organization of the demo data: a forecast needs a history.
    const token = 'node dist/src/main/token.js --organization org_demo --role admin --data-dir /data'
    const script = `
      ${quoted(IMAGE.start)} >/tmp/log 2>&1 &
      server=$!
      until ${quoted(IMAGE.healthy)}; do
        kill -0 $server || { cat /tmp/log; exit 1; }
        sleep 0.2
      done
      TOKEN=$(${token}) MCP_TOKEN=$(${token} --audience http://localhost:4000/mcp) ${quoted(['node', '--input-type=module', '-e', walk])}
      kill $server
      wait $server
      node dist/src/main/db.js backup /data/backup
      DATA_DIR=/data/restored node dist/src/main/db.js restore /data/backup 2>&1`
    // In development the gateway itself signs tokens.
    const shown = runInImage(root, script, { NODE_ENV: 'development', HOST: '127.0.0.1' })
    expect(shown).toMatch(/^walked$/m)
    expect(shown).toMatch(/every audit chain is complete/)
  })
})
