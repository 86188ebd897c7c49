import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'

const SCRIPT = join(import.meta.dirname, 'support/stuck-process.ts')

interface Ended {
  code: number | null
  said: string
}

/** Runs the script, sends a signal when it is ready, and waits for its end. */
async function run(way: string): Promise<Ended> {
  const child = spawn(process.execPath, [SCRIPT, way], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.once('data', (bytes) => String(bytes).startsWith('ready') && child.kill('SIGTERM'))
  const [said, [code]] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, said: said.join('') }
}

test.each([
  ['spins', 'stuck for 2 s', 'at spinForEver (file:///'],
  ['spins in WebAssembly', 'stuck for 2 s', 'at $spin (wasm://'],
  ['spins while it stops', 'did not stop within 1 s', 'at spinForEver (file:///'],
  ['spins before it is stopped', 'did not stop within 1 s', 'at spinForEver (file:///'],
])('a process that %s is ended from its watchdog, with its stack', async (way, reason, frame) => {
  const { code, said } = await run(way)
  expect(code).toBe(70)
  expect(said).toContain(reason)
  expect(said).toContain(frame)
})

test('a failure that no code handles is logged with its stack and counted, and the process serves on', async () => {
  const { code, said } = await run('rejects')
  expect(code).toBe(0)
  expect(JSON.parse(said.split('\n').find((line) => line.startsWith('{')) ?? '')).toMatchObject({
    level: 'error',
    msg: 'no code handled a failure',
    err: { message: 'nobody hears this', stack: expect.stringContaining('stuck-process.ts') },
  })
  expect(said).toContain('unhandled_rejections_total 1')
})
