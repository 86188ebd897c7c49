/** @long it starts and kills processes of the gateway on an embedded database. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { fillDataFolder } from '../support/images.ts'
import { build, Gateway } from '../support/process.ts'
import { freePort } from '../support/redis.ts'
import { runs } from '../support/runs.ts'
import { clientBody } from '../support/samples.ts'
import { until } from '../support/until.ts'

// Takes more than 20 s, because three tests start the built gateway, which opens PGlite in a new process.

const LOCK = pathToFileURL(join(import.meta.dirname, '../../dist/src/data/folder-lock.js')).href

/** A process that tries to lock a folder, prints the result, and keeps the lock until it is killed. */
const CONTENDER = `
  const { lockFolder } = await import(process.argv[2])
  const unlock = await lockFolder(process.argv[1]).catch((error) => void console.log(error.message))
  if (unlock) console.log('held')
  setInterval(() => unlock, 1000)`

/** A separate process-id namespace, as in a container: its process ids also exist outside. */
const CONTAINER = ['unshare', '--pid', '--fork', '--kill-child']

let folder: string
let running: { stop(): Promise<unknown> }[]
beforeAll(() => void build())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-folder-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((each) => each.stop()))
  await rm(folder, { recursive: true, force: true })
})

interface Contender {
  outcome(): Promise<string>
  stop(): Promise<void>
}

function contender(launcher: string[] = []): Contender {
  const [program = '', ...args] = [
    ...launcher,
    process.execPath,
    '--input-type=module',
    '--eval',
    CONTENDER,
    folder,
    LOCK,
  ]
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  const each = {
    outcome: () => until('an outcome', () => output.endsWith('\n') && output.trim()),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
  running.push(each)
  return each
}

async function gateway(environment: Record<string, string> = {}, launcher: string[] = []): Promise<Gateway> {
  const settings = { DATA_DIR: folder, DEMO_DATA: 'false', ...environment }
  const started = new Gateway(settings, await freePort(), launcher)
  running.push({ stop: () => started.stop('SIGKILL') })
  return started
}

const refusal = () => `Another gateway already uses the data in ${folder}.`

/** Under CI `unshare` must work; as root it always does. */
function canUnshare(): boolean {
  const { status } = spawnSync('unshare', [...CONTAINER.slice(1), 'true'])
  if (status !== 0 && process.env.CI) throw new Error('unshare --pid does not work here: run the tests as root')
  return status === 0
}

describe('the lock of a data folder', () => {
  test('is taken by exactly one of several processes, and by the next one after that is killed', async () => {
    for (let round = 0; round < runs(4); round++) {
      const contenders = Array.from({ length: 5 }, () => contender())
      const outcomes = await Promise.all(contenders.map((each) => each.outcome()))
      expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1)
      for (const outcome of outcomes.filter((each) => each !== 'held')) expect(outcome).toContain(refusal())
      await Promise.all(contenders.map((each) => each.stop()))
    }
  })

  test('leaves no file that a later process must interpret', async () => {
    const first = contender()
    expect(await first.outcome()).toBe('held')
    await first.stop()
    expect(await readdir(folder)).toEqual(['gateway.lock'])
  })

  test('is not blocked by a file with the id of a running process', async () => {
    for (const name of ['gateway.pid', 'gateway.lock-journal']) await writeFile(join(folder, name), String(process.pid))
    expect(await contender().outcome()).toBe('held')
  })

  const inContainers = canUnshare() ? test : test.skip
  inContainers('holds between containers', async () => {
    for (let round = 0; round < 3; round++) {
      const contenders = [contender(CONTAINER), contender(CONTAINER), contender()]
      const outcomes = await Promise.all(contenders.map((each) => each.outcome()))
      expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1)
      await Promise.all(contenders.map((each) => each.stop()))
    }
  })
})

