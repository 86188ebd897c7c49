/**
 * @database none
 * @long it installs and starts the project as a newcomer does.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { banner } from '../src/main/banner.ts'
import { readConfig } from '../src/main/config.ts'
import { fillDataFolder } from './support/images.ts'
import { build, COMPILED, Gateway } from './support/process.ts'
import { freePort } from './support/redis.ts'
import { setUp } from './support/set-up.ts'
import { requireTool } from './support/tools.ts'
import { until } from './support/until.ts'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

let folder: string
let gateway: Gateway
setUp(async (opened) => {
  build()
  folder = await mkdtemp(join(tmpdir(), 'gateway-first-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const first = new Gateway({ DATA_DIR: join(folder, 'data') }, await freePort())
  gateway = opened.adopt(first, async (each) => void (await each.stop('SIGKILL')))
  await gateway.ready()
})

describe('the banner', () => {
  test('names pages that are there', async () => {
    const addresses = gateway.output.match(/^ {2}\S.* (http:\S+)$/gm)?.map((line) => line.replace(/^.* /, '')) ?? []
    expect(addresses.map((each) => new URL(each).pathname)).toEqual(['/', '/docs', '/graphql', '/readyz'])
    for (const address of addresses) {
      const { status } = await fetch(address.replace('localhost', '127.0.0.1'), { headers: { Accept: 'text/html' } })
      expect([address, status]).toEqual([address, 200])
    }
  })

  const line = () => /^curl .*$/m.exec(gateway.output)?.[0] ?? ''

  test.each(['sh', 'bash'])('has a line that can be pasted into %s', async (shell) => {
    if (!requireTool(shell, `apt-get install ${shell}`) || !requireTool('curl', 'apt-get install curl')) return
    const { stdout } = await run(shell, ['-c', line()])
    expect(JSON.parse(stdout)).toMatchObject({ success: true, meta: { limit: 3 } })
  })

  test('has nothing in that line that fish, zsh, PowerShell or cmd would read otherwise', () => {
    expect(line()).toMatch(/^curl -s "[\w:/.?=-]+" -H "Authorization: Bearer [\w.-]+"$/)
  })

  test('names neither documents nor the explorer where there are none, and writes addresses as browsers read them', () => {
    const quiet = banner(readConfig({ PUBLIC_DOCS: 'false', HOST: '::1' }), 4000, undefined)
    expect(quiet).not.toMatch(/docs|graphql/)
    expect(quiet).toContain('http://localhost:4000/\n')
    expect(banner(readConfig({ HOST: 'fd00::1' }), 80, undefined)).toContain('http://[fd00::1]:80/\n')
  })
})

describe('the log', () => {
  test('is JSON where nobody looks', () => {
    const [first = ''] = gateway.output.split('\n')
    expect(JSON.parse(first)).toMatchObject({ level: expect.any(String), msg: expect.any(String) })
  })

  test('is lines to read in a terminal', async () => {
    if (!requireTool('script', 'apt-get install bsdutils')) return
    const data = join(folder, 'terminal')
    await fillDataFolder(data)
    const command = `'${process.execPath}' '${join(ROOT, 'dist/src/main/server.js')}'`
    const env = {
      PATH: process.env.PATH,
      SHELL: '/bin/sh',
      PORT: String(await freePort()),
      DATA_DIR: data,
      DEMO_DATA: 'false',
    }
    const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], { env, cwd: folder })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    try {
      await until('the banner', () => output.includes('curl -s'))
    } finally {
      child.kill('SIGTERM')
      await once(child, 'close')
    }
    expect(output).toMatch(/\d\d:\d\d:\d\d.*INFO.*listening/)
    expect(output).not.toContain('{"level"')
  })
})

describe('npm run token', () => {
  test('builds nothing, and makes tokens of the gateway that runs', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    expect(scripts.token).not.toContain('build')
    const built = join(ROOT, 'dist/web/index.html')
    const { mtimeMs } = await stat(built)
    const env = { ...process.env, PORT: String(gateway.port), DATA_DIR: join(folder, 'data') }
    const args = ['run', '--silent', 'token', '--', '--organization', 'org_demo', '--role', 'viewer']
    const { stdout } = await run('npm', args, { cwd: ROOT, env })
    const headers = { Authorization: `Bearer ${stdout.trim()}` }
    expect((await fetch(`${gateway.url}/api/clients`, { headers })).status).toBe(200)
    expect((await stat(built)).mtimeMs).toBe(mtimeMs)
  })
})

describe('.env', () => {
  /** The server in a folder of its own with this file in it. */
  async function startIn(name: string, file: string, environment: Record<string, string>) {
    const own = join(folder, name)
    await run('mkdir', [own])
    await writeFile(join(own, '.env'), file)
    const env = { PATH: process.env.PATH, ...COMPILED, ...environment }
    return spawn(process.execPath, [join(ROOT, 'dist/src/main/server.js')], { cwd: own, env })
  }

  test('is read where the server starts; the environment wins', async () => {
    const child = await startIn('settings', `LOG_LEVEL=loud\nDATA_DIR=.own\nPORT=none\n`, { PORT: '0' })
    const said = await text(child.stderr)
    expect(said).toMatch(/LOG_LEVEL: /)
    expect(said).not.toContain('PORT')
  })

  test('is held to the same names', async () => {
    const child = await startIn('names', 'AUTH_ISUER=https://idp.example\n', {})
    expect(await text(child.stderr)).toMatch(/AUTH_ISUER: unknown. If you mean AUTH_ISSUER/)
  })
})

test('an npm of Node 20 installs without a word on engines', async () => {
  const own = join(folder, 'install')
  await run('mkdir', [own])
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) await cp(join(ROOT, file), join(own, file))
  const disguise = join(own, 'as-20.mjs')
  await writeFile(
    disguise,
    `Object.defineProperty(process, 'version', { value: 'v20.19.0' })
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`,
  )
  const install = async (...more: string[]) => {
    const npm = process.env.npm_execpath ?? ''
    const args = ['--import', disguise, npm, 'ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', ...more]
    const env = { PATH: process.env.PATH, HOME: own }
    const { stdout, stderr } = await run(process.execPath, args, { cwd: own, env, maxBuffer: 2 ** 26 })
    return stdout + stderr
  }
  expect(await install('--loglevel=warn')).toContain('EBADENGINE')
  expect(await install()).not.toMatch(/EBADENGINE|npm warn/i)
})
