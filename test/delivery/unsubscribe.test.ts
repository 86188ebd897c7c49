/**
 * More than 20 s: it starts a gateway of its own, with a mail server and a name server.
 */
import { describe, expect, test } from '@jest/globals'
import { sql } from 'kysely'
import { asked } from '../support/answers.ts'
import {
  addPeople,
  approvedContent,
  deliverySettings,
  finished,
  move,
  readyCampaign,
  reportsCounted,
  setSender,
  show,
  startDeliveryServer,
} from '../support/delivery.ts'
import { type NameServer, startNameServer } from '../support/dns.ts'
import { inOrganization } from '../support/organization.ts'
import { startReplicas } from '../support/replicas.ts'
import { aCampaign, aConsent } from '../support/samples.ts'
import type { Actor, Json, TestServer } from '../support/server.ts'
import { setUp } from '../support/set-up.ts'
import { type Sink, startSink } from '../support/sink.ts'
import { until } from '../support/until.ts'

/** Recipients that the mail server accepts only when the test lets it. */
const held = new Map<string, Promise<void>>()

let names: NameServer
let sink: Sink
let server: TestServer
setUp(async (opened) => {
  names = opened.use(await startNameServer())
  sink = opened.use(await startSink({ to: (address) => held.get(address)?.then(() => undefined) }))
  server = opened.use(await startDeliveryServer(names, sink.url))
})

/** The path of the unsubscribe link in a mail. */
const pathIn = (raw: string): string =>
  new URL(/<(https:\/\/[^>]+)>/.exec(raw.replace(/\r\n\s+/g, ' '))?.[1] ?? '').pathname

/** A campaign that was sent to one person, and the path of the unsubscribe link that the person got. */
async function sent(by = server) {
  const actor = by.actor()
  const campaign = await readyCampaign(by, actor, names, { people: 1 })
  await move(campaign.approver, campaign.id, 'ACTIVE')
  await finished(actor, campaign.id)
  const email: string = campaign.subjects[0]?.email
  const raw = sink.messages.find(({ to }) => to === email)?.raw.toString() ?? ''
  return { actor, ...campaign, email, path: pathIn(raw) }
}

/** Starts another campaign to the person. Returns its id. */
async function startNext(to: Awaited<ReturnType<typeof sent>>, by = server): Promise<string> {
  const { actor, approver, sender, email } = to
  const { id } = await aCampaign(actor, { type: 'EMAIL' })
  await approvedContent(by, actor, id)
  await addPeople(actor, id, [{ email }])
  await setSender(actor, id, sender.id)
  await move(approver, id, 'PENDING_APPROVAL')
  await move(approver, id, 'ACTIVE')
  return id
}

/** Sends another campaign to the person. Returns its counts. */
const sentNext = async (to: Awaited<ReturnType<typeof sent>>, by = server): Promise<Json> =>
  (await finished(to.actor, await startNext(to, by))).delivery

const consentStatus = async (actor: Actor) =>
  (await actor.rest('GET', '/api/consents')).body.data.map(({ status }: Json) => status)
const suppressions = async (actor: Actor) =>
  (await asked(actor, '{ suppressions { nodes { cause purpose channel } } }')).suppressions.nodes

const ONE_CLICK = {
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
}
const SKIPPED = { sent: 0, skippedBy: [{ reason: 'SUPPRESSED', count: 1 }] }
const choice = (value: string) => ({ ...ONE_CLICK, body: `choice=${value}` })

