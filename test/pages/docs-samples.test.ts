/** @long it runs each printed sample with its own program (curl, Node, PHP, Python). */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from '@jest/globals'
import { decodeHTML } from 'entities'
import { LANGUAGES } from '../../src/edge/docs/samples.ts'
import { fillDataFolder } from '../support/images.ts'
import { build, Gateway } from '../support/process.ts'
import { freePort } from '../support/redis.ts'
import { setUp } from '../support/set-up.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'

let gateway: Gateway
let page: string
let folder: string
setUp(async (opened) => {
  build()
  folder = await mkdtemp(join(tmpdir(), 'gateway-samples-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await fillDataFolder(folder)
  gateway = opened.adopt(
    new Gateway({ DATA_DIR: folder }, await freePort()),
    async (each) => void (await each.stop('SIGKILL')),
  )
  await gateway.ready()
  page = await (await fetch(`${gateway.url}/docs`)).text()
})

/** How a person runs a sample of each language: by what program, and with what in front of the text. */
const PROGRAMS: Record<string, { program: string; args: string[]; install: string }> = {
  curl: { program: 'curl', args: ['sh', '-c'], install: 'apt-get install curl' },
  javascript: { program: process.execPath, args: [process.execPath, '--input-type=module', '--eval'], install: '' },
  python: { program: 'python3', args: ['python3', '-c'], install: 'apt-get install python3' },
}
const languages = Object.keys(PROGRAMS).filter((name) => {
  const { program = '', install = '' } = PROGRAMS[name] ?? {}
  return requireTool(program, install)
})

/** The sample as somebody copies it from the page. */
function sampleOf(operationId: string, language: string): string {
  const [, section = ''] = page.split(`<div id="${operationId}">`)
  const [, sample = ''] = section.split(`<div class="sample ${language}">`)
  const text = /<pre><code>([\s\S]*?)<\/code>/.exec(sample)?.[1]
  if (!text) throw new Error(`There is no sample of ${operationId} in ${language}`)
  return decodeHTML(text)
}

function launch(language: string, sample: string, id = '') {
  const [program = '', ...args] = PROGRAMS[language]?.args ?? []
  const env = { PATH: process.env.PATH, TOKEN: gateway.token, ID: id }
  const child = spawn(program, [...args, sample], { env, cwd: folder, detached: true })
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk) => (said.out += chunk))
  child.stderr.on('data', (chunk) => (said.error += chunk))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said, ended, pid: child.pid ?? 0 }
}

const start = (operationId: string, language: string, id?: string) =>
  launch(language, sampleOf(operationId, language), id)

/** Runs a sample to its end. */
async function run(operationId: string, language: string, id?: string): Promise<string> {
  const { said, ended } = start(operationId, language, id)
  const code = await ended
  if (code !== 0) throw new Error(`${operationId} in ${language} ended with ${code}: ${said.out}${said.error}`)
  return said.out
}

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() }
}

describe.each(languages)('samples in %s', (language) => {
  test('make a client, read, change and delete it', async () => {
    const made = await run('createClient', language)
    expect(made).toContain('City of uMhlathuze')
    const { data } = (await gateway.call('GET', '/api/clients?limit=1')).body
    const [{ id }] = data
    expect(await run('client', language, id)).toContain(id)
    await run('updateClient', language, id)
    await run('deleteClient', language, id)
    expect((await gateway.call('GET', `/api/clients/${id}`)).status).toBe(404)
  })

  test.each([
    ['clients', 'GOVERNMENT'],
    ['campaigns', 'status'],
    ['clientExport', 'name'],
    ['analyticsDashboard', 'impressions'],
    ['auditRecords', 'timestamp'],
    ['recordConsent', 'GRANTED'],
    ['reportBreach', 'DISCOVERED'],
  ])('of %s answer', async (operationId, word) => {
    expect(await run(operationId, language)).toContain(word)
  })

  test('of a stream print its first event before it ends', async () => {
    const { said, ended, pid } = start('dashboard', language)
    try {
      await until(`the first event; got ${said.error}`, () => /event: snapshot/.test(said.out))
    } finally {
      process.kill(-pid)
    }
    await ended
  })
})

test('a body with quotes and blanks of every kind arrives as it is', async () => {
  const body = { name: `O'Brien & "Sons" \\ $HOME \`id\` é\n!`, none: null, yes: true, list: [[], {}, 1.5] }
  const received: unknown[] = []
  await using echo = await listening(async (request, response) => {
    received.push(JSON.parse(await text(request)))
    response.end()
  })
  for (const language of languages) {
    const sample = { method: 'POST', path: '/echo?a=b&c=d', body, reads: 'nothing' as const }
    const { ended } = launch(language, LANGUAGES[language]?.write(sample, echo.url) ?? '')
    expect([language, await ended]).toEqual([language, 0])
  }
  expect(received).toEqual(languages.map(() => body))
})
