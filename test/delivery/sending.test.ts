/**
 * More than 20 s: it starts gateways of its own, each with a mail server and a name server.
 */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import PostalMime from 'postal-mime'
import { moveDueCampaigns } from '../../src/features/campaigns/campaign.jobs.ts'
import { sendCampaigns } from '../../src/features/delivery/sending/sending.work.ts'
import { daysAgo, record } from '../analytics/records.ts'
import { asked } from '../support/answers.ts'
import {
  addPeople,
  aSender,
  finished,
  move,
  readyCampaign,
  setSender,
  show,
  startDeliveryServer,
  verified,
} from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { holdWork, performFor, releaseWork, toolsOf } from '../support/jobs.ts'
import { inOrganization, passTime } from '../support/organization.ts'
import { aCampaign, aConsent, aSubject, aSuppression } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink, type Verdicts } from '../support/sink.ts'
import { until } from '../support/until.ts'

/** Answers of the mail server by recipient; a recipient without one is accepted. */
const answers = new Map<string, { at: 'to' | 'data'; code: number; text: string } | 'cut'>()
const answerAt = (at: 'to' | 'data', address: string) => {
  const answer = answers.get(address)
  return answer && answer !== 'cut' && answer.at === at ? answer : undefined
}
const verdicts: Verdicts = {
  to: (address) => answerAt('to', address),
  data: (address) => (answers.get(address) === 'cut' ? 'cut' : answerAt('data', address)),
}

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink(verdicts))
  server = opened.use(await startDeliveryServer(names, sink.url))
})

const to = (address: string) => sink.messages.filter((message) => message.to === address)
const ready = (options: Json = {}) => {
  const actor = server.actor()
  return readyCampaign(server, actor, names, options).then((campaign) => ({ actor, ...campaign }))
}
const messageOf = (campaign: Json, contact: string) =>
  campaign.messages.nodes.find((node: Json) => node.contact === contact)

