/** More than 20 s: it starts a gateway and the mail server Postfix, and waits for bounces from its queue. */
import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { asked } from '../support/answers.ts'
import { finished, move, readyCampaign, show, startDeliveryServer } from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { inOrganization } from '../support/organization.ts'
import { type Postfix, startPostfix } from '../support/postfix.ts'
import { freePort } from '../support/redis.ts'
import { aConsent, aSubject } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { startSink } from '../support/sink.ts'
import { requireRoot, requireTool } from '../support/tools.ts'
import { until } from '../support/until.ts'

const isInstalled = [
  requireTool('postfix', 'apt-get install postfix (choose "No configuration")'),
  requireTool('opendkim', 'apt-get install opendkim'),
  requireRoot('Postfix needs root'),
].every(Boolean)

const suite = isInstalled ? test : test.skip
let names: NameServer
let server: TestServer
let postfix: Postfix
if (isInstalled)
  setUp(async (opened) => {
    names = opened.use(await startNameServer())
    // A mail server behind Postfix: it refuses some recipients only after Postfix has accepted them.
    const remote = opened.use(
      await startSink({ to: (to) => (to.startsWith('gone') ? { code: 550, text: '5.1.1 No such user' } : undefined) }),
    )
    const port = await freePort()
    const settings = { REPORT_SMTP_PORT: '0' }
    server = opened.use(await startDeliveryServer(names, `smtp://127.0.0.1:${port}`, settings))
    const routes = [
      { domain: 'karoo.example', port: server.app.reportPort ?? 0 },
      { domain: 'remote.example', port: remote.port },
    ]
    const refusals = { '^full': '452 4.2.2 Mailbox full', '^unknown': '550 5.1.1 User unknown' }
    postfix = opened.use(await startPostfix(port, { routes, refusals }))
  })

/** Starts a campaign for these addresses, which all have consents. */
async function started(emails: readonly string[], options: Json = {}) {
  const actor = server.actor()
  const recipients = emails.map((email) => ({ email, language: 'af', attributes: { name: 'Sipho' } }))
  const campaign = await readyCampaign(server, actor, names, { people: 0, recipients, ...options })
  for (const email of emails) await aConsent(actor, { subject: { ...aSubject(), email } })
  return { actor, ...campaign, start: () => move(campaign.approver, campaign.id, 'ACTIVE') }
}

const receivedBy = (email: string): Promise<Buffer> =>
  until(`the mail of ${email}`, async () =>
    (await postfix.delivered()).find((raw) => raw.includes(`\nDelivered-To: ${email}\n`)),
  )

/** What two independent programs say about the DKIM signature of a message that Postfix stored. */
async function verdicts(raw: Buffer): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'dkim-'))
  const at = (name: string) => join(folder.path, name)
  const keys = names.records.filter(({ name }) => name.includes('._domainkey.'))
  await writeFile(at('keys'), keys.map(({ name, value }) => `${name} ${value}\n`).join(''))
  await writeFile(at('conf'), `Mode v\nTestPublicKeys ${at('keys')}\n`)
  await writeFile(at('message'), withLineEnds(raw))
  const { stdout, stderr } = spawnSync('opendkim', ['-x', at('conf'), '-v', '-t', at('message')], { encoding: 'utf8' })
  const said = stdout + stderr
  const resolver = async (asked: string) => keys.filter(({ name }) => name === asked).map(({ value }) => [value])
  const { results } = await dkimVerify(withLineEnds(raw), { resolver })
  return [/verification .* succeeded/.test(said) ? 'pass' : said, ...results.map(({ status }: Json) => status.result)]
}

const withLineEnds = (raw: Buffer) => Buffer.from(raw.toString('latin1').replace(/\r?\n/g, '\r\n'), 'latin1')

const messagesOf = async (actor: Actor, id: string): Promise<Json[]> => (await show(actor, id)).messages.nodes

