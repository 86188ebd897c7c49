/**
 * @long it starts gateways of its own, and some mail servers are silent until the gateway gives up (5 or 10 s).
 */
import { execFileSync } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { moduleBeside, Threads } from '../../src/common/threads.ts'
import { addPeople, aSender, finished, move, readyCampaign, show, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { inOrganization } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aConsent, aSubject } from '../support/samples.ts'
import { type Act, type Step, startScriptedSmtp } from '../support/scripted-smtp.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink())
  server = opened.use(await startDeliveryServer(names, sink.url))
})

/** A campaign for one person, whose sender uses the mail server at a port. It is ACTIVE. */
async function started(port: number, { user = null as string | null, ...options }: Json = {}) {
  const actor = server.actor()
  const transport = { host: '127.0.0.1', port, ...(user && { user, password: 'p4ss w0rd' }) }
  const campaign = await readyCampaign(server, actor, names, { ...options, sender: { transport } })
  await move(campaign.approver, campaign.id, 'ACTIVE')
  return { actor, ...campaign }
}

/** The message after its first attempt. */
const attempted = (actor: Actor, id: string): Promise<Json> =>
  until('the first attempt', async () => {
    const message = (await show(actor, id)).messages.nodes[0]
    return message?.attempts === 1 && message.status !== 'SENDING' ? message : undefined
  })

const restOf = async (actor: Actor): Promise<Json> =>
  (await inOrganization(server, actor, sql<Json>`select failures, resting_domains from sender`))[0]

describe('a mail server that answers', () => {
  const WAITS = { status: 'QUEUED', sentAt: null }
  // An answer about a recipient or a message slows the domain; any other slows the sender.
  test.each<[Step, Act, Json, 'sender' | 'domain' | null]>([
    ['connect', '421 4.3.2 Shutting down', WAITS, 'sender'],
    ['connect', '454 4.7.0 Later', WAITS, 'sender'],
    ['EHLO', '421 4.3.2 Shutting down', WAITS, 'sender'],
    ['MAIL', '421 4.7.0 Too many connections', WAITS, 'domain'],
    ['MAIL', '454 4.7.0 Later', WAITS, 'domain'],
    ['RCPT', '421 4.7.0 Too fast', WAITS, 'domain'],
    ['RCPT', '454 4.7.1 Later', WAITS, 'domain'],
    ['DATA', '421 4.3.0 Busy', WAITS, 'domain'],
    ['DATA', '454 4.7.0 Later', WAITS, 'domain'],
    ['body', '421 4.3.0 Busy', WAITS, 'domain'],
    ['body', '454 4.7.0 Later', WAITS, 'domain'],
    ['MAIL', '550 5.7.1 Blocked', { status: 'FAILED' }, null],
    ['body', '554 5.7.1 Spam', { status: 'FAILED' }, null],
  ])('%s with %s', async (step, act, expected, slows) => {
    await using smtp = await startScriptedSmtp({ [step]: act })
    const { actor, id } = await started(smtp.port)
    const message = await attempted(actor, id)
    expect(message).toMatchObject({ ...expected, reason: expect.stringContaining(act.slice(0, 9)) })
    const { failures, restingDomains } = await restOf(actor)
    expect([failures, Object.keys(restingDomains)]).toEqual([
      slows === 'sender' ? 1 : 0,
      slows === 'domain' ? ['example.org'] : [],
    ])
    expect(smtp.messages.length).toBe(step === 'body' ? 1 : 0)
  })
})

describe('a mail server that falls silent, or closes the connection', () => {
  test.each<[Act]>([['silence'], ['cut']])('%s at each step', async (act) => {
    const outcomes: Record<Step, Json> = {
      connect: { status: 'QUEUED' },
      EHLO: { status: 'QUEUED' },
      MAIL: { status: 'QUEUED' },
      RCPT: { status: 'QUEUED' },
      DATA: { status: 'QUEUED' },
      // The server may have accepted the message, so only a person sends it again.
      body: { status: 'UNKNOWN' },
    }
    await Promise.all(
      (Object.keys(outcomes) as Step[]).map(async (step) => {
        await using smtp = await startScriptedSmtp({ [step]: act })
        const { actor, id } = await started(smtp.port)
        const message = await attempted(actor, id)
        expect([step, message.status]).toEqual([step, outcomes[step].status])
        expect(smtp.messages).toHaveLength(step === 'body' ? 1 : 0)
        if (step !== 'body') return
        // Everything else of the organization goes on, and the message stays as it is.
        smtp.script = {}
        await inOrganization(server, actor, sql`update sender set resting_until = null, resting_domains = '{}'`)
        expect((await finished(actor, id)).delivery).toMatchObject({ unknown: 1, sent: 0 })
        expect(smtp.messages).toHaveLength(1)
      }),
    )
  })
})