describe('a campaign with a sender', () => {
  test('reaches everybody once, and keeps the ground of each message', async () => {
    const { actor, id, approver, subjects, consents } = await ready({ people: 3 })
    await move(approver, id, 'ACTIVE')
    const { delivery, messages } = await finished(actor, id)
    const none = { queued: 0, sending: 0, skipped: 0, failed: 0, unknown: 0, skippedBy: [] }
    expect(delivery).toMatchObject({ ...none, sent: 3 })
    for (const { email } of subjects) expect(to(email)).toHaveLength(1)
    const grounds = new Map(messages.nodes.map((node: Json) => [node.contact, node.ground]))
    for (const { id: consentId, subject, grantedAt } of consents)
      expect(grounds.get(subject.email)).toEqual({ kind: 'CONSENT', id: consentId, at: grantedAt })
    expect(await asked(actor, '{ messages { totalCount nodes { campaign { id } } } }')).toEqual({
      messages: { totalCount: 3, nodes: [{ campaign: { id } }, { campaign: { id } }, { campaign: { id } }] },
    })
    const ofCampaign = (
      campaignId: string,
    ) => `{ list: exportedMessages(all: true, filter: { campaignId: "${campaignId}" })
      { totalCount } }`
    expect(await asked(actor, ofCampaign(id))).toEqual({ list: { totalCount: 3 } })
    for (const other of [(await aCampaign(actor)).id, 'no id'])
      expect(await asked(actor, ofCampaign(other))).toEqual({ list: { totalCount: 0 } })
    expect(await asked(server.actor(), ofCampaign(id))).toEqual({ list: { totalCount: 0 } })
  })

  test('skips those without a ground and those who are suppressed, and says why', async () => {
    const [stranger, suppressed, customer] = [aSubject(), aSubject(), aSubject()]
    const recipients = [{ email: stranger.email }, { email: suppressed.email }, { email: customer.email }]
    const { actor, id, approver, subjects } = await ready({ recipients })
    await aSuppression(actor, { contact: { email: suppressed.email } })
    const input = {
      contact: { email: customer.email },
      channel: 'EMAIL',
      evidence: 'Invoice 17',
      ...{ gotWithSale: true, ownSimilarProducts: true, couldObject: true },
    }
    await asked(actor, 'mutation ($input: ExistingCustomerInput!) { recordExistingCustomer(input: $input) { id } }', {
      input,
    })
    await move(approver, id, 'ACTIVE')
    const campaign = await finished(actor, id)
    expect(campaign.delivery).toMatchObject({ sent: 2, skipped: 2 })
    expect(campaign.delivery.skippedBy).toEqual(
      expect.arrayContaining([
        { reason: 'NO_GROUND', count: 1 },
        { reason: 'SUPPRESSED', count: 1 },
      ]),
    )
    expect(messageOf(campaign, customer.email).ground).toMatchObject({ kind: 'EXISTING_CUSTOMER' })
    expect(to(subjects[0].email)).toHaveLength(1)
    for (const { email } of [stranger, suppressed]) expect(to(email)).toEqual([])
  })

  test.each([
    ['is spent', 5000, { sent: 0, skippedBy: [{ reason: 'OVER_BUDGET', count: 2 }] }],
    ['is not quite spent', 4999, { sent: 2, skippedBy: [] }],
  ])('whose budget %s obeys it', async (_name, spendCents, delivery) => {
    const { actor, id, approver, subjects } = await ready({ people: 2 })
    await asked(actor, 'mutation ($id: ID!) { updateCampaign(id: $id, input: { budgetCents: 5000 }) { id } }', { id })
    await move(actor, id, 'PENDING_APPROVAL')
    await record(actor, { campaignId: id, day: daysAgo(1), spendCents })
    await move(approver, id, 'ACTIVE')
    expect((await finished(actor, id)).delivery).toMatchObject(delivery)
    expect(subjects.map(({ email }) => to(email).length)).toEqual(subjects.map(() => delivery.sent / 2))
  })

  test('obeys a withdrawal that comes after its start', async () => {
    const { actor, id, approver, subjects, consents } = await ready({ people: 2, sender: { quietHours: true } })
    // Messages wait for a time that the test sets: the database decides what is due.
    await inOrganization(server, actor, sql`update campaign_recipient set queued_at = null`)
    await actor.rest('POST', `/api/consents/${consents[0].id}/withdraw`)
    await asked(actor, 'mutation ($id: ID!, $input: SenderPatch!) { updateSender(id: $id, input: $input) { id } }', {
      id: (await asked(actor, '{ senders { nodes { id } } }')).senders.nodes[0].id,
      input: { quietHours: false },
    })
    await move(approver, id, 'ACTIVE')
    const campaign = await finished(actor, id)
    expect(campaign.status).toBe('ACTIVE')
    expect(messageOf(campaign, subjects[0].email)).toMatchObject({ status: 'SKIPPED', reason: 'NO_GROUND' })
    expect(to(subjects[0].email)).toEqual([])
    expect(to(subjects[1].email)).toHaveLength(1)
  })

  test('says what it lacks before it starts', async () => {
    const actor = server.actor()
    const approver = server.actor({ organizationId: actor.organizationId })
    const { id } = await aCampaign(actor, { type: 'EMAIL', status: 'PENDING_APPROVAL' })
    const sender = await aSender(actor)
    await setSender(actor, id, sender.id)
    await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
    const { body } = await approver.graphql(
      'mutation ($id: ID!) { changeCampaignStatus(id: $id, status: ACTIVE) { status } }',
      { id },
    )
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_STATE_TRANSITION' })
    expect(body.errors[0].extensions.details.missing).toEqual([
      'approved content of the type EMAIL',
      'an audience (addCampaignRecipients, importRecipients or setCampaignSegment)',
      'a VERIFIED sender (it is UNVERIFIED: verifySender)',
    ])
    const refused = await approver.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE_TRANSITION'])
  })

  test('does not start while a recipient lacks a variable, and escapes the values of the others', async () => {
    const { actor, id, approver } = await ready({
      people: 0,
      content: { title: 'For {{name}}', body: '<p>Dear {{name}}</p>' },
      recipients: [{ email: 'a@one.example', attributes: {} }],
    })
    await expect(move(approver, id, 'ACTIVE')).rejects.toThrow('the variables name of every recipient')
    await inOrganization(server, actor, sql`delete from campaign_recipient where campaign_id = ${id}`)
    const subject = aSubject()
    await aConsent(actor, { subject })
    await addPeople(actor, id, [{ email: subject.email, attributes: { name: '<b>Bob\r\nBcc: x@evil.example' } }])
    await move(approver, id, 'ACTIVE')
    await finished(actor, id)
    const [received] = to(subject.email)
    const mail = await PostalMime.parse(received?.raw ?? '')
    expect(mail.subject).toBe('For <b>Bob Bcc: x@evil.example')
    expect(mail.html).toContain('Dear &lt;b&gt;Bob')
    expect(mail.bcc).toBeUndefined()
  })

  test('without a sender stays a record, that the legacy API starts', async () => {
    const actor = server.actor()
    const subject = aSubject()
    await aConsent(actor, { subject })
    const { id } = await aCampaign(actor, { type: 'EMAIL', status: 'PENDING_APPROVAL' })
    await addPeople(actor, id, [{ email: subject.email }])
    const approver = server.actor({ organizationId: actor.organizationId })
    await expect(move(approver, id, 'ACTIVE')).rejects.toThrow('a sender (setCampaignSender)')
    expect((await approver.rest('PUT', `/api/campaigns/${id}/status`, { status: 'ACTIVE' })).status).toBe(200)
    expect((await show(actor, id)).delivery).toMatchObject({ queued: 0, sent: 0 })
  })
})

