/**
 * More than 20 s: it starts a gateway and the IMAP server Dovecot, and some IMAP servers are silent until the gateway
 * gives up (10 s).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { pino } from 'pino'
import { ReportMailbox } from '../../src/features/delivery/reports/report.mailbox.ts'
import { ReturnPaths } from '../../src/features/delivery/reports/report.return-paths.ts'
import { asked } from '../support/answers.ts'
import { type Certificate, trustedCertificate } from '../support/certificate.ts'
import { finished, move, readyCampaign, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { type Dovecot, startDovecot } from '../support/dovecot.ts'
import { inOrganization } from '../support/organization.ts'
import { IMAP_STEPS, type ImapStep, startScriptedImap } from '../support/scripted-imap.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { requireRoot, requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'

const CORPUS = join(import.meta.dirname, '../delivery/corpus')
const SAMPLE = 'b-0193b5e07c1e7d4c9f3b0f6c7a1b2c3d-aaaaaaaaaa-bbbbbbbbbbbbbbbb@karoo.example'

let names: NameServer
let sink: Sink
let server: TestServer
let certificate: Certificate
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink())
  server = opened.use(await startDeliveryServer(names, sink.url))
  certificate = opened.use(await trustedCertificate())
})

/** A campaign that was sent to one person, with its message, and a mail of the corpus about it. */
async function sent() {
  const actor = server.actor()
  const campaign = await readyCampaign(server, actor, names)
  await move(campaign.approver, campaign.id, 'ACTIVE')
  const { messages } = await finished(actor, campaign.id)
  const message: Json = messages.nodes[0]
  const returnPath = sink.messages.find(({ to }) => to === message.contact)?.from ?? ''
  const mail = async (name: string) =>
    Buffer.from((await readFile(join(CORPUS, `${name}.eml`), 'utf8')).replaceAll(SAMPLE, returnPath))
  return { actor, message, mail }
}

const read = async (actor: Actor, id: string): Promise<Json> =>
  (await asked(actor, `query ($id: ID!) { message(id: $id) { status complainedAt unsubscribedAt } }`, { id })).message

/** A reader of a mailbox that gives its lease back. `changes` replace its dependencies. */
function readerOf(url: string, changes: object = {}) {
  const { database, services, metrics } = server.app
  const { secrets } = services
  if (!secrets) throw new Error('The gateway has no secrets')
  const returnPaths = new ReturnPaths(database, secrets)
  const log = pino({ level: 'silent' })
  const mailbox = new ReportMailbox(
    { database, services: { ...services, secrets }, metrics, log, returnPaths, ...changes },
    url,
  )
  return {
    mailbox,
    read: () => mailbox.read(),
    [Symbol.asyncDispose]: () => mailbox.close(),
  }
}

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (error: Error) => error.message,
  )

