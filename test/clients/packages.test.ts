/** @long it builds, packs and installs the packages. */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { newSecret, signedHeaders } from '../../src/features/webhooks/webhook.signature.ts'
import { Running } from '../support/command.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { aClient } from '../support/samples.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'

const ROOT = join(import.meta.dirname, '../..')
const call = promisify(execFile)
const INSTALL = 'test/clients/programs.sh FOLDER, and FOLDER on the PATH'
const areInstalled = ['deno', 'bun', 'node-20'].map((tool) => requireTool(tool, INSTALL)).every(Boolean)

let server: TestServer
/** An empty folder in which the packages were installed. */
let folder: string
/** The names of the packed packages. */
let packed: string[]
setUp(async (opened) => {
  server = opened.use(await startServer())
  folder = await mkdtemp(join(tmpdir(), 'packages-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const packages = ['clients/typescript', 'clients/command']
  for (const each of packages) await call('npm', ['run', 'build', '--workspace', each], { cwd: ROOT })
  for (const each of [...packages, 'node_modules/commander'])
    await call('npm', ['pack', `./${each}`, '--pack-destination', folder], { cwd: ROOT })
  packed = await readdir(folder)
  expect(packed).toHaveLength(3)
  const files = packed.map((file) => `./${file}`)
  await call('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, ...files], { cwd: folder })
})

test('the packed command runs from an empty folder, with the client and commander only', async () => {
  const installed = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))
  expect(installed.sort()).toEqual(['campaign-management-client', 'campaign-management-command', 'commander'])
  const env = { PATH: process.env.PATH, HOME: folder, CAMPAIGNS_URL: server.url, CAMPAIGNS_TOKEN: server.actor().token }
  const { stdout } = await call(join(folder, 'node_modules/.bin/campaigns'), ['clients', 'list'], { cwd: folder, env })
  expect(JSON.parse(stdout)).toEqual([])
})

test('npx runs the command from the packages, without an installation', async () => {
  const empty = await mkdtemp(join(folder, 'empty-'))
  const env = { PATH: process.env.PATH, HOME: empty, CAMPAIGNS_URL: server.url, CAMPAIGNS_TOKEN: server.actor().token }
  const packages = packed.map((file) => `--package=${join(folder, file)}`)
  const args = ['--yes', '--offline', ...packages, 'campaigns', 'clients', 'list', '--json']
  const { stdout } = await call('npx', args, { cwd: empty, env })
  expect(JSON.parse(stdout)).toEqual([])
})

/** How each runtime runs the program. Deno checks its types, and permits the network of the gateway only. */
const RUNTIMES: Record<string, (host: string) => [program: string, ...args: string[]]> = {
  Deno: (host) => [
    ...(['deno', 'run', '--check', '--no-prompt', '--no-remote', '--no-lock'] as const),
    ...[`--allow-net=${host}`, 'client.ts'],
  ],
  Bun: () => ['bun', 'run', '--no-install', 'client.ts'],
  'Node 20': () => ['node-20', 'client.mjs'],
}

if (areInstalled)
  test.each(Object.entries(RUNTIMES))('a program of %s uses the packed client', async (_, commandOf) => {
    const actor = server.actor()
    await using proxy = await startFaultyProxy(server.url)
    const text = '{"type":"CLIENT_CREATED"}'
    const secret = newSecret()
    const webhook = { text, secret, headers: signedHeaders('msg_1', text, new Date(), [secret]) }
    const source = await readFile(join(import.meta.dirname, 'programs/client.ts'), 'utf8')
    await writeFile(join(folder, 'client.ts'), source)
    await writeFile(join(folder, 'client.mjs'), stripTypeScriptTypes(source))
    const given = JSON.stringify({ url: proxy.url, token: actor.token, webhook })
    const [runtime, ...args] = commandOf(new URL(proxy.url).host)
    const env = { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' }
    await using program = new Running(spawn(runtime, [...args, given], { cwd: folder, env }))
    await program.says(/"ready"/)

    const first = await aClient(actor)
    await program.says(new RegExp(first.id))
    // This change occurs while the program has no connection.
    proxy.faults = Array.from({ length: 1000 }, () => 'cut' as const)
    proxy.cut()
    const second = await aClient(actor)
    proxy.faults = []

    const { code, out, err } = await program.ended()
    expect([code, err.replace(/^Check .*\n/m, '')]).toEqual([0, ''])
    const printed = out
      .trim()
      .split('\n')
      .flatMap((line) => Object.entries(JSON.parse(line)))
    expect(printed.filter(([name]) => name !== 'ready')).toEqual([
      ['created', ['First PENDING', 'Second PENDING', 'Third PENDING']],
      ['pages', ['First', 'Second', 'Third']],
      ['graphql', 1],
      ['missing', [true, 404, 'Client not found']],
      ['webhook', { type: 'CLIENT_CREATED' }],
      ['forged webhook', [true, 'WebhookError']],
      ['change', first.id],
      ['change', second.id],
      ['end', 2],
    ])
  })