test('a message carries what the law and the providers demand, and a DKIM signature that verifies', async () => {
  const subject = aSubject()
  const { actor, id, approver } = await ready({
    people: 0,
    recipients: [{ email: subject.email, language: 'af', attributes: { name: 'Sipho' } }],
    content: {
      body: '<style>p { color: red }</style><p onclick="x()">Hi {{name}}</p><script>x()</script><a href="javascript:x()">No</a><a href="https://karoo.example/a">Yes</a>',
    },
  })
  await aConsent(actor, { subject })
  await move(approver, id, 'ACTIVE')
  const campaign = await finished(actor, id)
  const [received] = to(subject.email)
  if (!received) throw new Error('nothing was received')
  const mail = await PostalMime.parse(received.raw)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  expect(mail.from).toEqual({ address: 'news@karoo.example', name: 'Karoo Foods' })
  expect(mail.messageId).toBe(`<${messageOf(campaign, subject.email).id}@karoo.example>`)
  expect(header('list-unsubscribe')).toMatch(
    /^<https:\/\/campaigns\.example\.org\/u\/[\w.-]+>, <mailto:b-[0-9a-f-]+@karoo\.example\?subject=unsubscribe>$/,
  )
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('precedence')).toBe('bulk')
  expect(header('feedback-id')).toContain(id)
  expect(received.from).toMatch(/^b-[0-9a-f]{32}-[0-9a-f]{10}-[0-9a-f]{16}@karoo\.example$/)
  expect(mail.html).toContain('<p style="color:red')
  for (const hostile of ['script', 'onclick', 'javascript:', '<style']) expect(mail.html).not.toContain(hostile)
  for (const part of [mail.html, mail.text]) {
    for (const text of [
      'Hi Sipho',
      'Gestuur deur',
      '1 Long Street',
      '+27 21 555 0100',
      'news@karoo.example',
      'Teken uit',
    ])
      expect(part).toContain(text)
  }
  const resolver = async (name: string) => {
    const found = names.records.filter((record) => record.name === name)
    return found.map(({ value }) => [value])
  }
  const { results } = await dkimVerify(received.raw, { resolver })
  expect(results.map(({ status }: Json) => status.result)).toEqual(['pass'])
  expect(results[0]?.signingDomain).toBe('karoo.example')
  // RFC 8058 demands that the signature covers both headers.
  const [, covered = ''] = /\bh=([^;]+);/.exec(received.raw.toString().replace(/\r\n\s+/g, '')) ?? []
  expect(covered.toLowerCase().split(':')).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
})