describe('TLS', () => {
  /** Senders with a user name need TLS. */
  const guarded = (port: number) => started(port, { user: 'karoo' })

  test('STARTTLS that an attacker removed: the password is never sent', async () => {
    await using smtp = await startScriptedSmtp({}, ['AUTH PLAIN LOGIN'])
    const { actor, id } = await guarded(smtp.port)
    expect(await attempted(actor, id)).toMatchObject({ status: 'QUEUED' })
    expect(smtp.commands.filter((line) => /^(AUTH|MAIL)/i.test(line))).toEqual([])
    expect(smtp.messages).toEqual([])
  })

  test('an answer to STARTTLS that refuses: the password is never sent', async () => {
    await using smtp = await startScriptedSmtp({}, ['STARTTLS', 'AUTH PLAIN LOGIN'])
    const { actor, id } = await guarded(smtp.port)
    expect(await attempted(actor, id)).toMatchObject({ status: 'QUEUED' })
    expect(smtp.commands).toContain('STARTTLS')
    expect(smtp.commands.filter((line) => /^(AUTH|MAIL)/i.test(line))).toEqual([])
  })

  test('a certificate that nobody vouches for: nothing is sent', async () => {
    const logins: unknown[] = []
    await using smtp = await startSink(
      {},
      {
        disabledCommands: [],
        onAuth(auth, _session, callback) {
          logins.push(auth)
          callback(null, { user: 'karoo' })
        },
      },
    )
    const { actor, id } = await guarded(smtp.port)
    expect(await attempted(actor, id)).toMatchObject({ status: 'QUEUED' })
    expect([logins, smtp.messages]).toEqual([[], []])
  })

  if (requireTool('openssl', 'apt-get install openssl')) {
    test('a good certificate: a refused password keeps the message and names the cause; a good one sends it', async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'gateway-smtp-'))
      const [keyFile, certFile] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
      const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certFile, '-days', '2']
      const subject = ['-subj', '/CN=mail.example.org', '-addext', 'subjectAltName=IP:127.0.0.1']
      execFileSync('openssl', [...made, ...subject], { stdio: 'ignore' })
      const [key, cert] = [await readFile(keyFile), await readFile(certFile, 'utf8')]
      using restored = new DisposableStack()
      const { run } = Threads.prototype
      const trusting = jest.spyOn(Threads.prototype, 'run').mockImplementation(async function (this: Threads, ...args) {
        // The connections are in a thread, which has certificates of its own.
        await run.call(this, 'trust', {
          module: moduleBeside(import.meta.url, '../support/thread-work'),
          name: 'trust',
          args: [cert],
        })
        return run.apply(this, args)
      })
      restored.defer(() => trusting.mockRestore())
      let isKnown = false
      await using smtp = await startSink(
        {},
        {
          ...{ key, cert, disabledCommands: [], authOptional: false },
          onAuth: ({ username, password }, _session, callback) =>
            isKnown && username === 'karoo' && password === 'p4ss w0rd'
              ? callback(null, { user: username })
              : callback(Object.assign(new Error('5.7.8 Bad credentials'), { responseCode: 535 })),
        },
      )
      const { actor, id, approver } = await guarded(smtp.port)
      expect(await attempted(actor, id)).toMatchObject({
        status: 'QUEUED',
        reason: 'The mail server refused the user name or the password: 535 5.7.8',
      })
      expect(await restOf(actor)).toMatchObject({ failures: 1 })
      expect(smtp.messages).toEqual([])
      isKnown = true
      await inOrganization(server, actor, sql`update sender set resting_until = null`)
      await inOrganization(server, actor, sql`update message set not_before = now()`)
      await move(approver, id, 'PAUSED')
      await move(approver, id, 'ACTIVE')
      expect((await finished(actor, id)).delivery).toMatchObject({ sent: 1 })
      expect(smtp.messages).toHaveLength(1)
    })
  }
})

test('the thread of the connections ends after DATA: the message is UNKNOWN, and later ones are sent by another', async () => {
  const run = jest.spyOn(Threads.prototype, 'run')
  await using smtp = await startScriptedSmtp({ body: 'silence' })
  const { actor, id } = await started(smtp.port)
  await until('the whole message', () => smtp.messages.length === 1)
  const sending = run.mock.calls.findIndex(([, { name }]) => name === 'sendMail')
  await (run.mock.contexts[sending] as Threads).close()
  run.mockRestore()
  expect(await attempted(actor, id)).toMatchObject({ status: 'UNKNOWN' })
  const later = server.actor()
  const other = await readyCampaign(server, later, names)
  await move(other.approver, other.id, 'ACTIVE')
  expect((await finished(later, other.id)).delivery).toMatchObject({ sent: 1 })
})

