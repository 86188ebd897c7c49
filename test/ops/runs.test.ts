/** @long it starts the command some thirty times, two at a time or to be killed. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { addClient, render } from '../../ops/cli/clients.ts'
import { isHalfWritten } from '../../ops/cli/journal.ts'
import { StackLock } from '../../ops/cli/lock.ts'
import { pendingChanges, readClients } from '../../ops/cli/stack.ts'
import { ops } from './support/ops.ts'
import { ACME, copyOfStack, filesBelow, OPS, TemporaryFolder } from './support/stack.ts'

/** A file with the record of a client. */
const recordIn = (folder: TemporaryFolder, id: string): string => {
  const path = join(folder.path, `${id}.yml`)
  writeFileSync(path, ACME.replace('acme-water', id))
  return path
}

describe('two runs at once', () => {
  test('of client add, and one of client rotate, leave what one after the other would', async () => {
    using stack = copyOfStack()
    using files = new TemporaryFolder()
    addClient(stack.path, ACME, 'acme.yml')
    const ids = ['one', 'two', 'three', 'four']
    const ended = await Promise.all([
      ...ids.map((id) => ops(stack.path, ['client', 'add', recordIn(files, id)])),
      ops(stack.path, ['client', 'rotate', 'acme-water']),
    ])
    expect(ended.map(({ status, stderr }) => [status, stderr])).toEqual(ended.map(() => [0, '']))
    expect(readClients(stack.path).map(({ id }) => id)).toEqual([
      'acme-water',
      'four',
      'gateway',
      'one',
      'three',
      'two',
    ])
    expect(pendingChanges(stack.path, readClients(stack.path))).toEqual([])
    expect(Object.keys(JSON.parse(filesBelow(stack.path).get('secrets/clients.json') ?? '')).sort()).toEqual(
      ['acme-water', ...ids].sort(),
    )
  })

  test('the second waits for the first, and says so when that takes too long', () => {
    using stack = copyOfStack()
    using _first = new StackLock(stack.path)
    expect(() => new StackLock(stack.path, 0)).toThrow(/another run has held the lock on .* for 0 s/)
  })

  test('a lock ends with its process, however that ends', async () => {
    using stack = copyOfStack()
    const script = `const { StackLock } = await import(${JSON.stringify(join(OPS, 'cli/lock.ts'))})
      new StackLock(${JSON.stringify(stack.path)}); console.log('held'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    expect(() => new StackLock(stack.path, 0)).toThrow(/another run/)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    new StackLock(stack.path, 0)[Symbol.dispose]()
  })
})

/** Kills the process at its nth rename or removal. */
const KILLER = `data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  let left = Number(process.env.KILL_AT)
  for (const name of ['renameSync', 'rmSync']) {
    const real = fs[name]
    fs[name] = (...args) => (left-- === 0 ? process.kill(process.pid, 'SIGKILL') : real(...args))
  }
  syncBuiltinESMExports()
`)}`

describe('a run that is killed', () => {
  const killed = (root: string, at: number, ...args: string[]) => {
    const command = ['--import', KILLER, join(OPS, 'cli/main.ts'), '--root', root, ...args]
    expect(() =>
      execFileSync(process.execPath, command, { stdio: 'ignore', env: { ...process.env, KILL_AT: String(at) } }),
    ).toThrow(expect.objectContaining({ signal: 'SIGKILL' }))
  }

  // Before the journal, right after it, within the renames, at the last one.
  test.each([1, 2, 4, 8, 12])('at step %d of client add leaves nothing once the next run was there', (step) => {
    using stack = copyOfStack()
    using files = new TemporaryFolder()
    render(stack.path)
    const before = filesBelow(stack.path)
    killed(stack.path, step, 'client', 'add', recordIn(files, 'acme'))
    new StackLock(stack.path)[Symbol.dispose]()
    expect(filesBelow(stack.path)).toEqual(before)
  })

  test('within client remove is seen by check, and taken back whole by the next run', async () => {
    using stack = copyOfStack()
    addClient(stack.path, ACME, 'acme.yml')
    const before = filesBelow(stack.path)
    killed(stack.path, 5, 'client', 'remove', 'acme-water', '--keep-access')
    expect(isHalfWritten(stack.path)).toBe(true)
    expect((await ops(stack.path, ['check'])).stdout).toContain('failed  rendered: an earlier run was killed')
    expect(render(stack.path)).toEqual([])
    expect(filesBelow(stack.path)).toEqual(before)
  })

  test('before it had started leaves what the next run clears away', () => {
    using stack = copyOfStack()
    mkdirSync(join(stack.path, '.staging'))
    writeFileSync(join(stack.path, '.staging/0.after'), 'half')
    addClient(stack.path, ACME, 'acme.yml')
    expect(filesBelow(stack.path).has('.staging/0.after')).toBe(false)
  })
})
