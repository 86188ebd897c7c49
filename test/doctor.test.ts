/**
 * @database none
 * @long it starts the doctor command as a process.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { hasBrowser } from './support/browser.ts'
import { PATIENCE_MS } from './support/patience.ts'
import { COMPILED } from './support/process.ts'
import { freePort, startRedis } from './support/redis.ts'
import { startServer } from './support/server.ts'
import { setUp } from './support/set-up.ts'
import { requireTool } from './support/tools.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGE = join(ROOT, 'dist/web/index.html')

let folder: string
let port: number
setUp(async (opened) => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-doctor-'))
  opened.defer(() => rm(folder, { recursive: true }))
  port = await freePort()
})

interface Report {
  code: unknown
  output: string
  /** By the name of the check: whether it passed, and its text. */
  lines: Record<string, { isWell: boolean; said: string }>
}

function linesOf(output: string): Report['lines'] {
  const parts = output.split(/^(?=ok {5}|wrong {2})/m).filter((part) => /^(ok|wrong) /.test(part))
  return Object.fromEntries(
    parts.map((part) => [part.slice(7, 24).trim(), { isWell: part.startsWith('ok'), said: part.slice(25) }]),
  )
}

/** Runs the command in the test's own folder, with only the given settings. */
const doctor = (environment: Record<string, string> = {}, args: string[] = [], root = ROOT) =>
  new Promise<Report>((done) => {
    const env = {
      PATH: process.env.PATH,
      ...COMPILED,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      ...environment,
    }
    const program = [join(root, 'src/main/doctor.js'), ...args]
    execFile(process.execPath, program, { cwd: folder, env, timeout: PATIENCE_MS }, (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, output: stdout + stderr, lines: linesOf(stdout) }),
    )
  })

const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

const wrong = (said: RegExp) => ({ isWell: false, said: expect.stringMatching(said) })
const well = (said: RegExp) => ({ isWell: true, said: expect.stringMatching(said) })