describe('addresses and texts', () => {
  const rawOf = (to: string) => sink.messages.find((message) => message.to === to)?.raw

  async function sentTo(email: string, options: Json = {}) {
    const actor = server.actor()
    const campaign = await readyCampaign(server, actor, names, { people: 0, recipients: [{ email }], ...options })
    await aConsent(actor, { subject: { ...aSubject(), email } })
    await move(campaign.approver, campaign.id, 'ACTIVE')
    return { actor, ...(await finished(actor, campaign.id)) }
  }

  test('lines of a message are short, whatever the content has', async () => {
    const email = `long-${Date.now()}@example.org`
    const word = 'x'.repeat(5000)
    const { delivery } = await sentTo(email, {
      content: { title: `${'word '.repeat(30)}end`, body: `<p>${word}</p><p>${'é'.repeat(3000)}</p>` },
    })
    expect(delivery).toMatchObject({ sent: 1 })
    const raw = rawOf(email)?.toString('latin1') ?? ''
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    expect(raw.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
    const mail = await PostalMime.parse(raw)
    expect(mail.html).toContain(word)
    expect(mail.subject).toBe(`${'word '.repeat(30)}end`)
  })

  test('a body of lines with a single full stop arrives as it is', async () => {
    const email = `dots-${Date.now()}@example.org`
    await sentTo(email, { content: { body: 'first\r\n.\r\n..\r\nQUIT\r\nlast' } })
    const mail = await PostalMime.parse(rawOf(email) ?? '')
    expect(mail.text).toMatch(/first\s+\.\s+\.\.\s+QUIT\s+last/)
  })

  test.each([
    ['name', 'Karoo\r\nBcc: victim@evil.example'],
    ['name', 'Karoo <ceo@bank.example>, "'],
    ['address', 'news@karoo.example\r\nBcc: victim@evil.example'],
    ['address', 'news@karoo.example,ceo@bank.example'],
    ['replyTo', 'a@karoo.example>\r\nX-Evil: 1'],
    ['physicalAddress', '1 Long Street\r\n\r\n--boundary'],
  ])('a sender whose %s is %j is refused, or its text is no header', async (field, value) => {
    const actor = server.actor()
    const created = await aSender(actor, { [field]: value }).catch((error: Error) => error)
    if (created instanceof Error) return expect(created.message).toContain('VALIDATION_ERROR')
    const email = `injected-${Date.now()}@example.org`
    const { delivery } = await sentTo(email, { sender: { [field]: value } })
    expect(delivery).toMatchObject({ sent: 1 })
    const mail = await PostalMime.parse(rawOf(email) ?? '')
    for (const header of ['bcc', 'x-evil']) expect(mail.headers.map(({ key }) => key)).not.toContain(header)
    expect(mail.from?.address).toBe('news@karoo.example')
    expect(mail.to).toEqual([{ name: '', address: email }])
  })

  test.each([
    'two\r\nRCPT TO:<victim@evil.example>@example.org',
    'a@example.org,b@example.org',
    'a@example.org>\r\nDATA',
    '"a\r\nb"@example.org',
    '<a@example.org>',
  ])('the recipient %j is refused', async (email) => {
    const actor = server.actor()
    const campaign = await readyCampaign(server, actor, names, { people: 0, recipients: [{ email: 'ok@one.example' }] })
    await expect(addPeople(actor, campaign.id, [{ email }])).rejects.toThrow('VALIDATION_ERROR')
  })

  test.each([
    ['a quoted local part', '"john doe"@example.org', '"john doe"@example.org'],
    ['a domain with letters outside of ASCII', 'thandi@köök.example', 'thandi@xn--kk-fkaa.example'],
    ['a local part with letters outside of ASCII', 'thándi@example.org', 'thándi@example.org'],
  ])('%s is sent to exactly this mailbox, or refused when it is added', async (_name, email, mailbox) => {
    await using smtp = await startScriptedSmtp({}, ['8BITMIME', 'SMTPUTF8'])
    const actor = server.actor()
    const sender = { transport: { host: '127.0.0.1', port: smtp.port } }
    const recipients = [{ email: 'ok@one.example' }]
    const campaign = await readyCampaign(server, actor, names, { people: 0, recipients, sender })
    const refused = await addPeople(actor, campaign.id, [{ email }]).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (refused) return expect(refused).toContain('VALIDATION_ERROR')
    await aConsent(actor, { subject: { ...aSubject(), email } })
    await move(campaign.approver, campaign.id, 'ACTIVE')
    const { delivery, messages } = await finished(actor, campaign.id)
    expect([delivery.sent, messages.nodes.map(({ reason }: Json) => reason)]).toEqual([
      1,
      expect.arrayContaining([null, 'NO_GROUND']),
    ])
    expect(smtp.commands.filter((line) => line.startsWith('RCPT'))).toEqual([`RCPT TO:<${mailbox}>`])
  })
})

test('two replicas send each message once', async () => {
  await using opened = new AsyncDisposableStack()
  const settings = { DNS_SERVERS: names.address, SMTP_URL: sink.url, PUBLIC_URL: 'https://campaigns.example.org' }
  const [first, second] = await startReplicas(opened, { environment: settings })
  const actor = first.actor()
  const campaign = await readyCampaign(first, actor, names, { people: 60 })
  await move(campaign.approver, campaign.id, 'ACTIVE')
  const { delivery } = await finished(actor, campaign.id)
  expect(delivery).toMatchObject({ sent: 60, unknown: 0, failed: 0 })
  const counts = campaign.subjects.map(({ email }) => sink.messages.filter(({ to }) => to === email).length)
  expect(counts).toEqual(campaign.subjects.map(() => 1))
  expect(second.url).not.toBe(first.url)
})