if (requireTool('dovecot', 'apt-get install dovecot-imapd') && requireRoot('Dovecot needs root')) {
  describe('a mailbox of Dovecot', () => {
    let imap: Dovecot
    setUp(async (opened) => {
      imap = opened.use(await startDovecot(certificate))
    })

    test('bounces, complaints and requests to unsubscribe are applied, and every mail is moved', async () => {
      const [bounced, complained, optedOut] = [await sent(), await sent(), await sent()]
      const before = await imap.count('Processed')
      await imap.deliver(
        await bounced.mail('postfix-user-unknown'),
        Buffer.alloc(0),
        Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 151) % 256)),
        await complained.mail('yahoo-feedback'),
        await complained.mail('vacation'),
        `Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n'.repeat(500)}`,
        await optedOut.mail('unsubscribe-by-mail'),
      )
      await using reader = readerOf(imap.url)
      await reader.read()
      expect(await read(bounced.actor, bounced.message.id)).toMatchObject({ status: 'BOUNCED' })
      expect(await read(complained.actor, complained.message.id)).toMatchObject({ complainedAt: expect.any(String) })
      expect(await read(optedOut.actor, optedOut.message.id)).toMatchObject({ unsubscribedAt: expect.any(String) })
      expect([await imap.count('INBOX'), await imap.count('Processed')]).toEqual([0, before + 7])
    })

    test('more mails than one command asks for are read in one round', async () => {
      const { actor, message, mail } = await sent()
      const before = await imap.count('Processed')
      await imap.deliver(...Array.from({ length: 50 }, () => 'Subject: hello\r\n\r\nhello'))
      await imap.deliver(await mail('postfix-user-unknown'))
      await using reader = readerOf(imap.url)
      await reader.read()
      expect(await read(actor, message.id)).toMatchObject({ status: 'BOUNCED' })
      expect([await imap.count('INBOX'), await imap.count('Processed')]).toEqual([0, before + 51])
    })

    test('a mail that is too large is moved without being read, and the next one is read', async () => {
      const [large, small] = [await sent(), await sent()]
      const rest = Buffer.alloc(3 * 1024 * 1024, 'x\r\n')
      await imap.deliver(Buffer.concat([await large.mail('postfix-user-unknown'), rest]))
      await imap.deliver(await small.mail('postfix-user-unknown'))
      await using reader = readerOf(imap.url)
      await reader.read()
      expect(await read(large.actor, large.message.id)).toMatchObject({ status: 'SENT' })
      expect(await read(small.actor, small.message.id)).toMatchObject({ status: 'BOUNCED' })
      expect(await imap.count('INBOX')).toBe(0)
    })

    test('a mail that cannot be moved is applied once', async () => {
      const { actor, message, mail } = await sent()
      await using reader = readerOf(imap.url)
      await reader.read()
      await imap.deliver(await mail('unsubscribe-by-mail'))
      await imap.allowMoves(false)
      const failure = 'A mail that was read could not be moved to the folder Processed'
      expect(await failureOf(reader.read())).toBe(failure)
      expect(await read(actor, message.id)).toMatchObject({ unsubscribedAt: expect.any(String) })
      await inOrganization(server, actor, sql`update message set unsubscribed_at = null`)
      expect(await failureOf(reader.read())).toBe(failure)
      await imap.allowMoves(true)
      await reader.read()
      expect(await read(actor, message.id)).toMatchObject({ unsubscribedAt: null })
      expect(await imap.count('INBOX')).toBe(0)
    })

    test('a mail that cannot be processed now stays, and the others are read', async () => {
      const [failing, other] = [await sent(), await sent()]
      await imap.deliver(await failing.mail('postfix-user-unknown'), await other.mail('postfix-user-unknown'))
      let isDown = true
      const { database, services } = server.app
      const paths = new ReturnPaths(database, services.secrets as never)
      const find = (address: string) => {
        if (!isDown) return paths.find(address)
        isDown = false
        return Promise.reject(new Error('The database is away'))
      }
      await using reader = readerOf(imap.url, { returnPaths: { find } })
      expect(await failureOf(reader.read())).toBe('The database is away')
      expect(await read(failing.actor, failing.message.id)).toMatchObject({ status: 'SENT' })
      expect(await read(other.actor, other.message.id)).toMatchObject({ status: 'BOUNCED' })
      expect(await imap.count('INBOX')).toBe(1)
      await reader.read()
      expect(await read(failing.actor, failing.message.id)).toMatchObject({ status: 'BOUNCED' })
    })

    test('a wrong password is logged without the password, counted, and tried again later', async () => {
      const lines: string[] = []
      const failed: string[] = []
      const log = pino({}, { write: (line: string) => void lines.push(line) })
      const metrics = { backgroundFailed: (name: string) => void failed.push(name) }
      await using reader = readerOf(imap.url.replace('p4ss%40word', 'hunter2%21'), { log, metrics })
      reader.mailbox.start()
      await until('the failure', () => failed.length > 0)
      expect(failed).toEqual(['report_mailbox'])
      const [line] = lines.map((each) => JSON.parse(each))
      expect(line.msg).toBe('the mailbox for reports cannot be read now')
      expect(line.err.message).toBe('The mail server refused the user name or the password of REPORT_IMAP_URL')
      expect(line.seconds).toBeGreaterThanOrEqual(4)
      expect(lines.join('')).not.toMatch(/hunter2/)
    })

    test('a connection that begins without TLS starts it before it sends the password', async () => {
      const { actor, message, mail } = await sent()
      await imap.deliver(await mail('postfix-user-unknown'))
      const { username, password } = new URL(imap.url)
      await using reader = readerOf(`imap://${username}:${password}@127.0.0.1:${imap.plainPort}/INBOX`)
      await reader.read()
      expect(await read(actor, message.id)).toMatchObject({ status: 'BOUNCED' })
    })

    test('a folder that does not exist is a failure', async () => {
      await using reader = readerOf(`${imap.url}/Nowhere`)
      expect(await failureOf(reader.read())).toContain("Mailbox doesn't exist: Nowhere")
    })

    test('a gateway with REPORT_IMAP_URL reads the mailbox when it starts', async () => {
      await imap.deliver('Subject: hello\r\n\r\nhello')
      const before = await imap.count('Processed')
      await using _ = await startDeliveryServer(names, sink.url, { REPORT_IMAP_URL: imap.url })
      await until('the mail to be moved', async () => (await imap.count('INBOX')) === 0)
      expect(await imap.count('Processed')).toBe(before + 1)
    })
  })
}