describe('the link of a message', () => {
  test('shows a page, and changes nothing, however often it is followed', async () => {
    const { actor, path } = await sent()
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, headers, body } = await server.fetch(path, { method })
      expect(status).toBe(200)
      expect(headers.get('set-cookie')).toBeNull()
      expect(headers.get('cache-control')).toBe('no-store')
      if (method === 'GET') expect(body).toContain('Do you want to stop e-mails of this kind from Karoo Foods?')
    }
    expect(await consentStatus(actor)).toEqual(['GRANTED'])
    expect(await suppressions(actor)).toEqual([])
  })

  test('opts out in one click, once, and the next campaign skips the person', async () => {
    const campaign = await sent()
    const { actor, path, email, id } = campaign
    const counted = async () => (await reportsCounted(server)).UNSUBSCRIBED ?? 0
    const before = await counted()
    for (const _ of [1, 2]) expect((await server.fetch(path, ONE_CLICK)).status).toBe(200)
    expect((await counted()) - before).toBe(1)
    expect(await suppressions(actor)).toEqual([{ cause: 'OPT_OUT', purpose: 'MARKETING', channel: 'EMAIL' }])
    expect(await consentStatus(actor)).toEqual(['WITHDRAWN'])
    expect((await show(actor, id)).delivery).toMatchObject({ sent: 1, unsubscribed: 1 })
    expect(await sentNext(campaign)).toMatchObject(SKIPPED)
    expect(sink.messages.filter(({ to }) => to === email)).toHaveLength(1)
    const { auditRecords } = await asked(actor, '{ auditRecords(first: 100) { nodes { action userId } } }')
    const opted = auditRecords.nodes.filter(({ action }: Json) => action === 'SUPPRESSION_CREATED')
    expect(opted).toEqual([{ action: 'SUPPRESSION_CREATED', userId: 'system' }])
  })

  test.each([
    ['campaign', { purpose: 'MARKETING', channel: 'EMAIL' }],
    ['marketing', { purpose: 'MARKETING', channel: null }],
    ['everything', { purpose: null, channel: null }],
    ['nonsense', { purpose: 'MARKETING', channel: 'EMAIL' }],
  ])('stops what the person chooses: %s', async (value, scope) => {
    const { actor, path } = await sent()
    expect((await server.fetch(path, choice(value))).status).toBe(200)
    expect(await suppressions(actor)).toEqual([{ cause: 'OPT_OUT', ...scope }])
  })

  test('speaks the language of the person', async () => {
    const { actor, path, id } = await sent()
    const { body } = await server.fetch(path)
    expect(body).toContain('<html lang="en">')
    await server.database.transaction(
      { role: 'gateway_tenant', organizationId: actor.organizationId },
      async (unit) => {
        for (const language of ['af', 'zu']) {
          await unit.rows('update message set language = $1 where campaign_id = $2', [language, id])
        }
      },
    )
    expect((await server.fetch(path)).body).toContain('Yeka ukuthola imiyalezo')
  })
})

test('the link of a message opts out while its campaign is in the trash, and a restore shows it', async () => {
  const { actor, path, id } = await sent()
  expect(await actor.rest('DELETE', `/api/campaigns/${id}`)).toMatchObject({ status: 204 })
  expect((await server.fetch(path)).body).toContain('Do you want to stop e-mails of this kind from Karoo Foods?')
  for (const _ of [1, 2]) expect((await server.fetch(path, ONE_CLICK)).status).toBe(200)
  expect(await suppressions(actor)).toEqual([{ cause: 'OPT_OUT', purpose: 'MARKETING', channel: 'EMAIL' }])
  expect(await consentStatus(actor)).toEqual(['WITHDRAWN'])
  await asked(actor, 'mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', { id })
  expect((await show(actor, id)).delivery).toMatchObject({ sent: 1, unsubscribed: 1 })
})

test('the link of a test message says that it is a test, and unsubscribes nobody', async () => {
  const actor = server.actor()
  const { id } = await readyCampaign(server, actor, names, { people: 1 })
  const colleague = `colleague-${id}@example.org`
  const TEST = 'mutation ($id: ID!, $to: EmailAddress!) { sendTestMessage(campaignId: $id, to: $to) { id } }'
  await asked(actor, TEST, { id, to: colleague })
  const path = await until('the test message', async () => {
    const raw = sink.messages.find(({ to }) => to === colleague)?.raw.toString()
    return raw && pathIn(raw)
  })
  for (const init of [{}, ONE_CLICK, choice('everything')]) {
    const { status, body } = await server.fetch(path, init)
    expect([status, body]).toEqual([200, expect.stringContaining('This is the link of a test message.')])
    expect(body).not.toContain('<form')
  }
  expect(await suppressions(actor)).toEqual([])
  expect(await consentStatus(actor)).toEqual(['GRANTED'])
})

test('an opt-out at one replica is obeyed by all', async () => {
  await using opened = new AsyncDisposableStack()
  const [first, second] = await startReplicas(opened, { environment: deliverySettings(names, sink.url) })
  const campaign = await sent(first)
  expect((await second.fetch(campaign.path, ONE_CLICK)).status).toBe(200)
  expect(await sentNext(campaign, first)).toMatchObject(SKIPPED)
})

