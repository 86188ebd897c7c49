/** @database none */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { type Receiver, startReceiver } from './support/receiver.ts'

const ROOT = join(import.meta.dirname, '..')

/** Runs the check against a registry. */
const check = (registry: string): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: '0' }
    execFile('npm', ['run', '--silent', 'audit'], { cwd: ROOT, env }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

/** Lets a receiver answer as a registry with these advisories. */
function answer(registry: Receiver, advisories: object): string {
  registry.answer = (response, { path }) => {
    const isBulk = path.endsWith('/-/npm/v1/security/advisories/bulk')
    response.writeHead(isBulk ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isBulk ? advisories : {}))
  }
  return `http://127.0.0.1:${registry.port}/`
}

test('reports each vulnerable package', async () => {
  await using registry = await startReceiver()
  const advisory = {
    id: 1,
    url: 'https://advisories.example/1',
    title: 'Bad luck',
    severity: 'high',
    vulnerable_versions: '*',
  }
  const found = await check(answer(registry, { express: [advisory] }))
  expect(found).toMatchObject({ code: 1, out: expect.stringContaining('Bad luck https://advisories.example/1') })
  expect(registry.received.length).toBeGreaterThan(0)
})

test('passes if the registry knows no vulnerability', async () => {
  await using registry = await startReceiver()
  const found = await check(answer(registry, {}))
  expect(found).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d{3,} packages, 0 with known vulnerabilities$/m),
  })
})

test('does not pass if the registry does not answer, and says so', async () => {
  const closed = await startReceiver()
  await closed[Symbol.asyncDispose]()
  const unreachable = await check(`http://127.0.0.1:${closed.port}/`)
  expect(unreachable).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^not checked: /) })
})

test('does not pass if the registry has no advisories', async () => {
  await using registry = await startReceiver()
  registry.answer = (response) => response.writeHead(404).end('{}')
  expect(await check(`http://127.0.0.1:${registry.port}/`)).toMatchObject({ code: 2 })
})