suite('a message that Postfix received verifies with mailauth and with opendkim', async () => {
  const email = `sipho-${Date.now()}@example.org`
  const campaign = await started([email], {
    content: { body: '<p>Hi {{name}}</p><a href="https://karoo.example/a">Yes</a>' },
  })
  await campaign.start()
  expect((await finished(campaign.actor, campaign.id)).delivery).toMatchObject({ sent: 1 })
  const raw = await receivedBy(email)
  expect(await verdicts(raw)).toEqual(['pass', 'pass'])
  const altered = Buffer.from(raw.toString('latin1').replace('Hi Sipho', 'Hi Simon'), 'latin1')
  expect(await verdicts(altered)).not.toContain('pass')
  const { headers } = await PostalMime.parse(raw)
  const header = (name: string) => headers.find(({ key }) => key === name)?.value
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('list-unsubscribe')).toMatch(/^<https:\/\/campaigns\.example\.org\/u\/[\w.-]+>, <mailto:b-[^>]+>$/)
  expect(header('return-path')).toMatch(/^<b-[0-9a-f]{32}-[0-9a-f]{10}-[0-9a-f]{16}@karoo\.example>$/)
})

suite('a body of 5 MB arrives whole, and its signature verifies', async () => {
  const email = `large-${Date.now()}@example.org`
  const campaign = await started([email])
  // Larger than any content that the API accepts.
  await inOrganization(
    server,
    campaign.actor,
    sql`update content_version set body = '<p>' || repeat('karoo ', 875000) || 'end</p>'`,
  )
  await campaign.start()
  expect((await finished(campaign.actor, campaign.id)).delivery).toMatchObject({ sent: 1 })
  const raw = await receivedBy(email)
  expect(raw.length).toBeGreaterThan(5 * 1024 * 1024)
  expect(await verdicts(raw)).toEqual(['pass', 'pass'])
  expect((await PostalMime.parse(raw)).text).toContain('karoo end')
})

suite('an address with letters outside of ASCII gets its message', async () => {
  const email = `thándi-${Date.now()}@example.org`
  const campaign = await started([email])
  await campaign.start()
  expect((await finished(campaign.actor, campaign.id)).delivery).toMatchObject({ sent: 1 })
  const raw = await until('the mail', async () =>
    (await postfix.delivered()).find((each) => each.toString('utf8').includes(`\nDelivered-To: ${email}\n`)),
  )
  expect(await verdicts(raw)).toEqual(['pass', 'pass'])
})

suite('answers of Postfix keep a message, or end it', async () => {
  const [full, unknown] = [`full-${Date.now()}@example.org`, `unknown-${Date.now()}@example.org`]
  const campaign = await started([full, unknown])
  await campaign.start()
  const messages = await until('both answers', async () => {
    const found = await messagesOf(campaign.actor, campaign.id)
    const answered = found.filter(({ attempts, status }) => attempts > 0 && status !== 'SENDING')
    return answered.length === 2 ? answered : undefined
  })
  const outcomes = messages.map(({ contact, status, reason }) => [contact.split('-')[0], status, reason]).sort()
  expect(outcomes).toEqual([
    ['full', 'QUEUED', 'The mail server asked to wait: 452 4.2.2'],
    ['unknown', 'BOUNCED', 'The mail server refused the message: 550 5.1.1'],
  ])
})

suite('a bounce of Postfix comes back to the gateway, and is read right', async () => {
  const [gone, there] = [`gone-${Date.now()}@remote.example`, `there-${Date.now()}@remote.example`]
  const campaign = await started([gone, there])
  await campaign.start()
  const bounced = await until('the bounce', async () =>
    (await messagesOf(campaign.actor, campaign.id)).find(({ status }) => status === 'BOUNCED'),
  )
  expect(bounced).toMatchObject({ contact: gone, reason: expect.stringContaining('550 5.1.1 No such user') })
  const { suppressions } = await asked(campaign.actor, '{ suppressions { nodes { cause } } }')
  expect(suppressions.nodes).toEqual([{ cause: 'BOUNCED' }])
  const other = (await messagesOf(campaign.actor, campaign.id)).find(({ contact }) => contact === there)
  expect(other).toMatchObject({ status: 'SENT' })
})
