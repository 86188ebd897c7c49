/**
 * More than 20 s: it starts a gateway of its own, with a mail server and a name server.
 */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { Threads } from '../../src/common/threads.ts'
import { compiled } from '../../src/features/delivery/messages/message.compile.ts'
import { sendTestMessages } from '../../src/features/delivery/previews/test-message.work.ts'
import { notComposed } from '../../src/features/delivery/sending/sending.outcome.ts'
import { asked } from '../support/answers.ts'
import {
  addPeople,
  approvedContent,
  aSender,
  finished,
  move,
  readyCampaign,
  setSender,
  startDeliveryServer,
} from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { follow } from '../support/follow.ts'
import { holdWork, performFor, releaseWork, toolsOf } from '../support/jobs.ts'
import { inOrganization } from '../support/organization.ts'
import { aCampaign, aConsent, aContent, aSubject, aSuppression } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

let names: NameServer
let sink: Sink
let server: TestServer
const refused = new Set<string>()
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(
    await startSink({ to: (address) => (refused.has(address) ? { code: 550, text: '5.7.1 Blocked' } : undefined) }),
  )
  server = opened.use(await startDeliveryServer(names, sink.url))
})

const PREVIEW = `mutation ($campaignId: ID!, $contentId: ID!, $contact: String) {
  previewMessage(campaignId: $campaignId, contentId: $contentId, contact: $contact) {
    subject html text headers { name value } size contact warnings { flaw detail }
  }
}`
const preview = async (actor: Actor, variables: object): Promise<Json> =>
  (await asked(actor, PREVIEW, variables)).previewMessage

/** A campaign with a draft of its content. */
async function drafted(actor: Actor, changes: object = {}) {
  const { id: campaignId } = await aCampaign(actor, { type: 'EMAIL' })
  const { id: contentId } = await aContent(actor, { campaignId, type: 'EMAIL', ...changes })
  return { campaignId, contentId }
}

describe('content that would block the service', () => {
  const declarations = Array.from({ length: 300 }, (_, index) => `x${index}: 1`).join('; ')
  const copied = `<style>p { ${declarations} }</style>${'<p>x</p>'.repeat(600)}`
  // Each tilde compares every tag with every tag before it.
  const compared = `<style>u ~ ${'b ~ '.repeat(8)} i { c: d }</style>${'<b></b>'.repeat(300)}<i>x</i>`
  const nested = '<b>'.repeat(20_000)
  const CREATE = 'mutation ($input: ContentInput!) { createContent(input: $input) { id } }'
  const inputOf = (body: string) => ({ input: { type: 'EMAIL', title: 'x', body, variables: [], language: 'en' } })

  test.each([
    ['declarations that are copied into many tags', copied, 'STYLES_REPEATED'],
    ['deep nesting', nested, 'TOO_COMPLEX'],
  ])('is refused when it is written: %s', async (_, body, code) => {
    const actor = server.actor()
    const { contentId } = await drafted(actor)
    const answers = [
      await actor.graphql(CREATE, inputOf(body)),
      await actor.graphql('mutation ($id: ID!, $b: String!) { updateContent(id: $id, input: { body: $b }) { id } }', {
        ...{ id: contentId, b: body },
      }),
    ]
    for (const answer of answers)
      expect(answer.body.errors[0].extensions).toMatchObject({ code: 'VALIDATION_ERROR', reasons: { body: { code } } })
  })

  test.each([2_500, 9_000, 15_000])('is stored or refused: %i tags inside each other', async (depth) => {
    const actor = server.actor()
    const { body } = await actor.graphql(CREATE, inputOf(`${'<div>'.repeat(depth)}x`))
    const codes = (body.errors ?? []).map(({ extensions }: Json) => extensions.reasons?.body?.code ?? extensions.code)
    expect(codes.filter((code: string) => code !== 'TOO_COMPLEX')).toEqual([])
  })

  test('is refused when comparing tags takes too long, while the service answers', async () => {
    let isOver = false
    const refused = server
      .actor()
      .graphql(CREATE, inputOf(compared))
      .finally(() => (isOver = true))
    for (let index = 0; index < 20; index++) expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(isOver).toBe(false)
    const { body } = await refused
    expect(body.errors[0].extensions).toMatchObject({ reasons: { body: { code: 'TOO_COMPLEX' } } })
  })

  test('waits, and is not blamed, if the machine is too busy to compile it', async () => {
    const threads = new Threads({ milliseconds: 1 })
    const error = await compiled(threads, { title: 'News', body: 'Hello' }).catch((thrown: unknown) => thrown)
    await threads.close()
    expect(notComposed(error, 1)).toMatchObject({
      status: 'QUEUED',
      reason: 'The service could not compose the message',
    })
  })

  test('is refused in a preview and not sent, if it was stored before: the other messages go on', async () => {
    const actor = server.actor()
    const campaign = await readyCampaign(server, actor, names)
    await inOrganization(server, actor, sql`update content_version set body = ${nested}`)
    await move(campaign.approver, campaign.id, 'ACTIVE')
    const { messages } = await finished(actor, campaign.id)
    expect(messages.nodes).toMatchObject([
      { status: 'FAILED', reason: expect.stringContaining('body needs too much time or memory') },
    ])
    expect(await inOrganization(server, actor, sql`select failures from sender`)).toEqual([{ failures: 0 }])
  })

  test('a long value that a text repeats thousands of times is refused, and only its message is not sent', async () => {
    const actor = server.actor()
    const [long, short] = [aSubject(), aSubject()]
    for (const subject of [long, short]) await aConsent(actor, { subject })
    const campaign = await readyCampaign(server, actor, names, {
      content: { body: '{{v}}'.repeat(5000) },
      people: 0,
      recipients: [
        { email: long.email, attributes: { v: 'x'.repeat(4000) } },
        { email: short.email, attributes: { v: 'y' } },
      ],
    })
    const { body } = await actor.graphql(PREVIEW, {
      campaignId: campaign.id,
      contentId: campaign.contentId,
      contact: long.email,
    })
    expect(body.errors[0].extensions).toMatchObject({ reasons: { variables: { code: 'VALUES_REPEATED' } } })
    await move(campaign.approver, campaign.id, 'ACTIVE')
    const { messages } = await finished(actor, campaign.id)
    expect(Object.fromEntries(messages.nodes.map((each: Json) => [each.contact, each.status]))).toEqual({
      [long.email]: 'FAILED',
      [short.email]: 'SENT',
    })
  })
})