describe('a message that a mail server keeps waiting', () => {
  /** A message that was claimed more than half a second ago, and whose recipient the mail server has not accepted yet. */
  async function waiting(by: TestServer) {
    const campaign = await sent(by)
    const { promise, resolve } = Promise.withResolvers<void>()
    held.set(campaign.email, promise)
    const id = await startNext(campaign, by)
    const OLD = sql<{ isOld: boolean }>`select updated_at < now() - interval '0.6 seconds' as is_old from message
      where organization_id = ${campaign.actor.organizationId} and campaign_id = ${id} and status = 'SENDING'`
    await until('an old claim', async () => (await inOrganization(by, campaign.actor, OLD))[0]?.isOld)
    const received = () => sink.messages.filter(({ to }) => to === campaign.email).length - 1
    return { ...campaign, id, received, accept: resolve }
  }

  test('is not sent after an opt-out at another replica', async () => {
    await using opened = new AsyncDisposableStack()
    const [first, second] = await startReplicas(opened, { environment: deliverySettings(names, sink.url) })
    const { actor, id, path, accept, received } = await waiting(first)
    expect((await second.fetch(path, ONE_CLICK)).status).toBe(200)
    accept()
    expect((await finished(actor, id)).delivery).toMatchObject(SKIPPED)
    expect(received()).toBe(0)
  })

  test('is not sent while its campaign is paused, and once after it was resumed', async () => {
    const { actor, approver, id, accept, received } = await waiting(server)
    await move(approver, id, 'PAUSED')
    accept()
    await until('its return', async () => (await show(actor, id)).delivery.queued === 1)
    expect(received()).toBe(0)
    await move(approver, id, 'ACTIVE')
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 1 })
    expect(received()).toBe(1)
  })

  test('is UNKNOWN, with the reason, after its campaign was deleted and restored', async () => {
    const { actor, id, accept } = await waiting(server)
    expect(await actor.rest('DELETE', `/api/campaigns/${id}`)).toMatchObject({ status: 204 })
    accept()
    const expire = sql`update trash_row set content = content || jsonb_build_object('leased_until', now())
      where organization_id = ${actor.organizationId} and resource = 'MESSAGE' and trash_id = ${id}`
    await inOrganization(server, actor, expire)
    await asked(actor, 'mutation ($id: ID!) { restoreFromTrash(id: $id) { id } }', { id })
    const [message] = await until('the end of the lease', async () => {
      const { messages } = await asked(actor, '{ messages { nodes { campaignId status reason } } }')
      const ended = messages.nodes.filter(({ campaignId, status }: Json) => campaignId === id && status !== 'SENDING')
      return ended.length > 0 && ended
    })
    expect(message).toMatchObject({ status: 'UNKNOWN', reason: 'The process ended before the mail server answered' })
  })

  test('is sent once if nothing has changed', async () => {
    const { actor, id, accept, received } = await waiting(server)
    accept()
    expect((await finished(actor, id)).delivery).toMatchObject({ sent: 1 })
    expect(received()).toBe(1)
  })
})

test('a token that is altered, cut or of another organization is refused, and changes nothing', async () => {
  const [one, other] = [await sent(), await sent()]
  const token = one.path.slice('/u/'.length)
  const [id, tag, organization] = token.split('.')
  const strangers = other.path.slice('/u/'.length).split('.')
  const forged = [
    `${id}.${'A'.repeat(22)}.${organization}`,
    `${strangers[0]}.${tag}.${organization}`,
    `${id}.${tag}.${strangers[2]}`,
    `${id}.${tag}`,
    token.slice(0, -1),
    'x',
  ]
  for (const each of forged) {
    expect([each, (await server.fetch(`/u/${each}`)).status]).toEqual([each, 404])
    expect([each, (await server.fetch(`/u/${each}`, ONE_CLICK)).status]).toEqual([each, 404])
  }
  for (const { actor } of [one, other]) expect(await suppressions(actor)).toEqual([])
  await aConsent(one.actor)
  expect(await consentStatus(one.actor)).toEqual(['GRANTED', 'GRANTED'])
})