describe('a gateway on a data folder', () => {
  test('runs alone: a second one names the folder and the next step', async () => {
    const both = [await gateway(), await gateway()]
    await until('one to end', () => both.some(({ exitCode }) => exitCode !== null))
    const [loser, winner] = both[0]?.exitCode === null ? both.toReversed() : both
    expect(loser?.exitCode).toBe(1)
    expect(loser?.output).toContain(refusal())
    expect(loser?.output).toContain('DATA_DIR=')
    await winner?.ready()
    expect((await winner?.call('POST', '/api/clients', clientBody()))?.status).toBe(201)
  })

  test('killed during writes has stored all answered changes, and the next one starts at once', async () => {
    await fillDataFolder(folder)
    let server = await (await gateway()).ready()
    const kept: string[] = []
    for (let round = 0; round < 2; round++) {
      const goal = kept.length + 30
      const write = async (): Promise<void> => {
        const answer = await server.call('POST', '/api/clients', clientBody()).catch(() => undefined)
        if (!answer) return
        expect(answer.status).toBe(201)
        kept.push(answer.body.data.id)
        await write()
      }
      const writers = Array.from({ length: 5 }, write)
      await until('writes', () => kept.length >= goal)
      await server.stop('SIGKILL')
      await Promise.all(writers)
      server = await (await gateway()).ready()
      const { body } = await server.call('GET', '/api/clients')
      const found = new Set(body.data.map(({ id }: { id: string }) => id))
      expect(kept.filter((id) => !found.has(id))).toEqual([])
      expect((await server.call('GET', '/api/audit/verify')).body.data.valid).toBe(true)
    }
  })

  test('writes every change to the disk before it answers', async () => {
    await fillDataFolder(folder)
    const trace = await mkdtemp(join(tmpdir(), 'gateway-trace-'))
    const NODE_OPTIONS = `--trace-event-categories=node.fs.sync --trace-event-file-pattern=${trace}/\${rotation}.json`
    const server = await (await gateway({ NODE_OPTIONS })).ready()
    const CHANGES = 20
    // The clock that the trace uses.
    const startedAt = Number(process.hrtime.bigint() / 1000n)
    for (let count = 0; count < CHANGES; count++)
      expect((await server.call('POST', '/api/clients', clientBody())).status).toBe(201)
    expect(await server.stop()).toBe(0)
    const texts = await Promise.all((await readdir(trace)).map((name) => readFile(join(trace, name), 'utf8')))
    await rm(trace, { recursive: true })
    const events: { name: string; ph: string; ts: number }[] = texts.flatMap((text) => JSON.parse(text).traceEvents)
    const syncs = events.filter(({ name, ph, ts }) => name === 'fs.sync.fdatasync' && ph === 'B' && ts > startedAt)
    expect(syncs.length).toBeGreaterThanOrEqual(CHANGES)
  })
})

describe('a start that cannot succeed names the next step', () => {
  const ended = async (environment: Record<string, string>, port?: number) => {
    const started = new Gateway({ DATA_DIR: folder, DEMO_DATA: 'false', ...environment }, port ?? (await freePort()))
    running.push({ stop: () => started.stop('SIGKILL') })
    return { code: await started.ended(), output: started.output }
  }

  test('with a data folder that cannot be written', async () => {
    // No user may create folders there.
    const { code, output } = await ended({ DATA_DIR: '/sys/gateway' })
    expect(code).toBe(1)
    expect(output).toMatch(/The data folder \/sys\/gateway cannot be written: .*\n.*DATA_DIR=/)
  })

  test('with a damaged database', async () => {
    await mkdir(join(folder, 'pglite'))
    await writeFile(join(folder, 'pglite/PG_VERSION'), '17\n')
    const { code, output } = await ended({})
    expect(code).toBe(1)
    expect(output).toMatch(/The database in .*pglite cannot be opened: .*\n.*docs\/backup\.md.*DATA_DIR=/)
  })

  test('with a port that is in use', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const { code, output } = await ended({ HOST: '127.0.0.1' }, port)
    other.close()
    expect(code).toBe(1)
    expect(output).toContain(`The gateway cannot listen on 127.0.0.1, port ${port}. Another program uses this port.`)
    expect(output).toContain('PORT=4001')
  })
})