describe('a preview', () => {
  test('shows the message of one recipient, as it would be sent', async () => {
    const actor = server.actor()
    const [first, second] = [aSubject(), aSubject()]
    const body = '<style>p { color: red }</style><p onclick="x()">Dear {{name}}</p><script>x()</script>'
    const { campaignId, contentId } = await drafted(actor, { title: 'For {{name}}', body })
    await addPeople(actor, campaignId, [
      { email: first.email, attributes: { name: 'Ann' } },
      { email: second.email, language: 'af', attributes: { name: '<b>Bob\r\nBcc: x@evil.example' } },
    ])
    await setSender(actor, campaignId, (await aSender(actor)).id)
    const shown = await preview(actor, { campaignId, contentId, contact: second.email.toUpperCase() })
    expect(shown).toMatchObject({ subject: 'For <b>Bob Bcc: x@evil.example', contact: second.email.toLowerCase() })
    expect(shown.html).toContain('Dear &lt;b&gt;Bob')
    expect(shown.html).toContain('Gestuur deur Karoo Foods')
    for (const hostile of ['<script', 'onclick', '<style']) expect(shown.html).not.toContain(hostile)
    expect(shown.text).toContain('Teken uit: https://campaigns.example.org/u/')
    const headers = new Map(shown.headers.map(({ name, value }: Json) => [name, value]))
    expect(headers.get('From')).toBe('Karoo Foods <news@karoo.example>')
    expect(headers.get('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.has('Bcc')).toBe(false)
    expect(shown.size).toBeGreaterThan(shown.html.length)
    expect(shown.warnings).toEqual([{ flaw: 'NO_UNSUBSCRIBE', detail: null }])
    // The link of a preview opts nobody out.
    const [, link = ''] = /(\/u\/[\w.-]+)/.exec(shown.text) ?? []
    expect((await fetch(`${server.url}${link}`, { method: 'POST' })).status).toBe(404)
    expect((await preview(actor, { campaignId, contentId })).subject).toMatch(/^For /)
    expect((await asked(actor, '{ messages { totalCount } }')).messages.totalCount).toBe(0)
  })

  test('warns of each flaw that a person can correct', async () => {
    const actor = server.actor()
    const body = `<p>{{name}} {{town}}</p><a href="javascript:x()">a</a><a href="/relative">b</a><a href="http://localhost/">c</a>
      <a href="https://karoo.example/{{town}}">d</a><a href="mailto:nobody">e</a><a href="mailto:a@karoo.example">f</a>
      <a href="{{unsubscribeUrl}}">g</a><p>${'x'.repeat(60_000)}</p>`
    const { campaignId, contentId } = await drafted(actor, { body })
    await addPeople(actor, campaignId, [{ email: aSubject().email, attributes: { town: 'Paarl' } }])
    const { warnings, html } = await preview(actor, { campaignId, contentId })
    expect(warnings).toEqual([
      { flaw: 'NO_SENDER', detail: null },
      { flaw: 'MISSING_VARIABLE', detail: 'name' },
      { flaw: 'BROKEN_LINK', detail: 'javascript:x()' },
      { flaw: 'BROKEN_LINK', detail: '/relative' },
      { flaw: 'BROKEN_LINK', detail: 'http://localhost/' },
      { flaw: 'BROKEN_LINK', detail: 'mailto:nobody' },
      { flaw: 'TOO_LARGE', detail: null },
    ])
    expect(html).toContain('{{name}} Paarl')
    const empty = await drafted(actor, { body: '<p>Hello</p><a href="{{unsubscribeUrl}}">out</a>' })
    expect(await preview(actor, empty)).toMatchObject({
      contact: null,
      warnings: [{ flaw: 'NO_SENDER', detail: null }],
    })
  })

  test('is refused for what is not of the campaign, and without permission', async () => {
    const actor = server.actor()
    const mine = await drafted(actor)
    const other = await drafted(actor)
    const stranger = server.actor()
    const sms = await aContent(actor, { campaignId: mine.campaignId, type: 'SMS' })
    for (const [by, variables, code] of [
      [stranger, mine, 'NOT_FOUND'],
      [actor, { ...mine, contentId: other.contentId }, 'NOT_FOUND'],
      [actor, { ...mine, contact: aSubject().email }, 'NOT_FOUND'],
      [actor, { ...mine, contentId: sms.id }, 'VALIDATION_ERROR'],
    ] as const) {
      const { body } = await by.graphql(PREVIEW, variables as Record<string, unknown>)
      expect(body.errors[0].extensions.code).toBe(code)
    }
  })
})

const TEST = `mutation ($campaignId: ID!, $to: EmailAddress!, $contentId: ID) {
  sendTestMessage(campaignId: $campaignId, to: $to, contentId: $contentId) { id status contact contentId }
}`
const codeOf = async (actor: Actor, query: string, variables: object) =>
  (await actor.graphql(query, variables as Record<string, unknown>)).body.errors?.[0].extensions.code

/** Waits until the newest test message of a campaign has ended. */
const ended = (actor: Actor, campaignId: string): Promise<Json> =>
  until('the end of the test message', async () => {
    const { campaign } = await asked(
      actor,
      'query ($id: ID!) { campaign(id: $id) { testMessages { nodes { status reason sentAt contact } } } }',
      { id: campaignId },
    )
    const [newest] = campaign.testMessages.nodes
    return ['QUEUED', 'SENDING'].includes(newest.status) ? undefined : newest
  })

describe('a test message', () => {
  test('goes through the sender’s mail server, and shows no recipient’s data', async () => {
    const [colleague, subject] = [aSubject(), aSubject()]
    const { actor, id } = await readyCampaign(server, server.actor(), names, {
      people: 0,
      content: { title: 'For {{name}}', body: '<p>Dear {{name}}</p>' },
      recipients: [{ email: subject.email, attributes: { name: 'Secret' } }],
    }).then((campaign) => ({ actor: campaign.approver, ...campaign }))
    const { sendTestMessage } = await asked(actor, TEST, { campaignId: id, to: colleague.email })
    expect(sendTestMessage).toMatchObject({ status: 'QUEUED', contact: colleague.email.toLowerCase() })
    expect(await ended(actor, id)).toMatchObject({ status: 'SENT', reason: null, sentAt: expect.any(String) })
    const [received, ...others] = sink.messages.filter(({ to }) => to === colleague.email)
    expect(others).toEqual([])
    const mail = await PostalMime.parse(received?.raw ?? '')
    expect(mail.subject).toBe('[Test] For {{name}}')
    expect(mail.html).not.toContain('Secret')
    expect(mail.headers.some(({ key }) => key === 'dkim-signature')).toBe(true)
    expect((await asked(actor, '{ messages { totalCount } }')).messages.totalCount).toBe(0)
  })

  test('is sent after a restore, if its campaign went to the trash before', async () => {
    const { approver, id } = await readyCampaign(server, server.actor(), names)
    const { email } = aSubject()
    await holdWork(server, approver, sendTestMessages.kind)
    await asked(approver, TEST, { campaignId: id, to: email })
    await asked(approver, 'mutation ($id: ID!) { deleteCampaign(id: $id) }', { id })
    await releaseWork(server, approver, sendTestMessages.kind)
    await performFor(approver, sendTestMessages, toolsOf(server))
    await asked(approver, 'mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', { id })
    expect(await ended(approver, id)).toMatchObject({ status: 'SENT', contact: email.toLowerCase() })
  })

  test('that the server refuses says why, and suppresses nobody', async () => {
    const { approver, id } = await readyCampaign(server, server.actor(), names)
    const { email } = aSubject()
    refused.add(email)
    await asked(approver, TEST, { campaignId: id, to: email })
    expect(await ended(approver, id)).toMatchObject({
      status: 'FAILED',
      reason: 'The mail server refused the message: 550 5.7.1',
      sentAt: null,
    })
    expect((await asked(approver, '{ suppressions { totalCount } }')).suppressions.totalCount).toBe(0)
  })

  test('that a process left behind is not sent again', async () => {
    const { approver, id } = await readyCampaign(server, server.actor(), names)
    const { email } = aSubject()
    await asked(approver, TEST, { campaignId: id, to: email })
    await ended(approver, id)
    const { organizationId } = approver
    await server.database.transaction({ role: 'gateway_tenant', organizationId }, async (unit) => {
      await sql`update test_message set status = 'SENDING'`.execute(unit.db)
      unit.makeDue('test_messages')
    })
    expect(await ended(approver, id)).toMatchObject({ status: 'UNKNOWN' })
    expect(sink.messages.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('needs a verified sender, and a person who may be contacted', async () => {
    const actor = server.actor()
    const { campaignId } = await drafted(actor)
    const { email } = aSubject()
    await setSender(actor, campaignId, (await aSender(actor)).id)
    expect(await codeOf(actor, TEST, { campaignId, to: email })).toBe('INVALID_STATE_TRANSITION')
    const { approver, id } = await readyCampaign(server, actor, names, { sender: { address: 'b@karoo.example' } })
    await aSuppression(actor, { contact: { email } })
    expect(await codeOf(approver, TEST, { campaignId: id, to: email })).toBe('CONFLICT')
    expect(await codeOf(server.actor(), TEST, { campaignId: id, to: email })).toBe('NOT_FOUND')
    const viewer = server.actor({ organizationId: actor.organizationId, role: 'viewer' })
    expect(await codeOf(viewer, TEST, { campaignId: id, to: aSubject().email })).toBe('FORBIDDEN')
    await inOrganization(
      server,
      actor,
      sql`insert into test_message (organization_id, id, campaign_id, content_version, contact, status, created_by, created_at, updated_at)
        select organization_id, md5(n::text)::uuid, ${id}, 1, 'a@b.example', 'SENT', 'x', now(), now()
        from organization cross join generate_series(1, 50) n where organization_id = ${actor.organizationId}`,
    )
    expect(await codeOf(approver, TEST, { campaignId: id, to: aSubject().email })).toBe('RATE_LIMIT_EXCEEDED')
    expect(sink.messages.filter(({ to }) => to === email)).toEqual([])
  })
})

test('the launch check names what is missing, until nothing is', async () => {
  const CHECK = 'query ($id: ID!) { campaign(id: $id) { launchCheck { need missing isBlocking variables } } }'
  const actor = server.actor()
  const needs = async (id: string) =>
    (await asked(actor, CHECK, { id })).campaign.launchCheck.flatMap(({ isBlocking, ...need }: Json) =>
      isBlocking ? [need] : [],
    )
  const { id } = await aCampaign(actor, { type: 'EMAIL' })
  expect((await needs(id)).map(({ need }: Json) => need)).toEqual(['CONTENT', 'AUDIENCE', 'SENDER'])
  await setSender(actor, id, (await aSender(actor)).id)
  await approvedContent(server, actor, id, { body: 'Hi {{name}}' })
  await addPeople(actor, id, [{ email: aSubject().email }])
  expect(await needs(id)).toEqual([
    { need: 'VERIFIED_SENDER', missing: expect.stringContaining('UNVERIFIED'), variables: [] },
    { need: 'VARIABLES', missing: expect.any(String), variables: ['name'] },
  ])
  const { id: ready } = await readyCampaign(server, actor, names, { sender: { address: 'c@karoo.example' } })
  expect(await needs(ready)).toEqual([])
  const { id: print } = await aCampaign(actor, { type: 'PRINT' })
  expect(await needs(print)).toEqual([])
})

test('the progress of a campaign is followed until its last message, by its organization only', async () => {
  const { approver, id, subjects } = await readyCampaign(server, server.actor(), names, { people: 3 })
  const STREAM = 'subscription ($id: ID!) { campaignDelivery(campaignId: $id) { queued sent finishedAt } }'
  const stream = follow(server.url, approver.token, STREAM, { id })
  expect(await stream.next()).toMatchObject({ data: { campaignDelivery: { sent: 0, finishedAt: null } } })
  await move(approver, id, 'ACTIVE')
  let figures: Json = {}
  while (!figures.finishedAt) figures = (await stream.next()).data.campaignDelivery
  expect(figures).toMatchObject({ queued: 0, sent: subjects.length })
  await stream.stop()
  const stranger = follow(server.url, server.actor().token, STREAM, { id })
  await expect(stranger.next()).rejects.toThrow('404')
})