describe('npm run doctor', () => {
  test('prints its help', async () => {
    const { code, output } = await doctor({}, ['--help'])
    expect([code, output]).toEqual([0, expect.stringMatching(/^Usage: doctor/)])
  })

  test('reports no fault on a correct installation, and changes nothing', async () => {
    const now = new Date(Date.now() + 60_000)
    await utimes(PAGE, now, now)
    const { code, lines } = await doctor()
    const { Chromium, ...others } = lines
    expect(Object.entries(others).filter(([, { isWell }]) => !isWell)).toEqual([])
    expect(Object.keys(others)).toEqual([
      'Node',
      'Packages',
      'Settings',
      'Build',
      'Port',
      'Data folder',
      'Disk',
      'Database',
      'Identity provider',
    ])
    expect(code).toBe(Chromium?.isWell ? 0 : 1)
    expect(Chromium?.isWell).toBe(hasBrowser())
    await expect(cp(join(folder, 'data'), join(folder, 'copy'))).rejects.toThrow('ENOENT')
  })

  test('reports a build that is older than the sources', async () => {
    const long = new Date('2001-01-01')
    await utimes(PAGE, long, long)
    const { code, lines } = await doctor()
    const now = new Date()
    await utimes(PAGE, now, now)
    expect([code, lines.Build]).toEqual([1, wrong(/older.*\n +next: npm run build/)])
  })

  test('reports missing packages before it needs them', async () => {
    const copy = join(folder, 'project')
    await mkdir(join(copy, 'src/main'), { recursive: true })
    for (const file of ['package.json', 'package-lock.json', 'src/main/doctor.js', 'src/main/node-version.js'])
      await cp(join(ROOT, file), join(copy, file))
    const { code, lines } = await doctor({}, [], copy)
    expect([code, lines]).toEqual([1, { Packages: wrong(/missing.*\n +next: npm ci/) }])
  })

  test('reports whether a port is in use, and by which program', async () => {
    await using gateway = await startServer()
    expect((await doctor({ PORT: new URL(gateway.url).port })).lines.Port).toEqual(well(/a gateway already runs there/))
    const other = createServer((socket) => void socket.end('220 another program\r\n'))
    const taken = await doctor({ PORT: String(await listening(other)) })
    other.close()
    expect([taken.code, taken.lines.Port]).toEqual([1, wrong(/EADDRINUSE.*\n +next: .*PORT=4001/)])
  })

  test('reports an unusable data folder', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const { code, lines } = await doctor({ DATA_DIR: join(file, 'data') })
    expect([code, lines['Data folder']]).toEqual([1, wrong(/is a file\n +next: .*DATA_DIR/)])
  })

  test('reports the faults of settings, and skips the other checks', async () => {
    const { code, output, lines } = await doctor({ AUTH_ISUER: 'x', LOG_LEVEL: 'loud' })
    expect([code, Object.keys(lines)]).toEqual([1, ['Node', 'Packages', 'Settings']])
    expect(lines.Settings).toEqual(wrong(/LOG_LEVEL: [\s\S]*AUTH_ISUER: unknown[\s\S]*next: /))
    expect(output).toContain('were skipped')
  })

  test('reads .env, and prefers the environment', async () => {
    const file = join(folder, '.env')
    await writeFile(file, `PORT=1\nREDIS_URL="redis://127.0.0.1:${await freePort()}" # a comment\n`)
    const { lines } = await doctor()
    await rm(file)
    expect(lines.Redis).toEqual(wrong(/ECONNREFUSED.*\n +next: /))
    expect(lines.Port).toEqual(well(new RegExp(`^${port} `)))
  })

  test('reports whether Redis answers', async () => {
    if (!requireTool('redis-server', 'apt-get install redis-server')) return
    const redis = await startRedis()
    const { lines } = await doctor({ REDIS_URL: redis.url })
    await redis.stop()
    expect(lines.Redis).toEqual(well(/answers/))
    const { code, lines: later } = await doctor({ REDIS_URL: redis.url })
    expect([code, later.Redis]).toEqual([1, wrong(/ECONNREFUSED.*\n +next: /)])
  })

  test('reports why the mailbox for reports is unavailable, without its password', async () => {
    const { code, output, lines } = await doctor({
      REPORT_IMAP_URL: `imaps://reports:hush@127.0.0.1:${await freePort()}/INBOX`,
    })
    expect([code, lines['Report mailbox']]).toEqual([1, wrong(/ECONNREFUSED.*\n +next: check that REPORT_IMAP_URL/)])
    expect(output).not.toContain('hush')
  })

  test('reports why a database is unavailable, without its password', async () => {
    const address = `127.0.0.1:${await freePort()}`
    const { code, output, lines } = await doctor({ DATABASE_URL: `postgres://gateway:hush@${address}/gateway` })
    expect([code, lines.Database]).toEqual([
      1,
      wrong(/ECONNREFUSED.*PostgreSQL is not started[\s\S]*next: .*DATABASE_URL/),
    ])
    expect(output).not.toContain('hush')
  })

  test('reports whether the identity provider has keys, and compares its clock', async () => {
    let keys: object[] = [{ kty: 'EC' }]
    let skew = 0
    const provider = createHttpServer((_, response) => {
      response.setHeader('Date', new Date(Date.now() + skew).toUTCString())
      response.end(JSON.stringify({ keys }))
    })
    const AUTH_ISSUER = `http://127.0.0.1:${await listening(provider)}`
    const good = await doctor({ AUTH_ISSUER })
    expect([good.lines['Identity provider'], good.lines.Clock]).toEqual([well(/has 1 key$/m), well(/differs by/)])
    skew = 3600_000
    const late = await doctor({ AUTH_ISSUER })
    expect([late.code, late.lines.Clock]).toEqual([1, wrong(/(3599|3600)\.\d s.*\n +next: .*NTP/)])
    keys = []
    expect((await doctor({ AUTH_ISSUER })).lines['Identity provider']).toEqual(wrong(/has no keys.*\n +next: /))
    provider.close()
    provider.closeAllConnections()
    await once(provider, 'close')
    expect((await doctor({ AUTH_ISSUER })).lines['Identity provider']).toEqual(
      wrong(/ECONNREFUSED.*\n +next: .*AUTH_ISSUER/),
    )
  })
})