describe('a mail server that refuses', () => {
  /** Runs a campaign for one person whom the server answers so. */
  async function refused(answer: { at: 'to' | 'data'; code: number; text: string } | 'cut') {
    const campaign = await ready()
    const { email } = campaign.subjects[0]
    answers.set(email, answer)
    await move(campaign.approver, campaign.id, 'ACTIVE')
    return { ...campaign, email }
  }

  test('a recipient for good bounces, and is never written to again', async () => {
    const { actor, id, email } = await refused({ at: 'to', code: 550, text: '5.1.1 No such mailbox' })
    const campaign = await finished(actor, id)
    expect(messageOf(campaign, email)).toMatchObject({
      status: 'BOUNCED',
      reason: 'The mail server refused the message: 550 5.1.1',
    })
    const { suppressions } = await until('the suppression', async () => {
      const found = await asked(actor, '{ suppressions { nodes { cause channel } } }')
      return found.suppressions.nodes.length > 0 ? found : undefined
    })
    expect(suppressions.nodes).toEqual([{ cause: 'BOUNCED', channel: 'EMAIL' }])
  })

  test.each([
    ['to', 550, '5.7.1 Blocked'],
    ['data', 554, '5.6.0 Content refused'],
  ] as const)('a message at %s with %i fails it', async (at, code, text) => {
    const { actor, id, email } = await refused({ at, code, text })
    const campaign = await finished(actor, id)
    expect(messageOf(campaign, email)).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining(String(code)),
    })
    expect((await asked(actor, '{ suppressions { totalCount } }')).suppressions.totalCount).toBe(0)
  })

  test.each([
    ['to', 421, '4.7.0 Try later'],
    ['to', 454, '4.7.1 Slow down'],
    ['data', 451, '4.3.0 Busy'],
  ] as const)(
    'at %s with %i asks to wait: the message is queued for later, and its domain rests',
    async (at, code, text) => {
      const { actor, id, email, approver } = await refused({ at, code, text })
      const waiting = await until('the first attempt', async () => {
        const message = messageOf(await show(actor, id), email)
        return message?.attempts === 1 && message.status === 'QUEUED' ? message : undefined
      })
      expect(waiting.reason).toContain(`${code}`)
      const [row] = await inOrganization(server, actor, sql<Json>`select resting_domains, failures from sender`)
      expect(row).toMatchObject({ restingDomains: { 'example.org': { failures: 1 } }, failures: 0 })
      answers.delete(email)
      await inOrganization(server, actor, sql`update sender set resting_domains = '{}'`)
      await inOrganization(server, actor, sql`update message set not_before = now()`)
      await move(approver, id, 'PAUSED')
      await move(approver, id, 'ACTIVE')
      expect((await finished(actor, id)).delivery).toMatchObject({ sent: 1 })
      expect(to(email)).toHaveLength(1)
    },
  )

  test('and closes the connection after the message leaves it UNKNOWN, and it is sent again by a person only', async () => {
    const { actor, id, email } = await refused('cut')
    const campaign = await finished(actor, id)
    expect(messageOf(campaign, email)).toMatchObject({ status: 'UNKNOWN', attempts: 1 })
    expect(to(email)).toHaveLength(1)
    answers.delete(email)
    const RETRY = 'mutation ($id: ID!, $status: MessageStatus!) { retryMessages(campaignId: $id, status: $status) }'
    expect(await asked(actor, RETRY, { id, status: 'UNKNOWN' })).toEqual({ retryMessages: 1 })
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 1, unknown: 0 })
    await expect(asked(actor, RETRY, { id, status: 'SENT' })).rejects.toThrow('INVALID_STATE_TRANSITION')
  })
})

