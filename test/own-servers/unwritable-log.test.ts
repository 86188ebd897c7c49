/** @long it starts processes of the gateway. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { fill, mountVolume } from '../support/full-disk.ts'
import { fillDataFolder } from '../support/images.ts'
import { build, Gateway } from '../support/process.ts'
import { freePort } from '../support/redis.ts'
import { requireRoot } from '../support/tools.ts'
import { until } from '../support/until.ts'

const canMount = requireRoot('Mounting a file system')

/** Starts a gateway whose log the test makes unwritable. */
async function start(opened: AsyncDisposableStack, launcher: string[] = []): Promise<Gateway> {
  build()
  const folder = await mkdtemp(join(tmpdir(), 'gateway-log-'))
  opened.defer(() => rm(folder, { recursive: true }))
  await fillDataFolder(folder)
  const gateway = new Gateway({ DATA_DIR: folder, RATE_LIMIT_ANONYMOUS: '1000000' }, await freePort(), launcher)
  opened.defer(async () => void (await gateway.stop('SIGKILL')))
  return gateway
}

const isReady = async ({ url }: Gateway) => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200

/** Sends requests without a token, each with a line in the log, and returns how many were answered. */
async function answered({ url }: Gateway, count: number, path = '/api/clients'): Promise<number> {
  let good = 0
  for (let sent = 0; sent < count; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(`${url}${path}`)))
    good += answers.filter(({ status }) => status === 401).length
  }
  return good
}

/** The lines of these requests exceed what the gateway and the system keep. */
const REQUESTS = 6000
const LOST = /"lines":(\d+),"msg":"lines of the log were lost"/g

/** How many requests with this path the log has. */
const logged = (text: string, path: string) => text.split(`"route":"${path}","status":401`).length - 1

const lostLines = (text: string) => [...text.matchAll(LOST)].reduce((sum, [, count]) => sum + Number(count), 0)

describe('the gateway serves', () => {
  test('while the reader of its log does not read, and the log continues afterwards', async () => {
    await using opened = new AsyncDisposableStack()
    const gateway = await (await start(opened)).ready()
    gateway.child.stdout?.pause()
    expect(await answered(gateway, REQUESTS)).toBe(REQUESTS)
    gateway.child.stdout?.resume()
    await until('the number of the lost lines', () => lostLines(gateway.output) > 0)
    expect(await answered(gateway, 50, '/api/campaigns')).toBe(50)
    expect(await gateway.stop()).toBe(0)
    expect(logged(gateway.output, '/api/clients') + lostLines(gateway.output)).toBeGreaterThanOrEqual(REQUESTS)
    expect(logged(gateway.output, '/api/campaigns')).toBe(50)
    expect(gateway.output).toContain('"msg":"stopping"')
  })

  test('after the reader of its log has ended', async () => {
    await using opened = new AsyncDisposableStack()
    const gateway = await (await start(opened)).ready()
    gateway.child.stdout?.destroy()
    expect(await answered(gateway, 100)).toBe(100)
    expect(await gateway.stop()).toBe(0)
  })

  ;(canMount ? test : test.skip)(
    'while the disk of its log is full, and logs what waited as soon as it has room',
    async () => {
      await using opened = new AsyncDisposableStack()
      const volume = await mountVolume(opened)
      const [filler, log] = [join(volume, 'filler'), join(volume, 'log')]
      await fill(filler)
      const gateway = await start(opened, ['sh', '-c', `exec "$@" >>${log}`, 'sh'])
      await until('the gateway', () => isReady(gateway))
      expect(await answered(gateway, REQUESTS)).toBe(REQUESTS)
      await rm(filler)
      expect(await answered(gateway, 50, '/api/campaigns')).toBe(50)
      expect(await gateway.stop()).toBe(0)
      const text = await readFile(log, 'utf8')
      expect(text).toContain('"msg":"listening"')
      expect(lostLines(text)).toBeGreaterThan(0)
      expect(logged(text, '/api/clients') + lostLines(text)).toBeGreaterThanOrEqual(REQUESTS)
      expect(logged(text, '/api/campaigns')).toBe(50)
      expect(text).toContain('"msg":"stopping"')
      const lines = text.split('\n').filter((line) => line.startsWith('{'))
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg')
    },
  )
})
