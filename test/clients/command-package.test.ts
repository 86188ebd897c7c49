/** @long it builds, packs and installs the packages. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { startServer, type TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'

const ROOT = join(import.meta.dirname, '../..')
const call = promisify(execFile)

let server: TestServer
let folder: string
setUp(async (opened) => {
  server = opened.use(await startServer())
  folder = await mkdtemp(join(tmpdir(), 'command-package-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
})

test('the packed command runs from an empty folder, with the client and commander only', async () => {
  const packages = ['clients/typescript', 'clients/command']
  for (const each of packages) await call('npm', ['run', 'build', '--workspace', each], { cwd: ROOT })
  for (const each of [...packages, 'node_modules/commander'])
    await call('npm', ['pack', `./${each}`, '--pack-destination', folder], { cwd: ROOT })
  const packed = (await readdir(folder)).map((file) => `./${file}`)
  expect(packed).toHaveLength(3)
  await call('npm', ['install', '--offline', '--no-audit', '--no-fund', '--prefix', folder, ...packed], { cwd: folder })
  const installed = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))
  expect(installed.sort()).toEqual(['campaign-management-client', 'campaign-management-command', 'commander'])
  const env = { PATH: process.env.PATH, HOME: folder, CAMPAIGNS_URL: server.url, CAMPAIGNS_TOKEN: server.actor().token }
  const { stdout } = await call(join(folder, 'node_modules/.bin/campaigns'), ['clients', 'list'], { cwd: folder, env })
  expect(JSON.parse(stdout)).toEqual([])
})