describe('a hostile IMAP server', () => {
  const scripted = async (mail: Buffer, script: Partial<Record<ImapStep, string>>) =>
    startScriptedImap(certificate, mail, script)

  test.each(['silence', 'cut', 'no'] as const)(
    '%s at each step ends the round, and applies a mail at most once',
    async (act) => {
      const steps = IMAP_STEPS.filter((step) => act !== 'no' || !['connect', 'CAPABILITY'].includes(step))
      for (const step of steps) {
        const { actor, message, mail } = await sent()
        await using imap = await scripted(await mail('postfix-user-unknown'), { [step]: act })
        await using reader = readerOf(imap.url)
        expect([step, await failureOf(reader.read())]).not.toEqual([step, 'no failure'])
        const { status } = await read(actor, message.id)
        expect([step, status]).toEqual([step, step === 'MOVE' ? 'BOUNCED' : 'SENT'])
      }
    },
  )

  test('a mail that is larger than the server said is not read', async () => {
    const { actor, message, mail } = await sent()
    const rest = Buffer.alloc(2.5 * 1024 * 1024, 'x\r\n')
    const large = Buffer.concat([await mail('postfix-user-unknown'), rest])
    await using imap = await scripted(large, { sizes: '* 1 FETCH (UID 1 RFC822.SIZE 10)\r\nTAG OK done\r\n' })
    await using reader = readerOf(imap.url)
    await reader.read()
    expect(imap.commands.filter((command) => command.startsWith('UID MOVE'))).toHaveLength(1)
    expect(await read(actor, message.id)).toMatchObject({ status: 'SENT' })
  })

  test('an answer without an end is not collected', async () => {
    const { mail } = await sent()
    const endless = `* 1 FETCH (UID 1 BODY[]<0> {900000000}\r\n${'x'.repeat(100_000)}`
    await using imap = await scripted(await mail('vacation'), { mail: endless })
    await using reader = readerOf(imap.url)
    expect(await failureOf(reader.read())).toMatch(/LiteralTooLarge|NoConnection/)
  })

  test('without TLS, the password is never sent', async () => {
    await using imap = await startScriptedImap(undefined, Buffer.from('x'), {})
    await using reader = readerOf(imap.url)
    expect(await failureOf(reader.read())).not.toBe('no failure')
    expect(imap.commands.filter((command) => /LOGIN|AUTHENTICATE/i.test(command))).toEqual([])
  })

  test('only the process with the lease connects', async () => {
    await using imap = await scripted(Buffer.from('Subject: hello\r\n\r\nhello'), {})
    await using second = readerOf(imap.url)
    const logins = () => imap.commands.filter((command) => command.startsWith('LOGIN')).length
    {
      await using first = readerOf(imap.url)
      await first.read()
      await second.read()
      expect(logins()).toBe(1)
    }
    await second.read()
    expect(logins()).toBe(2)
  })
})
