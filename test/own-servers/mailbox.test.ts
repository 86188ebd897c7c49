/**
 * @database none
 * More than 20 s: it builds the gateway, starts it beside the mailbox, and takes the walk of README.md.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { createTransport } from 'nodemailer'
import { Running } from '../support/command.ts'
import { build, Gateway } from '../support/process.ts'
import { freePort } from '../support/redis.ts'
import { setUp } from '../support/set-up.ts'
import { until } from '../support/until.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const ANY_PORT = ['--smtp-port', '0', '--dns-port', '0', '--page-port', '0']

let mailbox: Running
let page: string
/** The settings in the command that the mailbox prints. */
let settings: Record<string, string>
let reportPort: number

beforeAll(() => void build())
setUp(async (opened) => {
  reportPort = await freePort()
  const bounces = ['--bounce', '^gone', '--later-bounce', '^moved', '--report-port', String(reportPort)]
  mailbox = opened.use(
    new Running(spawn(process.execPath, ['test/mailbox/mailbox.ts', ...ANY_PORT, ...bounces], { cwd: ROOT })),
  )
  const [, command = ''] = await mailbox.says(/^(DNS_SERVERS=\S+ SMTP_URL=\S+ REPORT_SMTP_PORT=\S+) npm start$/m)
  settings = Object.fromEntries(command.split(' ').map((setting) => setting.split('=') as [string, string]))
  page = (await mailbox.says(/Mailbox {2}(http:\S+)\//))[1] ?? ''
})

const read = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(page + path, init)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** The page of the mail to this address. */
const mailTo = async (address: string) => {
  const [, url = ''] = await mailbox.says(new RegExp(`-> ${address} {2}".*" {2}http://\\S+?(/mails/\\d+)`))
  return url
}

test('the walk: a campaign is sent, bounces twice, and one person unsubscribes', async () => {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'gateway-walk-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const environment = { DATA_DIR: folder, NODE_ENV: 'test', DEMO_DATA: 'false', ...settings }
  const gateway = await new Gateway(environment, port).ready()
  opened.defer(async () => void (await gateway.stop()))
  expect(gateway.output).toContain('DNS_SERVERS is set')

  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, MAILBOX_URL: page }
  const walk = await run('bash', ['docs/walk.sh'], { cwd: ROOT, env })
  expect(walk.stdout).toContain('VERIFIED')
  const id = /\/campaigns\/(\S+)$/m.exec(walk.stdout)?.[1]

  const { text } = await read(await mailTo('nomsa@example.org'))
  expect(text).toContain('Fresh from the Karoo')
  const link = /href="(http:\/\/[^"]+\/u\/[^"]+)"/.exec(text)?.[1] ?? ''
  const query = `{ campaign(id: "${id}") { delivery { sent bounced skipped unsubscribed finishedAt } } }`
  const delivery = async () => (await gateway.call('POST', '/graphql', { query })).body.data.campaign.delivery
  await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  await until('both bounces and the opt-out', async () => {
    const { bounced, unsubscribed, finishedAt } = await delivery()
    return bounced === 2 && unsubscribed === 1 && finishedAt !== null
  })
  expect(await delivery()).toMatchObject({ sent: 1, bounced: 2, skipped: 1, unsubscribed: 1 })
  expect(mailbox.out).toContain('gone@example.org was refused')
  expect(mailbox.out).not.toContain('stranger@example.org')
})

describe('the page of the mailbox', () => {
  const send = async (to: string, html: string, subject: string) => {
    await createTransport({ url: settings.SMTP_URL }).sendMail({ from: 'a@karoo.example', to, subject, html })
    return mailTo(to)
  }

  test('shows a hostile mail as text, and its HTML without scripts', async () => {
    const script = '<script>alert(1)</script>'
    const html = `${script}<a href="javascript:alert(2)">x</a><a href="https://karoo.example/?a=1&amp;b=2">y</a>`
    const path = await send('hostile@example.org', html, script)
    const { text, headers } = await read(path)
    expect(text).not.toContain('<script>')
    expect(text).not.toContain('href="javascript:')
    expect(text).toContain('href="https://karoo.example/?a=1&amp;b=2"')
    expect(text).toContain('<iframe sandbox ')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    const frame = await read(`${path}/html`)
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
    expect((await read('/')).text).toContain('&lt;script&gt;')
  })

  test('answers neither another host name nor a page of another origin', async () => {
    const body = JSON.stringify({ dnsRecords: [{ name: 'karoo.example', type: 'TXT', value: 'v=spf1 ~all' }] })
    const foreign = await read('/records', { method: 'POST', body, headers: { Origin: 'https://evil.example' } })
    expect(foreign).toMatchObject({ status: 403 })
    const { port } = new URL(page)
    const rebound = await run('curl', ['-s', '-H', 'Host: evil.example', `http://127.0.0.1:${port}/`])
    expect(rebound.stdout).toBe('Only from this machine, and not from other pages\n')
  })

  test.each([
    ['no JSON', 'x'],
    ['no records', '{"data":{}}'],
    ['a record of another type', '{"dnsRecords":[{"name":"a.example","type":"A","value":"127.0.0.1"}]}'],
  ])('publishes nothing of %s', async (_, body) => {
    const answer = await read('/records', { method: 'POST', body })
    expect(answer).toMatchObject({ status: 400, text: expect.stringMatching(/^Not published: /) })
  })
})

test('the commands in README.md and in the docs exist', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect(scripts.mailbox).toBe('node test/mailbox/mailbox.ts')
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
  expect(readme).toContain("npm run mailbox -- --bounce '^gone' --later-bounce '^moved'")
  expect(readme).toContain('bash docs/walk.sh')
  const [, documented = ''] = /^(DNS_SERVERS=\S+ SMTP_URL=\S+ REPORT_SMTP_PORT=\S+) npm start$/m.exec(readme) ?? []
  const { stdout } = await run(process.execPath, ['test/mailbox/mailbox.ts', '--help'], { cwd: ROOT })
  const ports = [...stdout.matchAll(/\(default:\s+(\d+)\)/g)].map(([, port]) => port)
  for (const port of documented.match(/\d{4}/g) ?? ['none']) expect(ports).toContain(port)
})