test('a message whose id has no version of UUIDs is sent, and its link shows the page to unsubscribe', async () => {
  const { actor, id, approver, subjects } = await ready()
  await inOrganization(
    server,
    actor,
    sql`update campaign_recipient set id = overlay(id::text placing '0' from 15 for 1)::uuid`,
  )
  await move(approver, id, 'ACTIVE')
  expect((await finished(actor, id)).delivery).toMatchObject({ sent: 1 })
  const [message] = to(subjects[0].email)
  const mail = await PostalMime.parse(message?.raw ?? '')
  const link = new URL(
    /https:[^>]*/.exec(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[0] ?? '',
  )
  const page = await fetch(`${server.url}${link.pathname}`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('Do you want to stop e-mails of this kind from Karoo Foods?')
})

test('a message that cannot be signed waits, and its reason does not blame the mail server', async () => {
  const { actor, id, approver, subjects } = await ready()
  await inOrganization(server, actor, sql`update sender set sealed_dkim_key = 'lost'`)
  await move(approver, id, 'ACTIVE')
  const waiting = await until('the first attempt', async () => {
    const message = messageOf(await show(actor, id), subjects[0].email)
    return message?.attempts === 1 && message.status === 'QUEUED' ? message : undefined
  })
  expect(waiting.reason).toBe('The service could not compose the message')
  expect(to(subjects[0].email)).toEqual([])
})

test('a process that dies leaves its messages UNKNOWN, and the others go on', async () => {
  const { actor, id, approver, subjects } = await ready({ people: 2 })
  await move(approver, id, 'ACTIVE')
  await finished(actor, id)
  const before = sink.messages.length
  await server.database.transaction({ role: 'gateway_tenant', organizationId: actor.organizationId }, async (unit) => {
    await sql`update message set status = 'SENDING', lease = 'dead', leased_until = now()
      where contact = ${subjects[0].email}`.execute(unit.db)
    await sql`update message set status = 'QUEUED' where contact = ${subjects[1].email}`.execute(unit.db)
    unit.makeDue('delivery')
  })
  const campaign = await until('both ends', async () => {
    const found = await show(actor, id)
    return found.delivery.unknown === 1 && found.delivery.sent === 1 ? found : undefined
  })
  expect(messageOf(campaign, subjects[0].email).status).toBe('UNKNOWN')
  expect(sink.messages.length).toBe(before + 1)
})

test('a pause holds what was not sent, and a resumed campaign sends the rest once', async () => {
  const { actor, id, approver, subjects } = await ready({ people: 30, sender: { perSecond: 1 } })
  await move(approver, id, 'ACTIVE')
  await until('the first message', async () => (await show(actor, id)).delivery.sent > 0)
  await move(approver, id, 'PAUSED')
  const paused = await until('the end of the running batch', async () => {
    const { delivery } = await show(actor, id)
    return delivery.sending === 0 ? delivery : undefined
  })
  expect(paused.queued).toBeGreaterThan(0)
  await asked(actor, 'mutation ($id: ID!) { updateSender(id: $id, input: { perSecond: null }) { id } }', {
    id: (await asked(actor, '{ senders { nodes { id } } }')).senders.nodes[0].id,
  })
  await move(approver, id, 'ACTIVE')
  expect((await finished(actor, id)).delivery.sent).toBe(30)
  for (const { email } of subjects) expect(to(email)).toHaveLength(1)
})

type Campaign = Awaited<ReturnType<typeof ready>>
/** A campaign whose start time passes while it lacks what `remove` takes away. */
async function overdue(remove: (campaign: Campaign) => Promise<unknown>): Promise<Campaign> {
  const campaign = await ready()
  const { actor, id, approver } = campaign
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  await actor.rest('PUT', `/api/campaigns/${id}`, { startsAt })
  await actor.rest('PUT', `/api/campaigns/${id}/status`, { status: 'PENDING_APPROVAL' })
  await move(approver, id, 'SCHEDULED')
  await remove(campaign)
  await passTime(server, actor, 'campaigns', sql`update campaign set starts_at = now() - interval '1 minute'`)
  await performFor(actor, moveDueCampaigns, toolsOf(server))
  expect((await show(actor, id)).status).toBe('SCHEDULED')
  return campaign
}
const started = (actor: Actor, id: string) =>
  until('the start', async () => (await show(actor, id)).status === 'ACTIVE')
const edit = (actor: Actor, contentId: string) =>
  actor.rest('PUT', `/api/content/${contentId}`, { body: '<p>Edited.</p>' })
async function approve(actor: Actor, approver: Actor, contentId: string) {
  await actor.rest('PUT', `/api/content/${contentId}/status`, { status: 'IN_REVIEW' })
  expect((await approver.rest('PUT', `/api/content/${contentId}/status`, { status: 'APPROVED' })).status).toBe(200)
}
const failSender = ({ actor, sender }: Campaign) =>
  inOrganization(server, actor, sql`update sender set status = 'FAILED' where id = ${sender.id}`)

describe('a campaign whose content is edited, and approved again', () => {
  test('while it is sent reaches the rest', async () => {
    const { actor, id, approver, subjects, contentId } = await ready()
    await move(approver, id, 'ACTIVE')
    await finished(actor, id)
    const rest = aSubject()
    await aConsent(actor, { subject: rest })
    await holdWork(server, actor, sendCampaigns.kind)
    await addPeople(actor, id, [{ email: rest.email }])
    await edit(actor, contentId)
    await releaseWork(server, actor, sendCampaigns.kind)
    const turn = sql`select 1 from due_work where kind = ${sendCampaigns.kind} and (due_at <= now() or lease is not null)`
    await until('the turn without content', async () => (await inOrganization(server, actor, turn)).length === 0)
    await approve(actor, approver, contentId)
    await until('the message', async () => (await show(actor, id)).delivery.sent === 2)
    for (const { email } of [...subjects, rest] as Json[]) expect(to(email)).toHaveLength(1)
  })

  test('after its start time starts', async () => {
    const { actor, id, approver, contentId } = await overdue(({ actor, contentId }) => edit(actor, contentId))
    await approve(actor, approver, contentId)
    await started(actor, id)
    expect((await finished(actor, id)).delivery.sent).toBe(1)
  })
})

const removeAudience = ({ actor, id }: Campaign) =>
  inOrganization(server, actor, sql`delete from campaign_recipient where campaign_id = ${id}`)

test.each<[string, (campaign: Campaign) => Promise<unknown>, (campaign: Campaign) => Promise<unknown>]>([
  ['its sender is verified', failSender, ({ actor, sender }) => verified(actor, names, sender)],
  [
    'it gets another sender',
    async (campaign) => {
      await verified(campaign.actor, names, await aSender(campaign.actor, { address: 'other@karoo.example' }))
      await failSender(campaign)
    },
    async ({ actor, approver, id }) => {
      const { senders } = await asked(actor, '{ senders { nodes { id status } } }')
      await setSender(approver, id, senders.nodes.find(({ status }: Json) => status === 'VERIFIED').id)
    },
  ],
  [
    'it gets another segment',
    removeAudience,
    async ({ actor, approver, id }) => {
      const CREATE = 'mutation { createSegment(input: { name: "A", filter: {} }) { id } }'
      const { id: segmentId } = (await asked(actor, CREATE)).createSegment
      await asked(approver, 'mutation ($id: ID!, $to: ID) { setCampaignSegment(id: $id, segmentId: $to) { id } }', {
        id,
        to: segmentId,
      })
    },
  ],
  [
    'people are added to its audience',
    removeAudience,
    ({ approver, id, subjects }) => addPeople(approver, id, [{ email: subjects[0].email }]),
  ],
])('a campaign after its start time starts when %s', async (_, remove, giveBack) => {
  const campaign = await overdue(remove)
  await giveBack(campaign)
  await started(campaign.actor, campaign.id)
})

test('another organization sees and sends nothing of it', async () => {
  const { actor, id } = await ready()
  const stranger = server.actor()
  const sender = await verified(stranger, names, await aSender(stranger))
  const SET = 'mutation ($id: ID!, $s: ID!) { setCampaignSender(id: $id, senderId: $s) { id } }'
  for (const [by, campaign, senderId] of [
    [stranger, id, sender.id],
    [actor, id, sender.id],
  ] as const) {
    const { body } = await by.graphql(SET, { id: campaign, s: senderId })
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
  }
  expect((await asked(stranger, '{ messages { totalCount } }')).messages.totalCount).toBe(0)
})
