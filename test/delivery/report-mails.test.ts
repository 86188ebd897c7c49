/**
 * More than 20 s: it starts a gateway of its own, with a mail server and a name server, and sends a campaign in most
 * tests.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { createTransport } from 'nodemailer'
import { readReportMail } from '../../src/features/delivery/reports/report.mail.ts'
import { asked } from '../support/answers.ts'
import { finished, move, readyCampaign, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'

/** Mails in the formats of RFC 3464, 3798, 5965, 6533, 6591 and of mail servers and providers, without personal data. */
const CORPUS = join(import.meta.dirname, 'corpus')
const SAMPLE = 'b-0193b5e07c1e7d4c9f3b0f6c7a1b2c3d-aaaaaaaaaa-bbbbbbbbbbbbbbbb@karoo.example'

const corpusMail = (name: string) => readFile(join(CORPUS, `${name}.eml`))
const corpusFor = async (name: string, returnPath: string) =>
  Buffer.from((await corpusMail(name)).toString().replaceAll(SAMPLE, returnPath))

describe('the corpus of report mails', () => {
  test('98 of 100 are read right, and name the return path', async () => {
    const expected: Record<string, string | null> = JSON.parse(await readFile(join(CORPUS, 'expected.json'), 'utf8'))
    const files = (await readdir(CORPUS)).filter((file) => file.endsWith('.eml')).map((file) => file.slice(0, -4))
    expect(files.sort()).toEqual(Object.keys(expected).sort())
    const wrong: object[] = []
    for (const name of files) {
      const finding = await readReportMail(await corpusMail(name))
      const isRight = (finding?.kind ?? null) === expected[name] && (!finding || finding.returnPaths[0] === SAMPLE)
      if (!isRight) wrong.push({ name, expected: expected[name], finding })
      expect(finding?.reason ?? '').not.toContain('@')
    }
    expect(files.length).toBeGreaterThanOrEqual(60)
    expect({ wrong, share: wrong.length / files.length <= 0.02 }).toEqual({ wrong, share: true })
  })

  test('a mail that is cut anywhere, or has any byte replaced, never fails the reader', async () => {
    const mail = await corpusMail('gmail-no-account')
    for (let at = 0; at < mail.length; at += 37) {
      await readReportMail(mail.subarray(0, at))
      const damaged = Buffer.from(mail)
      damaged[at] = at % 2 === 0 ? 0 : 0xff
      await readReportMail(damaged)
    }
    const nested = `${'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(500)}\r\nx`
    expect(await readReportMail(Buffer.from(nested))).toBeUndefined()
  })
})

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink())
  server = opened.use(await startDeliveryServer(names, sink.url, { REPORT_SMTP_PORT: '0' }))
})

/** A campaign that was sent to one person, with its message and the return path of it. */
async function sent() {
  const actor = server.actor()
  const campaign = await readyCampaign(server, actor, names)
  await move(campaign.approver, campaign.id, 'ACTIVE')
  const { messages } = await finished(actor, campaign.id)
  const message: Json = messages.nodes[0]
  const returnPath = sink.messages.find(({ to }) => to === message.contact)?.from ?? ''
  return { actor, message, returnPath }
}

const read = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, `query ($id: ID!) { message(id: $id) { status reason complainedAt unsubscribedAt } }`, { id }))
    .message
const causesOf = async (actor: Actor): Promise<string[]> =>
  (await asked(actor, '{ suppressions { nodes { cause } } }')).suppressions.nodes.map(({ cause }: Json) => cause)

/** Delivers a mail to the gateway, as another mail server does. */
async function deliver(to: string | string[], raw: Buffer) {
  const transport = createTransport({ host: '127.0.0.1', port: server.app.reportPort ?? 0, ignoreTLS: true })
  try {
    return await transport.sendMail({ envelope: { from: '', to }, raw })
  } finally {
    transport.close()
  }
}

describe('the mail server for reports', () => {
  test('takes a bounce at the return path of a message', async () => {
    const { actor, message, returnPath } = await sent()
    const mail = await corpusFor('postfix-user-unknown', returnPath)
    for (const _ of [1, 2]) await deliver(returnPath, mail)
    expect(await read(actor, message.id)).toMatchObject({
      status: 'BOUNCED',
      reason: '550 5.1.1 <(address)>: Recipient address rejected: User unknown in virtual mailbox table',
    })
    expect(await causesOf(actor)).toEqual(['BOUNCED'])
  })

  test('takes a complaint, whatever the case of the address', async () => {
    const { actor, message, returnPath } = await sent()
    await deliver(returnPath.toUpperCase(), await corpusFor('yahoo-feedback', returnPath))
    expect(await read(actor, message.id)).toMatchObject({ complainedAt: expect.any(String) })
    expect(await causesOf(actor)).toEqual(['COMPLAINED'])
  })

  test('takes a request to unsubscribe', async () => {
    const { actor, message, returnPath } = await sent()
    await deliver(returnPath, await corpusFor('unsubscribe-by-mail', returnPath))
    expect(await read(actor, message.id)).toMatchObject({ status: 'SENT', unsubscribedAt: expect.any(String) })
    expect(await causesOf(actor)).toEqual(['OPT_OUT'])
  })

  test('ignores replies of people and programs', async () => {
    const { actor, message, returnPath } = await sent()
    for (const name of ['vacation', 'reply-of-a-person', 'rfc8098-read-receipt', 'postfix-delayed'])
      await deliver(returnPath, await corpusFor(name, returnPath))
    expect(await read(actor, message.id)).toMatchObject({ status: 'SENT', complainedAt: null, unsubscribedAt: null })
    expect(await causesOf(actor)).toEqual([])
  })

  test('refuses every address that is no return path of the service', async () => {
    const [one, other] = [await sent(), await sent()]
    const parts = one.returnPath.split('@')[0]?.split('-') ?? []
    const strangers = other.returnPath.split('@')[0]?.split('-') ?? []
    const mail = await corpusFor('postfix-user-unknown', one.returnPath)
    const forged = [
      'news@karoo.example',
      [parts[0], parts[1], parts[2], '0'.repeat(16)].join('-'),
      // The message of one tenant with the code, or the signature, of another.
      [parts[0], strangers[1], parts[2], parts[3]].join('-'),
      [parts[0], parts[1], strangers[2], parts[3]].join('-'),
      [parts[0], parts[1], parts[2], strangers[3]].join('-'),
    ].map((mailboxName) => (mailboxName.includes('@') ? mailboxName : `${mailboxName}@karoo.example`))
    for (const address of forged)
      await expect(deliver(address, mail)).rejects.toMatchObject({ responseCode: 550, command: 'RCPT TO' })
    expect(await read(one.actor, one.message.id)).toMatchObject({ status: 'SENT' })
    // The address that received the mail decides, not the addresses in its content.
    await deliver(other.returnPath, mail)
    expect(await read(one.actor, one.message.id)).toMatchObject({ status: 'SENT' })
    expect(await read(other.actor, other.message.id)).toMatchObject({ status: 'BOUNCED' })
  })

  test('refuses a mail that is too large, and goes on', async () => {
    const { actor, message, returnPath } = await sent()
    const mail = await corpusFor('postfix-user-unknown', returnPath)
    const large = Buffer.concat([mail, Buffer.alloc(3 * 1024 * 1024, 'x\r\n')])
    await expect(deliver(returnPath, large)).rejects.toMatchObject({ responseCode: 552 })
    expect(await read(actor, message.id)).toMatchObject({ status: 'SENT' })
    await deliver(returnPath, mail)
    expect(await read(actor, message.id)).toMatchObject({ status: 'BOUNCED' })
  })
})
