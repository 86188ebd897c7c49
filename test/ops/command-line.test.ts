import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { ops } from './support/ops.ts'
import { ACME, copyOfStack, OPS, TemporaryFolder } from './support/stack.ts'

describe('the command line', () => {
  test('adds, lists, shows, diffs, checks and removes', async () => {
    using stack = copyOfStack()
    using files = new TemporaryFolder()
    const record = join(files.path, 'acme.yml')
    writeFileSync(record, ACME)
    expect((await ops(stack.path, ['render'])).status).toBe(0)
    expect((await ops(stack.path, ['diff', record])).stdout).toMatch(
      /\+ clients\/acme-water\.yml[\s\S]*receiver: client:acme-water/,
    )
    expect(existsSync(join(stack.path, 'clients/acme-water.yml'))).toBe(false)
    expect((await ops(stack.path, ['client', 'add', record])).stdout).toContain(
      '+ loki/rules/acme-water/activity-alerts.yml',
    )
    expect((await ops(stack.path, ['client', 'list'])).stdout).toContain(
      'acme-water\tAcme "Water" & Sons\twww.acme.example\tit@acme.example',
    )
    expect(JSON.parse((await ops(stack.path, ['client', 'show', 'acme-water'])).stdout)).toMatchObject({
      activity: { shipIntervalMinutes: 15 },
    })
    expect((await ops(stack.path, ['diff'])).stdout).toBe('nothing to change\n')
    expect(await ops(stack.path, ['check'])).toMatchObject({ status: 0 })
    expect((await ops(stack.path, ['client', 'remove', 'acme-water', '--keep-access'])).stdout).toContain(
      '- clients/acme-water.yml',
    )
  })

  test('fails with one line and a status', async () => {
    using stack = copyOfStack()
    expect(await ops(stack.path, ['client', 'show', '../x'])).toMatchObject({
      status: 1,
      stderr: 'no client "../x": see "npm run ops -- client list"\n',
    })
    expect((await ops(stack.path, ['nonsense'])).status).toBe(1)
  })

  test('proves nothing on a folder without programs', async () => {
    using folder = new TemporaryFolder()
    expect(await ops(OPS, ['prove', '--bin', folder.path])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^\/.* has none of prometheus, promtool, alertmanager, amtool, blackbox, .*\n$/),
    })
  })

  test('explains itself', async () => {
    const { stdout } = await ops(OPS, ['--help'])
    for (const command of ['client', 'render', 'diff', 'check', 'reload', 'silence', 'grafana', 'env', 'prove'])
      expect(stdout).toContain(`  ${command} `)
  })
})
